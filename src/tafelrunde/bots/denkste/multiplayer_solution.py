"""Denkste! for three and four where all positions can be solved: the solved game, kept on disk."""

from functools import lru_cache
from pathlib import Path

import numpy as np

from tafelrunde.bots.denkste import multiplayer_solver, two_player_solution
from tafelrunde.bots.denkste.matrix_game import MOST_COLUMNS
from tafelrunde.bots.denkste.storage import replaced, solve_in_background
from tafelrunde.bots.denkste.two_player_solution import Numbers, TwoPlayerGame
from tafelrunde.games.denkste import state as denkste
from tafelrunde.games.denkste.game import Denkste
from tafelrunde.kernel.targets.native import CACHE

MOST_POSITIONS, VARIANT = 500_000, 10
"""This many are solved in a minute; one of the variant takes as long as this many of the basic game."""
MIXTURES = 2
"""There is room to keep a mixture for one position in this many."""


class MultiplayerSolution:
    """The values of all positions, and mixtures where they do not follow from the values."""

    def __init__(self, players: int, rings: tuple[int, ...], haste_gedacht: bool) -> None:
        with np.load(solution_file(players, rings, haste_gedacht)) as kept:
            self.values = kept["values"].astype(np.float64)
            self.numbers, self.go, self.stop = kept["numbers"], kept["go"], kept["stop"]
        self._at = {number: at for at, number in enumerate(self.numbers.tolist())}

    def mixtures(self, number: int) -> tuple[Numbers, Numbers] | None:
        """How both mix at a position, if that is kept."""
        at = self._at.get(number)
        if at is None:
            return None
        go, stop = self.go[at].astype(np.float64), self.stop[at].astype(np.float64)
        return go / go.sum(), stop / stop.sum()


def can_be_solved(players: int, pairs: TwoPlayerGame) -> bool:
    """Whether there are not too many positions."""
    positions: int = players * pairs.places**players
    return positions * (VARIANT if pairs.haste_gedacht else 1) <= MOST_POSITIONS


def available(players: int, pairs: TwoPlayerGame) -> MultiplayerSolution | None:
    """The solution if it is there; else None, while it is solved in the background."""
    if not can_be_solved(players, pairs):
        return None
    if solution_file(players, pairs.rings, pairs.haste_gedacht).exists():
        return solution(players, pairs.rings, pairs.haste_gedacht)
    solve_in_background(lambda: solve(players, pairs.rings, pairs.haste_gedacht))
    return None


@lru_cache(maxsize=16)
def solution(players: int, rings: tuple[int, ...], haste_gedacht: bool) -> MultiplayerSolution:
    """The game, solved now if it was not before."""
    if not solution_file(players, rings, haste_gedacht).exists():
        solve(players, rings, haste_gedacht)
    return MultiplayerSolution(players, rings, haste_gedacht)


def solve(players: int, rings: tuple[int, ...], haste_gedacht: bool) -> float:
    """Solve the game and store it; returns the regret that remains at the worst position."""
    pairs = two_player_solution.solution(rings, haste_gedacht)
    game = Denkste(players=players, rings=list(rings), haste_gedacht=haste_gedacht)
    total = players * pairs.places**players
    values, room = np.full((total, players), 1 / players), total // MIXTURES
    numbers = np.zeros(room, np.int64)
    go, stop = np.zeros((room, denkste.GO), np.float32), np.zeros((room, MOST_COLUMNS), np.float32)
    regret, count = multiplayer_solver.solve(
        game.blank(), pairs.stops, pairs.counts, pairs.levels, pairs.parts(), values, numbers, go, stop
    )
    file = solution_file(players, rings, haste_gedacht)
    with replaced(file) as opened:
        np.savez(opened, values=values.astype(np.float32), numbers=numbers[:count], go=go[:count], stop=stop[:count])
    return float(regret)


def solution_file(players: int, rings: tuple[int, ...], haste_gedacht: bool) -> Path:
    """The file with the solution."""
    name = "variant" if haste_gedacht else "basic"
    return CACHE / f"denkste-{players}-{name}-{'-'.join(map(str, rings))}.npz"
