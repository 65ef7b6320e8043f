"""Limits on what one person, one address, and all of them together may use: connections, requests, frames, new tables.

What somebody does is priced by what it costs the server: a token is about a millisecond of it.
"""

import asyncio
import contextlib
import random
import time
from collections import Counter
from ipaddress import IPv6Address, ip_address
from typing import Any

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from tafelrunde.server import refusals
from tafelrunde.server.http import sessions
from tafelrunde.server.middleware import Middleware
from tafelrunde.server.process.config import Config

MINUTE = 60.0
BURST_SECONDS = 20.0
"""An address may request at once what it may request in so many seconds."""
PACING_FACTOR = 3.0
"""A burst is served at so many times the sustained rate: it waits a little, so that others need not."""
UNPACED = 10
"""So many requests are served without any delay."""
SESSIONS_PER_ADDRESS = 20
"""How many times as many tables an address may open, and frames send, as a session: a whole school may share it."""
PERSONS_SHARE = 0.2
"""Which share of an address's requests one person may make."""
FEW_BUCKETS = 100
"""So many are kept, however long they have been full."""
THROTTLE_BELOW = 0.9
"""A connection is throttled when less than this share is left in its bucket."""
THROTTLE_DELAY = 0.02
MOST_HELD_SECONDS = 3.0
"""A refusal of what comes too often is held back for as long as it takes until something is allowed again, but at most
for so long: whoever waits does not come again meanwhile, and refusing costs more. Many programs wait for 5 seconds."""
LEAST_HELD_SHARE = 0.5
"""Each is held back for a random share of that, at least for this one: they would all come again at once."""
MOST_HELD, HELD_PER_ADDRESS = 5_000, 1_000
"""Requests whose refusals are held back, in all and of one address; all others are refused at once."""
ABUSIVE_REASONS = ("too-fast", "too-large", "not-text", "too-many-onlookers")
"""Why a socket was closed that no well-meaning client opens often."""
ABUSE_COST = 50.0
"""Such a socket counts as so many requests of its address."""
WRONG_GUESSES, GUESSES_AT_ONCE = 10.0, 60.0
"""How many codes that lead nowhere an address may try in a minute, and at once: there are 2.5 million."""
WRONG_GUESS_COST = 50.0
"""As how many requests such a code counts."""
STATUS = {"too-fast": 429, "too-many-tables": 429, "too-many": 503}
NEW_TABLES = ("/api/tables", "/api/records")
"""Where a request makes a new table."""
WEBSOCKET = "websocket.http"
"""ASGI's prefix for the HTTP response to a refused WebSocket."""


class TokenBucket:
    """Fills with time; everything that happens takes tokens out of it."""

    __slots__ = ("_at", "_level", "_most_debt", "_rate", "_size")

    def __init__(self, rate: float, size: float, most_debt: float | None = None) -> None:
        self._rate, self._size, self._level, self._at = rate, size, size, time.monotonic()
        self._most_debt = max(size, rate) if most_debt is None else most_debt

    def take(self, amount: float = 1.0) -> bool:
        """Take tokens; whether there were enough."""
        self._level = max(-self._most_debt, self._refill() - amount)
        return self._level >= 0

    def delay(self) -> float:
        """Take a token; in how many seconds there is enough for it."""
        return 0.0 if self.take() else -self._level / self._rate

    def seconds_until(self, amount: float = 1.0) -> float:
        """In how many seconds there are so many tokens; none is taken."""
        return max(0.0, (amount - self._refill()) / self._rate)

    async def throttle(self) -> None:
        """Wait a moment if a good part of it is used, so that others have their turn; it does not refill meanwhile."""
        if self._level < THROTTLE_BELOW * self._size:
            await asyncio.sleep(THROTTLE_DELAY)
            self._at = time.monotonic()

    def is_full(self) -> bool:
        """Whether it is as if it had never been used."""
        return self._refill() >= self._size

    def _refill(self) -> float:
        now = time.monotonic()
        self._level = min(self._size, self._level + (now - self._at) * self._rate)
        self._at = now
        return self._level


