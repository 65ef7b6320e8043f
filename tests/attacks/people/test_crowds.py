"""Many connections to one table: as many as can be told everything, and its own people always get in."""

import asyncio
import contextlib
from pathlib import Path

import pytest

from tafelrunde.server.process import transport
from tafelrunde.server.process.config import Config
from tafelrunde.server.tables import audience
from tafelrunde.table import wishes
from tests.attacks import attackers
from tests.protocol_client import EMPTY, MINE, OPEN, TIMEOUT, Person, bye_after
from tests.server.support.hubs import RecordingSubscriber, ask, open_table, running_hub
from tests.server.support.servers import running_server

pytestmark = pytest.mark.anyio


async def test_onlookers_fill_a_table_for_onlookers_only(tmp_path: Path) -> None:
    async with running_hub(Config(f"sqlite:///{tmp_path / 'games.db'}")) as hub:
        table = await open_table(hub)
        async with hub.acquire(table) as live:

            async def look_on(person: str, address: str) -> str | None:
                subscriber = RecordingSubscriber(person)
                subscriber.payer = address, person
                return await live.subscribe(subscriber, 0)

            many = [
                await look_on(f"eve {number}", "203.0.113.9") for number in range(audience.ONLOOKERS_OF_ADDRESS + 5)
            ]
            assert many == [None] * audience.ONLOOKERS_OF_ADDRESS + ["too-many-onlookers"] * 5
            assert await look_on("zoe", "192.0.2.1") is None, "there is room for those of other addresses"
            more = [await look_on(f"mallory {number}", f"203.0.114.{number}") for number in range(200)]
            assert more.count(None) == audience.MOST_ONLOOKERS - audience.ONLOOKERS_OF_ADDRESS - 1
            assert await look_on("zoe", "192.0.2.1") == "too-many-onlookers"
            assert await look_on("anna", "203.0.113.9") is None and await look_on("ben", "192.0.2.2") is None
            await ask(hub, live, "eve 0", wishes.Join("Eve", ""))
            assert await look_on("eve 0", "203.0.113.9") is None, "whoever has joined belongs to the table"


async def test_a_person_has_so_many_windows(tmp_path: Path) -> None:
    """One more closes the oldest, which may be a connection that is dead; others keep theirs."""
    config = Config(f"sqlite:///{tmp_path / 'games.db'}", rate=10_000, burst=10_000)
    async with running_server(config) as (address, server), contextlib.AsyncExitStack() as stack:
        anna, ben = Person(address, "Anna"), Person(address, "Ben")
        table = await anna.open_table("denkste", [MINE, OPEN, EMPTY, EMPTY])
        guest = await stack.enter_async_context(ben.connect(table))
        windows = [await stack.enter_async_context(anna.connect(table)) for _ in range(audience.MOST_WINDOWS + 2)]
        for oldest in windows[:2]:
            bye = (await oldest.until_closed())[-1]
            assert (bye["reason"], bye["retry"]) == ("too-many-windows", False)
        assert len(server._app.state.hub.connections) == audience.MOST_WINDOWS + 1
        await windows[2].do("say", phrase="hello")
        await guest.until(lambda: guest.lobby["said"] != [])


async def test_who_is_one_too_many_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "MOST_ONLOOKERS", 0)
    async with running_server(Config(f"sqlite:///{tmp_path / 'games.db'}")) as (address, _):
        table = await Person(address, "Anna").open_table("denkste")
        bye = await bye_after(address, table, Person(address, "Eve").hello())
        assert (bye["reason"], bye["retry"]) == ("too-many-onlookers", False) and "fr" in bye["texts"]


async def test_a_crowd_that_is_refused_and_comes_again_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To refuse a socket costs as much as to accept one: a crowd that came again at once took the whole server."""
    heard, refused, read = 0, 50, transport.LimitedHttpProtocol.handle_websocket_upgrade
    attackers.counts.clear()
    attackers.eves_table.cache_clear()

    def counted(protocol: transport.LimitedHttpProtocol) -> None:
        nonlocal heard
        heard += protocol.client is not None and protocol.client[0] == attackers.source("crowd")
        read(protocol)

    monkeypatch.setattr(transport.LimitedHttpProtocol, "handle_websocket_upgrade", counted)
    async with running_server(Config(f"sqlite:///{tmp_path / 'games.db'}", requests=50.0)) as (address, server):
        anna = Person(address, "Anna")
        table = await anna.open_table("denkste", [MINE, MINE, EMPTY, EMPTY])
        number = 1 + audience.ONLOOKERS_OF_ADDRESS + refused
        crowd = [
            asyncio.create_task(attackers.again_and_again(attackers.KINDS["crowd"], address, table))
            for _ in range(number)
        ]
        async with asyncio.timeout(TIMEOUT), anna.connect(table) as client:
            await client.do("start")
            while heard < number - 1 or not server._limits.is_exhausted(attackers.source("crowd")):
                await asyncio.sleep(0.01)
            before = heard
            for _ in range(20):
                seat = client.ready_seats()[0]
                await client.do("play", seat=int(seat), move=client.seats[seat]["moves"][0])
                await asyncio.sleep(attackers.PAUSE)
            assert server._limits.connections._counts[attackers.source("crowd")], "they have come again, and wait"
            assert heard - before < refused, "what an address may request in a second or two, not all that it wants"
        for each in crowd:
            each.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
