"""A client as a person's browser is one: it knows only what the server has told it."""

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.seat import Seat
from tafelrunde.server.process import serving
from tafelrunde.server.process.config import Config

PATIENCE = 30.0
"""Seconds after which something that does not come will not come."""

FAST = 200.0
"""How fast time goes at tables where bots play."""
MINE, OPEN, EMPTY = {"kind": "person"}, {"kind": "open"}, {"kind": "empty"}
BOT = {"kind": "bot", "level": "greedy"}

Message = dict[str, Any]


@contextlib.asynccontextmanager
async def served(config: Config) -> AsyncIterator[tuple[str, serving.Server]]:
    """A server on a free port, and its address."""
    listening = serving.listen("127.0.0.1", 0)
    server = serving.Server(config)
    task = asyncio.create_task(server.serve([listening]))
    host, port = listening.getsockname()
    try:
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient() as http:
            await http.get(f"http://{host}:{port}/healthz", timeout=PATIENCE)
        yield f"http://{host}:{port}", server
    finally:
        server.should_exit = True
        await task


class Person:
    """Somebody with a session, on one device."""

    def __init__(self, address: str, name: str, token: str, id: str) -> None:
        self.address, self.name, self.token, self.id = address, name, token, id
        self.wishes = itertools.count()

    @classmethod
    async def arrive(cls, address: str, name: str) -> "Person":
        async with httpx.AsyncClient(base_url=address) as http:
            session = (await http.post("/api/session", json={"name": name})).json()
        return cls(address, name, session["token"], session["person"])

    async def open_table(self, game: str, places: list[Message] | None = None, **settings: Any) -> str:
        """Open a table and answer with its id; the own place is written {"kind": "person"}."""
        told = [place | ({"person": self.id} if place["kind"] == "person" else {}) for place in places or []]
        body = {"name": self.name, "settings": {"game": game, "options": {}} | settings, "places": told}
        async with httpx.AsyncClient(base_url=self.address) as http:
            answer = await http.post("/api/tables", json=body, headers={"authorization": f"Bearer {self.token}"})
        assert answer.status_code == 201, answer.text
        opened: str = answer.json()["id"]
        return opened

    @contextlib.asynccontextmanager
    async def at(self, table: str, after: int = 0) -> AsyncIterator["Client"]:
        """A socket at a table, welcomed."""
        async with connect(f"{self.address.replace('http', 'ws')}/ws/{table}") as socket:
            client = Client(self, socket)
            await client.send(type="hello", token=self.token, after=after)
            await client.until(lambda: client.snapshot is not None)
            yield client


