"""Whether the database works. While it does not, nobody waits for it, and the log of the server says so once."""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Literal, TypeVar

from tafelrunde.server.background import BackgroundTasks
from tafelrunde.server.storage.entries import DatabaseUnavailable

PROBE_INTERVAL = 1.0
"""Seconds between two looks at a database that does not work."""
QUIET_SECONDS = 60.0
"""Seconds for which the same trouble is not logged again: a disk that is almost full may work now and then."""
SLICES = 20
"""In so many parts the database's time is counted: while our own process has no time for anything, as when it loads
compiled code on a busy machine, no more than one of them passes."""
EVENTS = {"away": "the database does not answer", "full": "the database has no space left"}

log = logging.getLogger(__name__)
T = TypeVar("T")


class Health:
    """Keeps what is wrong with a database, and tries it until it works again.

    `probe` writes something; `on_recovery` is called when the database works again, and may have lost something.
    """

    def __init__(self, patience: float, probe: Callable[[], Awaitable[None]]) -> None:
        self.patience = patience
        """Seconds that the database has for an answer."""
        self.trouble: Literal["away", "full"] | None = None
        self.on_recovery: Callable[[], None] = lambda: None
        self._probe = probe
        self._watch: asyncio.Task[None] | None = None
        self._logged: dict[str, float] = {}
        self._abandoned = BackgroundTasks()

    def check(self) -> None:
        """DatabaseUnavailable if it is known that the database does not work."""
        if self.trouble is not None:
            raise DatabaseUnavailable(self.trouble)

    async def bounded(self, work: Coroutine[Any, Any, T], seconds: float | None = None) -> T:
        """The result of something that asks the database; TimeoutError if it takes too long, even to be cancelled."""
        task = self._abandoned.start(work)
        part = (self.patience if seconds is None else seconds) / SLICES
        try:
            for _ in range(SLICES):
                await asyncio.wait({task}, timeout=part)
                if task.done():
                    return task.result()
        except asyncio.CancelledError:
            task.cancel()
            raise
        task.cancel()
        task.add_done_callback(_ignore)
        raise TimeoutError

    def failed(self, kind: Literal["away", "full"]) -> DatabaseUnavailable:
        """The database does not work; what to raise."""
        if self.trouble is None:
            now = time.monotonic()
            is_news = now >= self._logged.get(kind, -math.inf) + QUIET_SECONDS
            if is_news:
                self._logged[kind] = now
                log.error(EVENTS[kind])
            self._watch = asyncio.create_task(self._try_until_it_works(is_news))
        self.trouble = kind
        return DatabaseUnavailable(kind)

    async def close(self) -> None:
        """Try no more."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)

    async def _try_until_it_works(self, is_news: bool) -> None:
        began = time.monotonic()
        while self.trouble is not None:
            await asyncio.sleep(PROBE_INTERVAL)
            with suppress(Exception):
                await self.bounded(_awaited(self._probe()))
                self.trouble = None
        if is_news:
            log.warning("the database works again", extra={"fields": {"seconds": round(time.monotonic() - began, 1)}})
        self.on_recovery()


async def _awaited(result: Awaitable[None]) -> None:
    await result


def _ignore(task: asyncio.Task[Any]) -> None:
    """Nobody waits for it any more; that it failed, if it did, is known."""
    if not task.cancelled():
        task.exception()
