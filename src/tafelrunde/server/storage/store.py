"""The durable log: what is acknowledged is on the disk, once, in order.

Everything that is written passes through one queue. A single task takes whatever is waiting and puts it into one
transaction, so that hundreds of tables share the cost of reaching the disk (group commit).
"""

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError

from tafelrunde.server.storage import database as databases
from tafelrunde.server.storage.database import Database
from tafelrunde.server.storage.schema import log, tables

BATCH = 500
"""The most that goes into one transaction."""

BREATH = 0.005
"""Seconds from one transaction to the next when several are waiting: each costs as much as some thirty entries."""

MOST_KNOWN = 100_000
"""Tables whose last version is kept in mind."""

PATIENCE = (0.0, 0.1, 0.5, 2.0)
"""Seconds to wait before each new attempt when the database has gone away."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened at a table. `client` is the id that a client gave its wish, None for the table's own."""

    table: str
    version: int
    client: str | None
    data: bytes
    at: float


class Conflict(Exception):
    """This version cannot be written: somebody else has written it, or the one before it is not there."""

    def __init__(self, table: str, version: int) -> None:
        self.table, self.version = table, version
        super().__init__(f"table {table} is not at the version before {version}")


class Duplicate(Exception):
    """This wish is in the log already, at `version`."""

    def __init__(self, table: str, client: str, version: int) -> None:
        self.table, self.client, self.version = table, client, version
        super().__init__(f"table {table} has this wish already, at version {version}")


class NoTable(LookupError):
    """There is no such table (any more)."""

    def __init__(self, table: str) -> None:
        self.table = table
        super().__init__(f"there is no table {table}")


@dataclass(frozen=True, slots=True)
class _New:
    """A table to be."""

    id: str
    head: bytes
    public: bool
    at: float


@dataclass(frozen=True, slots=True)
class _Head:
    """A table's new summary."""

    id: str
    head: bytes
    public: bool
    open: bool


Job = Entry | _New | _Head
Outcome = Exception | None


@dataclass
class _Plan:
    """What one transaction writes: each job is judged by what the database has and what the plan has taken so far."""

    last: dict[str, int]
    clients: dict[tuple[str, str | None], int]
    done: set[Entry] = field(default_factory=set)
    again: bool = False
    tables: list[dict[str, Any]] = field(default_factory=list)
    heads: dict[str, dict[str, Any]] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)

    def take(self, job: Job) -> Outcome:
        """None if the job is part of the plan, or done already; else why not."""
        match job:
            case Entry():
                return self._take_entry(job)
            case _New():
                return self._take_new(job)
            case _Head():
                return self._take_head(job)

    def _take_entry(self, entry: Entry) -> Outcome:
        if entry in self.done:
            return None
        if entry.table not in self.last:
            return NoTable(entry.table)
        written = self.clients.get((entry.table, entry.client))
        if entry.client is not None and written is not None:
            return Duplicate(entry.table, entry.client, written)
        if entry.version != self.last[entry.table] + 1:
            return Conflict(entry.table, entry.version)
        self.last[entry.table] = entry.version
        self.clients[entry.table, entry.client] = entry.version
        self.entries.append(entry)
        return None

    def _take_new(self, new: _New) -> Outcome:
        if new.id in self.last:
            # Ids are random: after a lost connection the table that is there is this one.
            return None if self.again else Conflict(new.id, 0)
        self.last[new.id] = 0
        self.tables.append(asdict(new) | {"open": True})
        return None

    def _take_head(self, head: _Head) -> Outcome:
        if head.id not in self.last:
            return NoTable(head.id)
        self.heads[head.id] = {"changed": head.id, "head": head.head, "public": head.public, "open": head.open}
        return None

    def write(self, connection: sa.Connection) -> None:
        # The same order everywhere, so that two processes never wait for each other in a circle.
        if self.tables:
            connection.execute(_INSERT_TABLE, sorted(self.tables, key=lambda row: row["id"]))
        if self.heads:
            connection.execute(_UPDATE_HEAD, [self.heads[id] for id in sorted(self.heads)])
        if self.entries:
            entries = sorted(self.entries, key=lambda entry: entry.table)
            rows = [{name: getattr(entry, name) for name in Entry.__slots__} for entry in entries]
            connection.execute(_INSERT_ENTRY, rows)


