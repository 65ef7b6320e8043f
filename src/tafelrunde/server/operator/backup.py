"""Backup of a database while servers use it, and restoring one. A backup is an SQLite file, whatever the database is.

SQLite copies its file by its own backup; from PostgreSQL everything is read in one transaction, so that it is of one
moment. A backup can be restored into either, so this is also the way from one to the other.
"""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from tafelrunde.server.storage import database as databases
from tafelrunde.server.storage.schema import metadata

ROWS = 1_000
"""Rows that are copied at a time."""


class NotEmpty(Exception):
    """There are tables in the database into which a backup is to be restored."""


async def backup(url: str, file: Path) -> int:
    """Write everything in a database to a new file; how many rows. FileExistsError, ConnectionError, ValueError."""
    await databases.check_schema(url)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600, exist_ok=False)
    database = databases.connect(url)
    try:
        if database.threads is not None:
            await asyncio.to_thread(_copy_file, str(database.writing.url.database), file)
        else:
            await databases.migrate(_url(file))
            await _copy(database, databases.connect(_url(file)))
    except BaseException:
        file.unlink(missing_ok=True)
        raise
    finally:
        await database.close()
    return await _count(file)


async def restore(file: Path, url: str) -> int:
    """Write a backup to a database that has no tables yet; how many rows. NotEmpty, ConnectionError, ValueError."""
    source = _url(file)
    await databases.check_schema(source)
    await databases.migrate(url)
    await _copy(databases.connect(source), databases.connect(url), only_if_empty=True)
    return await _count(file)


def _url(file: Path) -> str:
    return f"sqlite:///{file.absolute()}"


def _copy_file(source: str, file: Path) -> None:
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(file)) as new:
        old.backup(new)


async def _copy(source: databases.Database, target: databases.Database, only_if_empty: bool = False) -> None:
    """Everything in one transaction on either side, the tables in the order in which they refer to each other."""
    reading = source.writing.execution_options(isolation_level="REPEATABLE READ") if source.threads is None else None
    try:
        async with (reading or source.writing).connect() as old, target.writing.begin() as new:
            for connection in (old, new):
                if connection.dialect.name == "postgresql":  # it may take long
                    await connection.execute(sa.text("SET LOCAL statement_timeout = 0"))
                    await connection.execute(sa.text("SET LOCAL idle_in_transaction_session_timeout = 0"))
            if only_if_empty and (await new.execute(sa.select(metadata.tables["tables"]).limit(1))).first():
                raise NotEmpty
            for table in metadata.sorted_tables:
                rows = await old.stream(sa.select(table).order_by(*table.primary_key.columns))
                async for part in rows.partitions(ROWS):
                    await new.execute(sa.insert(table), [_plain(row) for row in part])
    finally:
        await source.close()
        await target.close()


def _plain(row: sa.Row[Any]) -> dict[str, Any]:
    return dict(row._mapping)


async def _count(file: Path) -> int:
    database = databases.connect(_url(file))
    try:
        return await database.read(_rows)
    finally:
        await database.close()


def _rows(connection: sa.Connection) -> int:
    tables = metadata.sorted_tables
    return sum(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() for table in tables)
