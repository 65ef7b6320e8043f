"""How long people's moves take while bots think on the same server.

Usage: python -m benchmarks.latency_with_bots [--bots 8] [--game dog] [--level strongest]

A server process as it is shipped, real sockets. At so many tables only bots play, with hardly a pause, so that at each
of them a bot thinks all the time; at twenty others four people play, one move a second at each table. How long their
moves take is measured without the bots and with them, from when a move is due until it is acknowledged and all four
people have been told.
"""

import argparse
import asyncio
import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import httpx
import uvloop
from benchmarks.load import clients
from benchmarks.load.usage import told_in
from benchmarks.server import PATIENCE, gather
from tests.protocol_client import EMPTY, Client, Person

from tafelrunde.bots import warm_up

SPEED = "50"
"""How fast time goes at the tables: pauses of bots are hardly any."""


@contextlib.contextmanager
def server() -> Iterator[str]:
    """A server process with an empty database; its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tafelrunde.server", "0", f"sqlite:///{folder}/games.db", SPEED]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                address = process.stdout.readline().strip()
                httpx.get(f"{address}/healthz", timeout=PATIENCE)
                yield address
            finally:
                process.terminate()


async def bots_play(address: str, game: str, level: str, versions: list[int]) -> None:
    """One game of bots after the other, with somebody who looks on; counts what happens."""
    host = await Person.register(address, "Host")
    places = {each["name"]: each["places"] for each in httpx.get(f"{address}/api/games").json()["games"]}[game]
    seated = [{"kind": "bot", "level": level}] * min(places, clients.SEATS)
    while True:
        table = await host.open_table(game, [*seated, *[EMPTY] * (places - len(seated))])
        async with host.connect(table) as client:
            await client.do("start")
            await watch(client, versions)


async def watch(client: Client, versions: list[int]) -> None:
    """Until the game is over."""
    while client.phase != "over":
        before = client.version
        await client.receive()
        client.frames.clear()
        versions[0] += client.version - before


async def measure(tables: list[clients.Table], seconds: float) -> str:
    """Play at all tables, one move a second each."""
    waits: list[float] = []
    began = time.perf_counter()
    starts = [began + number / len(tables) for number in range(len(tables))]
    playing = [
        clients.paced(table, start, 1.0, began + seconds, waits) for table, start in zip(tables, starts, strict=True)
    ]
    await asyncio.gather(*playing)
    return f"{len(waits)} moves; ms from due to told: {told_in(waits)}"


async def run(address: str, options: argparse.Namespace) -> None:
    """Without bots, then with them."""
    tables = await gather(address, ["denkste"], options.tables)
    print(f"{options.tables} tables of people alone: {await measure(tables, options.seconds)}")
    versions = [0]
    thinking = [
        asyncio.create_task(bots_play(address, options.game, options.level, versions)) for _ in range(options.bots)
    ]
    await asyncio.sleep(options.warming)
    before, began = versions[0], time.perf_counter()
    told = await measure(tables, options.seconds)
    rate = (versions[0] - before) / (time.perf_counter() - began)
    print(f"beside {options.bots} bots that think ({options.game}, {options.level}; {rate:.0f} moves/s): {told}")
    for task in thinking:
        assert not task.done(), task.exception()
        task.cancel()
    await asyncio.gather(*thinking, return_exceptions=True)
    for table in tables:
        table.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", type=int, default=8)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--game", default="dog")
    parser.add_argument("--level", default="strongest")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--warming", type=float, default=20.0, help="seconds for the bots before it counts")
    options = parser.parse_args()
    warm_up.main()
    with server() as address:
        uvloop.run(run(address, options))


if __name__ == "__main__":
    main()
