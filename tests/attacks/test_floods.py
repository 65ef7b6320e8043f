"""Thousands of bad clients: memory stays bounded, and players at other tables do not notice."""

from pathlib import Path

import pytest

from tests.attacks.honest import MOST_RATIO, attacked_server, attackers, compare, moves, tell
from tests.parts import thorough
from tests.protocol_client import Person
from tests.server.support import raw_socket

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory and addresses of Linux"),
]

ROUNDS, MOST_ROUNDS = 3, 9
MEGABYTE = 1_000_000
ATTACKS = {
    "half-open": ({"mute": 900, "half": 700, "unknown": 900}, 250),
    "loud": ({"fuzz": 20, "giant": 20, "flood": 20, "deaf": 20, "asking": 4}, 150),
}
"""How many attackers of each kind, and by how many megabytes the server may grow."""


@pytest.mark.parametrize("measured", [False, pytest.param(True, marks=thorough)])
@pytest.mark.parametrize("name", ATTACKS)
async def test_other_players_do_not_notice(tmp_path: Path, name: str, measured: bool) -> None:
    """Every player is answered; whether they wait longer is measured only where the machine has time for it."""
    kinds, growth = ATTACKS[name]
    wanted = " ".join(f"{kind}={count if measured else -(-count // 4)}" for kind, count in kinds.items())
    async with attacked_server(f"sqlite:///{tmp_path / 'games.db'}") as (server, address):
        target = await Person(address, "P").open_table("denkste", free_text=True)
        async with attackers(address, target) as orders:
            await moves(address)
            before = raw_socket.resident(server.pid)

            async def measure() -> list[float]:
                found = await moves(address)
                assert raw_socket.resident(server.pid) - before < growth * MEGABYTE
                return found

            if measured:
                found = await compare(measure, orders, wanted, ROUNDS, MOST_ROUNDS)
                print(f"{name}: {found}")
                assert found.ratio <= MOST_RATIO
            else:
                await tell(orders, f"go {wanted}")
                await measure()
                await tell(orders, "stop")
            assert server.returncode is None
