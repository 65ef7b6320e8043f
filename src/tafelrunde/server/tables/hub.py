"""All tables in memory: loaded from the log on demand, dropped when nobody has used them for a while."""

import asyncio
import contextlib
import logging
import os
import re
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, Protocol

import tafelrunde as tr
from tafelrunde.server.operator import orders
from tafelrunde.server.operator.orders import Order, Orders
from tafelrunde.server.people.devices import Devices
from tafelrunde.server.process.config import Config, Time
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.process.lanes import Lane
from tafelrunde.server.process.metrics import Metrics
from tafelrunde.server.storage.entries import DatabaseUnavailable, LogDamaged, TableNotFound
from tafelrunde.server.storage.listing import Listed
from tafelrunde.server.storage.store import Store
from tafelrunde.server.tables import bus, table_log
from tafelrunde.server.tables.hints import HintService
from tafelrunde.server.tables.live_table import LiveTable, Services
from tafelrunde.server.tables.preparation import Preparation
from tafelrunde.server.tables.reviews import ReviewQueue
from tafelrunde.server.tables.table_list import TableList
from tafelrunde.server.tables.thinking import ThinkingPool
from tafelrunde.table import permissions, visibility
from tafelrunde.table.acts import Place, Settings, new_table_id
from tafelrunde.table.ending import OldRules
from tafelrunde.table.replay import ReplayCache
from tafelrunde.table.wishes import Refusal

ID = re.compile("[a-z0-9]{12,32}")

log = logging.getLogger(__name__)


class ClientConnection(Protocol):
    """The socket of a person: who they are everywhere, and which device it is."""

    owner: str
    device: str
    address: str

    def close(self, reason: str) -> None:
        """Send Bye and close the connection."""

    def send_notice(self) -> None:
        """Tell what the operator says to everybody."""


