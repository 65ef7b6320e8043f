"""What the critic of Biberbande's training sees beside what the seat sees: every card, the stock, and who plays.

In one array, these numbers follow those of `bots/biberbande/features_two_players.py` or `features_multiplayer.py`.
"""

from typing import Any, NamedTuple

import numpy as np

from tafelrunde.bots.biberbande import features_multiplayer, features_two_players
from tafelrunde.bots.biberbande.features import LEADS, points_so_far, write_thresholds
from tafelrunde.games.biberbande import piles
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.compiled import compiled
from tafelrunde.lab.training.biberbande.opponents import OPPONENTS

SPECIAL = 5
"""The points that a special card stands for."""


class Layout(NamedTuple):
    """Where each group of numbers begins."""

    rows: int
    stock: int
    opponents: int
    sums: int
    leads: int
    width: int

    @property
    def scale(self) -> Any:
        """The factor of each number that the critic alone sees."""
        scale = np.ones(self.width - self.rows, np.float32)
        scale[self.stock - self.rows : self.opponents - self.rows] = 1 / 4
        scale[self.sums - self.rows : self.leads - self.rows] = 1 / 16
        return scale


def _layout(start: int, seats: int) -> Layout:
    sizes = (seats * biber.SLOTS * biber.KINDS, biber.KINDS, (seats - 1) * len(OPPONENTS), seats, len(LEADS))
    return Layout(start, *(start + np.cumsum(sizes)).tolist())


TWO = _layout(features_two_players.SIZE, 2)
MANY = _layout(features_multiplayer.SIZE, biber.SEATS)


@compiled
def write_hidden(state, table, facts):
    """Write all that the seat on turn cannot see; its own row comes first."""
    players, seat = np.int64(state.players), table.acts
    at = TWO if players == 2 else MANY
    facts[at.rows :] = 0
    own, least = np.int64(0), np.int64(1000)
    for row in range(players):
        total = np.int64(0)
        for i in range(row * biber.SLOTS, (row + 1) * biber.SLOTS):
            card = np.int64(state.rows[table.slots[i]])
            facts[at.rows + i * biber.KINDS + card - 1] = 1
            total += card - 1 if card <= biber.NUMBERS else SPECIAL
        facts[at.sums + row] = total
        total += points_so_far(state, (seat + row) % players)
        if row == 0:
            own += total
        else:
            least = min(least, total - own)
            facts[at.opponents + (row - 1) * len(OPPONENTS) + table.kinds[(seat + row) % players]] = 1
    for kind in range(biber.KINDS):
        facts[at.stock + kind] = piles.count_of(state.pool, kind + 1)
    write_thresholds(facts, at.leads, LEADS, least)
