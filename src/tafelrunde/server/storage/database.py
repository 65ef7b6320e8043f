"""A database by its URL: set up so that what is committed is on the disk, and with its schema up to date."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

import asyncpg
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

MIGRATIONS = Path(__file__).with_name("migrations")
MIGRATION_LOCK = 0x7461_6665  # the number of the advisory lock: any, as long as it never changes
EXAMPLES = "sqlite:///games.db or postgresql://user:password@host/database"
SQLITE, POSTGRESQL = "sqlite+aiosqlite", "postgresql+asyncpg"
DRIVERS = {"sqlite": SQLITE, SQLITE: SQLITE, "postgresql": POSTGRESQL, "postgres": POSTGRESQL, POSTGRESQL: POSTGRESQL}

RETRY_DELAYS = (0.0, 0.1, 0.5, 1.0)
"""Seconds to wait before each new attempt when the connection to the database is lost."""
CONNECT_SECONDS = 3.0
MIGRATION_SECONDS = 60.0
"""Seconds that PostgreSQL has to accept a connection, and a database to be brought up to date."""
READERS = 4
"""Threads that read from SQLite, each with a connection."""
LOCKED_MILLISECONDS = 4000
"""How long SQLite waits for another process that writes."""

PRAGMAS = (
    f"busy_timeout = {LOCKED_MILLISECONDS}",
    "journal_mode = WAL",
    "synchronous = FULL",
    # What is deleted or replaced is overwritten.
    "secure_delete = ON",
    "foreign_keys = ON",
    # What a statement may have to undo is kept in memory: else it makes a file at every transaction.
    "temp_store = MEMORY",
)
SETTINGS = {
    "application_name": "tafelrunde",
    "synchronous_commit": "on",
    # Whatever a process that hangs has left behind must not hold up the others for ever.
    "statement_timeout": "30s",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "30s",
    "tcp_user_timeout": "10s",
    # A second query within a transaction must see what others have committed in the meantime.
    "default_transaction_isolation": "read committed",
}

T = TypeVar("T")

# Alembic keeps the migration it runs in global variables.
_migration_lock = threading.Lock()


@dataclass(frozen=True)
class Database:
    """Two ways to access one database: transactions that write, and statements that only read."""

    writing: AsyncEngine
    threads: "Threads | None" = None

    @property
    def writer(self) -> sa.Engine:
        """What `transact` writes with."""
        return self.writing.sync_engine if self.threads is None else self.threads.writing

    async def transact(self, work: Callable[[sa.Connection], T]) -> T:
        """A transaction of several statements."""
        if self.threads is not None:
            return await self.threads.transact(work)
        async with self.writing.begin() as connection:
            return await connection.run_sync(work)

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """What statements find that only read; each sees what is committed by then."""
        if self.threads is not None:
            return await self.threads.read(work)
        async with self.writing.connect() as connection:
            return await connection.run_sync(lambda plain: work(plain.execution_options(isolation_level="AUTOCOMMIT")))

    async def reconnect(self) -> None:
        """Drop the connections that are not in use: there may be another server behind the address."""
        await self.writing.dispose()

    async def close(self) -> None:
        if self.threads is not None:
            self.threads.close()
        await self.writing.dispose()


class Threads:
    """Threads for SQLite, one that writes and a few that read. Each runs a whole transaction or query: handing over
    single statements costs more than they do."""

    def __init__(self, writing: sa.Engine, reading: sa.Engine) -> None:
        self.writing, self.reading = writing, reading
        self._writer, self._readers = ThreadPoolExecutor(1), ThreadPoolExecutor(READERS)
        self._connection: sa.Connection | None = None
        """The one that the writer keeps: to give it back after a transaction costs as much as the transaction."""

    async def transact(self, work: Callable[[sa.Connection], T]) -> T:
        """A transaction; it is completed even if its caller is cancelled."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._transact, work)

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """What statements find that only read."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def _transact(self, work: Callable[[sa.Connection], T]) -> T:
        connection = self._connection = self._connection or self.writing.connect()
        try:
            with connection.begin():
                return work(connection)
        except BaseException:
            self._drop_connection()
            raise

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _read(self, work: Callable[[sa.Connection], T]) -> T:
        with self.reading.connect() as connection:
            return work(connection)

    def close(self) -> None:
        self._writer.submit(self._drop_connection)
        for threads, engine in ((self._writer, self.writing), (self._readers, self.reading)):
            threads.shutdown()
            engine.dispose()


def connect(url: str) -> Database:
    """The database at a URL; nothing is opened before it is used. ValueError if we cannot use this URL."""
    address = _address(url)
    return _sqlite(address) if address.drivername == SQLITE else _postgresql(address)


async def migrate(url: str) -> None:
    """Bring the schema up to date; several processes may do so at once. ConnectionError without such a database."""
    address = _address(url)
    try:
        async with asyncio.timeout(MIGRATION_SECONDS):
            await asyncio.to_thread(_migrate_in_thread, url)
    except (OSError, SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise ConnectionError(f"cannot open the database {address}: {_reason(error)}") from error
    except CommandError as error:
        raise ConnectionError(f"the database {address} was made by a newer version: {error}") from error


async def check_schema(url: str) -> None:
    """ConnectionError unless there is a database with the schema of this version; nothing is changed."""
    address = _address(url)
    if address.drivername == SQLITE and not Path(str(address.database)).is_file():
        raise ConnectionError(f"there is no file {address.database}")
    database, newest = connect(url), ScriptDirectory.from_config(_config()).get_current_head()
    version = sa.text("SELECT version_num FROM alembic_version")
    try:
        async with asyncio.timeout(MIGRATION_SECONDS):
            found = await database.read(lambda connection: connection.scalar(version))
    except (OSError, SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise ConnectionError(f"cannot read the database {address}: {_reason(error)}") from error
    finally:
        await database.close()
    if found != newest:
        raise ConnectionError(f"the database {address} was made by another version: start a server on it first")


def is_connection_lost(error: Exception) -> bool:
    """Whether the connection failed, so that the outcome of the transaction is unknown."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    lost = (OSError, asyncpg.OperatorInterventionError, asyncpg.InterfaceError, asyncpg.TooManyConnectionsError)
    return isinstance(_cause(error), lost) or is_replica(error)


