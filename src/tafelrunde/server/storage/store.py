"""The durable log: what is acknowledged is on the disk, once, in order."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from tafelrunde.server.storage import database as databases
from tafelrunde.server.storage import listing
from tafelrunde.server.storage.database import Database
from tafelrunde.server.storage.entries import DatabaseUnavailable, Entry, LogDamaged, LogFellBack, check_chain
from tafelrunde.server.storage.health import Health
from tafelrunde.server.storage.listing import Listed
from tafelrunde.server.storage.people import People
from tafelrunde.server.storage.schema import endings, log, tables
from tafelrunde.server.storage.transaction import (
    SELECT_ENTRIES,
    SELECT_HEADS,
    Head,
    Job,
    NewEnding,
    NewSummary,
    NewTable,
    NewVisit,
    Transaction,
    heads_of,
)
from tafelrunde.server.storage.writer import MAX_BATCH, Writer

PATIENCE = 5.0
"""Seconds that the database has for an answer."""
CHECK_SECONDS = 2.0
"""Seconds for the answer to whether it works."""

events = logging.getLogger(__name__)
T = TypeVar("T")


class Beside(Protocol):
    """Where work is done that takes a while, like in a thread."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]:
        """The result of some work."""


async def at_once(work: Callable[[], T]) -> T:
    """The result of some work, here and now."""
    return work()


