"""The time that a database has for an answer: it is not the time in which our own process has none."""

import asyncio
import threading
import time
from pathlib import Path

import pytest

from tafelrunde.server.storage.entries import chained, new_start
from tafelrunde.server.storage.health import Health
from tafelrunde.server.storage.store import Store
from tests.protocol_client import TIMEOUT

pytestmark = pytest.mark.anyio

PATIENCE = 0.2


async def _works() -> None:
    """The database does."""


async def hold_up_everything(seconds: float) -> None:
    """For so long the event loop does nothing else, as while compiled code is loaded on a busy machine."""
    await asyncio.sleep(0)
    time.sleep(seconds)


async def two_statements() -> str:
    await asyncio.to_thread(lambda: None)
    return await asyncio.to_thread(lambda: "answer")


async def test_a_process_that_is_held_up_does_not_take_the_database_for_hanging() -> None:
    health = Health(PATIENCE, _works)
    answer, _ = await asyncio.gather(health.bounded(two_statements()), hold_up_everything(2 * PATIENCE))
    assert answer == "answer" and health.trouble is None


async def test_nor_when_it_writes(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'games.db'}", patience=TIMEOUT)
    await store.create("a" * 12, b"{}", False, 0.0)
    store.health.patience = PATIENCE
    entry = chained(new_start(), "a" * 12, 1, None, b"{}", 0.0, "dog 1")
    await asyncio.gather(store.append(entry), hold_up_everything(2 * PATIENCE))
    assert store.health.trouble is None and [each.version for each in await store.entries("a" * 12)] == [1]
    await store.close()


async def test_a_database_that_hangs_is_not_waited_for() -> None:
    health, may_answer = Health(PATIENCE, _works), threading.Event()
    began = time.monotonic()
    try:
        with pytest.raises(TimeoutError):
            await health.bounded(asyncio.to_thread(may_answer.wait, TIMEOUT))
        assert time.monotonic() - began >= PATIENCE
    finally:
        may_answer.set()