SQLITE_AWAY = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
)
"""Another process holds the file, or the disk does not let us use it."""


def is_replica(error: Exception) -> bool:
    """Whether PostgreSQL cannot write because it follows another one, as during a fail-over."""
    return isinstance(_cause(error), asyncpg.ReadOnlySQLTransactionError)


def trouble(error: Exception) -> Literal["away", "full"] | None:
    """What is wrong with the database; None if it is not the database's fault."""
    cause = _cause(error)
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    if isinstance(cause, asyncpg.DiskFullError) or code == sqlite3.SQLITE_FULL:
        return "full"
    return "away" if is_connection_lost(error) or code in SQLITE_AWAY else None


def _cause(error: Exception) -> BaseException:
    """What the driver raised; SQLAlchemy wraps it, and asyncpg's errors twice."""
    if not isinstance(error, DBAPIError) or error.orig is None:
        return error
    return error.orig.__cause__ or error.orig


def _address(url: str) -> sa.URL:
    try:
        address = sa.make_url(url)
        address = address.set(drivername=DRIVERS[address.drivername])
    except (ArgumentError, KeyError, ValueError):
        # The URL is not repeated here: it may hold a password.
        raise ValueError(f"this is not a database URL that we support; write {EXAMPLES}") from None
    if not address.database or address.database.startswith((":memory:", "file:")):
        raise ValueError(f"the database has no name; write {EXAMPLES}")
    return address


def _reason(error: Exception) -> str:
    """What the driver says, without SQL."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return str(cause) or type(cause).__name__


def _sqlite(address: sa.URL) -> Database:
    # Writers take turns; readers never wait for them (WAL).
    one_connection: dict[str, Any] = {"pool_size": 1, "max_overflow": 0, "pool_timeout": 60}
    plain = address.set(drivername="sqlite")
    writing, sync_writing = create_async_engine(address, **one_connection), sa.create_engine(plain, **one_connection)
    reading = sa.create_engine(plain, pool_size=READERS, max_overflow=0, isolation_level="AUTOCOMMIT")
    for engine in (writing.sync_engine, sync_writing):
        sa.event.listen(engine, "connect", _prepare_writer)
        sa.event.listen(engine, "begin", _begin_immediate)
    sa.event.listen(reading, "connect", _prepare_reader)
    return Database(writing, Threads(sync_writing, reading))


def _prepare_writer(connection: Any, _: object) -> None:
    connection.isolation_level = None  # the driver's own BEGIN would come too late, see _begin_immediate
    _run(connection, PRAGMAS)


def _prepare_reader(connection: Any, _: object) -> None:
    _run(connection, (*PRAGMAS, "query_only = ON"))


def _run(connection: Any, pragmas: tuple[str, ...]) -> None:
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_immediate(connection: sa.Connection) -> None:
    """Take the write lock first: a transaction that reads and then writes could fail instead of waiting."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _postgresql(address: sa.URL) -> Database:
    query = dict(address.query)
    if "sslmode" in query:  # libpq's name for it
        query["ssl"] = query.pop("sslmode")
    arguments = {"server_settings": SETTINGS, "timeout": CONNECT_SECONDS}
    return Database(create_async_engine(address.set(query=query), pool_size=8, connect_args=arguments))


def _migrate_in_thread(url: str) -> None:
    """In a thread with an event loop of its own: waiting for another migration must not block the server's."""
    with _migration_lock:
        asyncio.run(_migrate(url))


async def _migrate(url: str) -> None:
    database = connect(url)
    if database.writing.url.drivername == SQLITE:
        _create_file(Path(str(database.writing.url.database)))
    try:
        # On SQLite the transaction itself keeps other processes out.
        async with database.writing.begin() as connection:
            if connection.dialect.name == "postgresql":
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            await connection.run_sync(_upgrade)
    finally:
        await database.close()


def _create_file(path: Path) -> None:
    """Create the file and its folder; no other user of this machine may read what is hidden at a table."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)


def _upgrade(connection: sa.Connection) -> None:
    command.upgrade(_config(connection=connection), "head")


def _config(**attributes: Any) -> Config:
    config = Config(attributes=attributes)
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