_INSERT_TABLE = sa.insert(tables)
_INSERT_ENTRY = sa.insert(log)
_UPDATE_HEAD = (
    sa.update(tables)
    .where(tables.c.id == sa.bindparam("changed"))
    .values(head=sa.bindparam("head"), public=sa.bindparam("public"), open=sa.bindparam("open"))
)
_VERSION = sa.select(sa.func.max(log.c.version)).where(log.c.table == tables.c.id).scalar_subquery()
_VERSIONS = sa.select(tables.c.id, sa.func.coalesce(_VERSION, 0)).where(
    tables.c.id.in_(sa.bindparam("ids", expanding=True))
)
_CLIENTS = sa.select(log.c.table, log.c.client, log.c.version).where(
    sa.tuple_(log.c.table, log.c.client).in_(sa.bindparam("wishes", expanding=True))
)
_ENTRIES = sa.select(log.c.table, log.c.version, log.c.client, log.c.data, log.c.at)
_SAME_PLACE = _ENTRIES.where(sa.tuple_(log.c.table, log.c.version).in_(sa.bindparam("places", expanding=True)))


class _LookCloser(Exception):
    """Something does not fit; whether the wish came twice is worth asking only now."""


class Store:
    """Tables and their log in a database.

    An exception of `append` other than Conflict, Duplicate and NoTable (the database has gone away, the caller was
    cancelled) leaves open whether the entry was written: read `entries` before going on.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self._waiting: deque[tuple[Job, asyncio.Future[None]]] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._known: dict[str, int] = {}
        self._closed = False

    @classmethod
    async def open(cls, url: str) -> "Store":
        """The store at `sqlite:///path` or `postgresql://…`, its schema up to date; ValueError, ConnectionError."""
        await databases.migrate(url)
        return cls(databases.connect(url))

    async def close(self) -> None:
        """Write what is waiting, then let go of the database."""
        self._closed = True
        if self._writer is not None:
            await self._writer
        await self.database.close()

    # writing

    async def create(self, id: str, head: bytes, public: bool, at: float) -> None:
        """A new table, open for players."""
        await self._write(_New(id, head, public, at))

    async def append(self, entry: Entry) -> None:
        """Returns when the entry is durable; raises Conflict, Duplicate or NoTable, and nothing is written then."""
        await self._write(entry)

    async def update_head(self, id: str, head: bytes, public: bool, open: bool) -> None:
        """A table's new summary; `open` until its game has started."""
        await self._write(_Head(id, head, public, open))

    async def delete_idle(self, before: float) -> int:
        """Forget the tables that never started and where nothing happened since `before`; how many they were."""
        recent = sa.exists().where(log.c.table == tables.c.id, log.c.at >= before)
        idle = sa.and_(tables.c.open, tables.c.at < before, ~recent)
        async with self.database.writing.begin() as connection:
            # Locked first, judged again then: an entry that came meanwhile keeps its table.
            locked = sa.select(tables.c.id).where(idle).order_by(tables.c.id).limit(BATCH).with_for_update()
            ids = (await connection.scalars(locked)).all()
            deleted = await connection.execute(sa.delete(tables).where(tables.c.id.in_(ids), idle))
            count: int = deleted.rowcount
        return count + (await self.delete_idle(before) if len(ids) == BATCH else 0)

    # reading

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """What happened at a table after a version, in order."""
        query = _ENTRIES.where(log.c.table == table, log.c.version > after).order_by(log.c.version)
        found = [Entry(**row._mapping) for row in await self._read(query)]
        if found:
            self._remember({table: found[-1].version})
        return found

    async def versions(self, ids: Sequence[str]) -> dict[str, int]:
        """The last version of each of these tables, as far as they exist."""
        rows = await self._read(_VERSIONS, {"ids": ids}) if ids else []
        return dict(map(tuple, rows))

    async def head(self, id: str) -> bytes | None:
        """A table's summary; None if there is no such table."""
        rows = await self._read(sa.select(tables.c.head).where(tables.c.id == id))
        return rows[0].head if rows else None

    async def heads(self, public_only: bool = True, limit: int = 50, offset: int = 0) -> list[tuple[str, bytes, float]]:
        """Id, summary and time of making of the tables, those that are open first, then the newest first."""
        query = sa.select(tables.c.id, tables.c.head, tables.c.at)
        query = query.order_by(tables.c.open.desc(), tables.c.at.desc(), tables.c.id).limit(limit).offset(offset)
        rows = await self._read(query.where(tables.c.public) if public_only else query)
        return [(row.id, row.head, row.at) for row in rows]

    async def _read(self, query: sa.Select[Any], values: dict[str, Any] | None = None) -> Sequence[sa.Row[Any]]:
        waits = iter(PATIENCE)
        while True:
            try:
                async with self.database.reading.connect() as connection:
                    result: sa.CursorResult[Any] = await connection.execute(query, values)
                    return result.all()
            except Exception as error:
                wait = next(waits, None) if databases.lost(error) else None
                if wait is None:
                    raise
                await asyncio.sleep(wait)

    # the queue

    async def _write(self, job: Job) -> None:
        if self._closed:
            raise RuntimeError("the store is closed")
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((job, future))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._drain())
        await future

    async def _drain(self) -> None:
        """Write until nothing is waiting; what arrives during a transaction goes into the next one together."""
        batch: list[tuple[Job, asyncio.Future[None]]] = []
        clock = asyncio.get_running_loop().time
        try:
            while self._waiting:
                began = clock()
                batch = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
                batch = [(job, future) for job, future in batch if not future.done()]
                outcomes = await self._settle([job for job, _ in batch])
                for (_, future), outcome in zip(batch, outcomes, strict=True):
                    _tell(future, outcome)
                if len(batch) > 1 and clock() < began + BREATH:
                    await asyncio.sleep(began + BREATH - clock())
        except BaseException:
            for _, future in (*batch, *self._waiting):
                future.cancel()
            self._waiting.clear()
            raise

    async def _settle(self, jobs: list[Job], again: bool = False) -> list[Outcome]:
        """What each job comes to: None when it is durable, else what its caller is told."""
        attempts, waits, closer = 0, iter(PATIENCE), again
        while True:
            try:
                return await self._commit(jobs, closer, again)
            except (_LookCloser, IntegrityError) as error:
                # Another process was faster, or a wish came twice: the next look tells. More than a few times is odd.
                attempts += 1
                if attempts > 4:
                    return await self._settle_halves(jobs, error, again)
                closer = True
            except Exception as error:
                self._known.clear()
                wait = next(waits, None) if databases.lost(error) else None
                if wait is None:
                    return await self._settle_halves(jobs, error, again)
                closer = again = True
                await asyncio.sleep(wait)

    async def _settle_halves(self, jobs: list[Job], error: Exception, again: bool) -> list[Outcome]:
        """A bad job fails alone: look for it on both sides. A bad database fails all of them."""
        if len(jobs) == 1 or databases.lost(error) or isinstance(error, OperationalError):
            return [error] * len(jobs)
        middle = len(jobs) // 2
        return await self._settle(jobs[:middle], again) + await self._settle(jobs[middle:], again)

    async def _commit(self, jobs: list[Job], closer: bool, again: bool) -> list[Outcome]:
        """One transaction: look, judge, write. `closer`: look for wishes that come twice; `again`: and for our own."""
        plan = _Plan({} if closer else self._last(jobs), {}, again=again)

        def work(connection: sa.Connection) -> list[Outcome]:
            unknown = {id for id in map(_table, jobs) if id not in plan.last}
            if unknown:
                plan.last |= _versions(connection, unknown)
            entries = [job for job in jobs if isinstance(job, Entry)]
            if closer:
                plan.clients = _clients(connection, entries)
            if again:
                plan.done = _same(connection, entries)
            outcomes = [plan.take(job) for job in jobs]
            if not closer and any(isinstance(outcome, Conflict) for outcome in outcomes):
                raise _LookCloser
            plan.write(connection)
            return outcomes

        outcomes = await self.database.transact(work)
        self._remember(plan.last)
        return outcomes

    def _last(self, jobs: Iterable[Job]) -> dict[str, int]:
        """The last versions as far as we wrote or read them; if there is more by now, the database tells."""
        return {id: self._known[id] for id in map(_table, jobs) if id in self._known}

    def _remember(self, versions: dict[str, int]) -> None:
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        self._known |= versions


