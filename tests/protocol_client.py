"""A client of the protocol, for tests and benchmarks: it knows only what the server has told it.

A `Person` has a session and opens tables; a `Client` is one connection of a person to a table. A player who reconnects
whenever the connection is lost is in `tests.reconnecting_player`.
"""

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.seat import Seat
from tafelrunde.server.http import sessions
from tafelrunde.server.sockets.messages import PROTOCOL
from tafelrunde.table import fair_deal

TIMEOUT = 60.0
"""Seconds after which something that has not come will not come."""
MINE, OPEN, EMPTY = {"kind": "person"}, {"kind": "open"}, {"kind": "empty"}
BOT = {"kind": "bot", "level": "greedy"}
"""Places at a table; MINE is a place of the person who opens it."""

Message = dict[str, Any]


class MissedUpdate(Exception):
    """A message is missing between this one and the one before."""


class Cheated(Exception):
    """What is locked for a deal is not what it should be."""


class Person:
    """Somebody with a session, which no server is needed for; `source` is the address they connect from."""

    def __init__(self, address: str, name: str, token: str | None = None, source: str | None = None) -> None:
        self.address, self.name, self.token = address, name, token or sessions.new_token()
        self.id = sessions.person(self.token) or ""
        """Nobody else knows it: at a table they have another one."""
        self.ids = itertools.count()
        """Numbers for the ids of wishes."""
        self.parts: dict[str, str] = {}
        """Our parts of deals, by what we committed to."""
        self.reveals: dict[str, list[Message]] = {}
        """How we revealed them at each table, one a round."""
        self._source = source

    @classmethod
    async def register(cls, address: str, name: str) -> "Person":
        """Somebody whose session is from the server."""
        async with httpx.AsyncClient(base_url=address, verify=False, timeout=TIMEOUT) as http:
            session = (await http.post("/api/session", json={"name": name})).json()
        person = cls(address, session["name"], session["token"])
        assert person.id == session["person"]
        return person

    @property
    def headers(self) -> dict[str, str]:
        """The headers of an HTTP request by this person."""
        return {"authorization": f"Bearer {self.token}"}

    def commit(self) -> str:
        """The commitment to a new part of a deal."""
        part = fair_deal.random_secret()
        self.parts[fair_deal.part_commitment(part)] = part
        return fair_deal.part_commitment(part)

    def reveal(self, lobby: Message, me: str) -> Message | None:
        """The wish that reveals our part of the deal, if it is waited for; `me` is who we are at the table.

        A part goes to one lock only, ever: Cheated, if another one asks for it.
        """
        lock, before = lobby["lock"], self.reveals.setdefault(lobby["id"], [])
        ours = [each for each in lock["contributors"] if each["person"] == me] if lock else []
        part = self.parts.get(ours[0]["commitment"]) if ours else None
        if not ours or (part is None and not before):  # if we know no part, another client of ours has committed
            return None
        if not before or before[-1]["lock"] != lock["digest"]:
            due = before[-1]["commitment"] if before else ours[0]["commitment"]
            wrong = "no lock before" if lobby["phase"] != "dealing" else wrong_lock(lobby, len(before) + 1, due, me)
            if wrong:
                raise Cheated(wrong)
            before.append({"wish": "reveal", "lock": lock["digest"], "part": part, "commitment": self.commit()})
        return before[-1] if lobby["phase"] == "dealing" and not ours[0]["revealed"] else None

    async def open_table(
        self, game: str, places: Sequence[Message] = (), *, contributes: bool = True, **settings: Any
    ) -> str:
        """Open a table; its id. Who does not contribute to the deal need not read to let it begin."""
        settings = {"game": game, "options": {}} | settings
        commitment = self.commit() if contributes else ""
        body = {"name": self.name, "settings": settings, "places": list(places), "commitment": commitment}
        transport = httpx.AsyncHTTPTransport(verify=False, local_address=self._source)
        async with httpx.AsyncClient(base_url=self.address, transport=transport, timeout=TIMEOUT) as http:
            response = await http.post("/api/tables", json=body, headers=self.headers)
        assert response.status_code == 201, response.text
        return str(response.json()["id"])

    def at(self, series: str) -> str:
        """Who this person is at a table, or at a rematch of it."""
        return sessions.at_table(self.id, series)

    def url(self, table: str) -> str:
        """The address of a table's WebSocket."""
        return f"{self.address.replace('http', 'ws')}/ws/{table}"

    def hello(self, after: int = 0) -> str:
        """The first frame of a connection."""
        return hello_frame(self.token, after)

    @contextlib.asynccontextmanager
    async def connect(self, table: str, after: int = 0) -> AsyncIterator["Client"]:
        """A connection to a table, with its snapshot."""
        more: Message = {"local_addr": (self._source, 0)} if self._source else {}
        async with connect(self.url(table), compression=None, open_timeout=TIMEOUT, **more) as socket:
            client = Client(self, socket)
            await client.hello(after)
            yield client


