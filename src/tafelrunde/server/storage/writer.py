"""The write queue with group commit.

Everything that is written passes through one queue. A single task puts whatever is waiting into one transaction, so
that hundreds of tables share the cost of reaching the disk.
"""

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence

from sqlalchemy.exc import IntegrityError

from tafelrunde.server.storage import database as databases
from tafelrunde.server.storage.database import Database
from tafelrunde.server.storage.entries import DatabaseUnavailable
from tafelrunde.server.storage.health import Health
from tafelrunde.server.storage.transaction import Head, Job, Outcome, Transaction, UnexpectedConflict, table_of

MAX_BATCH = 500
"""The most jobs that go into one transaction."""
COMMIT_INTERVAL = 0.005
"""Seconds from one transaction to the next while jobs are waiting: each costs as much as some thirty entries."""
MAX_KNOWN_VERSIONS = 100_000
"""Tables whose last version is kept in memory."""
MAX_CONFLICTS = 4
"""How often a batch is tried again because another process was faster; more than a few times is odd."""


class Writer:
    """The write queue of one store."""

    def __init__(self, database: Database, health: Health) -> None:
        self._database, self._health = database, health
        self._queue: deque[tuple[Job, asyncio.Future[None]]] = deque()
        self._task: asyncio.Task[None] | None = None
        self._heads: dict[str, Head] = {}
        self._closed = False

    async def write(self, job: Job) -> None:
        """Return when the job is durable; raise what is wrong with it otherwise."""
        if self._closed:
            raise RuntimeError("the store is closed")
        self._health.check()
        future = asyncio.get_running_loop().create_future()
        self._queue.append((job, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain())
        await future

    def remember(self, heads: dict[str, Head]) -> None:
        """Keep the last versions of tables in mind: they need not be asked for before the next write."""
        if len(self._heads) > MAX_KNOWN_VERSIONS:
            self._heads.clear()
        self._heads |= heads

    def forget(self, table: str) -> None:
        """The database may have lost what it had committed at a table."""
        self._heads.pop(table, None)

    async def close(self) -> None:
        """Write what is queued, and take nothing more."""
        self._closed = True
        if self._task is not None:
            await self._task

    async def _drain(self) -> None:
        """Write until the queue is empty; what arrives during one transaction goes into the next together."""
        batch: list[tuple[Job, asyncio.Future[None]]] = []
        clock = asyncio.get_running_loop().time
        try:
            while self._queue:
                began = clock()
                batch = [self._queue.popleft() for _ in range(min(MAX_BATCH, len(self._queue)))]
                batch = [(job, future) for job, future in batch if not future.done()]
                outcomes = await self._write_batch([job for job, _ in batch])
                for (_, future), outcome in zip(batch, outcomes, strict=True):
                    _resolve(future, outcome)
                if len(batch) > 1 and clock() < began + COMMIT_INTERVAL:
                    await asyncio.sleep(began + COMMIT_INTERVAL - clock())
        except BaseException:
            for _, future in (*batch, *self._queue):
                future.cancel()
            self._queue.clear()
            raise

    async def _write_batch(self, jobs: Sequence[Job], is_retry: bool = False) -> list[Outcome]:
        """The outcome of each job, after as many attempts as it takes, within the time that the database has."""
        conflicts, delays, find_duplicates = 0, iter(databases.RETRY_DELAYS), is_retry
        clock = asyncio.get_running_loop().time
        end = clock() + self._health.patience
        while True:
            try:
                self._health.check()
                left = max(0.0, end - clock())
                outcomes = await self._health.bounded(self._commit(jobs, find_duplicates, is_retry), left)
            except (UnexpectedConflict, IntegrityError) as error:
                # Another process was faster, or a wish came twice: the next attempt finds out.
                conflicts += 1
                if conflicts > MAX_CONFLICTS:
                    return await self._write_halves(jobs, error, is_retry)
                find_duplicates = True
            except DatabaseUnavailable as error:
                return [error] * len(jobs)
            except Exception as error:
                self._heads.clear()
                delay = next(delays, None) if databases.is_connection_lost(error) else None
                if delay is None or clock() + delay >= end:
                    return await self._write_halves(jobs, error, is_retry)
                find_duplicates = is_retry = True
                if databases.is_replica(error):
                    await self._database.reconnect()
                await asyncio.sleep(delay)
            else:
                if is_retry:
                    self._health.on_recovery()
                return outcomes

    async def _write_halves(self, jobs: Sequence[Job], error: Exception, is_retry: bool) -> list[Outcome]:
        """A bad job fails alone: look for it in both halves. A bad database fails all of them."""
        trouble = databases.trouble(error)
        if trouble is not None:
            unavailable = self._health.failed(trouble)
            unavailable.__cause__ = error
            return [unavailable] * len(jobs)
        if len(jobs) == 1:
            return [error]
        middle = len(jobs) // 2
        return await self._write_batch(jobs[:middle], is_retry) + await self._write_batch(jobs[middle:], is_retry)

    async def _commit(self, jobs: Sequence[Job], find_duplicates: bool, is_retry: bool) -> list[Outcome]:
        known = {} if find_duplicates else self._known_heads(jobs)
        transaction = Transaction(jobs, known, find_duplicates, is_retry)
        outcomes = await self._database.transact(transaction.run)
        self.remember(transaction.heads)
        return outcomes

    def _known_heads(self, jobs: Iterable[Job]) -> dict[str, Head]:
        """The last versions as far as we wrote or read them; if they are out of date, the database says so."""
        return {id: self._heads[id] for id in map(table_of, jobs) if id in self._heads}


def _resolve(future: asyncio.Future[None], outcome: Outcome) -> None:
    if future.done():  # the caller was cancelled
        return
    if outcome is None:
        future.set_result(None)
    else:
        future.set_exception(outcome)
