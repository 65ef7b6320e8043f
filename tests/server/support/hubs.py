"""A hub without sockets: listeners that keep what they hear, a clock moved by hand, tables with people."""

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator
from typing import Any

from tafelrunde.server.process.config import Config, Time
from tafelrunde.server.sockets.messages import Ack, Ask, Refused
from tafelrunde.server.storage.entries import Entry
from tafelrunde.server.storage.store import Store
from tafelrunde.server.tables.hub import Hub
from tafelrunde.server.tables.live_table import LiveTable
from tafelrunde.table import wishes
from tafelrunde.table.acts import Place, Settings
from tafelrunde.table.table import place_count
from tests.protocol_client import TIMEOUT


class RecordingSubscriber:
    """A listener that keeps what it hears."""

    def __init__(self, person: str, heard: list[str] | None = None) -> None:
        self.person, self.sent_version = person, 0
        self.frames: list[bytes] = []
        self.bye: str | None = None
        self._heard = [] if heard is None else heard
        self._news = asyncio.Event()

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)
        message = self.message(-1)
        if message["type"] == "update":
            self._heard.append(f"told {message['version']}")
        self._news.set()

    def close(self, reason: str) -> None:
        self.bye = reason
        self._news.set()

    def message(self, number: int) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.frames[number])
        return message

    def last(self) -> dict[str, Any]:
        """How it stands, as this listener was told last."""
        stands = [message for message in map(json.loads, self.frames) if message["type"] in ("snapshot", "update")]
        found: dict[str, Any] = stands[-1]
        return found

    async def until(self, holds: Any) -> None:
        async with asyncio.timeout(TIMEOUT):
            while not holds():
                self._news.clear()
                await self._news.wait()


class ManualTime(Time):
    """A clock whose hands are moved by the test."""

    def __init__(self, moment: float = 1000.0) -> None:
        super().__init__()
        self.moment = moment

    def now(self) -> float:
        return self.moment

    def until(self, moment: float) -> float:
        return 3600.0


class RecordingStore(Store):
    """A store that notes what is durable."""

    written: list[str]

    async def append(self, entry: Entry) -> None:
        await super().append(entry)
        self.written.append(f"written {entry.version}")


@contextlib.asynccontextmanager
async def process(config: Config, time: Time | None = None) -> AsyncIterator[Hub]:
    """A hub of its own on the database, as another process would be."""
    store = await RecordingStore.open(config.database)
    assert isinstance(store, RecordingStore)
    store.written = []
    hub = Hub(store, config)
    hub.time = time or hub.time
    yield hub
    await hub.close()
    await store.close()


async def open_table(hub: Hub, game: str = "denkste", people: int = 2, **settings: Any) -> str:
    """A table at which people sit, and the game has begun."""
    names = ["anna", "ben", "carla", "dora"][:people]
    places = [Place("person", "anna")] + [Place()] * (people - 1) + [Place("empty")] * (place_count(game) - people)
    opened = await hub.create("anna", "Anna", Settings(game, {}, **settings), places, "")
    assert isinstance(opened, str)
    async with hub.acquire(opened) as live:
        for number, name in enumerate(names[1:], 1):
            await ask(hub, live, name, wishes.Join(name, name))
            await ask(hub, live, name, wishes.Sit(number))
        assert isinstance(await ask(hub, live, "anna", wishes.Start()), Ack)
    return opened


async def ask(hub: Hub, live: LiveTable, person: str, wish: wishes.AnyWish, id: str | None = None) -> Ack | Refused:
    number = id or f"{type(wish).__name__}-{random.getrandbits(64)}"
    return await live.carry_out(person, Ask(number, live.table.version, wish), hub.time.now())
