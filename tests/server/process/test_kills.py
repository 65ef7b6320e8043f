"""No acknowledged move is lost and none is made twice, although the server is killed again and again under load.

SIGKILL takes the process and leaves the system's memory: what was written but not synced survives it. That a commit
waits for the disk is asked of the databases themselves, in test_databases.py.
"""

import asyncio
import random

import pytest

from tests.parts import thorough
from tests.server.support.crowd import Crowd, compare
from tests.server.support.forked_servers import Servers

pytestmark = pytest.mark.anyio

KILLS = {"sqlite": 12, "postgresql": 5}
AT_ONCE = 12
STANDING_STILL = 0.001
"""The speed of time during the comparison: no bot moves."""
LIMIT = 240.0


async def kill_often(servers: Servers, crowd: Crowd, kills: int) -> None:
    """Kill the server while it works, and now and then the next one while it starts."""
    chance = random.Random(kills)
    for number in range(kills):
        await crowd.answers(chance.randint(1, 100))
        await asyncio.sleep(chance.uniform(0, 0.02))
        await servers.kill()
        if number % 5 == 0:
            servers.start()
            await asyncio.sleep(chance.uniform(0.01, 0.3))
            await servers.kill()
        await servers.started()
    await crowd.answers(100)
    crowd.stop()


@pytest.mark.parametrize("times", [1, pytest.param(4, marks=thorough)])
async def test_nothing_acknowledged_is_lost_or_done_twice(database_url: str, times: int) -> None:
    async with asyncio.timeout(LIMIT), Servers.of(database_url) as servers:
        await servers.started()
        crowd = Crowd(servers.address)
        async with asyncio.TaskGroup() as group:
            for number in range(AT_ONCE):
                group.create_task(crowd.play(number))
            await kill_often(servers, crowd, times * KILLS[database_url.split(":")[0]])
        await servers.kill()
        await servers.started(STANDING_STILL)
        await compare(database_url, crowd)
