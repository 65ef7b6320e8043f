"""Two server processes on one PostgreSQL and one Redis: players of a table use different ones, and one is killed."""

import asyncio
import random

import pytest

from tests.server.support.crowd import Crowd, compare
from tests.server.support.forked_servers import Servers

pytestmark = pytest.mark.anyio

KILLS = 6
AT_ONCE = 6
STANDING_STILL = 0.001
"""The speed of time during the comparison: no bot moves."""
LIMIT = 240.0


async def kill_in_turn(servers: list[Servers], crowd: Crowd) -> None:
    """Kill one process and then the other while both work; the last one stays dead, and everybody plays on."""
    chance = random.Random(6)
    for number in range(KILLS):
        await crowd.answers(chance.randint(50, 200))
        await asyncio.sleep(chance.uniform(0, 0.02))
        await servers[number % 2].kill()
        await crowd.answers(100)
        if number < KILLS - 1:
            await servers[number % 2].started()
    crowd.stop()


async def test_one_of_two_processes_is_killed_and_nobody_loses_anything(fresh_postgres: str, redis_url: str) -> None:
    shared = {"TAFELRUNDE_REDIS": redis_url}
    async with (
        asyncio.timeout(LIMIT),
        Servers.of(fresh_postgres, **shared) as one,
        Servers.of(fresh_postgres, **shared) as other,
    ):
        await one.started()
        await other.started()
        crowd = Crowd(one.address, other.address)
        async with asyncio.TaskGroup() as group:
            for number in range(AT_ONCE):
                group.create_task(crowd.play(number))
            await kill_in_turn([one, other], crowd)
        await one.kill()
        await one.started(STANDING_STILL)
        await compare(fresh_postgres, crowd)
