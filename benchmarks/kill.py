"""Kills servers under load and counts what is lost, doubled or missing: nothing may be.

Usage: python -m benchmarks.kill [--kills 1000] [--only sqlite|postgresql|two]

One process on SQLite, one on PostgreSQL, and two that share PostgreSQL and Redis are killed so often (SIGKILL) while
people play at a dozen tables. At the end every acknowledged wish must be in the log exactly once, as the acknowledged
version, without gaps; every player must know what a new client is sent; and `check-log` must find the database whole.
Fails at the first thing that is not so.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from tests import services
from tests.server.support import kills
from tests.server.support.crowd import Crowd

from tafelrunde.server import log_check

AT_ONCE = 12
TOGETHER = 100
"""Kills from one comparison to the next: players remember everything that they were told."""

Run = Callable[[int, Callable[[], None]], Coroutine[Any, Any, Crowd]]


async def measure(name: str, database: str, count: int, run: Run) -> None:
    """So many kills; prints what was compared."""
    began, done, wishes, tables = time.perf_counter(), 0, 0, 0

    def on_kill() -> None:
        nonlocal done
        done += 1
        if sys.stderr.isatty():
            print(f"\r{name}: {done} of {count} kills", end="", file=sys.stderr)

    while done < count:
        crowd = await run(min(TOGETHER, count - done), on_kill)
        tables += len(crowd.tables)
        wishes += sum(len(player.acknowledged) for players in crowd.tables.values() for player in players)
    report = await log_check.examine(database)
    assert not report.problems, report.problems
    print(
        f"{name}: {done:,} kills, {wishes:,} acknowledged wishes at {tables:,} tables, {report.entries:,} entries; "
        f"0 lost, 0 doubled, 0 gaps ({time.perf_counter() - began:,.0f} s)",
        flush=True,
    )


def main() -> None:
    """Every arrangement, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--only", choices=("sqlite", "postgresql", "two"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/games.db"
        if given.only in (None, "sqlite"):
            asyncio.run(measure("SQLite", url, given.kills, partial(kills.one_process, url, AT_ONCE)))
    with services.postgres() as url, services.redis() as redis:
        if given.only in (None, "postgresql"):
            asyncio.run(measure("PostgreSQL", url, given.kills, partial(kills.one_process, url, AT_ONCE)))
        if given.only in (None, "two"):
            services.empty_database(url)
            run = partial(kills.two_processes, url, redis, AT_ONCE)
            asyncio.run(measure("Two processes, PostgreSQL and Redis", url, given.kills, run))


if __name__ == "__main__":
    main()
