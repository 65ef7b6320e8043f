"""Denkste! on rings that take long to solve: who is likely to win, until the solution is there.

Both figures move as they do on the usual rings, as if they were alone. From the mean and the variance of the turns that
this takes follows which one is likely to be first.
"""

from functools import lru_cache

from tafelrunde.bots.denkste.two_player_race import race
from tafelrunde.bots.denkste.two_player_solution import TwoPlayerGame, name_of, solution, solving
from tafelrunde.games.denkste import state as denkste
from tafelrunde.kernel.targets import arrays, kept

QUICK = 120
"""Paths of this many places are solved in a moment."""
ON_TURN = 0.5
"""What being on turn is worth, in turns."""
SPREAD, BLUR = {False: 0.6, True: 0.43}, {False: 0.0, True: 5.6}
"""How far the turns of both vary together, in the basic game and the variant; fitted to solutions of larger rings."""


class Estimate(TwoPlayerGame):
    """The game estimated instead of solved."""

    def __init__(self, rings: tuple[int, ...], haste_gedacht: bool) -> None:
        super().__init__(rings, haste_gedacht)
        play = solution(tuple(denkste.RINGS), haste_gedacht).average_play
        self.values = arrays.zeros("f8", self.places, self.places)
        race(self.blank(), self.levels, play, ON_TURN, SPREAD[haste_gedacht], BLUR[haste_gedacht], self.values)


def available(rings: tuple[int, ...], haste_gedacht: bool) -> TwoPlayerGame:
    """The solution if it is there or takes only a moment; else an estimate, while it is solved beside."""
    if sum(rings) + len(rings) <= QUICK or kept.has(name_of(rings, haste_gedacht)):
        return solution(rings, haste_gedacht)
    kept.work_beside(lambda: solving(rings, haste_gedacht))
    return estimate(rings, haste_gedacht)


@lru_cache(maxsize=16)
def estimate(rings: tuple[int, ...], haste_gedacht: bool) -> Estimate:
    """The game on these rings, estimated once."""
    return Estimate(rings, haste_gedacht)
