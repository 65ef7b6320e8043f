"""The server under load: how long moves take, and how many it can take.

Usage: python -m benchmarks.server [--tables 1000] [--rate 1] [--seconds 20] [--database sqlite]

A server process as it is shipped, real sockets, four people at every table, all games. First every table makes so many
moves a second, each due at its time whatever became of the previous one; then as many as the server takes. A move takes
from when it is due until it is acknowledged, hence durable, and all four people have been told.
"""

import argparse
import asyncio
import contextlib
import gc
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

import httpx
import uvloop
from benchmarks import load_clients
from benchmarks.load_clients import Disconnected, Table
from tests import services

COMING = 20
"""Tables that open at the same time."""
TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 300.0


@dataclass(frozen=True)
class Used:
    """What a process has used so far: seconds of CPU, and the memory that it has now."""

    cpu: float
    memory: int

    @classmethod
    def by(cls, process: int) -> "Used":
        stat = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
        return cls((int(stat[11]) + int(stat[12])) / TICKS, pages * resource.getpagesize())


@contextlib.contextmanager
def database(kind: str) -> Iterator[str]:
    """The URL of an empty database."""
    if kind == "postgresql":
        with services.postgres() as url:
            yield url
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/games.db"


@contextlib.contextmanager
def server(url: str) -> Iterator[tuple[str, int]]:
    """A server process: its address, its number."""
    command = [sys.executable, "-m", "tafelrunde.server", "0", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            httpx.get(f"{address}/healthz", timeout=PATIENCE)
            yield address, process.pid
        finally:
            process.terminate()


async def gather(address: str, games: list[str], count: int) -> list[Table]:
    """So many tables with games that have begun."""
    turns = asyncio.Semaphore(COMING)
    places = {game["name"]: game["places"] for game in httpx.get(f"{address}/api/games").json()["games"]}

    async def opened(number: int, game: str) -> Table:
        table = Table(address, game, places[game], number)
        async with turns:
            await table.open()
        return table

    chosen = islice(cycle(games or sorted(places)), count)
    return await asyncio.gather(*(opened(number, game) for number, game in enumerate(chosen)))


async def measure(tables: list[Table], process: int, rate: float | None, seconds: float) -> None:
    """Play for a while, so many moves a second at each table or as many as possible; what they took."""
    waits: list[float] = []
    gc.collect()
    gc.freeze()
    server, own = Used.by(process), Used.by(os.getpid())
    began = time.perf_counter()
    end = began + seconds
    if rate is None:
        playing = [load_clients.nonstop(table, end, waits) for table in tables]
    else:
        starts = [began + number / rate / len(tables) for number in range(len(tables))]
        playing = [
            load_clients.paced(table, start, 1 / rate, end, waits) for table, start in zip(tables, starts, strict=True)
        ]
    ends = await asyncio.gather(*playing, return_exceptions=True)
    wall = time.perf_counter() - began
    lost = [error for error in ends if isinstance(error, Disconnected)]
    for error in ends:
        if error is not None and error not in lost:
            raise error
    cpu, load_cpu = Used.by(process).cpu - server.cpu, Used.by(os.getpid()).cpu - own.cpu
    print(f"  {len(waits) / wall:,.0f} moves/s; ms from due to told: {told_in(waits)}")
    print(f"  server {cpu / wall:.2f} cores, {cpu / len(waits) * 1e3:.2f} ms a move; load {load_cpu / wall:.2f} cores")
    print(f"  refused {sum(table.refused for table in tables)}, tables lost {len(lost)}")


def told_in(waits: list[float]) -> str:
    """The usual and the worst of the waits."""
    waits.sort()
    parts = {"p50": 0.5, "p99": 0.99, "p99.9": 0.999, "max": 1.0}
    return ", ".join(f"{name} {waits[int((len(waits) - 1) * part)] * 1e3:.1f}" for name, part in parts.items())


async def run(address: str, process: int, options: argparse.Namespace) -> None:
    """Both loads, on the same tables."""
    empty = Used.by(process).memory
    began = time.perf_counter()
    tables = await gather(address, options.games, options.tables)
    games = Counter(table.game for table in tables)
    print(f"  {len(tables)} tables opened in {time.perf_counter() - began:.0f} s: {dict(games)}")
    print(f" {options.rate:g} moves a second at each table")
    await measure(tables, process, options.rate, options.seconds)
    full = Used.by(process).memory
    each = (full - empty) / len(tables)
    print(f"  memory {full / 2**20:.0f} MiB, before {empty / 2**20:.0f} MiB: {each / 2**10:.0f} KiB a table")
    print(" as many moves as possible")
    await measure([table for table in tables if all(table.sockets)], process, None, options.seconds)
    for table in tables:
        table.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=1.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], action="append")
    parser.add_argument("--games", nargs="*", default=[])
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for kind in options.database or ["sqlite", "postgresql"]:
        print(f"\n{kind}")
        with database(kind) as url, server(url) as (address, process):
            uvloop.run(run(address, process, options))


if __name__ == "__main__":
    main()
