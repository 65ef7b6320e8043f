"""The durable log: what is acknowledged is on the disk, once, in order."""

import asyncio
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from tafelrunde.server.storage import database as databases
from tafelrunde.server.storage.database import Database
from tafelrunde.server.storage.entries import Entry
from tafelrunde.server.storage.people import People
from tafelrunde.server.storage.schema import log, tables
from tafelrunde.server.storage.transaction import SELECT_ENTRIES, SELECT_VERSIONS, NewSummary, NewTable
from tafelrunde.server.storage.writer import MAX_BATCH, Writer


class Store:
    """Tables and their log in a database.

    An exception of `append` other than VersionConflict, DuplicateWish and TableNotFound (the database has gone away,
    the caller was cancelled) leaves open whether the entry was written: read `entries` before going on.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.people = People(database, self._read)
        self._writer = Writer(database)

    @classmethod
    async def open(cls, url: str) -> "Store":
        """The store at `sqlite:///path` or `postgresql://…`, its schema up to date; ValueError, ConnectionError."""
        await databases.migrate(url)
        return cls(databases.connect(url))

    async def close(self) -> None:
        """Write what is queued, then disconnect from the database."""
        await self._writer.close()
        await self.database.close()

    # writing

    async def create(self, id: str, summary: bytes, public: bool, at: float, code: str | None = None) -> None:
        """A new table, open for players; CodeTaken if another open table has this code."""
        await self._writer.write(NewTable(id, summary, public, at, code))

    async def append(self, entry: Entry) -> None:
        """Return when the entry is durable; after VersionConflict, DuplicateWish or TableNotFound it is not written."""
        await self._writer.write(entry)

    async def update_summary(self, id: str, summary: bytes, public: bool, open: bool) -> None:
        """A table's new summary; `open` until its game has started. Then its code is free again."""
        await self._writer.write(NewSummary(id, summary, public, open))

    async def delete_idle(self, before: float) -> int:
        """Delete the tables that never started and where nothing has happened since `before`; how many there were."""
        recent = sa.exists().where(log.c.table == tables.c.id, log.c.at >= before)
        idle = sa.and_(tables.c.open, tables.c.at < before, ~recent)
        async with self.database.writing.begin() as connection:
            # Locked first, then checked again: an entry that came in between keeps its table.
            locked = sa.select(tables.c.id).where(idle).order_by(tables.c.id).limit(MAX_BATCH).with_for_update()
            ids = (await connection.scalars(locked)).all()
            deleted = await connection.execute(sa.delete(tables).where(tables.c.id.in_(ids), idle))
            count: int = deleted.rowcount
        return count + (await self.delete_idle(before) if len(ids) == MAX_BATCH else 0)

    # reading

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """What happened at a table after a version, in order."""
        query = SELECT_ENTRIES.where(log.c.table == table, log.c.version > after).order_by(log.c.version)
        entries = [Entry(**row._mapping) for row in await self._read(query)]
        if entries:
            self._writer.remember({table: entries[-1].version})
        return entries

    async def versions(self, ids: Sequence[str]) -> dict[str, int]:
        """The last version of each of these tables, as far as they exist."""
        rows = await self._read(SELECT_VERSIONS, {"ids": ids}) if ids else []
        return dict(map(tuple, rows))

    async def summary(self, id: str) -> bytes | None:
        """A table's summary; None if there is no such table."""
        rows = await self._read(sa.select(tables.c.head).where(tables.c.id == id))
        return rows[0].head if rows else None

    async def table_with_code(self, code: str) -> str | None:
        """The id of the open table with this code."""
        rows = await self._read(sa.select(tables.c.id).where(tables.c.code == code))
        return rows[0].id if rows else None

    async def summaries(
        self, public_only: bool = True, limit: int = 50, offset: int = 0
    ) -> list[tuple[str, bytes, float]]:
        """Id, summary and creation time of the tables, those that are open first, then the newest first."""
        query = sa.select(tables.c.id, tables.c.head, tables.c.at)
        query = query.order_by(tables.c.open.desc(), tables.c.at.desc(), tables.c.id).limit(limit).offset(offset)
        rows = await self._read(query.where(tables.c.public) if public_only else query)
        return [(row.id, row.head, row.at) for row in rows]

    async def _read(self, query: sa.Select[Any], values: dict[str, Any] | None = None) -> Sequence[sa.Row[Any]]:
        delays = iter(databases.RETRY_DELAYS)
        while True:
            try:
                async with self.database.reading.connect() as connection:
                    result: sa.CursorResult[Any] = await connection.execute(query, values)
                    return result.all()
            except Exception as error:
                delay = next(delays, None) if databases.is_connection_lost(error) else None
                if delay is None:
                    raise
                await asyncio.sleep(delay)
