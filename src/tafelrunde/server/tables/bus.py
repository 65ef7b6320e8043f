"""The bus between the server processes that share a database: one Redis channel.

Redis stores nothing. The log in the database is the truth, and a process that may have missed something reads it. A
message says only that a table has changed, or who is connected to which process.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec
from redis.asyncio import Redis, from_url
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

CHANNEL = "tafelrunde"
HEARTBEAT_INTERVAL = 1.0
HEARTBEAT_TIMEOUT = 5.0
"""Seconds without a heartbeat after which a process is considered dead."""
OPEN_SECONDS = 15.0
"""Seconds that Redis has for a subscription when the process starts."""
EXAMPLE = "redis://host:6379"

log = logging.getLogger(__name__)


class BusUnavailable(ConnectionError):
    """There is no Redis at this address, or it is not a valid address."""


class BusMessage(msgspec.Struct, array_like=True, tag=str.lower, frozen=True):
    """Something that one process publishes to all others."""

    process: str


class Heartbeat(BusMessage, frozen=True):
    """The process is alive."""


class ProcessGone(BusMessage, frozen=True):
    """The process has ended."""


class TableChanged(BusMessage, frozen=True):
    """A table has reached a version; the mark tells it from any other truth."""

    table: str
    version: int
    mark: str


class PeopleConnected(BusMessage, frozen=True):
    """Who is connected to a table through this process."""

    table: str
    people: list[str]


class PersonCame(BusMessage, frozen=True):
    """Somebody has come to a table, or waits to be let in; `origin` stands for the address they came from."""

    table: str
    person: str
    origin: str


class PresenceRequest(BusMessage, frozen=True):
    """Asks who is connected: to one table or to any, through one process or through any."""

    table: str | None = None
    recipient: str | None = None


class DevicesGone(BusMessage, frozen=True):
    """The tokens with these digests are worth nothing any more."""

    digests: list[str]


class WordsForgotten(BusMessage, frozen=True):
    """The names and words of a person, or of everybody, were taken out of the log of a table."""

    table: str
    person: str | None


AnyMessage = (
    Heartbeat
    | ProcessGone
    | TableChanged
    | PeopleConnected
    | PersonCame
    | PresenceRequest
    | DevicesGone
    | WordsForgotten
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[list[AnyMessage]] = msgspec.json.Decoder(list[AnyMessage])


class BusSubscriber(Protocol):
    """Receives what other processes publish."""

    def on_message(self, message: AnyMessage) -> None:
        """Another process has published something."""

    def catch_up(self) -> None:
        """Messages may have been missed; called repeatedly while the bus is down."""


class Bus:
    """One process's connection to the bus. Without an address the process is alone, and nothing is ever missed."""

    def __init__(self, url: str | None = None) -> None:
        self.name = _new_name()
        self.down = False
        self._redis = None if url is None else _client(url)
        self._outbox: list[AnyMessage] = []
        self._outbox_filled = asyncio.Event()
        self._last_seen: dict[str, float] = {}
        self._task: asyncio.Task[None] | None = None
        self._subscribed = asyncio.Event()

    async def open(self, subscriber: BusSubscriber) -> None:
        """Return once subscribed; from then on it reconnects by itself. BusUnavailable if there is no such Redis."""
        if self._redis is None:
            return
        await _ping(self._redis)
        self._task = asyncio.create_task(self._stay_connected(self._redis, subscriber))
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                await self._subscribed.wait()
        except TimeoutError:
            await self.close()
            raise BusUnavailable("no message arrives") from None

    async def close(self) -> None:
        """Announce the end, so that the others need not wait for the heartbeat timeout."""
        if self._redis is None:
            return
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with contextlib.suppress(RedisError, OSError):
            await self._send(self._redis, [*self._outbox, ProcessGone(self.name)])
        await self._redis.aclose()

    def publish(self, kind: Callable[..., AnyMessage], *fields: object) -> None:
        """Send a message to all others, without waiting. It is lost while the bus is down: they catch up afterwards."""
        if self._redis is not None and not self.down:
            self._outbox.append(kind(self.name, *fields))
            self._outbox_filled.set()

    async def _stay_connected(self, redis: Redis, subscriber: BusSubscriber) -> None:
        while True:
            try:
                async with asyncio.TaskGroup() as tasks:
                    tasks.create_task(self._receive(redis, subscriber))
                    tasks.create_task(self._send_outbox(redis))
                    tasks.create_task(self._send_heartbeats(subscriber))
            except* (RedisError, OSError) as errors:
                if not self.down:
                    log.warning("the bus is down: %s", type(errors.exceptions[0]).__name__)
            self.down = True
            self._outbox.clear()
            subscriber.catch_up()
            await asyncio.sleep(HEARTBEAT_INTERVAL)

    async def _receive(self, redis: Redis, subscriber: BusSubscriber) -> None:
        async with redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            while True:
                for message in await _next_messages(channel, subscriber, self._on_subscribed):
                    if message.process != self.name:
                        self._on_message(message, subscriber)

    def _on_subscribed(self, subscriber: BusSubscriber) -> None:
        """From now on every message arrives; what was published before is asked for.

        A process that was away takes a new name: the others forget the old one and ask who is connected in their turn.
        """
        self.down = False
        self.publish(ProcessGone)
        self.name = _new_name()
        self._last_seen = dict.fromkeys(self._last_seen, asyncio.get_running_loop().time())
        self.publish(PresenceRequest)
        subscriber.catch_up()
        self._subscribed.set()

    def _on_message(self, message: AnyMessage, subscriber: BusSubscriber) -> None:
        if isinstance(message, ProcessGone):
            self._last_seen.pop(message.process, None)
        else:
            if message.process not in self._last_seen:
                self.publish(PresenceRequest, None, message.process)
            self._last_seen[message.process] = asyncio.get_running_loop().time()
        subscriber.on_message(message)

    async def _send_outbox(self, redis: Redis) -> None:
        """Send what was published; what is added during one send goes into the next."""
        while True:
            await self._outbox_filled.wait()
            self._outbox_filled.clear()
            messages, self._outbox = self._outbox, []
            await self._send(redis, messages)

    async def _send(self, redis: Redis, messages: Iterable[AnyMessage]) -> None:
        await redis.publish(CHANNEL, _encoder.encode(list(messages)))

    async def _send_heartbeats(self, subscriber: BusSubscriber) -> None:
        """Show that this process is alive, and notice which ones no longer are."""
        while True:
            self.publish(Heartbeat)
            await asyncio.sleep(HEARTBEAT_INTERVAL)
            now = asyncio.get_running_loop().time()
            for process in [name for name, seen in self._last_seen.items() if now - seen > HEARTBEAT_TIMEOUT]:
                self._on_message(ProcessGone(process), subscriber)


