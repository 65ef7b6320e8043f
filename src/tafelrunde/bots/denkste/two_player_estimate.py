"""Denkste! on rings that take long to solve: who is likely to win, until the solution is there.

Both figures move as they do on the usual rings, as if they were alone. From the mean and the variance of the turns that
this takes follows which one is likely to be first.
"""

from functools import lru_cache

import numpy as np

from tafelrunde.bots.denkste.storage import solve_in_background
from tafelrunde.bots.denkste.two_player_solution import Numbers, Solution, TwoPlayerGame, solution, solution_file
from tafelrunde.games.denkste import state as denkste

QUICK = 120
"""Paths of this many places are solved in a moment."""
ON_TURN = 0.5
"""What being on turn is worth, in turns."""
SPREAD, BLUR = {False: 0.6, True: 0.43}, {False: 0.0, True: 5.6}
"""How far the turns of both vary together, in the basic game and the variant; fitted to solutions of larger rings."""
START = (1, 0)


class Estimate(TwoPlayerGame):
    """The game estimated instead of solved."""

    def __init__(self, rings: tuple[int, ...], haste_gedacht: bool) -> None:
        super().__init__(rings, haste_gedacht)
        turns, variance = self._turns()
        sooner = turns - turns[:, None] + ON_TURN
        spread = SPREAD[haste_gedacht] * np.sqrt(variance + variance[:, None] + BLUR[haste_gedacht] ** 2)
        self.values = (1 + np.tanh(sooner / spread / 2)) / 2

    def _turns(self) -> tuple[Numbers, Numbers]:
        """From every place to the centre: how many turns it takes, and how much that varies."""
        play = solution(tuple(denkste.RINGS), self.haste_gedacht).average_play
        on = np.zeros((self.places, self.places + 1))
        for place, level in enumerate(self.levels):
            ends = self.ends(self.figure(place), START)
            np.add.at(on[place], ends.ravel(), play[level - 1].ravel())
        on = on[:, : self.places]
        left = np.eye(self.places) - on
        mean = np.linalg.solve(left, np.ones(self.places)).astype(np.float64)
        squares = np.linalg.solve(left, 1 + 2 * on @ mean).astype(np.float64)
        return mean, squares - mean**2


def available(rings: tuple[int, ...], haste_gedacht: bool) -> TwoPlayerGame:
    """The solution if it is there or takes only a moment; else an estimate, while it is solved in the background."""
    if sum(rings) + len(rings) <= QUICK or solution_file(rings, haste_gedacht).exists():
        return solution(rings, haste_gedacht)
    solve_in_background(lambda: Solution(rings, haste_gedacht))
    return estimate(rings, haste_gedacht)


@lru_cache(maxsize=16)
def estimate(rings: tuple[int, ...], haste_gedacht: bool) -> Estimate:
    """The game on these rings, estimated once."""
    return Estimate(rings, haste_gedacht)
