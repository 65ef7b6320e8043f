"""What costs much cannot stop what costs little. `python -m tests.attacks` has the whole attacks, and the figures."""

from functools import partial
from pathlib import Path

import httpx
import pytest

from tests.attacks import expensive, honest
from tests.parts import thorough
from tests.protocol_client import TIMEOUT

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="addresses of Linux"),
]

SMALL = ("steps=40", "garbage=20", "hello=10", "moves=16", "crowd=100", "sent=2", "bots=8")
FINE, NOTICED = 0.5, 20.0
"""A delay in seconds that is no failure on a busy machine, and how many times as long as in quiet is one."""


async def test_honest_players_are_answered_beside_every_attack(tmp_path: Path) -> None:
    async with expensive.attacked(tmp_path, length=250) as (address, orders):
        async with httpx.AsyncClient(base_url=address, timeout=TIMEOUT) as http:
            assert (await http.get("/qr.svg?text=x")).status_code == 404, "drawn in the browser"
            steps = await http.get("/api/records/attackedgame/steps?seat=all")
            assert steps.status_code == 200 and len(steps.json()["steps"]) == 200
        for kinds in SMALL:
            measure = partial(honest.moves, address, tables=3, samples=8)
            found = await honest.compare(measure, orders, kinds, rounds=1, most=2)
            print(f"{kinds}: {found}")
            assert min(found.attacked) < max(FINE, NOTICED * min(found.quiet)), kinds


@thorough
@pytest.mark.parametrize("name", expensive.ATTACKS)
async def test_honest_players_do_not_notice(tmp_path: Path, name: str) -> None:
    found = await expensive.measured(name, tmp_path)
    print(f"{name}: {found}")
    assert found.ratio <= honest.MOST_RATIO
