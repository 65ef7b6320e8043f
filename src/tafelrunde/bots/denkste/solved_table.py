"""Denkste! for three and four where all positions can be solved: how likely each seat wins, kept on disk."""

import os
import tempfile
from functools import lru_cache
from pathlib import Path

import numpy as np

from tafelrunde.bots.denkste import multiplayer_game as party
from tafelrunde.bots.denkste.estimate import beside
from tafelrunde.bots.denkste.matrix_game import MOST_COLUMNS
from tafelrunde.bots.denkste.solution import Numbers, Outlook, solution
from tafelrunde.games.denkste import rules
from tafelrunde.games.denkste.game import Denkste
from tafelrunde.kernel.targets.native import CACHE

MOST_POSITIONS, VARIANT = 500_000, 10
"""So many are solved in a minute, beside; in the variant one takes as long as so many of the basic game."""
MIXTURES = 2
"""There is room to keep a mixture for one position of so many."""


class Table:
    """All positions of the game, and mixtures at those where the values alone do not tell them."""

    def __init__(self, players: int, rings: tuple[int, ...], haste_gedacht: bool) -> None:
        with np.load(file_of(players, rings, haste_gedacht)) as kept:
            self.values = kept["values"].astype(np.float64)
            self.numbers, self.go, self.stop = kept["numbers"], kept["go"], kept["stop"]
        self._at = {number: at for at, number in enumerate(self.numbers.tolist())}

    def kept(self, number: int) -> tuple[Numbers, Numbers] | None:
        """How both mix at a position, if that is kept."""
        at = self._at.get(number)
        if at is None:
            return None
        go, stop = self.go[at].astype(np.float64), self.stop[at].astype(np.float64)
        return go / go.sum(), stop / stop.sum()


def can_be_solved(players: int, pairs: Outlook) -> bool:
    """Whether there are not too many positions."""
    positions: int = players * pairs.places**players
    return positions * (VARIANT if pairs.haste_gedacht else 1) <= MOST_POSITIONS


def at_hand(players: int, pairs: Outlook) -> Table | None:
    """The table if it is there; else nothing, while it is solved beside."""
    if not can_be_solved(players, pairs):
        return None
    if file_of(players, pairs.rings, pairs.haste_gedacht).exists():
        return table(players, pairs.rings, pairs.haste_gedacht)
    beside(lambda: solve(players, pairs.rings, pairs.haste_gedacht))
    return None


@lru_cache(maxsize=16)
def table(players: int, rings: tuple[int, ...], haste_gedacht: bool) -> Table:
    """The game, solved now if it was not before."""
    if not file_of(players, rings, haste_gedacht).exists():
        solve(players, rings, haste_gedacht)
    return Table(players, rings, haste_gedacht)


def solve(players: int, rings: tuple[int, ...], haste_gedacht: bool) -> float:
    """Solve the game and write it down; returns what is left to regret at the worst position."""
    outlook = solution(rings, haste_gedacht)
    game = Denkste(players=players, rings=list(rings), haste_gedacht=haste_gedacht)
    total = players * outlook.places**players
    values, room = np.full((total, players), 1 / players), total // MIXTURES
    numbers = np.zeros(room, np.int64)
    go, stop = np.zeros((room, rules.GO), np.float32), np.zeros((room, MOST_COLUMNS), np.float32)
    regret, count = party.solve(
        game.blank(), outlook.stops, outlook.counts, outlook.levels, outlook.parts(), values, numbers, go, stop
    )
    file = file_of(players, rings, haste_gedacht)
    handle, name = tempfile.mkstemp(dir=file.parent, suffix=".npz")
    with os.fdopen(handle, "wb") as opened:
        np.savez(opened, values=values.astype(np.float32), numbers=numbers[:count], go=go[:count], stop=stop[:count])
    os.replace(name, file)
    return float(regret)


def file_of(players: int, rings: tuple[int, ...], haste_gedacht: bool) -> Path:
    """The file with the table."""
    name = "variant" if haste_gedacht else "basic"
    return CACHE / f"denkste-{players}-{name}-{'-'.join(map(str, rings))}.npz"