def _new_name() -> str:
    return secrets.token_hex(8)


async def check(url: str | None) -> None:
    """BusUnavailable if there is an address, but no Redis at it."""
    if url is not None:
        redis = _client(url)
        await _ping(redis)
        await redis.aclose()


async def _ping(redis: Redis) -> None:
    try:
        await redis.ping()
    except (RedisError, OSError) as error:
        await redis.aclose()
        raise BusUnavailable(str(error) or type(error).__name__) from error


def _client(url: str) -> Redis:
    timeouts = {"socket_timeout": HEARTBEAT_TIMEOUT, "socket_connect_timeout": HEARTBEAT_TIMEOUT}
    try:
        # No silent retries: after a lost connection we have to catch up.
        return from_url(url, retry=Retry(NoBackoff(), 0), **timeouts)
    except ValueError:
        # The URL is not repeated here: it may hold a password.
        raise BusUnavailable(f"this is not a Redis address; write {EXAMPLE}") from None


async def _next_messages(
    channel: PubSub, subscriber: BusSubscriber, on_subscribed: Callable[[BusSubscriber], None]
) -> list[AnyMessage]:
    """What arrives next. Our own heartbeat comes back every second: silence means that the connection is dead."""
    received = await channel.get_message(timeout=HEARTBEAT_TIMEOUT)
    if received is None:
        raise TimeoutError("no message arrives any more")
    if received["type"] == "subscribe":
        on_subscribed(subscriber)
        return []
    try:
        return _decoder.decode(received["data"])
    except msgspec.MsgspecError:
        # Not ours, or from a newer version.
        return []
