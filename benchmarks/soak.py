"""A day in ten minutes: thousands of tables are opened, played a little, left and forgotten. Nothing may grow.

Usage: python -m benchmarks.soak [--tables 10000] [--database sqlite]

A server process as it is shipped, at which a day takes ten minutes, and real sockets: new people at every table, every
fifth of which never starts. Half of the tables come, then the other half. Each time everybody leaves, the server drops
the tables from memory and, as its settings want it, forgets tables that never started and everybody's names; then its
memory and its database are measured. Fails if the second half needs more memory than the first (a tenth at most) or
more of the database, or if something is left that was to be forgotten, or a log is not whole.
"""

import argparse
import asyncio
import contextlib
import math
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import sqlalchemy as sa
import uvloop
from benchmarks.load.clients import Table
from benchmarks.load.usage import Used
from benchmarks.server import PATIENCE, database, until_prepared

from tafelrunde.server import log_check
from tafelrunde.server.storage import redaction
from tafelrunde.server.storage.schema import log, tables, visits
from tafelrunde.server.storage.store import Store

SPEED = 144.0
HOUR = 3600.0
SETTINGS = {"TAFELRUNDE_UNSTARTED": str(HOUR), "TAFELRUNDE_KEEP_NAMES": str(2 * HOUR), "TAFELRUNDE_IDLE": "2"}
AT_ONCE = 20
MOVES = 5
UNSTARTED_EVERY = 5
"""Every fifth table never starts."""
MOST_GROWTH = 1.1
POLL_SECONDS = 0.5
SIZES = {
    "sqlite": "page_count * page_size FROM pragma_page_count, pragma_page_size",
    "postgresql": "pg_database_size(current_database())",
}


@dataclass(frozen=True)
class Kept:
    """What a database has: tables that never started, others, those whose people are known, entries, and bytes."""

    unstarted: int
    started: int
    known: int
    entries: int
    size: int


async def kept(store: Store, url: str) -> Kept:
    """Count what is there."""
    [[unstarted]] = await store.read(sa.select(sa.func.count()).select_from(tables).where(tables.c.open))
    [[started]] = await store.read(sa.select(sa.func.count()).select_from(tables).where(~tables.c.open))
    [[people]] = await store.read(sa.select(sa.func.count()).select_from(visits))
    [[entries]] = await store.read(sa.select(sa.func.count()).select_from(log))
    [[size]] = await store.read(sa.select(sa.text(SIZES[url.partition(":")[0]])))
    return Kept(unstarted, started, people + len(await store.read(redaction.find_old(math.inf))), entries, size)


async def come_and_go(address: str, game: str, places: int, number: int) -> None:
    """Four people open a table, play a little unless it is one that never starts, and leave."""
    table = Table(address, game, places, number)
    is_started = number % UNSTARTED_EVERY > 0
    await table.open(is_started)
    assert not table.refused, f"everything but a move is always carried out: {table.refusal}"
    for _ in range(MOVES if is_started else 0):
        await table.move()
    table.close()


async def crowd(address: str, numbers: range) -> None:
    """So many tables, a few at a time."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
        games = [(game["name"], game["places"]) for game in (await http.get("/api/games")).json()["games"]]
    waiting = iter(numbers)

    async def one_after_the_other() -> None:
        for number in waiting:
            await come_and_go(address, *games[number % len(games)], number)

    await asyncio.gather(*(one_after_the_other() for _ in range(AT_ONCE)))


async def until_dropped(address: str) -> None:
    """Until no table is in memory."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
        while not re.search(r"^tafelrunde_live_tables 0.0$", (await http.get("/metrics")).text, re.MULTILINE):
            await asyncio.sleep(POLL_SECONDS)


async def until_forgotten(store: Store, url: str) -> Kept:
    """Until nothing is left that is to be forgotten."""
    while (found := await kept(store, url)).unstarted or found.known:
        await asyncio.sleep(POLL_SECONDS)
    return found


async def soak(address: str, process: int, url: str, count: int) -> None:
    """Both halves; what they have left."""
    store = await Store.open(url)
    found: list[tuple[Kept, int]] = []
    for half in (range(count // 2), range(count // 2, count)):
        began = time.perf_counter()
        await crowd(address, half)
        played = time.perf_counter() - began
        await until_dropped(address)
        left = await until_forgotten(store, url)
        found.append((left, Used.by(process).memory))
        print(
            f"  {len(half):,} tables came and went in {played:.0f} s; memory {found[-1][1] / 2**20:.0f} MiB, "
            f"database {left.size / 2**20:.1f} MiB with {left.started:,} tables and {left.entries:,} entries",
            flush=True,
        )
    await store.close()
    (middle, memory), (end, last) = found
    growth, share = last / memory, end.size / middle.size / 2
    print(f"  memory at the end: {growth:.2f} of the middle; database: {share:.2f} of twice the middle")
    report = await log_check.examine(url)
    assert not report.problems, report.problems
    assert end.started == count - len(range(0, count, UNSTARTED_EVERY)) == report.tables and report.redacted
    assert growth <= MOST_GROWTH and share <= MOST_GROWTH


@contextlib.contextmanager
def server(url: str) -> Iterator[tuple[str, int]]:
    """A server process at which time runs fast; its address, its number."""
    command = [sys.executable, "-m", "tafelrunde.server", "0", url, str(SPEED)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | SETTINGS) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            until_prepared(address)
            yield address, process.pid
        finally:
            process.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(options.database)
    with database(options.database) as url, server(url) as (address, process):
        uvloop.run(soak(address, process, url, options.tables))


if __name__ == "__main__":
    main()