class TokenBuckets:
    """A bucket for each key (an address, a person); those that are full again are dropped."""

    def __init__(self, rate: float, size: float, most_debt: float | None = None) -> None:
        self._rate, self._size, self._most_debt = rate, size, most_debt
        self._buckets: dict[str, TokenBucket] = {}
        self._looked_at = FEW_BUCKETS

    def take(self, key: str, amount: float = 1.0) -> bool:
        """Take tokens; whether there were enough."""
        return self._bucket(key).take(amount)

    def delay(self, key: str) -> float:
        """Take a token; in how many seconds there is enough for it."""
        return self._bucket(key).delay()

    def seconds_until(self, key: str, amount: float = 1.0) -> float:
        """In how many seconds there are so many tokens; none is taken."""
        return self._buckets[key].seconds_until(amount) if key in self._buckets else 0.0

    async def throttle(self, key: str) -> None:
        """Wait a moment if a good part of it is used."""
        await self._bucket(key).throttle()

    def _bucket(self, key: str) -> TokenBucket:
        if key not in self._buckets:
            self._drop_full()
            self._buckets[key] = TokenBucket(self._rate, self._size, self._most_debt)
        return self._buckets[key]

    def _drop_full(self) -> None:
        """Drop them when there are twice as many as after the last time."""
        if len(self._buckets) >= 2 * self._looked_at:
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full()}
            self._looked_at = max(FEW_BUCKETS, len(self._buckets))


class ConnectionCounter:
    """How many connections are open, per address and in all. One without an address of its own counts in all only."""

    def __init__(self, total: int, per_address: int) -> None:
        self._max_total, self._max_per_address = total, per_address
        self._counts: Counter[str] = Counter()
        self._total = 0

    def acquire(self, address: str | None) -> bool:
        """Count one more connection; False if that is too many."""
        full = self._total >= self._max_total
        if full or (address is not None and self._counts[address] >= self._max_per_address):
            return False
        self._total += 1
        if address is not None:
            self._counts[address] += 1
        return True

    def release(self, address: str | None) -> None:
        """A connection is closed."""
        self._total -= 1
        if address is not None:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]


