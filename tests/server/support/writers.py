"""Processes that write to a store, and print what is durable: `python -m tests.server.support.writers WHAT URL …`."""

import asyncio
import itertools
import sys
from collections.abc import Callable, Coroutine
from typing import Any

from tafelrunde.server.storage.entries import DuplicateWish, VersionConflict, chained, new_start
from tafelrunde.server.storage.store import Store


async def open_only(url: str) -> None:
    """Open the store at the same moment as all others."""
    wait_for_the_others()
    store = await Store.open(url)
    await store.create(str(id(store)) + url[-3:], b"{}", True, 0.0)
    await store.close()


async def append_for_ever(url: str) -> None:
    """Write at twenty tables at once until killed."""
    store = await Store.open(url)
    await asyncio.gather(*(append_at(store, f"t{number}") for number in range(20)))


async def append_at(store: Store, table: str) -> None:
    written = await store.entries(table)
    head = written[-1].hash if written else new_start()
    for version in itertools.count(len(written) + 1):
        entry = chained(head, table, version, f"wish-{version}", b"%d" % version, 0.5)
        await store.append(entry)
        head = entry.hash
        say(table, version)


async def carry_out(url: str, wishes: str) -> None:
    """Carry out numbered wishes at one table, each once, whoever else does the same."""
    store = await Store.open(url)
    wait_for_the_others()
    for wish in range(int(wishes)):
        await carry_out_one(store, f"wish-{wish}")
    await store.close()


async def carry_out_one(store: Store, wish: str) -> None:
    while True:
        written = await store.entries("t")
        version, head = len(written) + 1, written[-1].hash if written else new_start()
        try:
            await store.append(chained(head, "t", version, wish, b"{}", 0.5))
        except VersionConflict:
            continue
        except DuplicateWish as duplicate:
            return say("again", wish, duplicate.version)
        return say("done", wish, version)


def wait_for_the_others() -> None:
    say("ready")
    sys.stdin.readline()


def say(*words: object) -> None:
    print(*words, flush=True)


if __name__ == "__main__":
    programs: dict[str, Callable[..., Coroutine[Any, Any, None]]] = {
        "open": open_only,
        "append": append_for_ever,
        "carry-out": carry_out,
    }
    asyncio.run(programs[sys.argv[1]](*sys.argv[2:]))
