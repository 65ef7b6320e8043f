"""Connections as uvicorn sees them, with the limits it has not: whoever is slow, huge or endless is cut off."""

import asyncio
import sys
from typing import Any

import msgspec
import uvicorn
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from tafelrunde.server import refusals
from tafelrunde.server.process.rate_limits import Bucket, Limits

MOST_BYTES = 256 * 1024
"""The largest request, with all that comes before and after its body."""
MOST_PIPELINED = 8
"""Requests that a connection may send before the first is answered."""
MOST_FRAGMENTS = 64
"""Pieces of one frame."""
A_PIECE = 1024
"""Bytes of one socket that are read before the others have their turn."""
FEW = 8
"""Frames of one socket that may wait for being heard; no more is read until they have been."""
PINGS, MOST_PINGS = 10.0, 50.0
"""Pings and pongs a second that a socket may send for long, and how many at once."""
ENOUGH_FILES = 65_536
CLOSING = 3.0
"""Seconds that a peer has for its last word after ours."""
A_MOMENT = 1.0
"""Seconds for asking something if the answer is no anyway."""


class Settings(uvicorn.Config):
    """uvicorn's settings, with our limits."""

    def __init__(self, app: Any, limits: Limits, **more: Any) -> None:
        self.limits = limits
        super().__init__(app, http=Door, ws=Wire, **more)


class Door(HttpToolsProtocol):
    """A connection that has to ask something soon, briefly, and not too much at once."""

    def __init__(
        self,
        config: Settings,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._limits = config.limits
        self._timer: asyncio.TimerHandle | None = None
        self._address: str | None = None
        self._is_in = False
        self._bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come."""
        super().connection_made(transport)
        self._address = self._limits.own_address(self.client)
        self._is_in = self._limits.connections.enter(self._address)
        self._wait(self._limits.seconds if self._is_in else A_MOMENT)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._go_out()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something was sent."""
        if not self._is_in:
            self._refuse(503, "too-many")
            return
        self._bytes += len(data)
        super().data_received(data)
        if self._bytes > MOST_BYTES and not self.transport.is_closing():
            self._refuse(413, "too-large", limit=MOST_BYTES)
        elif self._timer is None and self._is_in and self.timeout_keep_alive_task is None and self._is_idle():
            self._wait(self._limits.seconds)

    def on_message_begin(self) -> None:
        """A request begins; an error here ends the connection."""
        if len(self.pipeline) >= MOST_PIPELINED:
            raise ValueError("too many requests at once")
        super().on_message_begin()
        if self._timer is None:
            self._wait(self._limits.seconds)

    def on_message_complete(self) -> None:
        """A request is complete."""
        self._bytes = 0
        self._stop_waiting()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a socket, which has its own limits."""
        self._go_out()
        super().handle_websocket_upgrade()

    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _go_out(self) -> None:
        self._stop_waiting()
        if self._is_in:
            self._is_in = False
            self._limits.connections.leave(self._address)

    def _wait(self, seconds: float) -> None:
        self._timer = self.loop.call_later(seconds, self._too_slow)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        self._refuse(408, "too-slow") if self._is_in else self.transport.abort()

    def _refuse(self, status: int, code: str, **values: Any) -> None:
        """Answer in our words unless an answer has begun, and close."""
        self._stop_waiting()
        if self._is_idle() or not self.cycle.response_started:
            body = msgspec.json.encode(refusals.refuse(code, **values))
            head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(body)
            self.transport.write(STATUS_LINE[status] + head + body)
        self.transport.close()


class Wire(WebSocketsSansIOProtocol):
    """A socket that cannot be flooded with what the application never hears of."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.close_timeout = CLOSING
        self._pings = Bucket(PINGS, MOST_PINGS)
        self._unread = b""
        self._is_reading = False

    def data_received(self, data: bytes) -> None:
        """Something was sent: it is read in pieces, and no faster than the application hears it."""
        self._unread += data
        if not self._is_reading:
            self._read()

    async def receive(self) -> ASGIReceiveEvent:
        """What the application hears next."""
        message = await self.queue.get()
        if not self._is_reading:
            self._read()
        return message

    def _read(self) -> None:
        self._is_reading = False
        if self._unread and (self.queue.qsize() <= FEW or self.close_sent) and not self.transport.is_closing():
            piece, self._unread = self._unread[:A_PIECE], self._unread[A_PIECE:]
            super().data_received(piece)
            self._is_reading = bool(self._unread)
        if self._is_reading:
            self.loop.call_soon(self._read)
        self._take_in(not self._unread and self.queue.empty())

    def _take_in(self, more: bool) -> None:
        """Let the system hand over more, or keep it."""
        if more == self.read_paused and not self.transport.is_closing():
            self.read_paused = not more
            self.transport.resume_reading() if more else self.transport.pause_reading()

    async def send(self, message: ASGISendEvent) -> None:
        """Say something. After a refusal there is no handshake to wait for, which uvicorn would log as an error."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True

    def handle_ping(self) -> None:
        """A ping is answered, but not any number of them."""
        if self._pings.take():
            super().handle_ping()
        else:
            self.conn.data_to_send()
            self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        """A pong that nobody asked for is passed over, but not any number of them."""
        super().handle_pong(event)
        if not self._pings.take():
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """A frame in pieces, but not in crumbs."""
        super().handle_cont(event)
        if len(self.frames) > MOST_FRAGMENTS:
            self.transport.abort()


def allow_many_files() -> int:
    """Let the process have as many connections as the system allows; how many open files that are."""
    if sys.platform == "win32":
        return ENOUGH_FILES
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if most == resource.RLIM_INFINITY else most
    if wanted > now:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return max(wanted, now)