class Hub:
    """The tables of one server process."""

    def __init__(self, store: Store, config: Config) -> None:
        self.config, self.metrics, self.time = config, Metrics(), Time(config.speed)
        self.bus = bus.Bus(config.redis)
        self.devices = Devices(store.people)
        self.orders = Orders()
        self.connections: set[ClientConnection] = set()
        """The sockets of people who have said who they are."""
        self._store = store
        self._tables: dict[str, asyncio.Task[LiveTable]] = {}
        self._use_counts: dict[str, int] = {}
        self._idle_timers: dict[str, asyncio.TimerHandle] = {}
        self._catching_up: asyncio.Task[None] | None = None
        self._has_missed = False
        self.replays = ReplayCache()
        self.pages = Lane("pages", 1)
        """For answers that take a while. One at a time: Python threads that are busy would slow down the event loop."""
        self.preparation = Preparation(tr.games())
        self.thinking = ThinkingPool(max(1, (os.cpu_count() or 1) // config.workers))
        self.hints = HintService(self.thinking, self.preparation)
        self.reviews = ReviewQueue(self.thinking, self.preparation)
        self.table_list = TableList(store, lambda: self.time)
        self.closed = False

    async def open(self) -> None:
        """Connect to the other processes; ConnectionError if there is no Redis where it should be."""
        self._store.health.on_recovery = self.catch_up
        self.preparation.start()
        await self.bus.open(self)
        self.table_list.start(self.hosted)

    async def close(self, reason: str = "restart") -> None:
        """Close all connections; wishes in progress are carried out first."""
        self.closed = True
        await self.table_list.close()
        await asyncio.gather(*(self._close_table(loading, reason) for loading in self._tables.values()))
        for id in list(self._tables):
            self._drop(id)
        await self.reviews.close()
        await self.bus.close()
        self.thinking.close()
        self.pages.close()
        self.preparation.close()

    async def _close_table(self, loading: asyncio.Task[LiveTable], reason: str) -> None:
        with contextlib.suppress(TableNotFound, LogDamaged, DatabaseUnavailable, OldRules):
            live = await loading
            async with live.lock:
                live.close(reason)
            await live.tasks.finish()

    @property
    def store(self) -> Store:
        """Where tables and people are kept."""
        return self._store

    async def check_database(self) -> None:
        """Return if the database works; DatabaseUnavailable otherwise."""
        await self._store.check()

    # one table

    @contextlib.asynccontextmanager
    async def acquire(self, id: str, payer: Path = ()) -> AsyncIterator[LiveTable]:
        """A table, which stays in memory while it is in use; TableNotFound if there is none.

        If it has to be loaded, that is done at the expense of a payer.
        """
        if not ID.fullmatch(id):
            raise TableNotFound(id)
        self._use_counts[id] = self._use_counts.get(id, 0) + 1
        if id in self._idle_timers:
            self._idle_timers.pop(id).cancel()
        try:
            yield await self._load(id, payer)
        finally:
            self._use_counts[id] -= 1
            if not self._use_counts[id]:
                del self._use_counts[id]
                self._start_idle_timer(id)

    async def _load(self, id: str, payer: Path) -> LiveTable:
        loading = self._tables.get(id)
        if loading is None or (loading.done() and (loading.exception() is not None or loading.result().closed)):
            services = Services(
                self._store,
                self.config,
                self.time,
                self.metrics,
                self.bus,
                self.thinking,
                self.pages,
                self.preparation,
                self.table_list,
                self.orders,
            )
            self._tables[id] = loading = asyncio.create_task(LiveTable.load(id, services, payer))
            self.bus.publish(bus.PresenceRequest, id)
            self.metrics.tables.set(len(self._tables))
        # One of several who wait may be cancelled without stopping the others.
        return await asyncio.shield(loading)

    def _start_idle_timer(self, id: str) -> None:
        loading = self._tables.get(id)
        if loading is not None and loading.done() and loading.exception() is not None:
            self._drop(id)
        elif loading is not None and not self.closed:
            self._idle_timers[id] = asyncio.get_running_loop().call_later(self.config.idle, self._drop_if_idle, id)

    def _drop_if_idle(self, id: str) -> None:
        self._idle_timers.pop(id, None)
        loading = self._tables[id]
        if not loading.done() or (loading.exception() is None and loading.result().lock.locked()):
            self._start_idle_timer(id)
        else:
            self._drop(id)

    def _drop(self, id: str) -> None:
        loading = self._tables.pop(id)
        if loading.done() and not loading.cancelled() and loading.exception() is None:
            loading.result().close("trouble")
        if id in self._idle_timers:
            self._idle_timers.pop(id).cancel()
        self.metrics.tables.set(len(self._tables))

    # other processes

    def on_message(self, message: bus.AnyMessage) -> None:
        """Another process has published something on the bus."""
        match message:
            case bus.TableChanged():
                self._when_loaded(message.table, lambda live: live.on_remote_change(message.version, message.mark))
            case bus.PeopleConnected():
                self._when_loaded(message.table, lambda live: live.on_remote_presence(message.process, message.people))
            case bus.PersonCame():
                self._when_loaded(message.table, lambda live: live.newcomers.remember(message.person, message.origin))
            case bus.PresenceRequest():
                if message.recipient in (None, self.bus.name):
                    for id in [message.table] if message.table else self._tables:
                        self._when_loaded(id, lambda live: live.publish_presence())
            case bus.ProcessGone():
                for id in self._tables:
                    self._when_loaded(id, lambda live: live.on_remote_presence(message.process, []))
                # Its last messages may have been lost.
                self.catch_up()
            case bus.DevicesGone():
                self._close_devices(message.digests)
            case bus.WordsForgotten():
                self._forget_words(message.table, message.person)

    def catch_up(self) -> None:
        """Compare all tables in memory with the log: messages may have been missed."""
        self._has_missed = True
        if self._catching_up is None or self._catching_up.done():
            self._catching_up = asyncio.create_task(self._catch_up())

    async def _catch_up(self) -> None:
        while self._has_missed:  # What is missed while the log is read may not be in what was read.
            self._has_missed = False
            await self._compare_with_log()

    async def _compare_with_log(self) -> None:
        try:
            for id, head in (await self._store.heads(list(self._tables))).items():
                self._when_loaded(id, lambda live, head=head: live.compare(*head))  # type: ignore[misc]
        except DatabaseUnavailable:
            return  # It is logged, and we are called again.
        except Exception:
            log.exception("the log could not be read")

    def _when_loaded(self, id: str, callback: Callable[[LiveTable], object]) -> None:
        """Call back with a table that is in memory, or will be in a moment."""
        if id in self._tables:
            self._tables[id].add_done_callback(lambda loading: _call_if_live(loading, callback))

    # people

    async def remember_visit(self, person: str, table: str) -> None:
        """Somebody joins a table: what they say there is to be found again when they want to see or delete it."""
        await self._store.add_visit(person, table)

    def sign_out(self, digests: list[str]) -> None:
        """Close the connections of devices whose tokens are worth nothing any more, wherever they are."""
        self._close_devices(digests)
        self.bus.publish(bus.DevicesGone, digests)

    def _close_devices(self, digests: list[str]) -> None:
        for connection in list(self.connections):
            if connection.device in digests:
                connection.close("signed-out")

    async def forget_words(self, table: str, person: str | None) -> None:
        """Names and words of a person (as they are called there), or of everybody, were taken out of a table's log:
        wherever it is in memory they go, too."""
        self.bus.publish(bus.WordsForgotten, table, person)
        if table in self._tables:
            async with self.acquire(table) as live:
                await live.forget(person)

    def _forget_words(self, table: str, person: str | None) -> None:
        self._when_loaded(table, lambda live: live.tasks.start(live.forget(person)))

    async def update_summary(self, table: str) -> None:
        """The list of tables shows what the log says now."""
        async with self.acquire(table) as live, live.lock:
            await live.update_summary()

    # the operator

    async def look_for_orders(self) -> None:
        """Obey what the operator wants by now."""
        new, gone = self.orders.update(await orders.standing(self._store))
        for order in new:
            self._obey(order)
        if any(order.key == orders.READ_ONLY for order in gone):
            for id in self._tables:
                self._when_loaded(id, lambda live: live.scheduler.wake())

    def _obey(self, order: Order) -> None:
        kind, _, what = order.key.partition(" ")
        match kind + " ":
            case orders.CLOSE:
                self._when_loaded(what, lambda live: live.close("closed"))
            case orders.FORGET:
                self._forget_words(*what.split(" ", 1))
            case orders.BAN:
                for connection in [each for each in self.connections if what in (each.owner, each.address)]:
                    connection.close("banned")
        if order.key == orders.NOTICE:
            for connection in self.connections:
                connection.send_notice()

    # what HTTP asks for

    def new_id(self) -> str:
        """An id for a new table."""
        return new_table_id()

    async def create(
        self,
        person: str,
        name: str,
        settings: Settings,
        places: list[Place] | None,
        commitment: str,
        id: str | None = None,
    ) -> str | Refusal:
        """Open a table; its id. `person` is who opens it, as they are called there."""
        act = permissions.created(person, name, settings, places, None, commitment)
        if isinstance(act, Refusal):
            return act
        id = id or self.new_id()
        await table_log.create_table(self._store, id, act, self.time.now())
        return id

    async def tables(self, offset: int) -> list[dict[str, Any]]:
        """A page of the public tables whose hosts are there, those that are open first."""
        return await self.table_list.page(offset)

    def hosted(self) -> Iterator[Listed]:
        """The tables to be listed whose hosts are connected to this process."""
        for loading in self._tables.values():
            if loading.done() and not loading.cancelled() and loading.exception() is None:
                hosted = loading.result().hosted()
                if hosted is not None:
                    yield hosted

    async def table_with_code(self, code: str) -> str | None:
        """The id of the open table to which a code leads."""
        return await self._store.table_with_code(code.lower())

    async def lobby(self, id: str, person: str | None = None, payer: Path = ()) -> dict[str, Any]:
        """What everybody who has the link may know of a table, and who they are at it; the chat is not part of it."""
        async with self.acquire(id, payer) as live, live.lock:
            await live.refresh()
            lobby = visibility.lobby(live.table) | {"you": live.table_id(person)}
        del lobby["said"], lobby["muted"], lobby["requests"]
        return lobby


def _call_if_live(loading: asyncio.Task[LiveTable], callback: Callable[[LiveTable], object]) -> None:
    if not loading.cancelled() and loading.exception() is None and not loading.result().closed:
        callback(loading.result())
