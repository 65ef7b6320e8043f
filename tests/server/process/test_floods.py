"""Thousands of bad clients: memory stays bounded, and players at other tables do not notice."""

import asyncio
import contextlib
import itertools
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.parts import thorough
from tests.protocol_client import EMPTY, MINE, TIMEOUT, Client, Person
from tests.server.support import raw_socket

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory and addresses of Linux"),
]

TABLES = 12
SAMPLES = 20
"""Wishes at each table in a round."""
PACE = 0.06
ROUNDS, MOST_ROUNDS = 3, 9
FINE = 0.02
"""A delay in seconds that nobody notices."""
MEGABYTE = 1_000_000
ATTACKS = {
    "half-open": ({"mute": 900, "half": 700, "unknown": 900}, 250),
    "loud": ({"fuzz": 20, "giant": 20, "flood": 20, "deaf": 20, "asking": 4}, 150),
}
"""How many attackers of each kind, and by how many megabytes the server may grow."""


@contextlib.asynccontextmanager
async def process(*arguments: str) -> AsyncIterator[Process]:
    started = await asyncio.create_subprocess_exec(sys.executable, "-m", *arguments, stdin=PIPE, stdout=PIPE)
    try:
        yield started
    finally:
        started.terminate()
        await started.wait()


async def line(of: Process) -> str:
    """The next line that a process prints."""
    assert of.stdout is not None
    async with asyncio.timeout(4 * TIMEOUT):  # attackers come last when the machine is busy
        return (await of.stdout.readline()).decode().strip()


async def tell(attackers: Process, order: str) -> None:
    """Give an order; returns when it is carried out."""
    assert attackers.stdin is not None
    attackers.stdin.write(f"{order}\n".encode())
    assert await line(attackers) == order


async def latencies(client: Client) -> list[float]:
    """How long some moves take to be answered; one person plays both seats."""
    measured = []
    for _ in range(SAMPLES):
        seat = next(seat for seat, seen in client.seats.items() if seen["moves"])
        move = client.random.choice(client.seats[seat]["moves"])
        began = time.perf_counter()
        await client.do("play", seat=int(seat), move=move)
        measured.append(time.perf_counter() - began)
        await asyncio.sleep(PACE)
    return measured


async def p99(address: str, people: list[Person]) -> float:
    """How long the slowest of the moves at many tables take."""
    async with contextlib.AsyncExitStack() as stack:
        clients = []
        for person in people:
            table = await person.open_table("denkste", [MINE, MINE, EMPTY, EMPTY], options={"rings": [16, 16, 16]})
            clients.append(await stack.enter_async_context(person.connect(table)))
            await clients[-1].do("start")
        measured = sorted(itertools.chain(*await asyncio.gather(*map(latencies, clients))))
    return measured[int(len(measured) * 0.99)]


@pytest.mark.parametrize("measured", [False, pytest.param(True, marks=thorough)])
@pytest.mark.parametrize("name", ATTACKS)
async def test_other_players_do_not_notice(tmp_path: Path, name: str, measured: bool) -> None:
    """Every player is answered; whether they wait longer is measured only where the machine has time for it."""
    kinds, growth = ATTACKS[name]
    wanted = [f"{kind}={count if measured else -(-count // 4)}" for kind, count in kinds.items()]
    least, most = (ROUNDS, MOST_ROUNDS) if measured else (1, 1)
    async with process("tafelrunde.server", "0", f"sqlite:///{tmp_path / 'games.db'}") as server:
        address = await line(server)
        async with httpx.AsyncClient(base_url=address) as http:
            assert (await http.get("/healthz", timeout=TIMEOUT)).status_code == 200
        people = [await Person.register(address, f"P{number}") for number in range(TABLES)]
        target = await people[0].open_table("denkste", free_text=True)
        async with process("tests.server.support.attackers", address, target, *wanted) as attackers:
            await p99(address, people)
            before = raw_socket.resident(server.pid)
            quiet: list[float] = []
            attacked: list[float] = []
            while len(quiet) < least or (len(quiet) < most and not unnoticed(quiet, attacked)):
                quiet.append(await p99(address, people))
                await tell(attackers, "go")
                attacked.append(await p99(address, people))
                grown = raw_socket.resident(server.pid) - before
                await tell(attackers, "stop")
                told = (
                    f"{quiet[-1] * 1000:.1f} ms, attacked {attacked[-1] * 1000:.1f} ms, {grown / MEGABYTE:.0f} MB more"
                )
                print(f"{name}: quiet {told}")
                assert grown < growth * MEGABYTE
            assert not measured or unnoticed(quiet, attacked)
            assert server.returncode is None


def unnoticed(quiet: list[float], attacked: list[float]) -> bool:
    """Whether the slowest wishes take at most twice as long as without an attack.

    The best round of each counts: what else runs on the machine makes single rounds slow, an attack all of them.
    """
    return min(attacked) <= max(2 * min(quiet), FINE)
