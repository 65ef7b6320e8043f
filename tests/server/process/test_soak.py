"""Tables that were opened, played a little and left leave nothing behind in memory, and what retention allows on disk.
`python -m benchmarks.soak` does it with ten thousand, and measures the memory of a server process."""

import asyncio
import gc
from collections import Counter
from dataclasses import replace

import pytest
import sqlalchemy as sa
from benchmarks import soak

from tafelrunde.server import log_check
from tafelrunde.server.http import app
from tafelrunde.server.people import retention
from tafelrunde.server.process import fair_queue
from tafelrunde.server.process.config import Config
from tafelrunde.server.process.rate_limits import TokenBucket
from tafelrunde.server.storage.schema import tables
from tafelrunde.server.tables.hub import Hub
from tests.protocol_client import TIMEOUT
from tests.server.support.servers import running_server

pytestmark = pytest.mark.anyio

FIRST, MORE = 30, 80
BOUNDED = (TokenBucket, fair_queue._Payer)
"""What is kept for people who have gone until they are counted again."""


def ours() -> Counter[str]:
    """How many objects of ours there are, by type."""
    gc.collect()
    found = Counter(type(thing) for thing in gc.get_objects())
    named = {f"{kind.__module__}.{kind.__qualname__}": n for kind, n in found.items() if kind not in BOUNDED}
    return Counter({name: n for name, n in named.items() if name.startswith("tafelrunde.")})


def holders(ids: frozenset[str]) -> list[int]:
    """How many of these ids are in a dictionary or a set, for each that has any."""
    known = [thing for thing in gc.get_objects() if type(thing) in (dict, set)]
    return [count for thing in known if (count := len(ids.intersection(thing)))]


def cyclic() -> Counter[str]:
    """What only the garbage collector finds, of ours and of what serves our sockets, by type."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
    finally:
        gc.set_debug(0)
    found = Counter(f"{type(thing).__module__}.{type(thing).__qualname__}" for thing in gc.garbage)
    gc.garbage.clear()
    return Counter(
        {name: n for name, n in found.items() if name.startswith(("tafelrunde.", "uvicorn.", "websockets."))}
    )


async def test_nothing_grows(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "CLEANUP_INTERVAL", 1e9)  # only this test sweeps: tables that are being opened stay
    moment = 1.0
    config = replace(config, idle=0.05, unstarted=moment, keep_names=moment, requests=10_000.0)
    async with running_server(config) as (address, server):
        hub: Hub = server._app.state.hub
        for game in hub.preparation._order:
            await hub.preparation.wait(game, "rules")
        counts = []
        for numbers in (range(FIRST), range(FIRST, FIRST + MORE)):
            cyclic()
            gc.disable()
            try:
                async with asyncio.timeout(4 * TIMEOUT):
                    await soak.crowd(address, numbers)
                    while hub._tables or hub.connections:
                        await asyncio.sleep(0.02)
                circles = cyclic()
            finally:
                gc.enable()
            await asyncio.sleep(moment / config.speed)
            await retention.sweep(hub)
            counts.append(ours())
        # Of the second crowd only: the first may find what tests before this one have left.
        assert max(circles.values(), default=0) < MORE / 10, circles
        assert sum((counts[1] - counts[0]).values()) < MORE / 10, counts[1] - counts[0]
        ids = frozenset(row.id for row in await hub.store.read(sa.select(tables.c.id)))
        assert max(holders(ids), default=0) < MORE / 10, "nobody keeps the ids of tables that are gone"
        left = await soak.kept(hub.store, config.database)
    started = len([n for n in range(FIRST + MORE) if n % soak.UNSTARTED_EVERY])
    assert (left.unstarted, left.started, left.known) == (0, started, 0)
    report = await log_check.examine(config.database)
    assert not report.problems and report.tables == started and report.redacted