class TableState:
    """What a client knows of a table; `after` is the version from which on it is told the events."""

    def __init__(self, seed: str, after: int = 0) -> None:
        self.version = 0
        self.number: int | None = None
        """How many updates have come over this connection; None: not even the snapshot."""
        self.lobby: Message = {}
        self.seats: dict[str, Message] = {}
        self.events: dict[str, list[Message]] = {}
        self.random = random.Random(seed)
        self._after = after

    @property
    def phase(self) -> str:
        """open, running or over; empty before the snapshot."""
        return str(self.lobby.get("phase", ""))

    def follow(self, message: Message) -> None:
        """Take over a snapshot or an update, unless it is older than what is known; MissedUpdate if there is a gap."""
        number = message.get("number", 0)
        if message["version"] < self.version or (self.number is not None and number <= self.number):
            return
        if number > 0 and number - 1 != self.number:
            raise MissedUpdate
        assert message["after"] <= max(self.version, self._after), "no event is missing"
        for seat, perspective in message["seats"].items():
            known = self.events.setdefault(seat, [])
            for event in perspective["events"]:
                if not known or event["n"] > known[-1]["n"]:
                    assert not known or event["n"] == known[-1]["n"] + 1, "no event is missing"
                    known.append(event)
        whole = completed(message, {"lobby": self.lobby, "seats": self.seats})
        self.version, self.number, self.lobby, self.seats = message["version"], number, whole["lobby"], whole["seats"]

    def ready_seats(self) -> list[str]:
        """One's own seats that may move now."""
        return [seat for seat, perspective in self.seats.items() if perspective["moves"]]

    def choose(self, seat: str, level: str = "greedy") -> str | None:
        """The move of a bot, from nothing but what this seat was told; None if it would rather wait."""
        perspective, known = self.seats[seat], self.events[seat]
        game = tr.load(self.lobby["settings"]["game"], **perspective["view"]["options"])
        seen = Seat(
            game=game,
            number=int(seat),
            view=perspective["view"],
            moves=perspective["moves"],
            effects=lambda: perspective["effects"],
            events=lambda since: known[since:],
            sample=_no_sample,
        )
        return bots.make(level, game.name).choose(seen, self.random)


def completed(message: Message, known: Message) -> Message:
    """A snapshot or an update with everything: what it does not say is as it was."""
    if message["type"] == "snapshot" or message["whole"]:
        return message
    seats = {
        seat: known["seats"][seat] | changes | {"view": known["seats"][seat]["view"] | changes.get("view", {})}
        for seat, changes in message["seats"].items()
    }
    return message | {"lobby": known["lobby"] | message["lobby"], "seats": seats}


def _no_sample(seed: int) -> Any:
    raise AssertionError("a bot has to make do with what is told")


