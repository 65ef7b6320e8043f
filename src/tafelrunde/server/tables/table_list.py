"""The list of public tables: which are shown in it while their hosts are there."""

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from tafelrunde.server.background import BackgroundTasks
from tafelrunde.server.process.config import Time
from tafelrunde.server.storage.entries import DatabaseUnavailable
from tafelrunde.server.storage.listing import Listed
from tafelrunde.server.storage.store import Store

PAGE_SIZE = 50
REFRESH_SECONDS = 20.0
"""How often it is said again which hosts are there."""
KEPT_SECONDS, KEPT_PAGES = 1.0, 20
"""How long a page that somebody asked for is shown to others as it was, and how many are kept."""
AWAY_SECONDS = 60.0
"""A table whose host has not been there for so long is not listed."""

log = logging.getLogger(__name__)


class TableList:
    """What one server process knows of the list that all of them share through the database."""

    def __init__(self, store: Store, time: Callable[[], Time]) -> None:
        self._store, self._time = store, time
        self._tasks = BackgroundTasks()
        self._refreshing: asyncio.Task[None] | None = None
        self._pages: dict[int, asyncio.Task[list[dict[str, Any]]]] = {}
        self._pages_until = 0.0

    def start(self, hosted: Callable[[], Iterable[Listed]]) -> None:
        """Keep saying which hosts are there."""
        self._refreshing = asyncio.create_task(self._keep_refreshing(hosted))

    async def close(self) -> None:
        """Say nothing any more."""
        if self._refreshing is not None:
            self._refreshing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._refreshing
        await self.settle()

    def show(self, hosted: Listed) -> None:
        """A table is to be listed from now on."""
        self._tasks.start(self.refresh([hosted]))

    async def page(self, offset: int) -> list[dict[str, Any]]:
        """A page of the list, tables that are open first; as it was a moment ago if somebody has asked for it then."""
        now = self._time().now()
        if now >= self._pages_until or len(self._pages) >= KEPT_PAGES:
            self._forget_pages(now)
        if offset not in self._pages:
            self._pages[offset] = self._tasks.start(self._read(offset))
        try:
            return await asyncio.shield(self._pages[offset])
        except DatabaseUnavailable:
            self._forget_pages(now)
            raise

    def _forget_pages(self, now: float) -> None:
        self._pages, self._pages_until = {}, now + KEPT_SECONDS

    async def _read(self, offset: int) -> list[dict[str, Any]]:
        since = self._time().now() - AWAY_SECONDS
        found = await self._store.listed(since, PAGE_SIZE, offset)
        return [{"id": id, "at": at, **msgspec.json.decode(summary)} for id, summary, at in found]

    async def settle(self) -> None:
        """Return when everything that was to be listed is."""
        await self._tasks.finish()

    async def _keep_refreshing(self, hosted: Callable[[], Iterable[Listed]]) -> None:
        while True:
            await asyncio.sleep(self._time().until(self._time().now() + REFRESH_SECONDS))
            await self.refresh(hosted())

    async def refresh(self, hosted: Iterable[Listed]) -> None:
        """Say that the hosts of these tables are there, and forget those who have not been for a while."""
        now = self._time().now()
        try:
            await self._store.put_listed(list(hosted), now, now - AWAY_SECONDS)
            self._forget_pages(now)
        except DatabaseUnavailable:
            return  # the store says so; what is listed is said again in a moment
        except Exception:
            log.exception("the list of tables could not be written")


def mark(of: str) -> str:
    """What stands for a person or an address: enough to tell apart those in the list, too little to find out which."""
    return hashlib.blake2b(of.encode(), digest_size=3).hexdigest()
