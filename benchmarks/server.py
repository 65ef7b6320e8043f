"""The server under load: how long moves take, and how many it can take.

Usage: python -m benchmarks.server [--tables 1000] [--rate 1] [--seconds 20] [--database sqlite] [--workers 2]
       python -m benchmarks.server --peer [--tables 100] [--seconds 20]

A server process as it is shipped, real sockets, four people at every table, all games. First every table makes so many
moves a second, each due at its time whatever became of the previous one; then as many as the server takes. A move takes
from when it is due until it is acknowledged, hence durable, and all four people have been told.

With --peer, boardgame.io (a tiny game, four clients a match, in memory and with its FlatFile store) and our server (all
games, durable) take as many moves as they can, in turn.
"""

import argparse
import asyncio
import contextlib
import gc
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice

import httpx
import uvloop
from benchmarks import boardgame_io
from benchmarks.load import clients
from benchmarks.load.clients import Disconnected, Table
from benchmarks.load.usage import Load, Used, told_in
from tests import services

COMING = 20
"""Tables that open at the same time."""
PATIENCE = 300.0
WORKERS_ASKED = 20
"""So many requests reach every worker, most likely."""


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
def server(url: str, workers: int = 1) -> Iterator[tuple[str, int]]:
    """A server process, or the parent of several: its address, its number."""
    with contextlib.ExitStack() as stack:
        command = [sys.executable, "-m", "tafelrunde.server", "0", url]
        if workers > 1:
            redis = stack.enter_context(services.redis())
            tafelrunde = [sys.executable, "-c", "from tafelrunde.cli.main import main; main()", "serve"]
            given = {"workers": workers, "host": "127.0.0.1", "port": 0, "database": url, "redis": redis}
            command = [*tafelrunde, *(f"--{name}={value}" for name, value in given.items())]
        process = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[-1]
            until_prepared(address)
            yield address, process.pid
        finally:
            process.terminate()


def until_prepared(address: str) -> None:
    """Return when every worker has all games ready."""
    for _ in range(WORKERS_ASKED):
        while any(
            "bots" not in game["ready"] for game in httpx.get(f"{address}/api/games", timeout=PATIENCE).json()["games"]
        ):
            time.sleep(0.5)


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


async def measure(tables: list[Table], process: int, rate: float | None, seconds: float) -> Load:
    """Play for a while, so many moves a second at each table or as many as possible; what they took."""
    waits: list[float] = []
    gc.collect()
    gc.freeze()
    server, own = Used.by(process), time.process_time()
    began = time.perf_counter()
    end = began + seconds
    if rate is None:
        playing = [clients.nonstop(table, end, waits) for table in tables]
    else:
        starts = [began + number / rate / len(tables) for number in range(len(tables))]
        playing = [
            clients.paced(table, start, 1 / rate, end, waits) for table, start in zip(tables, starts, strict=True)
        ]
    ends = await asyncio.gather(*playing, return_exceptions=True)
    wall = time.perf_counter() - began
    lost = [error for error in ends if isinstance(error, Disconnected)]
    for error in ends:
        if error is not None and error not in lost:
            raise error
    found = Load(waits, wall, Used.by(process).cpu - server.cpu, time.process_time() - own)
    print(f"  {found.rate:,.0f} moves/s; ms from due to told: {told_in(waits)}")
    cores = f"server {found.server_cpu / wall:.2f} cores, {found.cost:.2f} ms a move"
    print(f"  {cores}; load {found.load_cpu / wall:.2f} cores")
    print(f"  refused {sum(table.refused for table in tables)}, tables lost {len(lost)}")
    return found


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


async def at_most(address: str, process: int, options: argparse.Namespace) -> Load:
    """As many moves as possible."""
    tables = await gather(address, options.games, options.tables)
    found = await measure(tables, process, None, options.seconds)
    for table in tables:
        table.close()
    return found


def compare(options: argparse.Namespace) -> None:
    """Our server and boardgame.io in turn."""
    boardgame_io.install()
    found = {}
    for store in boardgame_io.STORES:
        found[f"boardgame.io, {store}"] = boardgame_io.measure(store, options.tables, options.seconds)
    for kind, workers in (("sqlite", 1), ("postgresql", 1), ("postgresql", 2)):
        name = f"ours, durable, {kind}, {workers} process{'es' if workers > 1 else ''}"
        print(name)
        with database(kind) as url, server(url, workers) as (address, process):
            found[name] = uvloop.run(at_most(address, process, options))
    print("| server | moves/s | CPU a move | told in (ms) |\n|---|---|---|---|")
    for name, load in found.items():
        print(f"| {name} | {load.rate:,.0f} | {load.cost:.2f} ms | {told_in(load.waits)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", action="store_true")
    parser.add_argument("--tables", type=int)
    parser.add_argument("--rate", type=float, default=1.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], action="append")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--games", nargs="*", default=[])
    options = parser.parse_args()
    options.tables = options.tables or (100 if options.peer else 1000)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if options.peer:
        compare(options)
        return
    for kind in options.database or ["sqlite", "postgresql"][options.workers > 1 :]:
        print(f"\n{kind}")
        with database(kind) as url, server(url, options.workers) as (address, process):
            uvloop.run(run(address, process, options))


if __name__ == "__main__":
    main()