class Client(TableState):
    """One connection to a table, and everything that was received over it."""

    def __init__(self, person: Person, socket: ClientConnection) -> None:
        super().__init__(person.name)
        self.person, self.socket = person, socket
        self.id = ""
        """Who one is at this table."""
        self.present: list[str] = []
        self.frames: list[str] = []
        self.answers: list[Message] = []
        self._revealed_to: set[str] = set()

    async def hello(self, after: int = 0) -> None:
        """Say who one is, and receive the snapshot."""
        self._after, self.number = after, None
        await self.socket.send(self.person.hello(after))
        await self.until(lambda: self.lobby != {})

    async def send(self, **message: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))

    async def receive(self) -> Message:
        """The next message, taken into account."""
        async with asyncio.timeout(TIMEOUT):
            frame = await self.socket.recv()
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: Message = json.loads(frame)
        if message["type"] in ("snapshot", "update"):
            assert message["version"] >= self.version, "versions only go up"
            self.follow(message)
            await self._reveal()
        elif message["type"] == "welcome":
            self.id = message["person"]
        elif message["type"] == "presence":
            self.present = message["people"]
        elif message["type"] in ("ack", "refused"):
            self.answers.append(message)
        return message

    async def _reveal(self) -> None:
        """Reveal our part of the deal as soon as we are told of the lock."""
        wish = self.person.reveal(self.lobby, self.id)
        if wish is not None and wish["lock"] not in self._revealed_to:
            self._revealed_to.add(wish["lock"])
            await self.send(type="ask", id=f"r{next(self.person.ids)}", version=self.version, wish=wish)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Receive until something holds."""
        while not holds():
            await self.receive()

    async def until_message(self, kind: str) -> Message:
        """Receive until a message of this type."""
        while (message := await self.receive())["type"] != kind:
            pass
        return message

    async def until_closed(self) -> list[Message]:
        """Everything that is received until the connection is closed."""
        received = []
        with contextlib.suppress(ConnectionClosed):
            while True:
                received.append(await self.receive())
        return received

    async def request(self, id: str | None = None, **message: Any) -> Message:
        """Send a message with an id; its answer."""
        id = id or f"w{next(self.person.ids)}"
        await self.send(id=id, **message)
        while (answer := await self.receive()).get("id") != id:
            pass
        return answer

    async def ask(self, wish: str, id: str | None = None, version: int | None = None, **fields: Any) -> Message:
        """Wish for something; the answer."""
        seen = self.version if version is None else version
        return await self.request(id, type="ask", version=seen, wish={"wish": wish, **fields})

    async def do(self, wish: str, **fields: Any) -> int:
        """Wish for something that must be carried out; as which version it was. A start is over with the deal."""
        answer = await self.ask(wish, **fields)
        assert answer["type"] == "ack", answer
        await self.until(lambda: wish != "start" or self.phase in ("running", "over"))
        return int(answer["version"])

    async def hint(self, seat: int) -> Message:
        """Ask for a hint; the answer."""
        return await self.request(type="hint", seat=seat)

    async def preview(self, seat: int, *moves: str) -> Message:
        """Ask what could be done after these moves; the answer."""
        return await self.request(type="try", seat=seat, moves=moves)

    async def join(self, contributes: bool = False) -> None:
        """Come to the table. Who contributes to the deal has to read while it is dealt."""
        await self.do("join", name=self.person.name, commitment=self.person.commit() if contributes else "")

    async def play(self, most: int = 10**6) -> None:
        """Play one's own seats until the game is over, or so many moves."""
        while self.phase != "over" and most > 0:
            ready = self.ready_seats()
            if not ready:
                await self.receive()
                continue
            seat = self.random.choice(ready)
            await self.do("play", seat=int(seat), move=self.choose(seat))
            most -= 1


@contextlib.asynccontextmanager
async def two_players(address: str, game: str, *more: Message, **settings: Any) -> AsyncIterator[tuple[Client, Client]]:
    """Anna, who is the host, and Ben at the first two places of a game that has started."""
    anna, ben = Person(address, "Anna"), Person(address, "Ben")
    table = await anna.open_table(game, [MINE, OPEN, *more], **settings)
    async with anna.connect(table) as host, ben.connect(table) as guest:
        await guest.join()
        await guest.do("sit", place=1)
        await host.do("start")
        await guest.until(lambda: guest.phase == "running")
        yield host, guest


def hello_frame(token: str, after: int = 0) -> str:
    """The first frame of a connection with a token."""
    return json.dumps({"type": "hello", "token": token, "after": after, "protocol": PROTOCOL})


def wrong_lock(lobby: Message, round: int, commitment: str, me: str) -> str | None:
    """What is wrong with a lock that should be of this round, and hold our commitment."""
    lock, people = lobby["lock"], [lobby["places"][place].get("person") for place in lobby["seats"]]
    named = [each["person"] for each in lock["contributors"]]
    if lock["round"] != round:
        return "another round"
    if [each["commitment"] for each in lock["contributors"] if each["person"] == me] != [commitment]:
        return "another commitment"
    if len(set(named)) < len(named) or named != [people[each["seat"]] for each in lock["contributors"]]:
        return "somebody who does not play"
    return None if lock["digest"] == lock_digest(lobby) else "another digest"


def lock_digest(lobby: Message) -> str:
    """The digest of a lock, from what a lobby shows of it."""
    lock, settings = lobby["lock"], lobby["settings"]
    contributors = [{"seat": each["seat"], "commitment": each["commitment"]} for each in lock["contributors"]]
    return fair_deal.digest(
        {
            "version": fair_deal.VERSION,
            "table": lobby["id"],
            "game": settings["game"],
            "options": settings["options"] | {"players": len(lobby["seats"])},
            "round": lock["round"],
            "commitment": lobby["commitment"],
            "contributors": contributors,
        }
    )


async def bye_after(address: str, table: str, *frames: str | bytes) -> Message:
    """The Bye with which the server answers these frames."""
    async with connect(f"{address.replace('http', 'ws')}/ws/{table}") as socket:
        for frame in frames:
            await socket.send(frame)
        received: list[Message] = []
        with contextlib.suppress(ConnectionClosed):
            async with asyncio.timeout(TIMEOUT):
                while True:
                    received.append(json.loads(await socket.recv()))
    assert received[-1]["type"] == "bye", received
    return received[-1]
