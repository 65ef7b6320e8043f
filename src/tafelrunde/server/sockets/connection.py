"""One WebSocket: a client that says who it is, has wishes and is told what happens. It may be slow or hostile."""

import asyncio
import contextlib
import logging
import time

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from tafelrunde.server import refusals
from tafelrunde.server.background import BackgroundTasks
from tafelrunde.server.http import sessions
from tafelrunde.server.process.config import Config
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.process.rate_limits import Budget, network
from tafelrunde.server.process.transport import DIRECT, LimitedWebSocketProtocol
from tafelrunde.server.sockets import messages
from tafelrunde.server.sockets.frames import Told
from tafelrunde.server.storage.entries import DatabaseUnavailable, LogDamaged, TableNotFound
from tafelrunde.server.tables import previews
from tafelrunde.server.tables.hub import Hub
from tafelrunde.server.tables.live_table import LiveTable
from tafelrunde.table import wishes
from tafelrunde.table.ending import OldRules

GOING_AWAY, UNSUPPORTED, POLICY_VIOLATION, TOO_BIG, TRY_AGAIN_LATER = 1001, 1003, 1008, 1009, 1013
CLOSE_CODES = {
    "restart": GOING_AWAY,
    "too-large": TOO_BIG,
    "not-text": UNSUPPORTED,
    **dict.fromkeys(("trouble", "fell-back", "database-away", "database-full"), TRY_AGAIN_LATER),
}
HELLO_COST, HINT_COST, TRY_COST, BAD_FRAME_COST = 3.0, 4.0, 2.0, 5.0
"""What costs more than other frames counts as so many more of them; so does a frame that is not a valid message."""

log = logging.getLogger(__name__)


