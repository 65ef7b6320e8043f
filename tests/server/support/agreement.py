"""What must agree at the end: the log, what clients were sent, and what a new client is sent."""

import json
from collections.abc import Iterable
from typing import Any

import msgspec

from tafelrunde.server.storage.entries import Entry
from tafelrunde.server.storage.store import Store
from tafelrunde.table import acts, visibility
from tafelrunde.table.table import Table
from tests.protocol_client import Client
from tests.reconnecting_player import ReconnectingPlayer


async def logs(database: str, tables: Iterable[str]) -> dict[str, list[Entry]]:
    """The logs of these tables."""
    store = await Store.open(database)
    found = {table: await store.entries(table) for table in tables}
    await store.close()
    return found


def assert_once(log: list[Entry], players: Iterable[ReconnectingPlayer]) -> set[str]:
    """Every acknowledged wish is in the log once, as the acknowledged version; which other wishes are there."""
    assert [entry.version for entry in log] == list(range(1, len(log) + 1))
    wishes = [(entry.client, entry.version) for entry in log if entry.client is not None]
    written = dict(wishes)
    assert len(written) == len(wishes)
    acknowledged = {player.client(id): version for player in players for id, version in player.acknowledged.items()}
    assert acknowledged.items() <= written.items()
    return written.keys() - acknowledged.keys()


async def assert_told(player: ReconnectingPlayer, log: list[Entry]) -> None:
    """A player knows what a new client at the same seats is sent, and that follows from the log."""
    async with player.person.connect(player.table) as fresh:
        assert (fresh.version, player.version) == (len(log), len(log)), log[-3:]
        assert fresh.lobby == player.lobby
        assert fresh.seats.keys() == player.seats.keys()
        for seat, seen in fresh.seats.items():
            assert (seen["view"], seen["moves"]) == (player.seats[seat]["view"], player.seats[seat]["moves"])
            assert fresh.events[seat] == player.events[seat][-visibility.MOST_EVENTS :]
        _assert_replayed(fresh, log)


def _assert_replayed(fresh: Client, log: list[Entry]) -> None:
    table = Table.replay(fresh.lobby["id"], [(acts.decode(entry.data), entry.at) for entry in log])
    assert _plain(visibility.lobby(table)) == fresh.lobby
    for seat, seen in fresh.seats.items():
        expected = _plain(visibility.perspective(table, int(seat), 0, log[-1].at))
        for part in ("events", "view", "moves"):
            assert seen[part] == expected[part]


def _plain(told: Any) -> Any:
    return json.loads(msgspec.json.encode(told))
