"""uvicorn's protocols with limits that uvicorn lacks: whatever is too slow, too large or endless is cut off."""

import asyncio
import sys
import weakref
from typing import Any

import msgspec
import uvicorn
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request

from tafelrunde.server import refusals
from tafelrunde.server.process.hand_over import HandOver
from tafelrunde.server.process.rate_limits import Limits, TokenBucket

MAX_REQUEST_BYTES = 256 * 1024
"""The largest request, headers included."""
MAX_PIPELINED = 8
"""Requests that a connection may send before the first is answered."""
MAX_FRAGMENTS = 64
"""Fragments of one message."""
READ_CHUNK = 1024
"""Bytes that are read from one socket before the others have their turn."""
MAX_UNHANDLED_FRAMES = 8
"""Frames of one socket that may wait for the application; no more is read until it has taken some."""
PING_RATE, PING_BURST = 10.0, 50.0
"""Pings and pongs per second that a socket may send continuously, and how many at once."""
MAX_FILES = 65_536
CLOSE_TIMEOUT = 3.0
"""Seconds that a peer has to answer our close frame."""
DIRECT = "tafelrunde.direct"
"""The ASGI extension by which the application writes to a socket without the layers between."""
FINAL_TEXT = 0x81
"""The first byte of a text message in one frame."""
REFUSED_TIMEOUT = 1.0
"""Seconds that a connection has to send a request which is refused anyway."""


class UvicornConfig(uvicorn.Config):
    """uvicorn's settings, with our limits."""

    def __init__(self, app: Any, limits: Limits, **more: Any) -> None:
        self.limits = limits
        self.hand_over: HandOver | None = None
        """How WebSockets come to the worker that their table belongs to, if there are several."""
        self.unsent = Unsent()
        super().__init__(app, http=LimitedHttpProtocol, ws=LimitedWebSocketProtocol, **more)