class Limits:
    """The limits of one server process; `files` is how many files it may have open."""

    def __init__(self, config: Config, files: int) -> None:
        self.request_seconds = config.request
        self.max_connections = min(config.connections, files * 3 // 4)
        self.connections = ConnectionCounter(self.max_connections, config.per_address)
        self.sockets = ConnectionCounter(self.max_connections, config.per_address)
        self.stopping = asyncio.Event()
        """Set when nobody is made to wait any more."""
        self.held = ConnectionCounter(min(MOST_HELD, self.max_connections // 4), HELD_PER_ADDRESS)
        at_once = config.requests * BURST_SECONDS
        self.requests = TokenBuckets(config.requests, at_once)
        by_person = config.requests * PERSONS_SHARE
        self.requests_by_person = TokenBuckets(by_person, by_person * BURST_SECONDS)
        self.frames_by_person = TokenBuckets(config.rate, config.burst)
        sessions = SESSIONS_PER_ADDRESS
        self.frames_by_address = TokenBuckets(config.rate * sessions, config.burst * sessions)
        self.pacing = TokenBuckets(config.requests * PACING_FACTOR, UNPACED, most_debt=at_once)
        per_address = config.tables * SESSIONS_PER_ADDRESS
        self.tables_by_person = TokenBuckets(config.tables / MINUTE, config.tables)
        self.tables_by_address = TokenBuckets(per_address / MINUTE, per_address)
        self.wrong_guesses = TokenBuckets(WRONG_GUESSES / MINUTE, GUESSES_AT_ONCE)
        self._proxies = ProxyHeadersMiddleware(_no_app, list(config.proxies)).trusted_hosts

    def penalize(self, address: str) -> None:
        """A client at this address does harm, and will come back."""
        self.requests.take(address, ABUSE_COST)
        self.pacing.take(address, ABUSE_COST)

    def is_exhausted(self, address: str) -> bool:
        """Whether the next request of an address will be refused."""
        return self.requests.seconds_until(address) > 0.0

    def held_seconds(self, address: str) -> float:
        """For how long the refusal of a request of this address is held back."""
        until_allowed = min(self.requests.seconds_until(address), MOST_HELD_SECONDS)
        return until_allowed * random.uniform(LEAST_HELD_SHARE, 1.0)

    async def hold_back(self, address: str) -> None:
        """Wait before a refusal, if not too many wait already."""
        if self.held.acquire(address):
            try:
                await self.pause(self.held_seconds(address))
            finally:
                self.held.release(address)

    async def pause(self, seconds: float) -> None:
        """Wait, but no longer than the server runs."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.stopping.wait()

    def client_address(self, client: tuple[str, int] | None) -> str | None:
        """The address at the other end; None if it is that of a proxy, which many share."""
        return None if client is None or client[0] in self._proxies else network(client[0])


class Budget:
    """What one connection draws on: the buckets of its address and, once it is known whose it is, of its person.

    The middleware puts it into the scope as `budget`.
    """

    def __init__(self, limits: Limits, client: tuple[str, int] | None) -> None:
        self.address = network(client[0]) if client else ""
        self._limits, self._is_shared = limits, limits.client_address(client) is None

    @property
    def origin(self) -> str | None:
        """The address; None if it is that of a proxy, which all share."""
        return None if self._is_shared else self.address

    def take_requests(self, cost: float, person: str | None) -> bool:
        """Pay for what a request costs beyond one; whether the address and the person can."""
        by_person = person is None or self._limits.requests_by_person.take(person, cost + 1)
        return self._limits.requests.take(self.address, cost) and by_person

    def take_guess(self) -> bool:
        """Pay for a guess, before it is known whether it is right; whether the address can."""
        return self._limits.wrong_guesses.take(self.address)

    def settle_guess(self, is_right: bool) -> None:
        """A right guess is for nothing, a wrong one is expensive."""
        if is_right:
            self._limits.wrong_guesses.take(self.address, -1.0)
        else:
            self._limits.requests.take(self.address, WRONG_GUESS_COST)

    def take_frames(self, cost: float, person: str) -> bool:
        """Pay for frames; whether the address, unless it is that of a proxy, and the person can."""
        by_address = self._is_shared or self._limits.frames_by_address.take(self.address, cost)
        return self._limits.frames_by_person.take(person, cost) and by_address

    async def throttle(self, person: str) -> None:
        """Let others have their turn before the next frame, if the person has sent many."""
        await self._limits.frames_by_person.throttle(person)


def network(host: str) -> str:
    """What counts as one address: with IPv6 a household has a whole network."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))


class RateLimitMiddleware(Middleware):
    """The application behind its limits."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        super().__init__(app)
        self._limits = limits

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a socket pass, or refuse it."""
        scope["budget"] = budget = Budget(self._limits, scope["client"])
        address = budget.address
        kind = WEBSOCKET if scope["type"] == "websocket" else "http"
        code = self._refusal(address, scope) or await self._paced(address)
        if code is not None:
            if code == "too-fast":
                await self._limits.hold_back(address)
            await _refuse(code, send, kind)
            return
        if kind == WEBSOCKET:
            await self._websocket(address, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _refusal(self, address: str, scope: Scope) -> str | None:
        """The code of the refusal, if a limit is reached."""
        if not self._limits.requests.take(address):
            return "too-fast"
        if scope["type"] == "http" and scope["method"] == "POST" and scope["path"] in NEW_TABLES:
            by_address, by_person = self._limits.tables_by_address, self._limits.tables_by_person
            return None if by_address.take(address) and by_person.take(_person(scope)) else "too-many-tables"
        return None

    async def _paced(self, address: str) -> str | None:
        """Wait for one's turn; the code of the refusal if the address has no requests left by then."""
        delay = self._limits.pacing.delay(address)
        if not delay:
            return None
        await self._limits.pause(delay)
        # Others of this address may have done harm meanwhile.
        return "too-fast" if self._limits.requests.seconds_until(address, 0.0) else None

    async def _websocket(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._limits.sockets.acquire(address):
            await _refuse("too-many", send, WEBSOCKET)
            return

        async def send_and_watch(message: Message) -> None:
            if message["type"] == "websocket.close" and message.get("reason") in ABUSIVE_REASONS:
                self._limits.penalize(address)
            await send(message)

        try:
            await self._app(scope, receive, send_and_watch)
        finally:
            self._limits.sockets.release(address)


def _person(scope: Scope) -> str:
    token = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1").rpartition(" ")[2]
    return sessions.person(token) or ""


async def _refuse(code: str, send: Send, kind: str) -> None:
    body = msgspec.json.encode(refusals.refuse(code))
    headers = [(b"content-type", b"application/json"), (b"retry-after", b"60")]
    headers += [(b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    await send({"type": f"{kind}.response.start", "status": STATUS[code], "headers": headers})
    await send({"type": f"{kind}.response.body", "body": body})


async def _no_app(scope: Any, receive: Any, send: Any) -> None:
    """Stands in for an application where uvicorn wants one."""
