"""Clients for load tests, light enough to leave the machine to the server that is measured. Not a benchmark itself.

Frames are decoded only as far as needed: the version of each, and what has changed in what moves are chosen from.
"""

import asyncio
import functools
import random
import time
from typing import Any, cast
from urllib.parse import urlsplit

import msgspec
from tests.protocol_client import EMPTY, MINE, OPEN, Person
from tests.server.support import raw_socket

SEATS = 4
RETRY_SECONDS = 0.05
"""After how long to look again whether somebody may move."""


class Changes(msgspec.Struct):
    """What a move is chosen from; None: as it was."""

    moves: list[str] | None = None
    wait: float | None = None


class Lobby(msgspec.Struct):
    """What tells how a table stands; None: as it was."""

    phase: str | None = None
    following: str | None = None


class State(msgspec.Struct):
    """A snapshot or an update, as far as it matters here."""

    version: int
    lobby: Lobby
    seats: dict[str, Changes]


class Answer(msgspec.Struct):
    """An ack or a refusal."""

    version: int = 0
    refusal: Any = None


_state = msgspec.json.Decoder(State)
_answer = msgspec.json.Decoder(Answer)


class Disconnected(Exception):
    """A WebSocket was closed by the server."""


class Socket(asyncio.Protocol):
    """One person's WebSocket at a table."""

    def __init__(self, table: "Table", seat: int, hello: bytes) -> None:
        self._table, self._seat, self._hello = table, seat, hello
        self._buffer = b""
        self._is_open = False
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(raw_socket.upgrade(self._table.id))

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data
        if not self._is_open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = data
                return
            self._is_open, data = True, data[end + 4 :]
            self.send(self._hello)
        frames, self._buffer = raw_socket.split_frames(data)
        for kind, payload in frames:
            if kind == raw_socket.TEXT:
                self._table.on_frame(self._seat, payload)
            elif kind == raw_socket.PING:
                self.send(payload, raw_socket.PONG)

    def send(self, payload: bytes, kind: int = raw_socket.TEXT) -> None:
        """Send a frame."""
        self._transport.write(raw_socket.frame(payload, kind))

    def connection_lost(self, error: Exception | None) -> None:
        if self._table.sockets[self._seat] is self:
            self._table.fail(Disconnected(self._table.id))

    def close(self) -> None:
        self._transport.close()


