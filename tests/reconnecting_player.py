"""A player who reconnects whenever the connection is lost, and does what docs/protocol.md tells a client to do then."""

import asyncio
import contextlib
import itertools
import json
from collections.abc import Callable, Sequence

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.protocol_client import Message, MissedUpdate, Person, TableState

FIRST_DELAY, LONGEST_DELAY = 0.02, 0.1
"""Seconds before another attempt to connect."""
UNDECIDED = ("trouble", "database-away", "database-full")
"""Refusals that leave open what became of a wish."""
AFTER_REFUSAL = 0.005
"""Seconds before another wish after a refusal: something else has to happen first."""


class Disconnected(Exception):
    """The connection is of no use any more: reconnect."""


class ReconnectingPlayer(TableState):
    """Somebody who sits down, starts the game if it is their table, and plays until it is over.

    With several addresses they turn to the next one when a connection is lost. `speed` is how fast time runs at the
    server; before a wish they wait for about `pause` seconds, and after `silence` seconds without a message they ask
    what is the matter. `on_ack` is called for each wish that is acknowledged.
    """

    def __init__(
        self,
        addresses: Sequence[str],
        person: Person,
        table: str,
        *,
        speed: float,
        level: str = "random",
        pause: float = 0.0,
        silence: float = 5.0,
        on_ack: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(person.name)
        self.person, self.table, self.pause = person, table, pause
        self.id = person.at(table)
        self.acknowledged: dict[str, int] = {}
        self.refused: dict[str, str] = {}
        self.moves_made = 0
        self.reconnects = 0
        self.byes: list[Message] = []
        self._addresses = itertools.cycle(addresses)
        self._level, self._speed, self._silence, self._on_ack = level, speed, silence, on_ack
        self._pending: Message | None = None
        self._newest = self._version_of_hello = 0
        self._delay = FIRST_DELAY
        self._stopping = False

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.phase == "over"

    @property
    def _is_dealt(self) -> bool:
        """Whether it is being dealt: any client of this person would reveal."""
        return self.phase == "dealing"

    def client(self, id: str) -> str:
        """A wish's id in the log."""
        return f"{self.id} {id}"

    def stop(self) -> None:
        """Have no more wishes; `run` returns when the last one is answered, and a deal that has begun is over."""
        self._stopping = True

    async def run(self) -> None:
        """Play, through every loss of the connection."""
        await self._stay(lambda: self._pending is None and (self.over or (self._stopping and not self._is_dealt)))

    async def catch_up(self) -> None:
        """Connect once more, to be told how the table stands."""
        self._stopping, self.lobby = True, {}
        await self._stay(lambda: self.lobby != {} and self.version >= self._newest)

    async def _stay(self, done: Callable[[], bool]) -> None:
        while not done():
            url = f"{next(self._addresses).replace('http', 'ws')}/ws/{self.table}"
            try:
                async with connect(url, compression=None, ping_interval=None, close_timeout=0.2) as socket:
                    await self._talk(socket, done)
            except (Disconnected, MissedUpdate, OSError, WebSocketException):
                self.reconnects += 1
                await asyncio.sleep(self._delay * self.random.uniform(0.5, 1.0))
                self._delay = min(2 * self._delay, LONGEST_DELAY)

    async def _talk(self, socket: ClientConnection, done: Callable[[], bool]) -> None:
        self._version_of_hello, self.number = self.version, None
        await _send(socket, self.person.hello(self.version))
        is_first = True
        while not done():
            try:
                async with asyncio.timeout(self._silence):
                    message = json.loads(await socket.recv())
            except TimeoutError:
                await self._check_silence(socket)
                continue
            await self._handle(message)
            if is_first:
                is_first, self._delay = False, FIRST_DELAY
                if self._pending is not None:
                    await _send(socket, self._pending)
            # A hello that came twice may be refused before the snapshot is here.
            is_up_to_date = self.version > 0 and self.version == self._newest
            if self._pending is None and is_up_to_date and not done():
                await self._send_wish(socket)

    async def _check_silence(self, socket: ClientConnection) -> None:
        """Nothing was received for a while: has something been lost?"""
        if self._newest > self.version or not self.version:
            raise Disconnected
        if self._pending is not None:
            await _send(socket, self._pending)
        await _send(socket, {"type": "ping"})

    # what is received

    async def _handle(self, message: Message) -> None:
        match message["type"]:
            case "welcome":
                assert message["version"] >= self._version_of_hello, "what was told once has happened"
                self._newest = max(self._newest, message["version"])
            case "snapshot" | "update":
                self.follow(message)
                self._newest = max(self._newest, self.version)
            case "ack":
                self._on_acknowledged(message["id"], message["version"])
            case "refused":
                await self._on_refused(message["id"], message["refusal"]["code"])
            case "pong":
                self._newest = max(self._newest, message["version"])
            case "bye":
                self.byes.append(message)
                assert message["retry"], message
                raise Disconnected

    def _on_acknowledged(self, id: str, version: int) -> None:
        assert self.acknowledged.setdefault(id, version) == version, "a wish is carried out once"
        self._newest = max(self._newest, version)
        if self._pending is not None and self._pending["id"] == id:
            self.moves_made += self._pending["wish"]["wish"] == "play"
            self._pending = None
            self._on_ack()

    async def _on_refused(self, id: str | None, code: str) -> None:
        if code in UNDECIDED:
            return  # Nobody knows what became of it: it is sent again, most often after a Bye.
        if id is not None and self._pending is not None and self._pending["id"] == id:
            self.refused[id] = code
            self._pending = None
            await asyncio.sleep(AFTER_REFUSAL)

    # what is wished for

    async def _send_wish(self, socket: ClientConnection) -> None:
        wish = None if self._stopping and not self._is_dealt else self._next_wish()
        if wish is not None:
            wait = max((perspective["wait"] for perspective in self.seats.values()), default=0.0) / self._speed
            await asyncio.sleep(max(wait, self.random.uniform(0, 2 * self.pause)))
            id = f"w{next(self.person.ids)}"
            self._pending = {"type": "ask", "id": id, "version": self.version, "wish": wish}
            await _send(socket, self._pending)

    def _next_wish(self) -> Message | None:
        if self.phase == "open":
            return self._prepare()
        if self.phase == "dealing":
            return self.person.reveal(self.lobby, self.id)
        ready = self.ready_seats()
        if not ready or self.over:
            return None
        seat = self.random.choice(ready)
        move = self.choose(seat, self._level)
        return None if move is None else {"wish": "play", "seat": int(seat), "move": move}

    def _prepare(self) -> Message | None:
        """Join, sit down, and start the game if one may."""
        if not any(each["id"] == self.id and each["here"] for each in self.lobby["people"]):
            return {"wish": "join", "name": self.person.name, "commitment": self.person.commit()}
        places = self.lobby["places"]
        free = [number for number, place in enumerate(places) if place["kind"] == "open"]
        if all(place.get("person") != self.id for place in places):
            return {"wish": "sit", "place": free[0]} if free else None
        return {"wish": "start"} if self.lobby["host"] == self.id and not free else None


async def _send(socket: ClientConnection, message: Message | str) -> None:
    # If the connection is closed there may be something left to read, a Bye for example.
    with contextlib.suppress(ConnectionClosed):
        await socket.send(message if isinstance(message, str) else json.dumps(message))
