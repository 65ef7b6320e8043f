"""How many entries a second the storage appends durably.

Usage: python -m benchmarks.storage

One writer alone; two hundred tables at once with a transaction for each entry; and the same with group commit, on
SQLite and on a PostgreSQL server of its own (fsync on), with the median and the worst of a hundred waits. The time that
the disk takes for one fsync is printed first: all other figures are relative to it.
"""

import asyncio
import os
import tempfile
import time
from pathlib import Path

from tests import services

from tafelrunde.server.storage import writer
from tafelrunde.server.storage.entries import chained, new_start
from tafelrunde.server.storage.store import Store

TABLES = 200
SECONDS = 2.0
DATA = b'{"move": "A h>0", "seat": 1, "events": "about as long as the entry of a game"}' * 3


async def append_until(end: float, store: Store, table: str, waits: list[float]) -> None:
    written = await store.entries(table)
    version, head = len(written), written[-1].hash if written else new_start()
    while (began := time.perf_counter()) < end:
        version += 1
        entry = chained(head, table, version, f"wish-{version}", DATA, time.time(), "game 1")
        head = entry.hash
        await store.append(entry)
        waits.append(time.perf_counter() - began)


async def measure(store: Store, writers: int, batch: int) -> float:
    """Appends a second; prints them with the time that one takes."""
    writer.MAX_BATCH = batch
    waits: list[float] = []
    began = time.perf_counter()
    await asyncio.gather(*(append_until(began + SECONDS, store, f"t{number}", waits) for number in range(writers)))
    rate = len(waits) / (time.perf_counter() - began)
    waits.sort()
    median, late = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
    each = "group commit" if batch > 1 else "a transaction each"
    print(f"  {writers:>3} writers, {each:<18} {rate:>8,.0f}/s   {median * 1e3:>6.1f} ms, p99 {late * 1e3:>6.1f} ms")
    return rate


async def compare(name: str, url: str) -> None:
    print(name)
    store = await Store.open(url)
    await asyncio.gather(*(store.create(f"t{number}", b"{}", True, 0.0) for number in range(TABLES)))
    grouped = writer.MAX_BATCH
    await measure(store, 1, 1)
    alone = await measure(store, TABLES, 1)
    together = await measure(store, TABLES, grouped)
    print(f"  group commit: {together / alone:.1f} ×")
    await store.close()


def fsync_seconds(folder: Path) -> float:
    with (folder / "probe").open("wb") as probe:
        began = time.perf_counter()
        for _ in range(200):
            probe.write(bytes(4096))
            probe.flush()
            os.fdatasync(probe.fileno())
        return (time.perf_counter() - began) / 200


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        print(f"fsync {fsync_seconds(Path(folder)) * 1e3:.2f} ms")
        asyncio.run(compare("SQLite", f"sqlite:///{folder}/games.db"))
    try:
        with services.postgres() as url:
            asyncio.run(compare("PostgreSQL", url))
    except services.Missing as missing:
        print(missing)


if __name__ == "__main__":
    main()
