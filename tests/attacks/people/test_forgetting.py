"""Whoever is forgotten disturbs nobody: neither those at tables they never got in at, nor those they sat with."""

import asyncio
from pathlib import Path

import httpx
import pytest

from tafelrunde.server.process.config import Config
from tests.protocol_client import EMPTY, MINE, OPEN, TIMEOUT, Person
from tests.server.support.servers import FAST, running_server

pytestmark = pytest.mark.anyio

WORDS = "Here I am"


async def test_nobody_is_thrown_off_a_table_by_somebody_who_is_forgotten(tmp_path: Path) -> None:
    config = Config(f"sqlite:///{tmp_path / 'games.db'}", speed=FAST)
    async with running_server(config) as (address, server), httpx.AsyncClient(base_url=address) as http:
        anna, eve = Person(address, "Anna"), Person(address, "Eve")
        places = [MINE, MINE, OPEN, EMPTY]
        table = await anna.open_table("denkste", places, free_text=True, options={"rings": [16, 16, 16]})
        async with anna.connect(table) as host:
            # Refused at the door: nothing is kept of that.
            async with eve.connect(table) as stranger:
                assert (await stranger.ask("join", name="\u3164", commitment=""))["type"] == "refused"
            store = server._app.state.hub.store
            assert await store.people.tables(eve.id) == []
            assert (await http.delete("/api/me", headers=eve.headers)).json() == {"tables": 0, "left": []}

            # At the table, with a place, a name and words.
            eve = Person(address, "Eve")
            async with eve.connect(table) as guest:
                await guest.join()
                await guest.do("sit", place=2)
                await host.do("start")
                await guest.do("say", text=WORDS)
                await host.until(lambda: WORDS in str(host.lobby["said"]))
                assert await store.people.tables(eve.id) == [table]
                assert (await http.delete("/api/me", headers=eve.headers)).json() == {"tables": 1, "left": []}
            await host.until(lambda: "Eve" not in str(host.lobby))
            assert WORDS not in str(host.lobby)
            seat = host.ready_seats()[0]
            await host.do("play", seat=int(seat), move=host.choose(seat))
            assert not any('"bye"' in frame for frame in host.frames), "others stay where they are"
            async with Person(address, "Late").connect(table) as late:
                assert "Eve" not in str(late.lobby) and WORDS not in str(late.lobby)


async def test_being_forgotten_again_and_again_costs_something(tmp_path: Path) -> None:
    config = Config(f"sqlite:///{tmp_path / 'games.db'}", requests=20)
    async with running_server(config) as (address, _), httpx.AsyncClient(base_url=address, timeout=TIMEOUT) as http:
        people = [Person(address, f"Eve {number}") for number in range(30)]
        answers = await asyncio.gather(*(http.delete("/api/me", headers=one.headers) for one in people))
        statuses = [answer.status_code for answer in answers]
        assert set(statuses) == {200, 429} and statuses.count(200) < 20
