"""A hub without sockets: subscribers and a store that record, a time set by the test, tables with people."""

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Callable
from typing import Any

from tafelrunde.server.process.config import Config, Time
from tafelrunde.server.sockets.frames import Told
from tafelrunde.server.sockets.messages import Ack, Ask, Refused
from tafelrunde.server.storage.entries import Entry
from tafelrunde.server.storage.store import Store
from tafelrunde.server.tables.hub import Hub
from tafelrunde.server.tables.live_table import LiveTable
from tafelrunde.table import wishes
from tafelrunde.table.acts import Place, Settings
from tafelrunde.table.table import place_count
from tests.protocol_client import TIMEOUT, completed


class RecordingSubscriber:
    """A subscriber that keeps every frame; `order` is noted what was sent, beside what was written."""

    def __init__(self, person: str, order: list[str] | None = None) -> None:
        self.person, self.updates = person, 0
        self.told: Told | None = None
        self.payer = "127.0.0.1", person
        self.frames: list[bytes] = []
        self.bye: str | None = None
        self._last: dict[str, Any] = {}
        self._order = [] if order is None else order
        self._changed = asyncio.Event()

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)
        message = self.message(-1)
        if message["type"] in ("snapshot", "update"):
            self._last = completed(message, self._last)
        if message["type"] == "update":
            self._order.append(f"sent {message['version']}")
        self._changed.set()

    def close(self, reason: str) -> None:
        self.bye = reason
        self._changed.set()

    def message(self, number: int) -> dict[str, Any]:
        """A frame, decoded."""
        message: dict[str, Any] = json.loads(self.frames[number])
        return message

    def last(self) -> dict[str, Any]:
        """The last snapshot or update, with everything that it leaves as it was."""
        return self._last

    async def until_version(self, version: int) -> None:
        """Wait until this version was sent."""
        await self.until(lambda: self.last()["version"] >= version)

    async def until_present(self, *people: str) -> None:
        """Wait until exactly these people are said to be present."""
        await self.until(lambda: self.message(-1).get("people") == list(people))

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds; it is checked after every frame."""
        async with asyncio.timeout(TIMEOUT):
            while not holds():
                self._changed.clear()
                await self._changed.wait()


class ManualTime(Time):
    """Time that is set by the test."""

    def __init__(self, moment: float = 1000.0) -> None:
        super().__init__()
        self.moment = moment

    def now(self) -> float:
        return self.moment

    def until(self, moment: float) -> float:
        return 3600.0


class RecordingStore(Store):
    """A store that records what is durable."""

    written: list[str]

    async def append(self, entry: Entry) -> None:
        await super().append(entry)
        self.written.append(f"written {entry.version}")


@contextlib.asynccontextmanager
async def running_hub(config: Config, time: Time | None = None) -> AsyncIterator[Hub]:
    """A hub, as a server process has one."""
    store = await RecordingStore.open(config.database)
    assert isinstance(store, RecordingStore)
    store.written = []
    hub = Hub(store, config)
    hub.time = time or hub.time
    await hub.open()
    yield hub
    await hub.close()
    await store.close()


async def open_table(hub: Hub, game: str = "denkste", people: int = 2, **settings: Any) -> str:
    """A table with a game that has started."""
    names = ["anna", "ben", "carla", "dora"][:people]
    places = [Place("person", "anna")] + [Place()] * (people - 1) + [Place("empty")] * (place_count(game) - people)
    table = await hub.create("anna", "Anna", Settings(game, {}, **settings), places, "")
    assert isinstance(table, str)
    async with hub.acquire(table) as live:
        for number, name in enumerate(names[1:], 1):
            await ask(hub, live, name, wishes.Join(name, ""))
            await ask(hub, live, name, wishes.Sit(number))
        assert isinstance(await ask(hub, live, "anna", wishes.Start()), Ack)
    return table


async def ask(hub: Hub, live: LiveTable, person: str, wish: wishes.AnyWish, id: str | None = None) -> Ack | Refused:
    """Have a wish; the answer."""
    id = id or f"{type(wish).__name__}-{random.getrandbits(64)}"
    return await live.carry_out(person, Ask(id, live.table.version, wish), hub.time.now())
