"""Whoever asks too often waits for the refusal: a crowd that came again at once would take the whole server."""

import asyncio
from pathlib import Path

import pytest
from starlette.types import Message, Receive, Scope, Send

from tafelrunde.server.process import rate_limits, transport
from tafelrunde.server.process.config import Config
from tafelrunde.server.process.rate_limits import Limits, RateLimitMiddleware
from tests.protocol_client import TIMEOUT
from tests.server.process.test_rate_limits import ELSEWHERE, TABLE, ask
from tests.server.support import raw_socket
from tests.server.support.servers import running_server

pytestmark = pytest.mark.anyio


async def test_who_asks_too_often_waits_for_the_refusal_and_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is refused comes again; the longer that takes, the less it costs, and nobody else waits."""
    held = 3600.0
    monkeypatch.setattr(Limits, "held_seconds", lambda *_: held)
    async with running_server(Config(f"sqlite:///{tmp_path / 'games.db'}", requests=0.25)) as (address, server):
        limits = server._limits
        while not limits.is_exhausted(ELSEWHERE):
            assert (await ask(address, ELSEWHERE))[0] == 200
        waiting = [await raw_socket.dial(address, ELSEWHERE) for _ in range(20)]
        for _, writer in waiting:
            writer.write(raw_socket.upgrade(TABLE))
        for _ in range(5):
            assert (await ask(address, "127.0.0.3"))[0] == 200
        assert limits.connections._counts == {ELSEWHERE: 20}
        assert not server.server_state.tasks, "nothing has been done for them"
        assert not any(reader._buffer for reader, _ in waiting)  # type: ignore[attr-defined]
        for _, writer in waiting:
            writer.close()
        async with asyncio.timeout(TIMEOUT):
            while limits.connections._counts:
                await asyncio.sleep(0.01)
        reader, writer = await raw_socket.dial(address, ELSEWHERE)
        writer.write(b"x" * (transport.MAX_REQUEST_BYTES + 1))
        async with asyncio.timeout(TIMEOUT):
            assert await raw_socket.read_all(reader) == b"", "whoever sends very much is cut off"
        held = 0.0
        assert await ask(address, ELSEWHERE) == (429, "too-fast")


async def test_refusals_behind_a_proxy_are_held_back_too_but_not_any_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Limits, "held_seconds", lambda *_: 3600.0)
    monkeypatch.setattr(rate_limits, "HELD_PER_ADDRESS", 3)
    forwarded = "X-Forwarded-For: 192.0.2.1"
    async with running_server(Config(f"sqlite:///{tmp_path / 'games.db'}", requests=0.15, proxies=(ELSEWHERE,))) as (
        address,
        server,
    ):
        limits = server._limits
        while not limits.is_exhausted("192.0.2.1"):
            assert (await ask(address, ELSEWHERE, forwarded))[0] == 200
        waiting = [asyncio.create_task(ask(address, ELSEWHERE, forwarded)) for _ in range(3)]
        async with asyncio.timeout(TIMEOUT):
            while limits.held._counts["192.0.2.1"] < 3:
                await asyncio.sleep(0.01)
        assert await ask(address, ELSEWHERE, forwarded) == (429, "too-fast"), "one more is refused at once"
        assert (await ask(address, ELSEWHERE, "X-Forwarded-For: 192.0.2.2"))[0] == 200
        assert not any(task.done() for task in waiting)
    assert [await task for task in waiting] == [(429, "too-fast")] * 3, "a server that stops makes nobody wait"


async def test_harm_that_is_done_while_others_of_an_address_wait_for_their_turn_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A thousand come at once and are slowed down; when the first have used up everything, so have the others."""
    monkeypatch.setattr(rate_limits, "MOST_HELD_SECONDS", 0.0)
    limits = Limits(Config("", requests=5.0), 1000)
    limits.pacing.take(ELSEWHERE, rate_limits.UNPACED + 3.0)
    said: list[Message] = []

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "served"})

    async def send(message: Message) -> None:
        said.append(message)

    async def receive() -> Message:
        raise AssertionError("nothing is read")

    scope = {"type": "http", "client": (ELSEWHERE, 1), "method": "GET", "path": "/", "headers": []}
    app = RateLimitMiddleware(served, limits)
    async with asyncio.TaskGroup() as group:
        first, second = (group.create_task(app(dict(scope), receive, send)) for _ in range(2))
        group.create_task(app({**scope, "client": ("127.0.0.3", 1)}, receive, send))
        while not said:
            await asyncio.sleep(0)
        assert not first.done() and not second.done()
        for _ in range(4):
            limits.penalize(ELSEWHERE)
    assert [message.get("status") for message in said if message["type"] == "http.response.start"] == [429, 429]
