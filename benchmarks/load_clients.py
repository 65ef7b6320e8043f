"""Clients for load tests, light enough to leave the machine to the server that is measured. Not a benchmark itself.

Frames are decoded only as far as needed: the version of each, and the moves of a seat when one of them is chosen.
"""

import asyncio
import random
import time
from typing import Any, cast

import msgspec

from tafelrunde.server.http import sessions

SEATS = 4
HANDSHAKE = (
    "GET /ws/{table} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
POST = (
    "POST /api/tables HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nContent-Length: {length}\r\n"
    "Connection: close\r\n\r\n"
)
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL, MASKED, SHORT, TWO_BYTES, EIGHT_BYTES = 0x80, 0x80, 125, 126, 127
NO_MASK = bytes(4)
A_WHILE = 0.05
"""Seconds after which one looks again whether somebody may move."""


class Seen(msgspec.Struct):
    """What chooses a move."""

    moves: list[str]
    wait: float


class Lobby(msgspec.Struct):
    """What tells how a table stands."""

    phase: str
    following: str | None


class Told(msgspec.Struct):
    """A snapshot or an update, as far as it matters here."""

    lobby: Lobby
    seats: dict[str, Seen]


class Answer(msgspec.Struct):
    """An ack or a refusal."""

    version: int = 0
    refusal: Any = None


_told = msgspec.json.Decoder(Told)
_answer = msgspec.json.Decoder(Answer)


class Lost(Exception):
    """A socket was closed by the server."""


class Socket(asyncio.Protocol):
    """One person's WebSocket at a table."""

    def __init__(self, table: "Table", seat: int, hello: str) -> None:
        self._table, self._seat, self._hello = table, seat, hello
        self._buffer = b""
        self._open = False
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(HANDSHAKE.format(table=self._table.id, host=self._table.host).encode())

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data if self._buffer else data
        start = 0
        if not self._open:
            start = data.find(b"\r\n\r\n") + 4
            if start < 4:
                self._buffer = data
                return
            self._open = True
            self.send(self._hello.encode())
        while (end := self._frame(data, start)) > start:
            start = end
        self._buffer = data[start:]

    def _frame(self, data: bytes, start: int) -> int:
        """Take the frame that begins here; where the next one does."""
        head = start + 2
        if len(data) < head:
            return start
        length = data[start + 1]
        if length > SHORT:
            head += 2 if length == TWO_BYTES else 8
            length = int.from_bytes(data[start + 2 : head], "big")
        end = head + length
        if len(data) < end:
            return start
        kind = data[start] & 0x0F
        if kind == TEXT:
            self._table.heard(self._seat, data[head:end])
        elif kind == PING:
            self.send(data[head:end], PONG)
        return end

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        """Send a frame. A client has to mask what it sends; a mask of zeros changes nothing and costs nothing."""
        length = len(payload)
        size = bytes([MASKED | length]) if length <= SHORT else bytes([MASKED | TWO_BYTES]) + length.to_bytes(2, "big")
        self._transport.write(bytes([FINAL | kind]) + size + NO_MASK + payload)

    def connection_lost(self, error: Exception | None) -> None:
        if self._table.sockets[self._seat] is self:
            self._table.lose(Lost(self._table.id))

    def close(self) -> None:
        self._transport.close()


class Table:
    """Four people at a table. One wish at a time: it is done when it is acknowledged and all four have been told.

    Each table has an address of its own on this machine: what the server allows an address is not meant for thousands.
    """

    def __init__(self, host: str, game: str, places: int, number: int) -> None:
        self.id, self.host, self.game, self.refused = "", host, game, 0
        self.sockets: list[Socket | None] = [None] * SEATS
        self._places, self._chance = places, random.Random(number)
        self._from = f"127.1.{number // 250}.{number % 250 + 1}", 0
        self._tokens = [sessions.new_token() for _ in range(SEATS)]
        self._frames: list[bytes] = [b""] * SEATS
        self._versions = [-1] * SEATS
        self._heard_at = [0.0] * SEATS
        self._wishes = 0
        self._expected: int | None = None
        self._done: asyncio.Future[Any] | None = None

    # coming and going

    async def open(self) -> None:
        """Open the table, sit down, start."""
        first: dict[str, Any] = {"kind": "person", "person": sessions.person(self._tokens[0])}
        rest = [{"kind": "open"}] * (SEATS - 1) + [{"kind": "empty"}] * (self._places - SEATS)
        settings = {"game": self.game, "options": {}}
        await self._come(await self._post({"name": "Seat 0", "settings": settings, "places": [first, *rest]}))
        for seat in range(1, SEATS):
            await self._join(seat)
            await self.wish(seat, wish="sit", place=seat)
        await self.wish(0, wish="start")

    async def _post(self, asked: dict[str, Any]) -> str:
        """Ask for a table; its id."""
        body = msgspec.json.encode(asked)
        head = POST.format(host=self.host, token=self._tokens[0], length=len(body))
        reader, writer = await asyncio.open_connection(*self._server(), local_addr=self._from)
        writer.write(head.encode() + body)
        status, _, answer = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        assert b" 201 " in status, status + answer
        return str(msgspec.json.decode(answer)["id"])

    def _server(self) -> tuple[str, int]:
        host, _, port = self.host.partition(":")
        return host, int(port)

    async def again(self) -> None:
        """A rematch."""
        await self.wish(0, wish="rematch")
        following = _told.decode(self._frames[0]).lobby.following
        assert following is not None
        self.leave()
        await self._come(following)
        for seat in range(1, SEATS):
            await self._join(seat)
        await self.wish(0, wish="start")

    async def _join(self, seat: int) -> None:
        await self.wish(seat, wish="join", name=f"Seat {seat}", part=str(seat))

    async def _come(self, id: str) -> None:
        self.id, self._versions = id, [-1] * SEATS
        self._expected, self._done = 0, asyncio.get_running_loop().create_future()
        for seat, token in enumerate(self._tokens):
            hello = msgspec.json.encode({"type": "hello", "token": token}).decode()
            self.sockets[seat] = socket = Socket(self, seat, hello)
            await self._connect(socket)
        await self._done

    async def _connect(self, socket: Socket) -> None:
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: socket, *self._server(), local_addr=self._from)

    def leave(self) -> None:
        """Everybody goes."""
        leaving, self.sockets = self.sockets, [None] * SEATS
        for socket in leaving:
            if socket is not None:
                socket.close()

    # wishes

    async def wish(self, who: int, **wish: Any) -> bool:
        """Whether something wished for has happened; returns when everybody knows."""
        self._wishes += 1
        self._expected, self._done = None, asyncio.get_running_loop().create_future()
        ask = {"type": "ask", "id": f"w{self._wishes}", "version": self._versions[who], "wish": wish}
        socket = self.sockets[who]
        if socket is None:
            raise Lost(self.id)
        socket.send(msgspec.json.encode(ask))
        refusal = await self._done
        self.refused += refusal is not None
        return refusal is None

    def heard(self, seat: int, frame: bytes) -> None:
        """Somebody is told something."""
        if frame.startswith((b'{"type":"update"', b'{"type":"snapshot"')):
            begins = frame.index(b'"version":', 0, 40) + 10
            self._versions[seat] = int(frame[begins : frame.index(b",", begins)])
            self._frames[seat], self._heard_at[seat] = frame, time.perf_counter()
        elif frame.startswith((b'{"type":"ack"', b'{"type":"refused"')):
            answer = _answer.decode(frame)
            if answer.refusal is not None:
                self._finish(answer.refusal)
                return
            self._expected = answer.version
        if self._expected is not None and min(self._versions) >= self._expected:
            self._finish(None)

    def _finish(self, refusal: Any) -> None:
        if self._done is not None and not self._done.done():
            self._done.set_result(refusal)

    def lose(self, error: Lost) -> None:
        """A socket is gone: this table plays no more."""
        self.leave()
        if self._done is not None and not self._done.done():
            self._done.set_exception(error)

    # moves

    def is_over(self) -> bool:
        """Whether the game is over."""
        return b'"phase":"over"' in self._frames[0]

    async def move(self) -> float | None:
        """One of those who may move makes a move by chance; if nobody may, in how many seconds to look again."""
        for seat in self._chance.sample(range(SEATS), SEATS):
            seen = _told.decode(self._frames[seat]).seats[str(seat)]
            wait = seen.wait - (time.perf_counter() - self._heard_at[seat])
            if wait > 0:
                return wait
            if seen.moves:
                moved = await self.wish(seat, wish="play", seat=seat, move=self._chance.choice(seen.moves))
                return None if moved else A_WHILE
        return A_WHILE


async def paced(table: Table, due: float, interval: float, end: float, waits: list[float]) -> None:
    """A move every `interval` seconds. What it takes counts from when it was due, however long the one before took."""
    while due < end:
        await asyncio.sleep(due - time.perf_counter())
        began, due = due, due + interval
        if table.is_over():
            await table.again()
            due = max(due, time.perf_counter())
        elif await table.move() is None:
            waits.append(time.perf_counter() - began)


async def nonstop(table: Table, end: float, waits: list[float]) -> None:
    """A move as soon as the one before has been told."""
    while (began := time.perf_counter()) < end:
        if table.is_over():
            await table.again()
            continue
        pause = await table.move()
        if pause is None:
            waits.append(time.perf_counter() - began)
        else:
            await asyncio.sleep(pause)
