"""The list of public tables, on either database."""

import pytest

from tafelrunde.server.tables.hub import Hub
from tafelrunde.table import wishes
from tests.server.support.hubs import RecordingSubscriber, ask, open_table

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
