"""The example bot, as a process of its own, plays whole games on a real server."""

import asyncio
import re
import sys
from pathlib import Path

import httpx
import pytest

import tafelrunde as tr
from tafelrunde.server.process.config import Config
from tafelrunde.table.table import place_count
from tafelrunde.table.verify import verify
from tests.protocol_client import TIMEOUT, Person
from tests.server.support.servers import running_server

pytestmark = pytest.mark.anyio
EXAMPLE = Path(__file__).parents[3] / "examples" / "bot.py"
SPEED = 100
# As a person starts it, in a time that goes as fast as the server's.
QUICK = f"""
import runpy, sys, time
sleep = time.sleep
time.sleep = lambda seconds: sleep(seconds / {SPEED})
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
DONE = re.compile(r'tafelrunde_wishes_total{outcome="done",wish="play"} (\d+)')


@pytest.mark.parametrize("game", tr.games())
async def test_it_joins_by_link_sits_down_and_plays_to_the_end(game: str, tmp_path: Path) -> None:
    players = 4 if game == "dog" else 2
    bots = [{"kind": "bot", "level": "greedy"}] * (players - 1)
    places = [{"kind": "open"}, *bots, *[{"kind": "empty"}] * (place_count(game) - players)]
    config = Config(f"sqlite:///{tmp_path / 'games.db'}", speed=SPEED, rate=10_000, burst=10_000)
    async with running_server(config) as (address, _), httpx.AsyncClient(base_url=address) as http:
        anna = await Person.register(address, "Anna")
        table = await anna.open_table(game, places)
        async with anna.connect(table) as host:
            link = f"{address}/api/tables/{table}"
            robot = await asyncio.create_subprocess_exec(
                sys.executable, "-c", QUICK, str(EXAMPLE), link, stdout=asyncio.subprocess.PIPE
            )
            await host.until(lambda: host.lobby["places"][0].get("person") is not None)
            await host.do("start")
            await host.until(lambda: host.phase == "over")
            said, _ = await asyncio.wait_for(robot.communicate(), TIMEOUT)
        record = (await http.get(f"/api/records/{table}")).json()
        played = DONE.search((await http.get("/metrics")).text)
    assert robot.returncode == 0 and said.decode().strip() == str(record["result"])
    assert all(found.holds for found in verify(record)) and record["names"][0] == "Robot"
    [dealt] = record["deal"]["rounds"]
    assert [each["seat"] for each in dealt["contributors"]] == [0], "it contributes to the deal"
    own = [seat for seat, _ in record["moves"]].count(0)
    assert played and int(played[1]) == own > 0, "all moves of its seat are its own"


async def test_it_says_why_it_cannot_play(tmp_path: Path) -> None:
    async with running_server(Config(f"sqlite:///{tmp_path / 'games.db'}")) as (address, _):
        robot = await asyncio.create_subprocess_exec(
            sys.executable, str(EXAMPLE), f"{address}/api/tables/nosuchtable2", stderr=asyncio.subprocess.PIPE
        )
        _, said = await asyncio.wait_for(robot.communicate(), TIMEOUT)
    assert robot.returncode == 1 and "no such table" in said.decode()
