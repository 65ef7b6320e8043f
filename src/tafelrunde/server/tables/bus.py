"""What the server processes tell each other, over one channel of Redis.

Redis keeps nothing: the log in the database is the truth, and whoever may have missed something reads it. A message
says only that there is something new at a table, or who is connected to which process.
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
HEARTBEAT = 1.0
SILENCE = 5.0
"""Seconds without a heartbeat after which a process is taken for dead."""
EXAMPLE = "redis://host:6379"

log = logging.getLogger(__name__)


class NoLine(ConnectionError):
    """There is no Redis at this address, or it is no address."""


class Word(msgspec.Struct, array_like=True, tag=str.lower, frozen=True):
    """Something that one process tells all others."""

    process: str


class Alive(Word, frozen=True):
    """The process is there."""


class Gone(Word, frozen=True):
    """The process ends."""


class News(Word, frozen=True):
    """A table has come to a version."""

    table: str
    version: int


class Here(Word, frozen=True):
    """Who is connected to a table through this process."""

    table: str
    people: list[str]


class Who(Word, frozen=True):
    """Asks who is connected: to a table, or to any; through a process, or through any."""

    table: str | None = None
    at: str | None = None


AnyWord = Alive | Gone | News | Here | Who

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[list[AnyWord]] = msgspec.json.Decoder(list[AnyWord])


class Ears(Protocol):
    """Who listens to the line."""

    def hear(self, word: AnyWord) -> None:
        """Another process has said something."""

    def catch_up(self) -> None:
        """Something may have been missed; said every now and then while the line is down."""


class Line:
    """The line of one process. Without an address there is nobody to talk to, and nothing is ever missed."""

    def __init__(self, url: str | None = None) -> None:
        self.name = _new_name()
        self.down = False
        self._redis = None if url is None else _client(url)
        self._words: list[AnyWord] = []
        self._to_say = asyncio.Event()
        self._heard: dict[str, float] = {}
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    async def open(self, ears: Ears) -> None:
        """Returns when the line is heard; it then comes back by itself. NoLine if there is no such Redis."""
        if self._redis is None:
            return
        await _ping(self._redis)
        self._task = asyncio.create_task(self._stay_connected(self._redis, ears))
        await self._listening.wait()

    async def close(self) -> None:
        """Say goodbye, so that nobody has to wait for the silence."""
        if self._redis is None:
            return
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with contextlib.suppress(RedisError, OSError):
            await self._publish(self._redis, [*self._words, Gone(self.name)])
        await self._redis.aclose()

    def tell(self, kind: Callable[..., AnyWord], *about: object) -> None:
        """Tell all others something, without waiting. While the line is down it is lost: they catch up afterwards."""
        if self._redis is not None and not self.down:
            self._words.append(kind(self.name, *about))
            self._to_say.set()

    async def _stay_connected(self, redis: Redis, ears: Ears) -> None:
        while True:
            try:
                async with asyncio.TaskGroup() as tasks:
                    tasks.create_task(self._listen(redis, ears))
                    tasks.create_task(self._talk(redis))
                    tasks.create_task(self._beat(ears))
            except* (RedisError, OSError) as errors:
                if not self.down:
                    log.warning("no line to the other processes: %s", type(errors.exceptions[0]).__name__)
            self.down = True
            self._words.clear()
            ears.catch_up()
            await asyncio.sleep(HEARTBEAT)

    async def _listen(self, redis: Redis, ears: Ears) -> None:
        async with redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            while True:
                for word in await _next_words(channel, ears, self._connected):
                    if word.process != self.name:
                        self._hear(word, ears)

    def _connected(self, ears: Ears) -> None:
        """From now on everything is heard; what was said before is asked for.

        Who has been away is somebody new to the others: they forget the old one and ask in their turn.
        """
        self.down = False
        self.tell(Gone)
        self.name = _new_name()
        self._heard = dict.fromkeys(self._heard, asyncio.get_running_loop().time())
        self.tell(Who)
        ears.catch_up()
        self._listening.set()

    def _hear(self, word: AnyWord, ears: Ears) -> None:
        if isinstance(word, Gone):
            self._heard.pop(word.process, None)
        else:
            if word.process not in self._heard:
                self.tell(Who, None, word.process)
            self._heard[word.process] = asyncio.get_running_loop().time()
        ears.hear(word)

    async def _talk(self, redis: Redis) -> None:
        """Publish what is to be said; what comes up meanwhile goes together."""
        while True:
            await self._to_say.wait()
            self._to_say.clear()
            words, self._words = self._words, []
            await self._publish(redis, words)

    async def _publish(self, redis: Redis, words: Iterable[AnyWord]) -> None:
        await redis.publish(CHANNEL, _encoder.encode(list(words)))

    async def _beat(self, ears: Ears) -> None:
        """Show that this process is there, and notice who is not any more."""
        while True:
            self.tell(Alive)
            await asyncio.sleep(HEARTBEAT)
            now = asyncio.get_running_loop().time()
            for process in [name for name, heard in self._heard.items() if now - heard > SILENCE]:
                self._hear(Gone(process), ears)


def _new_name() -> str:
    return secrets.token_hex(8)


async def check(url: str | None) -> None:
    """NoLine if there is an address, and no Redis."""
    if url is not None:
        redis = _client(url)
        await _ping(redis)
        await redis.aclose()


async def _ping(redis: Redis) -> None:
    try:
        await redis.ping()
    except (RedisError, OSError) as error:
        await redis.aclose()
        raise NoLine(str(error) or type(error).__name__) from error


def _client(url: str) -> Redis:
    try:
        # Nothing is tried again behind our back: who was disconnected has to catch up.
        return from_url(url, retry=Retry(NoBackoff(), 0), socket_timeout=SILENCE, socket_connect_timeout=SILENCE)
    except ValueError:
        # The URL is not repeated here: it may hold a password.
        raise NoLine(f"this is no Redis that we know; write {EXAMPLE}") from None


async def _next_words(channel: PubSub, ears: Ears, connected: Callable[[Ears], None]) -> list[AnyWord]:
    """What is said next. The own heartbeat comes back every second: silence means that the line is dead."""
    message = await channel.get_message(timeout=SILENCE)
    if message is None:
        raise TimeoutError("nothing is heard any more")
    if message["type"] == "subscribe":
        connected(ears)
        return []
    try:
        return _decoder.decode(message["data"])
    except msgspec.MsgspecError:
        # Somebody else's, or that of a newer version.
        return []
