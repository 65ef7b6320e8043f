"""Whole games over connections that lose, delay, repeat and reorder frames: everybody ends with the same view."""

import asyncio
from pathlib import Path

import pytest

from tests.protocol_client import BOT, EMPTY, MINE, OPEN, Message, Person
from tests.reconnecting_player import ReconnectingPlayer
from tests.server.support import agreement
from tests.server.support.faulty_proxy import FATES, Proxy
from tests.server.support.forked_servers import Servers
from tests.server.support.servers import FAST

pytestmark = pytest.mark.anyio

TABLES: list[tuple[str, list[Message], Message]] = [
    ("beam-me-up", [MINE, OPEN, EMPTY, EMPTY], {}),
    ("biberbande", [MINE, OPEN, BOT, EMPTY, EMPTY, EMPTY], {"memory_aid": True}),
    ("biesti-boys", [MINE, OPEN, BOT, EMPTY], {}),
    ("denkste", [MINE, OPEN, EMPTY, EMPTY], {}),
    ("dog", [MINE, OPEN, BOT, BOT], {}),
]
SILENCE = 0.15
"""Seconds without a frame after which a client sends a ping."""
LONG = "1e6"
"""Long enough that nobody is replaced by a bot."""
LIMIT = 200.0


async def test_everybody_ends_with_the_same_view(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.db'}"
    async with asyncio.timeout(LIMIT), Servers.of(database, TAFELRUNDE_GRACE=LONG) as servers:
        await servers.started()
        async with Proxy.before(servers.address, seed=7) as proxy:
            tables = await asyncio.gather(*(whole_game(servers.address, proxy.address, *table) for table in TABLES))
        assert min(proxy.fates[fate] for fate in FATES) > 5
        logs = await agreement.logs(database, (players[0].table for players in tables))
        for players in tables:
            log = logs[players[0].table]
            # A frame that comes a second time after a refusal is a wish like any other.
            refused = {player.client(id) for player in players for id in player.refused}
            assert agreement.assert_once(log, players) <= refused
            for player in players:
                assert player.over and player.reconnects
                await agreement.assert_told(player, log)


async def whole_game(
    direct: str, address: str, game: str, places: list[Message], settings: Message
) -> tuple[ReconnectingPlayer, ReconnectingPlayer]:
    """Two people play through the proxy until the game is over."""
    anna, ben = Person(direct, "Anna"), Person(direct, "Ben")
    table = await anna.open_table(game, places, **settings)
    players = (
        ReconnectingPlayer([address], anna, table, speed=FAST, level="greedy", silence=SILENCE),
        ReconnectingPlayer([address], ben, table, speed=FAST, level="greedy", silence=SILENCE),
    )
    await asyncio.gather(*(player.run() for player in players))
    return players