class Store:
    """Tables and their log in a database.

    An exception of `append` other than VersionConflict, DuplicateWish and TableNotFound (the database has gone away,
    the caller was cancelled) leaves open whether the entry was written: read `entries` before going on.

    Nothing here takes longer than the database's time for an answer; then, and when there is no space left,
    DatabaseUnavailable is raised, at once until the database works again.
    """

    def __init__(self, database: Database, patience: float = PATIENCE) -> None:
        self.database = database
        self.health = Health(patience, self._probe)
        self._writer = Writer(database, self.health)
        self.people = People(self.transact, self.read)
        self._damaged: set[str] = set()

    @classmethod
    async def open(cls, url: str, patience: float = PATIENCE) -> "Store":
        """The store at `sqlite:///path` or `postgresql://…`, its schema up to date; ValueError, ConnectionError."""
        await databases.migrate(url)
        return cls(databases.connect(url), patience)

    async def close(self) -> None:
        """Write what is queued, then disconnect from the database."""
        await self._writer.close()
        await self.health.close()
        with suppress(TimeoutError):
            await self.health.bounded(self.database.close())

    async def check(self) -> None:
        """Return if the database works; DatabaseUnavailable if not."""
        self.health.check()
        try:
            await self.health.bounded(self._execute(sa.select(sa.literal(1)), None), CHECK_SECONDS)
        except Exception as error:
            raise DatabaseUnavailable(databases.trouble(error) or "away") from error

    async def transact(self, work: Callable[[sa.Connection], T]) -> T:
        """A transaction of its own, beside the queue; DatabaseUnavailable."""
        self.health.check()
        try:
            return await self.health.bounded(self.database.transact(work))
        except Exception as error:
            trouble = databases.trouble(error)
            if trouble is None:
                raise
            raise self.health.failed(trouble) from error

    async def _probe(self) -> None:
        """Write something."""
        version = sa.table("alembic_version", sa.column("version_num"))
        same = sa.update(version).values(version_num=version.c.version_num)
        await self.database.transact(lambda connection: connection.execute(same))

    # writing

    async def create(self, id: str, summary: bytes, public: bool, at: float, code: str | None = None) -> None:
        """A new table, open for players; CodeTaken if another open table has this code."""
        await self._writer.write(NewTable(id, summary, public, at, code))

    async def append(self, entry: Entry) -> None:
        """Return when the entry is durable; after VersionConflict, DuplicateWish or TableNotFound it is not written."""
        await self._writer.write(entry)

    async def add_whole(self, jobs: Sequence[Job]) -> bool:
        """A new table with everything that happened there, in one transaction; False if it is there already."""
        transaction = Transaction(jobs, {}, find_duplicates=True, is_retry=False)
        try:
            outcomes = await self.transact(transaction.run)
        except IntegrityError:  # another process was faster
            return False
        return outcomes[0] is None

    async def update_summary(self, id: str, summary: bytes, public: bool, open: bool) -> None:
        """A table's new summary; `open` until its game has started. Then its code is free again."""
        await self._writer.write(NewSummary(id, summary, public, open))

    async def write_ending(self, id: str, data: bytes) -> None:
        """How the game of a table ended; if that is already written, nothing changes."""
        await self._writer.write(NewEnding(id, data))

    async def add_visit(self, person: str, table: str) -> None:
        """Somebody is at a table; nothing happens if that is known, or the table is gone."""
        await self._writer.write(NewVisit(table, person))

    async def put_listed(self, hosted: Sequence[Listed], at: float, gone_before: float) -> None:
        """The hosts of these tables are there at this time; nothing is kept about those who are gone for longer."""

        def work(connection: sa.Connection) -> None:
            listing.forget(connection, gone_before)
            listing.put(connection, hosted, at)

        await self.transact(work)

    async def delete_idle(self, before: float) -> int:
        """Delete the tables that never started and where nothing has happened since `before`; how many there were."""
        recent = sa.exists().where(log.c.table == tables.c.id, log.c.at >= before)
        idle = sa.and_(tables.c.open, tables.c.at < before, ~recent)

        def work(connection: sa.Connection) -> tuple[int, int]:
            # Locked first, then checked again: an entry that came in between keeps its table.
            locked = sa.select(tables.c.id).where(idle).order_by(tables.c.id).limit(MAX_BATCH).with_for_update()
            ids = connection.scalars(locked).all()
            deleted = connection.execute(sa.delete(tables).where(tables.c.id.in_(ids), idle))
            return len(ids), deleted.rowcount

        found, count = await self.transact(work)
        return count + (await self.delete_idle(before) if found == MAX_BATCH else 0)

    # reading

    async def entries(
        self, table: str, after: int = 0, head: bytes | None = None, beside: Beside = at_once
    ) -> list[Entry]:
        """What happened at a table after a version, in order; LogDamaged if an entry is missing or was changed.

        With `head`, the hash of that version, LogFellBack if the log does not contain it any more. Many entries are
        better looked through `beside` the event loop.
        """
        entries = await self.read_entries(table, after if head is None else after - 1, beside)
        if head is not None:
            if not entries or entries[0].version != after or entries[0].hash != head:
                self._writer.forget(table)
                raise LogFellBack(table, after)
            del entries[0]
        try:
            await beside(partial(check_chain, entries, after, head))
        except LogDamaged as damaged:
            if table not in self._damaged:
                self._damaged.add(table)
                fields = {"version": damaged.version, "what": damaged.what}
                events.error("the log of a table is damaged, see tafelrunde check-log", extra={"fields": fields})
            raise
        if entries:
            self._writer.remember({table: (entries[-1].version, entries[-1].hash)})
        return entries

    async def read_entries(self, table: str, after: int = 0, beside: Beside = at_once) -> list[Entry]:
        """What the log of a table has after a version, whatever that is."""
        query = SELECT_ENTRIES.where(log.c.table == table, log.c.version > after).order_by(log.c.version)
        rows = await self.read(query)
        return await beside(lambda: [Entry(*tuple(row)) for row in rows])

    async def heads(self, ids: Sequence[str]) -> dict[str, Head]:
        """The last version of each of these tables and its hash, as far as they exist."""
        return heads_of(await self.read(SELECT_HEADS, {"ids": ids})) if ids else {}

    async def ending(self, table: str) -> bytes | None:
        """How the game of a table ended, if it is written."""
        rows = await self.read(sa.select(endings.c.data).where(endings.c.table == table))
        return rows[0].data if rows else None

    async def summary(self, id: str) -> bytes | None:
        """A table's summary; None if there is no such table."""
        rows = await self.read(sa.select(tables.c.head).where(tables.c.id == id))
        return rows[0].head if rows else None

    async def table_with_code(self, code: str) -> str | None:
        """The id of the open table with this code."""
        rows = await self.read(sa.select(tables.c.id).where(tables.c.code == code))
        return rows[0].id if rows else None

    async def listed(self, since: float, limit: int, offset: int) -> list[tuple[str, bytes, float]]:
        """Id, summary and creation time of the public tables whose hosts were there since then, see `listing.page`."""
        return [(row.id, row.head, row.at) for row in await self.read(listing.page(since, limit, offset))]

    async def summaries(
        self, public_only: bool = True, limit: int = 50, offset: int = 0
    ) -> list[tuple[str, bytes, float]]:
        """Id, summary and creation time of the tables, those that are open first, then the newest first."""
        query = sa.select(tables.c.id, tables.c.head, tables.c.at)
        query = query.order_by(tables.c.open.desc(), tables.c.at.desc(), tables.c.id).limit(limit).offset(offset)
        rows = await self.read(query.where(tables.c.public) if public_only else query)
        return [(row.id, row.head, row.at) for row in rows]

    async def read(self, query: sa.Select[Any], values: dict[str, Any] | None = None) -> Sequence[sa.Row[Any]]:
        """The rows of a query; DatabaseUnavailable."""
        if self.health.trouble == "away":
            raise DatabaseUnavailable("away")
        delays, clock = iter(databases.RETRY_DELAYS), asyncio.get_running_loop().time
        end = clock() + self.health.patience
        while True:
            try:
                return await self.health.bounded(self._execute(query, values), end - clock())
            except Exception as error:
                delay = next(delays, None) if databases.is_connection_lost(error) else None
                if delay is not None and clock() + delay < end:
                    await asyncio.sleep(delay)
                    continue
                trouble = databases.trouble(error)
                if trouble is None:
                    raise
                raise self.health.failed(trouble) from error

    async def _execute(self, query: sa.Select[Any], values: dict[str, Any] | None) -> Sequence[sa.Row[Any]]:
        return await self.database.read(lambda connection: connection.execute(query, values).all())
