"""The list of public tables, on either database."""

import asyncio

import pytest

from tafelrunde.server.tables.hub import Hub
from tafelrunde.server.tables.table_list import KEPT_PAGES, KEPT_SECONDS
from tafelrunde.table import wishes
from tests.server.support.hubs import ManualTime, RecordingSubscriber, ask, open_table

pytestmark = pytest.mark.anyio


async def test_a_public_table_is_listed_while_its_host_is_there(hub: Hub) -> None:
    table = await open_table(hub, public=True)
    assert await hub.tables(0) == [], "nobody has come yet"
    async with hub.acquire(table) as live:
        for _ in range(2):
            await live.subscribe(RecordingSubscriber("anna"), 0)
            await hub.table_list.refresh(hub.hosted())
        assert [listed["id"] for listed in await hub.tables(0)] == [table]
        await ask(hub, live, "anna", wishes.End())
        assert list(hub.hosted()) == []


async def test_a_page_is_read_once_a_second(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask for it; not longer, and not after a table of this server was listed."""
    hub.time, read = ManualTime(), []

    async def listed(since: float, limit: int, offset: int) -> list[tuple[str, bytes, float]]:
        read.append(offset)
        return []

    monkeypatch.setattr(hub.store, "listed", listed)
    await asyncio.gather(*(hub.tables(0) for _ in range(10)), hub.tables(50))
    assert read == [0, 50]
    hub.time.moment += KEPT_SECONDS
    await hub.tables(0)
    await hub.table_list.refresh([])
    await hub.tables(0)
    assert read == [0, 50, 0, 0]
    for offset in range(100):
        await hub.tables(offset)
    assert len(hub.table_list._pages) <= KEPT_PAGES
