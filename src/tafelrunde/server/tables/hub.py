"""All tables that are in memory: read from the log when somebody comes, dropped when nobody has been there for long."""

import asyncio
import contextlib
import logging
import re
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec

from tafelrunde.server.http.reviews import Reviewing
from tafelrunde.server.process.config import Config, Time
from tafelrunde.server.process.metrics import Metrics
from tafelrunde.server.sockets.hints import Hinting
from tafelrunde.server.storage.store import NoTable, Store
from tafelrunde.server.tables import live_table
from tafelrunde.server.tables.bus import AnyWord, Gone, Here, Line, News, Who
from tafelrunde.server.tables.live_table import Live, Surroundings
from tafelrunde.server.tables.thinking import Thinking
from tafelrunde.table import permissions, visibility
from tafelrunde.table.acts import Place, Settings
from tafelrunde.table.replay import Stills
from tafelrunde.table.wishes import Refusal

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What the id of a table is made of: it is part of a link, so hard to guess and easy to read out."""
ID = re.compile("[a-z0-9]{12,32}")
A_PAGE = 50

log = logging.getLogger(__name__)


class Hub:
    """The tables of one server process."""

    def __init__(self, store: Store, config: Config) -> None:
        self.config, self.metrics, self.time = config, Metrics(), Time(config.speed)
        self.line = Line(config.redis)
        self._store = store
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._users: dict[str, int] = {}
        self._dropping: dict[str, asyncio.TimerHandle] = {}
        self._catching_up: asyncio.Task[None] | None = None
        self.stills = Stills()
        self.thinking = Thinking()
        self.hinting = Hinting(self.thinking)
        self.reviewing = Reviewing(self.thinking)
        self.closed = False

    async def open(self) -> None:
        """Find the other processes; ConnectionError if there is no Redis where it should be."""
        await self.line.open(self)

    async def close(self, reason: str = "restart") -> None:
        """Bye, everybody; what is under way is written first."""
        self.closed = True
        await asyncio.gather(*(self._finish(loading, reason) for loading in self._loading.values()))
        for id in list(self._loading):
            self._drop(id)
        await self.reviewing.close()
        await self.line.close()
        self.thinking.close()

    async def _finish(self, loading: asyncio.Task[Live], reason: str) -> None:
        with contextlib.suppress(NoTable):
            table = await loading
            async with table.lock:
                table.close(reason)
            await table.settle()

    async def forget_unstarted(self) -> None:
        """Tables that never started do not stay for ever."""
        await self._store.delete_idle(self.time.now() - self.config.unstarted)

    async def ready(self) -> None:
        """Returns if the database answers."""
        await self._store.head("")

    # one table

    @contextlib.asynccontextmanager
    async def at(self, id: str) -> AsyncIterator[Live]:
        """A table, which stays in memory as long as somebody is at it; NoTable if there is none."""
        if not ID.fullmatch(id):
            raise NoTable(id)
        self._users[id] = self._users.get(id, 0) + 1
        if id in self._dropping:
            self._dropping.pop(id).cancel()
        try:
            yield await self._load(id)
        finally:
            self._users[id] -= 1
            if not self._users[id]:
                del self._users[id]
                self._drop_later(id)

    async def _load(self, id: str) -> Live:
        known = self._loading.get(id)
        if known is None or (known.done() and (known.exception() is not None or known.result().closed)):
            around = Surroundings(self._store, self.config, self.time, self.metrics, self.line, self.thinking)
            self._loading[id] = known = asyncio.create_task(Live.load(id, around))
            self.line.tell(Who, id)
            self.metrics.tables.set(len(self._loading))
        # One of several who wait may go away without stopping the others.
        return await asyncio.shield(known)

    def _drop_later(self, id: str) -> None:
        task = self._loading.get(id)
        if task is not None and task.done() and task.exception() is not None:
            self._drop(id)
        elif task is not None and not self.closed:
            self._dropping[id] = asyncio.get_running_loop().call_later(self.config.idle, self._drop_if_idle, id)

    def _drop_if_idle(self, id: str) -> None:
        self._dropping.pop(id, None)
        task = self._loading[id]
        if not task.done() or (task.exception() is None and task.result().lock.locked()):
            self._drop_later(id)
        else:
            self._drop(id)

    def _drop(self, id: str) -> None:
        task = self._loading.pop(id)
        if task.done() and not task.cancelled() and task.exception() is None:
            task.result().close("trouble")
        if id in self._dropping:
            self._dropping.pop(id).cancel()
        self.metrics.tables.set(len(self._loading))

    # other processes

    def hear(self, word: AnyWord) -> None:
        """Another process has said something."""
        match word:
            case News():
                self._when_loaded(word.table, lambda table: table.news(word.version))
            case Here():
                self._when_loaded(word.table, lambda table: table.hear(word.process, word.people))
            case Who():
                if word.at in (None, self.line.name):
                    for id in [word.table] if word.table else self._loading:
                        self._when_loaded(id, lambda table: table.answer_who())
            case Gone():
                for id in self._loading:
                    self._when_loaded(id, lambda table: table.hear(word.process, []))
                # Its last words may have been lost.
                self.catch_up()

    def catch_up(self) -> None:
        """Look at all tables in memory: whatever others have said may have been missed."""
        self._catching_up = asyncio.create_task(self._catch_up())

    async def _catch_up(self) -> None:
        try:
            for id, version in (await self._store.versions(list(self._loading))).items():
                self._when_loaded(id, lambda table, version=version: table.news(version))  # type: ignore[misc]
        except Exception:
            log.exception("the log could not be read")

    def _when_loaded(self, id: str, act: Callable[[Live], None]) -> None:
        """Do something with a table that is in memory, or will be in a moment."""
        if id in self._loading:
            self._loading[id].add_done_callback(lambda task: _do(task, act))

    # what HTTP asks for

    async def create(
        self, person: str, name: str, settings: Settings, places: list[Place] | None, part: str
    ) -> str | Refusal:
        """Open a table; its id."""
        act = permissions.created(person, name, settings, places, None, part)
        if isinstance(act, Refusal):
            return act
        id = "".join(secrets.choice(LETTERS) for _ in range(12))
        await live_table.open_table(self._store, id, act, self.time.now())
        return id

    async def tables(self, offset: int) -> list[dict[str, Any]]:
        """A page of the public tables, those that are open first."""
        heads = await self._store.heads(public_only=True, limit=A_PAGE, offset=offset)
        return [{"id": id, "at": at, **msgspec.json.decode(head)} for id, head, at in heads]

    async def lobby(self, id: str) -> dict[str, Any]:
        """What everybody who has the link may know of a table; words are for those who are at it."""
        async with self.at(id) as table, table.lock:
            await table.refresh()
            shown = visibility.lobby(table.table)
        del shown["said"], shown["muted"]
        return shown


def _do(task: asyncio.Task[Live], act: Callable[[Live], None]) -> None:
    if not task.cancelled() and task.exception() is None and not task.result().closed:
        act(task.result())
