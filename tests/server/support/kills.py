"""Killing servers again and again while a crowd plays, and comparing what is left with what people were told."""

import asyncio
import random
from collections.abc import Callable, Sequence

from tests.server.support.crowd import Crowd, compare
from tests.server.support.forked_servers import Servers

STANDING_STILL = 0.001
"""The speed of time during the comparison: no bot moves."""


async def kill_often(servers: Servers, crowd: Crowd, kills: int, on_kill: Callable[[], None] = lambda: None) -> None:
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
        on_kill()
    await crowd.answers(100)
    crowd.stop()


async def kill_in_turn(
    servers: Sequence[Servers], crowd: Crowd, kills: int, on_kill: Callable[[], None] = lambda: None
) -> None:
    """Kill one process and then the other while both work; the last one stays dead, and everybody plays on."""
    chance = random.Random(kills)
    for number in range(kills):
        await crowd.answers(chance.randint(50, 200))
        await asyncio.sleep(chance.uniform(0, 0.02))
        await servers[number % 2].kill()
        await crowd.answers(100)
        if number < kills - 1:
            await servers[number % 2].started()
        on_kill()
    crowd.stop()


async def one_process(database: str, at_once: int, kills: int, on_kill: Callable[[], None] = lambda: None) -> Crowd:
    """Kill a server so often, and compare; the crowd that has played."""
    async with Servers.of(database) as servers:
        await servers.started()
        crowd = Crowd(servers.address)
        async with asyncio.TaskGroup() as group:
            for number in range(at_once):
                group.create_task(crowd.play(number))
            await kill_often(servers, crowd, kills, on_kill)
        await servers.kill()
        await servers.started(STANDING_STILL)
        await compare(database, crowd)
    return crowd


async def two_processes(
    database: str, redis: str, at_once: int, kills: int, on_kill: Callable[[], None] = lambda: None
) -> Crowd:
    """Kill one of two servers so often, and compare; the crowd that has played."""
    shared = {"TAFELRUNDE_REDIS": redis}
    async with Servers.of(database, **shared) as one, Servers.of(database, **shared) as other:
        await one.started()
        await other.started()
        crowd = Crowd(one.address, other.address)
        async with asyncio.TaskGroup() as group:
            for number in range(at_once):
                group.create_task(crowd.play(number))
            await kill_in_turn([one, other], crowd, kills, on_kill)
        alive = (one, other)[kills % 2]
        await alive.kill()
        await one.started(STANDING_STILL)
        await compare(database, crowd)
    return crowd
