"""A planned restart: clients are told to reconnect, every table goes on, and no clock has run in the meantime."""

import asyncio
import contextlib
import itertools
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tafelrunde.server.storage.entries import chained
from tafelrunde.table import acts
from tests.protocol_client import EMPTY, MINE, OPEN, Client, Message, Person, two_players
from tests.reconnecting_player import ReconnectingPlayer
from tests.server.support import agreement
from tests.server.support.forked_servers import Servers
from tests.server.support.servers import FAST

pytestmark = pytest.mark.anyio

GAMES: dict[str, list[dict[str, str]]] = {
    "beam-me-up": [EMPTY, EMPTY],
    "biberbande": [MINE, MINE, EMPTY, EMPTY],
    "biesti-boys": [EMPTY, EMPTY],
    "denkste": [EMPTY, EMPTY],
    "dog": [MINE, MINE],
}
"""The places after those of Anna and Ben."""
TO_THE_END = "biesti-boys"
TABLES = 50
PAUSE = 0.5
"""Seconds before a move, so that no game is over too soon."""
SOME = 3
LIMIT = 200.0
LONG, LONGER = 36_000, 360_000
"""Seconds that no test waits for, even where time runs fast, and more than that."""


class Gathering:
    """Two people at each of many tables."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.tables: dict[str, list[ReconnectingPlayer]] = {}
        self._news = asyncio.Event()

    async def open(self, number: int) -> None:
        game = list(GAMES)[number % len(GAMES)]
        people = [Person(self.address, f"{name} {number}") for name in ("Anna", "Ben")]
        table = await people[0].open_table(game, [MINE, OPEN, *GAMES[game]], memory_aid=True)
        self.tables[table] = [
            ReconnectingPlayer([self.address], person, table, speed=FAST, pause=PAUSE, on_ack=self._news.set)
            for person in people
        ]

    def players(self) -> list[ReconnectingPlayer]:
        return list(itertools.chain(*self.tables.values()))

    async def until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            await self._news.wait()
            self._news.clear()

    def plays(self) -> dict[str, int]:
        """How many moves of people have been acknowledged at each table."""
        return {table: sum(player.moves_made for player in players) for table, players in self.tables.items()}

    def hurry(self) -> None:
        """Some games are to come to their end."""
        for player in self.players():
            if player.lobby["settings"]["game"] == TO_THE_END:
                player.pause = 0.0

    def went_on(self, before: dict[str, int]) -> bool:
        """Each table has made some more moves, or has come to its end if it is to do so."""
        now = self.plays()
        return all(
            players[0].over or (players[0].pause and now[table] >= before[table] + SOME)
            for table, players in self.tables.items()
        )


async def test_many_tables_go_on_after_a_restart(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.db'}"
    async with asyncio.timeout(LIMIT), Servers.of(database, TAFELRUNDE_GRACE=str(LONG)) as servers:
        await servers.started()
        gathering = Gathering(servers.address)
        await asyncio.gather(*map(gathering.open, range(TABLES)))
        async with asyncio.TaskGroup() as group:
            for player in gathering.players():
                group.create_task(player.run())
            await gathering.until(lambda: min(gathering.plays().values()) >= SOME)
            before = gathering.plays()
            assert await servers.end(signal.SIGTERM) in (0, -signal.SIGTERM)
            await servers.started()
            gathering.hurry()
            await gathering.until(lambda: gathering.went_on(before))
            for player in gathering.players():
                player.stop()
        for player in gathering.players():
            assert [(bye["reason"], bye["retry"]) for bye in player.byes] == [("restart", True)]
        await assert_agreed(database, gathering)


async def assert_agreed(database: str, gathering: Gathering) -> None:
    logs = await agreement.logs(database, gathering.tables)
    for table, players in gathering.tables.items():
        assert not agreement.assert_once(logs[table], players)
        moved = [entry for entry in logs[table] if isinstance(acts.decode(entry.data), acts.Moved)]
        assert all(entry.client is not None for entry in moved), "nobody was played for"
        await players[0].catch_up()
        await agreement.assert_told(players[0], logs[table])


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_no_clock_runs_while_the_server_is_down(tmp_path: Path, how: signal.Signals) -> None:
    database = tmp_path / "games.db"
    async with asyncio.timeout(LIMIT), Servers.of(f"sqlite:///{database}", TAFELRUNDE_GRACE=str(LONG)) as servers:
        await servers.started()
        async with contextlib.AsyncExitStack() as stack:
            begun = [
                await stack.enter_async_context(two_players(servers.address, game, *more, move_seconds=LONG))
                for game, more in GAMES.items()
            ]
            assert await servers.end(how) in (0, -how)
            for client in itertools.chain(*begun):
                assert_told_to_come_back(await client.until_closed())
        let_time_pass(database)
        await servers.started()
        for anna, ben in begun:
            await assert_nothing_happens_by_itself(anna, ben)
        logs = await agreement.logs(f"sqlite:///{database}", [anna.lobby["id"] for anna, _ in begun])
        for log in logs.values():
            made = [act for act in (acts.decode(entry.data) for entry in log) if isinstance(act, acts.Moved)]
            assert [act.by for act in made] == ["person"]


def assert_told_to_come_back(heard: list[Message]) -> None:
    assert heard[-1]["type"] == "bye" and heard[-1]["reason"] == "restart" and heard[-1]["retry"]


def let_time_pass(database: Path) -> None:
    """Let everything have happened much longer ago, in a chain of its own."""
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        rows = connection.execute('SELECT "table", version, client, data, at, rules, previous FROM log ORDER BY 1, 2')
        head = b""
        for table, version, client, data, at, rules, previous in rows.fetchall():
            entry = chained(previous if version == 1 else head, table, version, client, data, at - LONGER, rules)
            head = entry.hash
            changed = (entry.at, entry.previous, entry.hash, table, version)
            connection.execute(
                'UPDATE log SET at = ?, previous = ?, hash = ? WHERE "table" = ? AND version = ?', changed
            )


async def assert_nothing_happens_by_itself(anna: Client, ben: Client) -> None:
    """Anna is back and chats for a while, but no bot moves; then Ben is back, and somebody plays."""
    table, version = anna.lobby["id"], anna.version
    async with anna.person.connect(table, after=version) as back:
        assert all(seen["due"] is None or seen["due"] > 0.9 * LONG for seen in back.seats.values())
        for spoken in range(1, 21):
            assert await back.do("say", phrase="hello") == version + spoken
        async with ben.person.connect(table) as other:
            await (back if any(seen["moves"] for seen in back.seats.values()) else other).play(most=1)