class CloseConnection(Exception):
    """The connection is to be closed, with a reason of Bye."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class Connection:
    """A client's connection to a table; the table's subscriber."""

    def __init__(self, websocket: WebSocket, hub: Hub) -> None:
        self.owner = self.person = self.device = ""
        """Who it is everywhere, who at this table, and what is kept of the device's token."""
        self._budget: Budget = websocket.scope["budget"]
        self.told: Told | None = None
        self.updates = 0
        self.address = network(websocket.client.host) if websocket.client else ""
        self._websocket, self._hub = websocket, hub
        self._config: Config = hub.config
        self._socket: LimitedWebSocketProtocol = websocket.scope["extensions"][DIRECT]()
        self._outbox: asyncio.Queue[bytes | messages.Bye] = asyncio.Queue(hub.config.queue)
        self._sender: asyncio.Task[None] | None = None
        self._is_behind = False
        """Whether something waits to be sent, so that what comes now has to wait, too."""
        self._is_wish_pending = False
        self._close_after_wish: str | None = None
        self._tasks = BackgroundTasks()

    # as a subscriber of the table

    @property
    def payer(self) -> Path:
        """The client's address, and who they are everywhere."""
        return self._budget.address, self.owner

    def send(self, frame: bytes) -> None:
        """Send a frame, without waiting. A client that does not read is dropped."""
        if self._is_behind or not self._socket.write_text(frame):
            self._queue(frame)

    def close(self, reason: str) -> None:
        """Send Bye and close, without waiting; but after the answer to a wish that is in progress."""
        if self._is_wish_pending:
            self._close_after_wish = reason
            return
        if self._queue(refusals.bye(reason)):
            self._hub.metrics.dropped.labels(reason).inc()

    def send_notice(self) -> None:
        """Tell what the operator says to everybody, if anything."""
        if self._hub.orders.notice is not None:
            self._send_message(messages.Notice(msgspec.json.decode(self._hub.orders.notice, type=dict[str, str])))

    def _queue(self, message: bytes | messages.Bye) -> bool:
        """Send something when all before it is sent; whether there is room for it. If not, the client is dropped."""
        try:
            self._outbox.put_nowait(message)
        except asyncio.QueueFull:
            self._drop()
            return False
        self._is_behind = True
        return True

    def _drop(self) -> None:
        """Disconnect without Bye: it would not be read."""
        if self._sender is not None and not self._sender.cancelling():
            self._hub.metrics.dropped.labels("slow").inc()
            self._sender.cancel()

    # both directions

    async def run(self, table: str) -> None:
        """Talk until one side closes the connection."""
        self._hub.metrics.sockets.inc()
        self._sender = asyncio.create_task(self._send_outbox())
        receiver = asyncio.create_task(self._receive_all(table))
        try:
            await asyncio.wait({receiver, self._sender}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._hub.metrics.sockets.dec()
            for task in (receiver, self._sender):
                task.cancel()
            await asyncio.gather(receiver, self._sender, return_exceptions=True)
            self._sender = None  # what ended it holds this connection

    async def _send_outbox(self) -> None:
        """Send what is queued, up to a Bye."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                self._is_behind = not self._outbox.empty()
                frame = await self._outbox.get()
                if isinstance(frame, messages.Bye):
                    await self._websocket.send_text(messages.encode(frame).decode())
                    await self._websocket.close(CLOSE_CODES.get(frame.reason, POLICY_VIOLATION), frame.reason)
                    return
                await self._websocket.send_text(frame.decode())

    async def _receive_all(self, table: str) -> None:
        try:
            await self._talk(table)
        except WebSocketDisconnect:
            return
        except CloseConnection as closing:
            self.close(closing.reason)
        except TableNotFound:
            self.close("no-table")
        except LogDamaged:
            self.close("log-damaged")
        except OldRules:
            self.close("old-rules")
        except DatabaseUnavailable as error:
            self.close(f"database-{error.kind}")
        except Exception:
            log.exception("a socket failed")
            self.close("trouble")
        # The sender ends the connection.
        await asyncio.Event().wait()

    async def _talk(self, id: str) -> None:
        hello = await self._receive_hello()
        if hello.protocol != messages.PROTOCOL:
            raise CloseConnection("other-protocol")
        owner = await self._hub.devices.identify(hello.token)
        if owner is None:
            raise CloseConnection("bad-token")
        self.owner, self.device = owner, sessions.digest(hello.token)
        self._charge(HELLO_COST)
        if self._hub.orders.is_banned(owner, self.address):
            raise CloseConnection("banned")
        if self._hub.closed:
            raise CloseConnection("restart")
        async with self._hub.acquire(id, self.payer) as live:
            self.person = sessions.at_table(owner, live.table.series)
            reason = await live.subscribe(self, hello.after, hello.mark)
            if reason is not None:
                raise CloseConnection(reason)
            self._hub.connections.add(self)
            self.send_notice()
            try:
                while True:
                    await self._answer(live, await self._receive())
            finally:
                self._hub.connections.discard(self)
                await asyncio.shield(live.unsubscribe(self))

    async def _receive_hello(self) -> messages.Hello:
        try:
            async with asyncio.timeout(self._config.hello):
                hello = messages.decode(await self._receive_text())
        except (TimeoutError, messages.BadFrame):
            raise CloseConnection("no-hello") from None
        if not isinstance(hello, messages.Hello):
            raise CloseConnection("no-hello")
        return hello

    async def _receive(self) -> messages.FromClient | messages.Refused:
        """The next message, or the refusal of a frame that is not one."""
        text = await self._receive_text()
        try:
            return messages.decode(text)
        except messages.BadFrame as bad:
            self._charge(BAD_FRAME_COST)
            return messages.Refused(None, refusals.refuse("bad-frame", reason=str(bad)))

    async def _receive_text(self) -> str:
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        if self.owner:
            self._charge(1.0)
            await self._budget.throttle(self.owner)
        text = message.get("text")
        if text is None:
            raise CloseConnection("not-text")
        if len(text) > messages.MAX_FRAME_BYTES:
            raise CloseConnection("too-large")
        return str(text)

    def _charge(self, cost: float) -> None:
        if not self._budget.take_frames(cost, self.owner):
            raise CloseConnection("too-fast")

    async def _answer(self, live: LiveTable, message: messages.FromClient | messages.Refused) -> None:
        match message:
            case messages.Ask():
                await self._carry_out(live, message)
                if self._close_after_wish is not None:
                    raise CloseConnection(self._close_after_wish)
            case messages.Ping():
                self._send_message(messages.Pong(live.table.version))
            case messages.Hello():
                self._send_message(messages.Refused(None, refusals.refuse("said-hello")))
            case messages.Refused():
                self._send_message(message)
            case messages.Hint():
                self._charge(HINT_COST)
                # It takes a while, and must not hold up the next wish.
                self._tasks.start(self._answer_hint(live, message))
            case messages.Try():
                self._charge(TRY_COST)
                self._send_message(await previews.answer(live, self.person, message, self._hub.pages, self.payer))

    def _send_message(self, message: messages.FromServer) -> None:
        self.send(messages.encode(message))

    async def _answer_hint(self, live: LiveTable, message: messages.Hint) -> None:
        answer: messages.Hints | messages.Refused
        try:
            answer = await self._hub.hints.answer(live, self.person, self.payer, message)
        except DatabaseUnavailable as error:
            answer = messages.Refused(message.id, refusals.refuse(f"database-{error.kind}"))
        except Exception:
            log.exception("a hint failed")
            answer = messages.Refused(message.id, refusals.refuse("trouble"))
        self._send_message(answer)

    async def _carry_out(self, live: LiveTable, ask: messages.Ask) -> None:
        began = time.perf_counter()
        self._is_wish_pending = True
        try:
            if isinstance(ask.wish, wishes.Join):
                # Also if the client goes away before the answer.
                answer = await asyncio.shield(self._tasks.start(self._join(live, ask)))
            else:
                answer = await live.carry_out(self.person, ask, self._hub.time.now(), self._send_message)
        finally:
            self._is_wish_pending = False
        self._hub.metrics.wish_seconds.observe(time.perf_counter() - began)
        outcome = "done" if isinstance(answer, messages.Ack) else answer.refusal.code
        self._hub.metrics.count_wish(type(ask.wish).__name__.lower(), outcome)

    async def _join(self, live: LiveTable, ask: messages.Ask) -> messages.Ack | messages.Refused:
        """Whoever has joined is remembered; if that fails they ask again, and do not join twice."""
        answer: messages.Ack | messages.Refused
        with live.newcomers.coming(self.person, self._budget.origin) as refusal:
            if refusal is None:
                answer = await live.carry_out(self.person, ask, self._hub.time.now())
            else:
                answer = messages.Refused(ask.id, refusal)
        if isinstance(answer, messages.Ack):
            try:
                await self._hub.remember_visit(self.owner, live.table.id)
            except DatabaseUnavailable as error:
                answer = messages.Refused(ask.id, refusals.refuse(f"database-{error.kind}"))
        self._send_message(answer)
        return answer