class LimitedHttpProtocol(HttpToolsProtocol):
    """A connection whose requests have to come soon, be short, and not be too many at once."""

    def __init__(
        self,
        config: UvicornConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._limits, self._hand_over = config.limits, config.hand_over
        self._timer: asyncio.TimerHandle | None = None
        self._address: str | None = None
        self._is_admitted = self._is_held = False
        self._bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        super().connection_made(transport)
        self._address = self._limits.client_address(self.client)
        self._is_admitted = self._limits.connections.acquire(self._address)
        if not self._is_admitted:
            self._start_timer(REFUSED_TIMEOUT)
        elif self._address is not None and self._limits.is_exhausted(self._address):
            self._hold(self._address)
        else:
            self._start_timer(self._limits.request_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Data has arrived."""
        if not self._is_admitted:
            self._refuse(503, "too-many")
            return
        self._bytes += len(data)
        if self._is_held:
            if self._bytes > MAX_REQUEST_BYTES:
                self.transport.abort()
            return
        super().data_received(data)
        if self._bytes > MAX_REQUEST_BYTES and not self.transport.is_closing():
            self._refuse(413, "too-large", limit=MAX_REQUEST_BYTES)
        elif self._timer is None and self._is_admitted and self.timeout_keep_alive_task is None and self._is_idle():
            self._start_timer(self._limits.request_seconds)

    def on_message_begin(self) -> None:
        """A request begins; an error here closes the connection."""
        if len(self.pipeline) >= MAX_PIPELINED:
            raise ValueError("too many requests at once")
        super().on_message_begin()
        if self._timer is None:
            self._start_timer(self._limits.request_seconds)

    def on_message_complete(self) -> None:
        """A request is complete."""
        self._bytes = 0
        self._stop_timer()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a WebSocket, which has its own limits, here or at another worker."""
        self._release()
        if self._pass_on():
            self.connections.discard(self)
            self.transport.abort()
        else:
            super().handle_websocket_upgrade()
            self.parser: Any = None  # it holds this protocol, and the garbage collector comes rarely

    def _pass_on(self) -> bool:
        """Let another worker have the connection; whether it takes it. What it has is a copy: ours is closed."""
        if self._hand_over is None or self.pipeline or self.transport.get_write_buffer_size():
            return False
        head = [self.scope["method"].encode(), b" ", self.url, b" HTTP/1.1\r\n"]
        for name, value in self.scope["headers"]:
            head += [name, b": ", value, b"\r\n"]
        file = self.transport.get_extra_info("socket").fileno()
        return self._hand_over.pass_on(self.url, b"".join([*head, b"\r\n"]), file)

    def _hold(self, address: str) -> None:
        """Refuse whatever this connection asks for, later and without reading it: an address that has no requests left
        would cost as much as if it had, and come again at once."""
        self._is_held = True
        self._limits.requests.take(address)
        self._start_timer(self._limits.held_seconds(address))

    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _release(self) -> None:
        self._stop_timer()
        if self._is_admitted:
            self._is_admitted = False
            self._limits.connections.release(self._address)

    def _start_timer(self, seconds: float) -> None:
        self._timer = self.loop.call_later(seconds, self._on_timeout)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_timeout(self) -> None:
        if self._is_held:
            self._refuse(429, "too-fast")
        elif self._is_admitted:
            self._refuse(408, "too-slow")
        else:
            self.transport.abort()

    def _refuse(self, status: int, code: str, **values: Any) -> None:
        """Send a refusal, unless a response has begun, and close."""
        self._stop_timer()
        if self._is_idle() or not self.cycle.response_started:
            body = msgspec.json.encode(refusals.refuse(code, **values))
            head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(body)
            self.transport.write(STATUS_LINE[status] + head + body)
        self.transport.close()


class Unsent:
    """The sockets with messages that are written when everything that happens now has been done: reaching the system
    costs more than all messages to a socket."""

    def __init__(self) -> None:
        self._sockets: list[LimitedWebSocketProtocol] = []

    def add(self, socket: "LimitedWebSocketProtocol") -> None:
        """A socket has a message to write."""
        if not self._sockets:
            socket.loop.call_soon(self._flush)
        self._sockets.append(socket)

    def _flush(self) -> None:
        sockets, self._sockets = self._sockets, []
        for socket in sockets:
            socket.flush()


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that cannot be flooded with frames that the application never sees."""

    def __init__(self, config: UvicornConfig, *args: Any, **more: Any) -> None:
        super().__init__(config, *args, **more)
        self._waiting, self._unsent = config.unsent, b""
        self.close_timeout = CLOSE_TIMEOUT
        self._pings = TokenBucket(PING_RATE, PING_BURST)
        self._unread = b""
        self._is_handling = False

    def data_received(self, data: bytes) -> None:
        """Data has arrived: it is handled in chunks, and no faster than the application takes the frames."""
        self._unread += data
        if not self._is_handling:
            self._handle_unread()

    def handle_connect(self, event: Request) -> None:
        """A client wants to connect. The application can reach this protocol, to write without waiting."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[DIRECT] = weakref.ref(self)

    def write_text(self, text: bytes) -> bool:
        """Write a message soon if that takes no waiting; whether it will be written."""
        if not self.handshake_complete or self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        size = len(text)
        if size < 126:
            head = bytes((FINAL_TEXT, size))
        elif size < 1 << 16:
            head = bytes((FINAL_TEXT, 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((FINAL_TEXT, 127)) + size.to_bytes(8, "big")
        if not self._unsent:
            self._waiting.add(self)
        self._unsent += head + text
        return True

    def flush(self) -> None:
        """Write what is to be written."""
        unsent, self._unsent = self._unsent, b""
        if unsent and not self.transport.is_closing():
            self.transport.write(unsent)

    async def receive(self) -> ASGIReceiveEvent:
        """The application takes the next frame."""
        message = await self.queue.get()
        if not self._is_handling:
            self._handle_unread()
        return message

    def _handle_unread(self) -> None:
        self._is_handling = False
        if (
            self._unread
            and (self.queue.qsize() <= MAX_UNHANDLED_FRAMES or self.close_sent)
            and not self.transport.is_closing()
        ):
            chunk, self._unread = self._unread[:READ_CHUNK], self._unread[READ_CHUNK:]
            super().data_received(chunk)
            self._is_handling = bool(self._unread)
        if self._is_handling:
            self.loop.call_soon(self._handle_unread)
        self._set_reading(not self._unread and self.queue.empty())

    def _set_reading(self, wanted: bool) -> None:
        """Read from the operating system, or leave data in its buffers."""
        if wanted == self.read_paused and not self.transport.is_closing():
            self.read_paused = not wanted
            self.transport.resume_reading() if wanted else self.transport.pause_reading()

    async def send(self, message: ASGISendEvent) -> None:
        """Send something. After a refusal there is no handshake: if uvicorn waited for it, it would log an error."""
        self.flush()
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
        """A pong that nobody asked for is ignored, but not any number of them."""
        super().handle_pong(event)
        if not self._pings.take():
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """A message may come in fragments, but not in any number of them."""
        super().handle_cont(event)
        if len(self.frames) > MAX_FRAGMENTS:
            self.transport.abort()


def raise_file_limit() -> int:
    """Let the process open as many files, hence connections, as the system allows; how many."""
    if sys.platform == "win32":
        return MAX_FILES
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if most == resource.RLIM_INFINITY else most
    if wanted > now:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return max(wanted, now)
