"""A player who cannot be shaken off: it does what docs/protocol.md tells a client to do when something gets lost."""

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import Callable, Sequence

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.seat import Seat
from tafelrunde.server.http import sessions

from .clients import FAST, Message, Person, no_sample

FIRST_WAIT, LONGEST_WAIT = 0.02, 0.1
"""Seconds before another attempt to connect."""
A_LITTLE = 0.005
"""Seconds before another wish after a refusal: something else has to happen first."""


class Lost(Exception):
    """The connection is of no use any more, or something that came over it is missing: come back."""


def newcomer(address: str, name: str) -> Person:
    """Somebody with a session; no server is needed for that."""
    token = sessions.new_token()
    return Person(address, name, token, str(sessions.person(token)))


class Robust:
    """Somebody at a table who sits down, starts if it is the own table, and plays until the game is over.

    With several addresses it turns to the next one when a connection is lost. Before a wish it waits for about `pause`
    seconds; `silence` is after how many it asks what is the matter. `heard` is called for each wish acknowledged.
    """

    def __init__(
        self,
        addresses: Sequence[str],
        person: Person,
        table: str,
        *,
        level: str = "random",
        speed: float = FAST,
        pause: float = 0.0,
        silence: float = 5.0,
        heard: Callable[[], None] = lambda: None,
    ) -> None:
        self.person, self.table = person, table
        self.version = 0
        self.lobby: Message = {}
        self.seats: dict[str, Message] = {}
        self.events: dict[str, list[Message]] = {}
        self.acknowledged: dict[str, int] = {}
        self.refused: dict[str, str] = {}
        self.plays = 0
        self.losses = 0
        self.farewells: list[Message] = []
        self._addresses = itertools.cycle(addresses)
        self.pause = pause
        self._level, self._speed, self._silence, self._heard = level, speed, silence, heard
        self._asked: Message | None = None
        self._newest = self._came_with = 0
        self._wait = FIRST_WAIT
        self._stopping = False
        self._numbers = itertools.count()
        self._chance = random.Random(person.name)

    @property
    def over(self) -> bool:
        return self.lobby.get("phase") == "over"

    def client(self, id: str) -> str:
        """A wish's id as the log has it."""
        return f"{self.person.id} {id}"

    def stop(self) -> None:
        """Wish for nothing more; `run` returns when the last wish is answered."""
        self._stopping = True

    async def run(self) -> None:
        """Play, through every loss of the connection."""
        await self._stay(lambda: self._asked is None and (self.over or self._stopping))

    async def catch_up(self) -> None:
        """Come once more, to be told how it stands."""
        self._stopping, self.lobby = True, {}
        await self._stay(lambda: self.lobby != {} and self.version >= self._newest)

    async def _stay(self, enough: Callable[[], bool]) -> None:
        while not enough():
            url = f"{next(self._addresses).replace('http', 'ws')}/ws/{self.table}"
            try:
                async with connect(url, compression=None, ping_interval=None, close_timeout=0.2) as socket:
                    await self._talk(socket, enough)
            except (Lost, OSError, WebSocketException):
                self.losses += 1
                await asyncio.sleep(self._wait * self._chance.uniform(0.5, 1.0))
                self._wait = min(2 * self._wait, LONGEST_WAIT)

    async def _talk(self, socket: ClientConnection, enough: Callable[[], bool]) -> None:
        self._came_with = self.version
        await _send(socket, {"type": "hello", "token": self.person.token, "after": self.version})
        known = False
        while not enough():
            try:
                async with asyncio.timeout(self._silence):
                    message = json.loads(await socket.recv())
            except TimeoutError:
                await self._prod(socket)
                continue
            await self._hear(message)
            if not known:
                known, self._wait = True, FIRST_WAIT
                if self._asked is not None:
                    await _send(socket, self._asked)
            # A hello that came twice may be refused before the snapshot is here.
            told = self.version > 0 and self.version == self._newest
            if self._asked is None and told and not enough():
                await self._wish(socket)

    async def _prod(self, socket: ClientConnection) -> None:
        """Nothing was heard for long: has something been lost?"""
        if self._newest > self.version or not self.version:
            raise Lost
        if self._asked is not None:
            await _send(socket, self._asked)
        await _send(socket, {"type": "ping"})

    # what is told

    async def _hear(self, message: Message) -> None:
        match message["type"]:
            case "welcome":
                assert message["version"] >= self._came_with, "what was told once has happened"
                self._newest = max(self._newest, message["version"])
            case "snapshot" | "update":
                self._learn(message)
            case "ack":
                self._acknowledge(message["id"], message["version"])
            case "refused":
                await self._take_refusal(message["id"], message["refusal"]["code"])
            case "pong":
                self._newest = max(self._newest, message["version"])
            case "bye":
                self.farewells.append(message)
                assert message["retry"], message
                raise Lost

    def _learn(self, message: Message) -> None:
        """What is told is the whole state; only the events have to be put together."""
        if message["version"] < self.version:
            return
        if message["after"] > self.version:
            raise Lost
        for seat, seen in message["seats"].items():
            known = self.events.setdefault(seat, [])
            known += [event for event in seen["events"] if event["n"] >= len(known)]
            assert not known or known[-1]["n"] == len(known) - 1, "no event is missing"
        self.version, self.lobby, self.seats = message["version"], message["lobby"], message["seats"]
        self._newest = max(self._newest, self.version)

    def _acknowledge(self, id: str, version: int) -> None:
        assert self.acknowledged.setdefault(id, version) == version, "a wish happens once"
        self._newest = max(self._newest, version)
        if self._asked is not None and self._asked["id"] == id:
            self.plays += self._asked["wish"]["wish"] == "play"
            self._asked = None
            self._heard()

    async def _take_refusal(self, id: str | None, code: str) -> None:
        if code == "trouble":
            return  # Nobody knows what became of it: it is sent again, most often after a Bye.
        if id is not None and self._asked is not None and self._asked["id"] == id:
            self.refused[id] = code
            self._asked = None
            await asyncio.sleep(A_LITTLE)

    # what is wished for

    async def _wish(self, socket: ClientConnection) -> None:
        wish = None if self._stopping else self._next_wish()
        if wish is not None:
            opens = max((seen["wait"] for seen in self.seats.values()), default=0.0) / self._speed
            await asyncio.sleep(max(opens, self._chance.uniform(0, 2 * self.pause)))
            self._asked = {"type": "ask", "id": f"w{next(self._numbers)}", "version": self.version, "wish": wish}
            await _send(socket, self._asked)

    def _next_wish(self) -> Message | None:
        if self.lobby["phase"] == "open":
            return self._prepare()
        ready = [seat for seat, seen in self.seats.items() if seen["moves"]]
        if not ready or self.over:
            return None
        seat = self._chance.choice(ready)
        move = self._move(seat)
        return None if move is None else {"wish": "play", "seat": int(seat), "move": move}

    def _prepare(self) -> Message | None:
        """Come, sit down, and start if one may."""
        here = any(each["id"] == self.person.id and each["here"] for each in self.lobby["people"])
        if not here:
            return {"wish": "join", "name": self.person.name, "part": self.person.name * 2}
        places = self.lobby["places"]
        free = [number for number, place in enumerate(places) if place.get("kind", "open") == "open"]
        if all(place.get("person") != self.person.id for place in places):
            return {"wish": "sit", "place": free[0]} if free else None
        return {"wish": "start"} if self.lobby["host"] == self.person.id and not free else None

    def _move(self, seat: str) -> str | None:
        seen = self.seats[seat]
        game = tr.load(self.lobby["settings"]["game"], **seen["view"]["options"])
        known = self.events[seat]
        view = Seat(
            game,
            int(seat),
            seen["view"],
            seen["moves"],
            lambda: seen["effects"],
            lambda since: known[since:],
            no_sample,
        )
        return bots.make(self._level, game.name).choose(view, self._chance)


async def _send(socket: ClientConnection, message: Message) -> None:
    # If the socket is closed there may be something left to read, a Bye for example.
    with contextlib.suppress(ConnectionClosed):
        await socket.send(json.dumps(message))
