"""Two server processes on one PostgreSQL and one Redis: players of a table use different ones, and one is killed."""

import asyncio

import pytest

from tests.server.support import kills

pytestmark = pytest.mark.anyio

KILLS = 6
AT_ONCE = 6
LIMIT = 240.0


async def test_one_of_two_processes_is_killed_and_nobody_loses_anything(fresh_postgres: str, redis_url: str) -> None:
    async with asyncio.timeout(LIMIT):
        await kills.two_processes(fresh_postgres, redis_url, AT_ONCE, KILLS)
