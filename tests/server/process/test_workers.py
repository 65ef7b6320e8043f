"""`tafelrunde serve --workers 2`: who is at a table is at one worker; one is killed while people play, and replaced."""

import asyncio
import contextlib
import itertools
import json
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tafelrunde.server import log_check
from tests.parts import thorough
from tests.protocol_client import EMPTY, MINE, OPEN, TIMEOUT, Client, Person
from tests.server.support import agreement
from tests.server.support.servers import FAST

pytestmark = pytest.mark.anyio

GAME, OTHERS = "beam-me-up", [EMPTY, EMPTY]
BEFORE = 8
"""The version of a table at which its worker is killed."""


class Served:
    """A server with two workers."""

    def __init__(self, process: asyncio.subprocess.Process, address: str, errors: Path) -> None:
        self.process, self.address, self._errors = process, address, errors

    async def sockets(self) -> dict[int, int]:
        """How many sockets each worker has, by its process."""
        async with httpx.AsyncClient(base_url=self.address, timeout=TIMEOUT) as http:
            text = (await http.get("/metrics")).text
        found = re.findall(r'^tafelrunde_sockets\{pid="(\d+)"\} (\d+)', text, re.MULTILINE)
        return {int(pid): int(count) for pid, count in found}

    async def both(self, *gone: int) -> dict[int, int]:
        """The sockets of both workers as soon as there are two, neither of which is gone."""
        async with asyncio.timeout(TIMEOUT):
            while len(found := await self.sockets()) < 2 or found.keys() & set(gone):
                await asyncio.sleep(0.05)
        return found

    def lines(self, level: str) -> list[str]:
        """What it has logged."""
        # A line that says what is compiled has no end until it is done.
        parts = [line.partition("{") for line in self._errors.read_text().splitlines()]
        logged = [json.loads(brace + rest) for _, brace, rest in parts if brace]
        return [line["event"] for line in logged if line["level"] == level]

    async def ended(self) -> int:
        async with asyncio.timeout(TIMEOUT):
            return await self.process.wait()


@contextlib.asynccontextmanager
async def served(folder: Path, database: str, redis: str) -> AsyncIterator[Served]:
    settings = {"SPEED": str(FAST), "GRACE": "360000", "DATABASE": database, "REDIS": redis, "WORKERS": "2"}
    env = os.environ | {"LC_ALL": "en_US.UTF-8"} | {f"TAFELRUNDE_{name}": value for name, value in settings.items()}
    command = (sys.executable, "-c", "from tafelrunde.cli.main import main; main()", "serve")
    with (folder / "errors").open("w") as errors:
        process = await asyncio.create_subprocess_exec(
            *command, "--host", "127.0.0.1", "--port", "0", stdout=asyncio.subprocess.PIPE, stderr=errors, env=env
        )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(TIMEOUT):
            address = (await process.stdout.readline()).decode().split()[-1]
            server = Served(process, address, folder / "errors")
            while server.lines("info").count("the server has started") < 2:
                await asyncio.sleep(0.05)
        yield server
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@contextlib.asynccontextmanager
async def begun(server: Served) -> AsyncIterator[tuple[Client, Client, int]]:
    """Anna and Ben at a table at which the game has started, and the worker that both are at."""
    anna, ben = Person(server.address, "Anna"), Person(server.address, "Ben")
    table = await anna.open_table(GAME, [MINE, OPEN, *OTHERS])
    before = await server.both()
    async with anna.connect(table) as host, ben.connect(table) as guest:
        await guest.join()
        await guest.do("sit", place=1)
        await host.do("start")
        [(worker, more)] = (Counter(await server.both()) - Counter(before)).items()
        assert more == 2, "whoever is at a table is at the same worker"
        yield host, guest, worker


@contextlib.asynccontextmanager
async def begun_at(server: Served, wanted: int) -> AsyncIterator[tuple[Client, Client]]:
    """A table of that worker."""
    while True:
        async with begun(server) as (host, guest, worker):
            if worker == wanted:
                yield host, guest
                return
        while sum((await server.both()).values()) > 2:
            await asyncio.sleep(0.02)


async def play(client: Client, table: str) -> list[Client]:
    """Play to the end, reconnecting when the connection is lost; all connections."""
    with contextlib.suppress(ConnectionClosed):
        await client.play()
        return [client]
    while True:
        with contextlib.suppress(InvalidHandshake, OSError):  # it came to the worker that was killed
            async with client.person.connect(table) as again:
                return [client, *await play(again, table)]


async def test_a_worker_is_killed_and_replaced_and_nothing_is_lost(
    tmp_path: Path, fresh_postgres: str, redis_url: str
) -> None:
    async with served(tmp_path, fresh_postgres, redis_url) as server:
        await server.both()
        async with begun(server) as (anna, ben, stays):
            [killed] = (await server.both()).keys() - {stays}
            async with begun_at(server, killed) as (carla, dan):
                groups = [
                    asyncio.gather(*(play(each, each.lobby["id"]) for each in pair))
                    for pair in ((anna, ben), (carla, dan))
                ]
                while carla.version < BEFORE:
                    await asyncio.sleep(0.01)
                os.kill(killed, signal.SIGKILL)
                quiet, disturbed = [list(itertools.chain(*await group)) for group in groups]
            assert quiet == [anna, ben] and len(disturbed) >= 4, "only those at the worker have lost the connection"
            assert {client.phase for client in (anna, ben, disturbed[-1])} == {"over"}
            assert stays in await server.both(killed), "the other one is new"
            server.process.send_signal(signal.SIGTERM)
            heard = await anna.until_closed()
            assert [message["reason"] for message in heard if message["type"] == "bye"] == ["restart"]
        assert await server.ended() == 0
        assert server.lines("error") == ["a worker has died, another one takes its place"]
        assert not server.lines("warning")
    for connections in (quiet, disturbed):
        [log] = (await agreement.logs(fresh_postgres, [connections[0].lobby["id"]])).values()
        written = {entry.client: entry.version for entry in log if entry.client is not None}
        told = [(client, each) for client in connections for each in client.answers if each["type"] == "ack"]
        assert {f"{client.id} {ack['id']}": ack["version"] for client, ack in told}.items() <= written.items()
    assert not (await log_check.examine(fresh_postgres)).problems


@thorough
async def test_a_worker_that_hangs_is_replaced_and_none_outlives_its_parent(
    tmp_path: Path, fresh_postgres: str, redis_url: str
) -> None:
    async with served(tmp_path, fresh_postgres, redis_url) as server:
        hangs, other = await server.both()
        os.kill(hangs, signal.SIGSTOP)
        async with asyncio.timeout(TIMEOUT):
            while "a worker hangs, it is killed" not in server.lines("error"):
                await asyncio.sleep(0.5)
        workers = await server.both(hangs)
        assert other in workers
        server.process.kill()
        async with asyncio.timeout(TIMEOUT):
            while any(Path(f"/proc/{worker}").exists() for worker in workers):
                await asyncio.sleep(0.1)