class Table:
    """Four people at a table. One wish at a time: it is done when it is acknowledged and all four have been told.

    Each table has an address of its own on this machine: what the server allows one address is not meant for thousands.
    """

    def __init__(self, address: str, game: str, places: int, number: int) -> None:
        self.id, self.game, self.refused = "", game, 0
        self.refusal: Any = None
        """The last one."""
        self.sockets: list[Socket | None] = [None] * SEATS
        url, self._source = urlsplit(address), f"127.1.{number // 250}.{number % 250 + 1}"
        self._server = str(url.hostname), int(url.port or 80)
        self._places, self._random = places, random.Random(number)
        self._people = [Person(address, f"Seat {seat}", source=self._source) for seat in range(SEATS)]
        self._phase, self._following = "open", ""
        self._moves: list[list[str]] = [[]] * SEATS
        self._waits = [0.0] * SEATS
        self._versions = [-1] * SEATS
        self._received_at = [0.0] * SEATS
        self._wishes = 0
        self._expected: int | None = None
        self._done: asyncio.Future[Any] | None = None

    # connections

    async def open(self, is_started: bool = True) -> None:
        """Open the table, sit down, start."""
        places = [MINE] + [OPEN] * (SEATS - 1) + [EMPTY] * (self._places - SEATS)
        await self._connect(await self._people[0].open_table(self.game, places, contributes=False))
        for seat in range(1, SEATS):
            await self._join(seat)
            await self.wish(seat, wish="sit", place=seat)
        if is_started:
            await self.wish(0, wish="start")

    async def rematch(self) -> None:
        """Play again, at a new table."""
        await self.wish(0, wish="rematch")
        self.close()
        await self._connect(self._following)
        for seat in range(1, SEATS):
            await self._join(seat)
        await self.wish(0, wish="start")

    async def _join(self, seat: int) -> None:
        await self.wish(seat, wish="join", name=self._people[seat].name, commitment="")

    async def _connect(self, id: str) -> None:
        self.id, self._versions = id, [-1] * SEATS
        loop = asyncio.get_running_loop()
        self._expected, self._done = 0, loop.create_future()
        for seat, person in enumerate(self._people):
            open_socket = functools.partial(Socket, self, seat, person.hello().encode())
            _, self.sockets[seat] = await loop.create_connection(
                open_socket, *self._server, local_addr=(self._source, 0)
            )
        await self._done

    def close(self) -> None:
        """Everybody disconnects."""
        closing, self.sockets = self.sockets, [None] * SEATS
        for socket in closing:
            if socket is not None:
                socket.close()

    # wishes

    async def wish(self, seat: int, /, **wish: Any) -> bool:
        """Whether a wish was carried out; returns when everybody has been told."""
        self._wishes += 1
        self._expected, self._done = None, asyncio.get_running_loop().create_future()
        ask = {"type": "ask", "id": f"w{self._wishes}", "version": self._versions[seat], "wish": wish}
        socket = self.sockets[seat]
        if socket is None:
            raise Disconnected(self.id)
        socket.send(msgspec.json.encode(ask))
        refusal = await self._done
        if refusal is not None:
            self.refused, self.refusal = self.refused + 1, refusal
        return refusal is None

    def on_frame(self, seat: int, frame: bytes) -> None:
        """Somebody has received a message."""
        if frame.startswith((b'{"type":"update"', b'{"type":"snapshot"')):
            self._follow(seat, _state.decode(frame))
        elif frame.startswith((b'{"type":"ack"', b'{"type":"refused"')):
            answer = _answer.decode(frame)
            if answer.refusal is not None:
                self._finish(answer.refusal)
                return
            self._expected = answer.version
        if self._expected is not None and min(self._versions) >= self._expected:
            self._finish(None)

    def _follow(self, seat: int, told: State) -> None:
        self._versions[seat], self._received_at[seat] = told.version, time.perf_counter()
        self._phase = told.lobby.phase or self._phase
        self._following = told.lobby.following or self._following
        seen = told.seats.get(str(seat))
        if seen is not None:
            self._moves[seat] = self._moves[seat] if seen.moves is None else seen.moves
            self._waits[seat] = self._waits[seat] if seen.wait is None else seen.wait

    def _finish(self, refusal: Any) -> None:
        if self._done is not None and not self._done.done():
            self._done.set_result(refusal)

    def fail(self, error: Disconnected) -> None:
        """A WebSocket is gone: this table plays no more."""
        self.close()
        if self._done is not None and not self._done.done():
            self._done.set_exception(error)

    # moves

    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._phase == "over"

    async def move(self) -> float | None:
        """Somebody who may move makes a random move; if nobody may, in how many seconds to look again."""
        for seat in self._random.sample(range(SEATS), SEATS):
            wait = self._waits[seat] - (time.perf_counter() - self._received_at[seat])
            if wait > 0:
                return wait
            if self._moves[seat]:
                moved = await self.wish(seat, wish="play", seat=seat, move=self._random.choice(self._moves[seat]))
                return None if moved else RETRY_SECONDS
        return RETRY_SECONDS


async def paced(table: Table, due: float, interval: float, end: float, waits: list[float]) -> None:
    """A move every `interval` seconds. What it takes counts from when it was due, however long the one before took."""
    while due < end:
        await asyncio.sleep(due - time.perf_counter())
        began, due = due, due + interval
        if table.is_over():
            await table.rematch()
            due = max(due, time.perf_counter())
        elif await table.move() is None:
            waits.append(time.perf_counter() - began)


async def nonstop(table: Table, end: float, waits: list[float]) -> None:
    """A move as soon as everybody has been told of the one before."""
    while (began := time.perf_counter()) < end:
        if table.is_over():
            await table.rematch()
            continue
        pause = await table.move()
        if pause is None:
            waits.append(time.perf_counter() - began)
        else:
            await asyncio.sleep(pause)
