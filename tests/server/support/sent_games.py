"""Games of a device that are as long as somebody wants, to be sent to a server."""

import json
import random
from dataclasses import replace

from tafelrunde.browser.local.parcel import parcel
from tafelrunde.table import acts, permissions
from tafelrunde.table.acts import Place, Settings
from tafelrunde.table.fair_deal import Contribution, part_commitment
from tafelrunde.table.table import Table

ORIGIN = "local" + "a" * acts.ID_LENGTH
SECRET, PART, ME = "0" * 32, "1" * 32, "me"
LENGTH = 6_000
"""Moves of a game that is nearly as large as is allowed."""


def long_game(length: int = LENGTH) -> bytes:
    """A true game of a bit more moves, as it is sent: somebody plays Denkste! with themselves, and always guesses."""
    table, choice = _begun(), random.Random(1)
    while table.phase == "running":
        assert table.match is not None
        seat = table.match.actors()[0]
        moves = table.match.moves(seat)
        move = moves[0] if table.moves_made < length else choice.choice(moves)
        table.apply(acts.Moved(seat, move, "person"), table.moves_made / 1000)
    return json.dumps(parcel(table), separators=(",", ":")).encode()


def _begun() -> Table:
    """A table at which the game has begun."""
    places = [Place("person"), Place("person", name="Bo"), Place("empty"), Place("empty")]
    commitment = part_commitment(PART)
    opened = permissions.created(ME, "Eve", Settings("denkste", {}, take_back=False), places, None, commitment)
    assert isinstance(opened, acts.Created)
    dealt = (
        replace(opened, secret=SECRET, origin=ORIGIN),
        acts.Locked(ME, [0, 1], SECRET, [Contribution(ME, 0, commitment)]),
        acts.Revealed(ME, PART, part_commitment(SECRET)),
        acts.Started(ME),
    )
    return Table.replay(ORIGIN, [(act, 0.0) for act in dealt])
