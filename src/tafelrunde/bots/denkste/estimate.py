"""Denkste! on rings that take long to solve: who is likely to win, until the solution is there.

Both figures go their way as they do on the usual rings, as if they were alone. From the turns that this takes, their
mean and how much they vary, follows which one is likely to be first.
"""

import threading
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from tafelrunde.bots.denkste.solution import Numbers, Outlook, Solution, kept, solution
from tafelrunde.games.denkste import state as denkste

QUICK = 120
"""Places of a way that are solved in a moment."""
ON_TURN = 0.5
"""Turns that it is worth to be on turn."""
SPREAD, BLUR = {False: 0.6, True: 0.43}, {False: 0.0, True: 5.6}
"""How far the turns of both vary together, basic and variant; fitted to solutions of larger rings."""
START = (1, 0)

_solving = threading.Lock()


class Sketch(Outlook):
    """The game not solved but estimated."""

    def __init__(self, rings: tuple[int, ...], haste_gedacht: bool) -> None:
        super().__init__(rings, haste_gedacht)
        turns, variance = self._turns()
        sooner = turns - turns[:, None] + ON_TURN
        spread = SPREAD[haste_gedacht] * np.sqrt(variance + variance[:, None] + BLUR[haste_gedacht] ** 2)
        self.values = (1 + np.tanh(sooner / spread / 2)) / 2

    def _turns(self) -> tuple[Numbers, Numbers]:
        """From every place to the centre: how many turns it takes, and how much that varies."""
        manner = solution(tuple(denkste.RINGS), self.haste_gedacht).manner
        on = np.zeros((self.places, self.places + 1))
        for place, level in enumerate(self.levels):
            ends = self.ends(self.figure(place), START)
            np.add.at(on[place], ends.ravel(), manner[level - 1].ravel())
        on = on[:, : self.places]
        left = np.eye(self.places) - on
        mean = np.linalg.solve(left, np.ones(self.places)).astype(np.float64)
        squares = np.linalg.solve(left, 1 + 2 * on @ mean).astype(np.float64)
        return mean, squares - mean**2


def at_hand(rings: tuple[int, ...], haste_gedacht: bool) -> Outlook:
    """The solution if it is there or takes but a moment; else a sketch, while it is solved beside."""
    if sum(rings) + len(rings) <= QUICK or kept(rings, haste_gedacht).exists():
        return solution(rings, haste_gedacht)
    beside(lambda: Solution(rings, haste_gedacht))
    return sketch(rings, haste_gedacht)


def beside(solve: Callable[[], object]) -> None:
    """Solve something in a thread, one at a time; whoever asks later finds it on the disk."""
    if _solving.acquire(blocking=False):
        threading.Thread(target=_solve, args=(solve,), name="solving", daemon=True).start()


def _solve(solve: Callable[[], object]) -> None:
    try:
        solve()
    finally:
        _solving.release()


@lru_cache(maxsize=16)
def sketch(rings: tuple[int, ...], haste_gedacht: bool) -> Sketch:
    """The game on these rings, estimated once."""
    return Sketch(rings, haste_gedacht)
