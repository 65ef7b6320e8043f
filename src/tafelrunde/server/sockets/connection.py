"""One socket: a client that says who it is, has wishes and is told what happens. It may be slow, wrong or bad."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.websockets import WebSocket, WebSocketDisconnect

from tafelrunde.server import refusals
from tafelrunde.server.http import sessions
from tafelrunde.server.process.config import Config
from tafelrunde.server.process.rate_limits import Bucket
from tafelrunde.server.sockets import messages, previews
from tafelrunde.server.sockets.messages import (
    Ack,
    Ask,
    BadFrame,
    Bye,
    FromClient,
    Hello,
    Hint,
    Ping,
    Pong,
    Refused,
    Try,
)
from tafelrunde.server.storage.store import NoTable
from tafelrunde.server.tables.hub import Hub
from tafelrunde.server.tables.live_table import Live

GOING_AWAY, POLICY, TOO_LARGE, NOT_TEXT, AGAIN = 1001, 1008, 1009, 1003, 1013
CODES = {"restart": GOING_AWAY, "trouble": AGAIN, "too-large": TOO_LARGE, "not-text": NOT_TEXT}
PRICE_OF_NONSENSE = 5.0
"""A frame that is no message counts like so many."""

log = logging.getLogger(__name__)


class Ended(Exception):
    """The socket is to be closed for a reason of Bye."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class Socket:
    """A client's connection to a table."""

    def __init__(self, websocket: WebSocket, hub: Hub) -> None:
        self.person = ""
        self.told = 0
        self._websocket, self._hub = websocket, hub
        self._config: Config = hub.config
        self._frames: asyncio.Queue[bytes | Bye] = asyncio.Queue(hub.config.queue)
        self._bucket = Bucket(hub.config.rate, hub.config.burst)
        self._writer: asyncio.Task[None] | None = None
        self._asking = False
        self._ending: str | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    # as a listener at the table

    def send(self, frame: bytes) -> None:
        """Send a frame, without waiting. Who does not read is dropped."""
        try:
            self._frames.put_nowait(frame)
        except asyncio.QueueFull:
            self._drop()

    def end(self, reason: str) -> None:
        """Say bye and close, without waiting; after the answer to a wish that is under way."""
        if self._asking:
            self._ending = reason
            return
        try:
            self._frames.put_nowait(refusals.bye(reason))
        except asyncio.QueueFull:
            self._drop()
        else:
            self._hub.metrics.dropped.labels(reason).inc()

    def _drop(self) -> None:
        """End without a word: it would not be read."""
        if self._writer is not None and not self._writer.cancelling():
            self._hub.metrics.dropped.labels("slow").inc()
            self._writer.cancel()

    # both directions

    async def run(self, table: str) -> None:
        """Talk until one side has enough."""
        self._hub.metrics.sockets.inc()
        self._writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read(table))
        try:
            await asyncio.wait({reader, self._writer}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._hub.metrics.sockets.dec()
            for task in (reader, self._writer):
                task.cancel()
            await asyncio.gather(reader, self._writer, return_exceptions=True)

    async def _write(self) -> None:
        """Send what is waiting. The last word is a Bye."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                frame = await self._frames.get()
                if isinstance(frame, Bye):
                    await self._websocket.send_text(messages.write(frame).decode())
                    await self._websocket.close(CODES.get(frame.reason, POLICY), frame.reason)
                    return
                await self._websocket.send_text(frame.decode())

    async def _read(self, table: str) -> None:
        try:
            await self._talk(table)
        except WebSocketDisconnect:
            return
        except Ended as ended:
            self.end(ended.reason)
        except NoTable:
            self.end("no-table")
        except Exception:
            log.exception("a socket failed")
            self.end("trouble")
        # The writer has the last word.
        await asyncio.Event().wait()

    async def _talk(self, id: str) -> None:
        hello = await self._hello()
        person = sessions.person(hello.token)
        if person is None:
            raise Ended("bad-token")
        self.person = person
        if self._hub.closed:
            raise Ended("restart")
        async with self._hub.at(id) as table:
            reason = await table.enter(self, hello.after)
            if reason is not None:
                raise Ended(reason)
            try:
                while True:
                    await self._answer(table, await self._receive())
            finally:
                await asyncio.shield(table.leave(self))

    async def _hello(self) -> Hello:
        try:
            async with asyncio.timeout(self._config.hello):
                hello = messages.read(await self._receive_text())
        except (TimeoutError, BadFrame):
            raise Ended("no-hello") from None
        if not isinstance(hello, Hello):
            raise Ended("no-hello")
        return hello

    async def _receive(self) -> FromClient | Refused:
        """The next message, or the refusal of what is none."""
        text = await self._receive_text()
        try:
            return messages.read(text)
        except BadFrame as bad:
            self._pay(PRICE_OF_NONSENSE)
            return Refused(None, refusals.refuse("bad-frame", reason=str(bad)))

    async def _receive_text(self) -> str:
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        self._pay(1.0)
        await self._bucket.breathe()
        text = message.get("text")
        if text is None:
            raise Ended("not-text")
        if len(text) > messages.MOST_BYTES:
            raise Ended("too-large")
        return str(text)

    def _pay(self, price: float) -> None:
        if not self._bucket.take(price):
            raise Ended("too-fast")

    async def _answer(self, table: Live, message: FromClient | Refused) -> None:
        match message:
            case Ping():
                self.send(messages.write(Pong(table.table.version)))
            case Hello():
                self.send(messages.write(Refused(None, refusals.refuse("said-hello"))))
            case Refused():
                self.send(messages.write(message))
            case Hint():
                self._aside(self._hint(table, message))
            case Try():
                self.send(messages.write(await previews.answer(table, self.person, message)))
            case Ask():
                self.send(messages.write(await self._ask(table, message)))
                if self._ending is not None:
                    raise Ended(self._ending)

    def _aside(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that takes a while, and does not keep the next wish waiting."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _hint(self, table: Live, message: Hint) -> None:
        try:
            answer = await self._hub.hinting.answer(table, self.person, message)
        except Exception:
            log.exception("a hint failed")
            answer = Refused(message.id, refusals.refuse("trouble"))
        self.send(messages.write(answer))

    async def _ask(self, table: Live, ask: Ask) -> Ack | Refused:
        began = time.perf_counter()
        self._asking = True
        try:
            answer = await table.ask(self.person, ask, self._hub.time.now())
        finally:
            self._asking = False
        self._hub.metrics.seconds.observe(time.perf_counter() - began)
        outcome = "done" if isinstance(answer, Ack) else answer.refusal.code
        self._hub.metrics.wishes.labels(type(ask.wish).__name__.lower(), outcome).inc()
        return answer


def is_at_home(headers: Headers, allowed: tuple[str, ...]) -> bool:
    """Whether a browser's page may talk to us: one of our own, or of a site that is named. Programs say nothing."""
    origin = headers.get("origin")
    return origin is None or origin in allowed or urlsplit(origin).netloc == headers.get("host")
