"""No acknowledged move is lost and none is made twice, although servers are killed again and again under load.

SIGKILL takes the process and leaves the system's memory: what was written but not synced survives it. That a commit
waits for the disk is asked of the databases themselves, in test_databases.py. `python -m benchmarks.kill` does the same
for as long as one likes.
"""

import asyncio

import pytest

from tests.parts import thorough
from tests.server.support import kills

pytestmark = pytest.mark.anyio

KILLS = {"sqlite": 12, "postgresql": 5}
AT_ONCE = 12
LIMIT = 240.0


@pytest.mark.parametrize("times", [1, pytest.param(4, marks=thorough)])
async def test_nothing_acknowledged_is_lost_or_done_twice(database_url: str, times: int) -> None:
    async with asyncio.timeout(LIMIT):
        await kills.one_process(database_url, AT_ONCE, times * KILLS[database_url.split(":")[0]])