class Client:
    """A socket and what was told over it."""

    def __init__(self, person: Person, socket: ClientConnection) -> None:
        self.person, self.socket = person, socket
        self.version = 0
        self.lobby: Message = {}
        self.seats: dict[str, Message] = {}
        self.events: dict[str, list[Message]] = {}
        self.snapshot: Message | None = None
        self.present: list[str] = []
        self.frames: list[str] = []
        self.answers: list[Message] = []
        self.chance = random.Random(person.name)

    @property
    def phase(self) -> str:
        return str(self.lobby["phase"])

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def receive(self) -> Message:
        """The next message, taken to heart."""
        async with asyncio.timeout(PATIENCE):
            frame = await self.socket.recv()
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: Message = json.loads(frame)
        if message["type"] in ("snapshot", "update"):
            self._learn(message)
        elif message["type"] == "presence":
            self.present = message["people"]
        elif message["type"] in ("ack", "refused"):
            self.answers.append(message)
        return message

    def _learn(self, message: Message) -> None:
        if message["type"] == "snapshot":
            self.snapshot = message
        assert message["version"] >= self.version, "what is told goes forward"
        self.version, self.lobby, self.seats = message["version"], message["lobby"], message["seats"]
        for seat, seen in self.seats.items():
            known = self.events.setdefault(seat, [])
            assert not known or not seen["events"] or seen["events"][0]["n"] == known[-1]["n"] + 1, (
                "no event is missing"
            )
            known += seen["events"]

    async def until(self, holds: Callable[[], bool]) -> None:
        """Listen until something holds."""
        while not holds():
            await self.receive()

    async def until_message(self, kind: str) -> Message:
        while True:
            message = await self.receive()
            if message["type"] == kind:
                return message

    async def until_closed(self) -> list[Message]:
        """Everything until the socket is closed."""
        heard = []
        with contextlib.suppress(ConnectionClosed):
            while True:
                heard.append(await self.receive())
        return heard

    async def ask(self, wish: str, id: str | None = None, version: int | None = None, **fields: Any) -> Message:
        """Wish for something; the answer."""
        id = id or f"w{next(self.person.wishes)}"
        seen = self.version if version is None else version
        await self.send(type="ask", id=id, version=seen, wish={"wish": wish, **fields})
        while True:
            answer = await self.receive()
            if answer["type"] in ("ack", "refused") and answer["id"] == id:
                return answer

    async def do(self, wish: str, **fields: Any) -> int:
        """Wish for something that must happen; as which version it did."""
        answer = await self.ask(wish, **fields)
        assert answer["type"] == "ack", answer
        version: int = answer["version"]
        return version

    async def hint(self, seat: int) -> Message:
        """Ask what to do; the answer."""
        id = f"h{next(self.person.wishes)}"
        await self.send(type="hint", id=id, seat=seat)
        while True:
            answer = await self.receive()
            if answer["type"] in ("hints", "refused") and answer["id"] == id:
                return answer

    async def try_out(self, seat: int, *moves: str) -> Message:
        """Ask what could be done after these moves; the answer."""
        id = f"t{next(self.person.wishes)}"
        await self.send(type="try", id=id, seat=seat, moves=moves)
        while True:
            answer = await self.receive()
            if answer["type"] in ("tried", "refused") and answer["id"] == id:
                return answer

    async def join(self) -> None:
        await self.do("join", name=self.person.name, part=self.person.name * 2)

    def choice(self, seat: str) -> str:
        """A sensible move, from nothing but what this seat was told."""
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
        move = bots.make("greedy", game.name).choose(view, self.chance)
        assert move is not None
        return move

    async def play(self, most: int = 10**6) -> None:
        """Play all own seats until the game is over, or so many moves."""
        while self.phase != "over" and most > 0:
            ready = [seat for seat, seen in self.seats.items() if seen["moves"]]
            if not ready:
                await self.receive()
                continue
            seat = self.chance.choice(ready)
            await self.do("play", seat=int(seat), move=self.choice(seat))
            most -= 1


def no_sample(seed: int) -> Any:
    raise AssertionError("what is told must do")


@contextlib.asynccontextmanager
async def two_at(
    address: str, game: str, *more: dict[str, str], **settings: Any
) -> AsyncIterator[tuple[Client, Client]]:
    """Anna, who is the host, and Ben at the first two places of a game that has begun."""
    anna, ben = await Person.arrive(address, "Anna"), await Person.arrive(address, "Ben")
    table = await anna.open_table(game, [MINE, OPEN, *more], **settings)
    async with anna.at(table) as host, ben.at(table) as guest:
        await guest.join()
        await guest.do("sit", place=1)
        await host.do("start")
        await guest.until(lambda: guest.phase == "running")
        yield host, guest


def hello(person: Person) -> str:
    return json.dumps({"type": "hello", "token": person.token})


async def last_words(address: str, table: str, *frames: str | bytes) -> dict[str, Any]:
    """The Bye that answers these frames."""
    async with connect(f"{address.replace('http', 'ws')}/ws/{table}") as socket:
        for frame in frames:
            await socket.send(frame)
        heard: list[dict[str, Any]] = []
        with contextlib.suppress(ConnectionClosed):
            async with asyncio.timeout(PATIENCE):
                while True:
                    heard.append(json.loads(await socket.recv()))
    assert heard[-1]["type"] == "bye", heard
    return heard[-1]