def _tell(future: asyncio.Future[None], outcome: Outcome) -> None:
    if future.done():  # the caller was cancelled
        return
    if outcome is None:
        future.set_result(None)
    else:
        future.set_exception(outcome)


def _table(job: Job) -> str:
    return job.table if isinstance(job, Entry) else job.id


def _versions(connection: sa.Connection, tables: Iterable[str]) -> dict[str, int]:
    """The last version of each of these tables that there is."""
    ids = sorted(tables)
    # Filled up to a power of two: a few statements that stay prepared instead of one for every length.
    ids += ids[-1:] * ((1 << (len(ids) - 1).bit_length()) - len(ids))
    return {row[0]: row[1] for row in connection.execute(_VERSIONS, {"ids": ids})}


def _clients(connection: sa.Connection, entries: Iterable[Entry]) -> dict[tuple[str, str | None], int]:
    """At which version each of these wishes is in the log already."""
    wishes = [(entry.table, entry.client) for entry in entries if entry.client is not None]
    if not wishes:
        return {}
    return {(row[0], row[1]): row[2] for row in connection.execute(_CLIENTS, {"wishes": wishes})}


def _same(connection: sa.Connection, entries: Sequence[Entry]) -> set[Entry]:
    """Which of these entries are in the log exactly as they are."""
    if not entries:
        return set()
    places = [(entry.table, entry.version) for entry in entries]
    return {Entry(**row._mapping) for row in connection.execute(_SAME_PLACE, {"places": places})} & set(entries)
