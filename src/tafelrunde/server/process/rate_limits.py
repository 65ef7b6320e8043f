"""What one address, and all of them together, may take of the server: connections, requests, sockets, new tables."""

import asyncio
import time
from collections import Counter
from ipaddress import IPv6Address, ip_address
from typing import Any

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from tafelrunde.server import refusals
from tafelrunde.server.http import sessions
from tafelrunde.server.process.config import Config

MINUTE = 60.0
PATIENCE = 20.0
"""An address may ask at once what it may ask in so many seconds."""
HURRY = 3.0
"""How many times as fast they are answered: who asks a lot at once waits a little, and the others do not."""
AT_ONCE = 10
"""So many are answered without any wait."""
A_SCHOOL = 20
"""How many times as many tables an address may open as a session."""
MOST_METERS = 10_000
LOW = 0.9
"""Who has less than this part left in the bucket is in a hurry."""
A_BREATH = 0.02
BLAMED = ("too-fast", "too-large", "not-text")
"""Why a socket was closed that nobody opens by mistake so often."""
BLAME = 50.0
"""Such a socket counts like so many requests of its address."""
STATUS = {"too-fast": 429, "too-many-tables": 429, "too-many": 503}
SOCKET = "websocket.http"
"""How ASGI calls the answer to a socket that is not to be."""


class Bucket:
    """Fills with time; everything that happens takes something out of it."""

    def __init__(self, rate: float, size: float) -> None:
        self._rate, self._size, self._level, self._at = rate, size, size, time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        """Whether there was enough in it."""
        self._level = max(-max(self._size, self._rate), self._filled() - amount)
        return self._level >= 0

    def wait(self) -> float:
        """Take something, and in how many seconds there is enough for it."""
        return 0.0 if self.take() else -self._level / self._rate

    async def breathe(self) -> None:
        """Wait a moment if a good part of it is gone, so that others have their turn; it does not fill meanwhile."""
        if self._level < LOW * self._size:
            began = time.monotonic()
            await asyncio.sleep(A_BREATH)
            self._at += time.monotonic() - began

    def is_full(self) -> bool:
        """Whether it is as if nothing had happened."""
        return self._filled() >= self._size

    def _filled(self) -> float:
        now = time.monotonic()
        self._level = min(self._size, self._level + (now - self._at) * self._rate)
        self._at = now
        return self._level


class Meters:
    """A bucket for everybody; those that are full again are forgotten."""

    def __init__(self, rate: float, size: float) -> None:
        self._rate, self._size = rate, size
        self._buckets: dict[str, Bucket] = {}

    def take(self, who: str, amount: float = 1.0) -> bool:
        """Whether somebody may."""
        return self._of(who).take(amount)

    def wait(self, who: str) -> float:
        """Seconds until it is somebody's turn."""
        return self._of(who).wait()

    def _of(self, who: str) -> Bucket:
        if who not in self._buckets:
            self._tidy()
            self._buckets[who] = Bucket(self._rate, self._size)
        return self._buckets[who]

    def _tidy(self) -> None:
        if len(self._buckets) >= MOST_METERS:
            self._buckets = {who: bucket for who, bucket in self._buckets.items() if not bucket.is_full()}


class Crowd:
    """How many there are, of each address and in all. Who has no address of its own counts in all only."""

    def __init__(self, most: int, per_address: int) -> None:
        self._most, self._per_address = most, per_address
        self._here: Counter[str] = Counter()
        self._all = 0

    def enter(self, address: str | None) -> bool:
        """Whether there is room for one more, who is here then."""
        full = self._all >= self._most
        if full or (address is not None and self._here[address] >= self._per_address):
            return False
        self._all += 1
        if address is not None:
            self._here[address] += 1
        return True

    def leave(self, address: str | None) -> None:
        """One of them has gone."""
        self._all -= 1
        if address is not None:
            self._here[address] -= 1
            if not self._here[address]:
                del self._here[address]


class Limits:
    """The limits of one server process."""

    def __init__(self, config: Config, files: int) -> None:
        self.seconds = config.request
        self.room = min(config.connections, files * 3 // 4)
        self.connections = Crowd(self.room, config.per_address)
        self.sockets = Crowd(self.room, config.per_address)
        self.requests = Meters(config.requests, config.requests * PATIENCE)
        self.turns = Meters(config.requests * HURRY, AT_ONCE)
        self.tables_of_person = Meters(config.tables / MINUTE, config.tables)
        self.tables_of_address = Meters(config.tables * A_SCHOOL / MINUTE, config.tables * A_SCHOOL)
        self._proxies = ProxyHeadersMiddleware(_nothing, list(config.proxies)).trusted_hosts

    def blame(self, address: str) -> None:
        """Somebody at this address does harm, and will come back."""
        self.requests.take(address, BLAME)
        self.turns.take(address, BLAME)

    def own_address(self, client: tuple[str, int] | None) -> str | None:
        """The address at the other end; None if it is that of a proxy, behind which there are many."""
        return None if client is None or client[0] in self._proxies else network(client[0])


def network(host: str) -> str:
    """What counts as one address: with IPv6 a household has a whole network."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))


class Limited:
    """The application behind its limits."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app, self._limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a socket pass, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        address = network(scope["client"][0]) if scope["client"] else ""
        kind = SOCKET if scope["type"] == "websocket" else "http"
        refused = self._refused(address, scope)
        if refused is not None:
            await _refuse(refused, send, kind)
            return
        await asyncio.sleep(self._limits.turns.wait(address))
        if kind == SOCKET:
            await self._socket(address, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _refused(self, address: str, scope: Scope) -> str | None:
        if not self._limits.requests.take(address):
            return "too-fast"
        if scope["type"] == "http" and scope["method"] == "POST" and scope["path"] == "/api/tables":
            fine = self._limits.tables_of_address.take(address) and self._limits.tables_of_person.take(_person(scope))
            return None if fine else "too-many-tables"
        return None

    async def _socket(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._limits.sockets.enter(address):
            await _refuse("too-many", send, SOCKET)
            return

        async def watch(message: Message) -> None:
            if message["type"] == "websocket.close" and message.get("reason") in BLAMED:
                self._limits.blame(address)
            await send(message)

        try:
            await self._app(scope, receive, watch)
        finally:
            self._limits.sockets.leave(address)


def _person(scope: Scope) -> str:
    token = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1").rpartition(" ")[2]
    return sessions.person(token) or ""


async def _refuse(code: str, send: Send, kind: str) -> None:
    body = msgspec.json.encode(refusals.refuse(code))
    headers = [(b"content-type", b"application/json"), (b"retry-after", b"60")]
    headers += [(b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    await send({"type": f"{kind}.response.start", "status": STATUS[code], "headers": headers})
    await send({"type": f"{kind}.response.body", "body": body})


async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    """An application for nobody."""
