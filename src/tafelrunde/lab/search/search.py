"""One search for all games: the Python side. What a simulation does is in tree.py."""

from random import Random
from typing import Any

import numpy as np

from tafelrunde.bots.player import Advice, Budget
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel.targets.native import compiling, thread_seconds
from tafelrunde.lab.search import biberbande, biesti_boys, dog  # noqa: F401  # register their hooks
from tafelrunde.lab.search.tree import DEEPEST, ENTRY, STEP, TRAIL, WORK, report, simulate

EXPLORE = 1.0
"""How much a move that has been tried little is preferred."""
SLICE = 64
"""Simulations between two looks at the clock."""
FORCED = 400
"""Simulations for the value of a position."""
PLACES = 64
LARGEST = 2**20
"""Places in the table for each simulation, and at most."""


class Tree:
    """A search from what a seat knows. More simulations can be added at any time."""

    def __init__(self, seat: Seat, seed: int, size: int, explore: float = EXPLORE, plain: bool = False) -> None:
        self.game, self.seat = seat.game, seat.number
        self.seed = np.uint64(seed)
        self.states: Any = np.repeat(seat.sample(seed).states, 2)
        self.table = np.zeros(_power_of_two(size * PLACES), ENTRY)
        self.path, self.trail = np.zeros(DEEPEST, STEP), np.zeros(TRAIL, np.int64)
        self.places = np.zeros(self.game.MAX_MOVES, np.int64)
        self.out = np.zeros(self.game.MAX_MOVES, np.int32)
        self.work = np.zeros(1, WORK)
        self.work["explore"], self.work["plain"] = explore, plain
        self.done = self.decisions = 0
        with compiling(self.game.name, "search") as fresh:
            if fresh:
                self._simulate(0)
                self.found()

    def think(self, budget: Budget) -> None:
        """Simulate until the budget is spent."""
        end = self.done + budget.simulations
        late = None if budget.seconds is None else thread_seconds() + budget.seconds
        while self.done < end:
            self._simulate(min(SLICE, end - self.done))
            if late is not None and thread_seconds() >= late:
                break

    def _simulate(self, count: int) -> None:
        self.decisions += simulate(
            self.states,
            self.seat,
            self.seed,
            self.done,
            count,
            self.work,
            self.table,
            self.path,
            self.trail,
            self.places,
            self.out,
        )
        self.done += count

    def value(self) -> float:
        """How likely the seat wins from here, for forced moves: nothing is kept about these."""
        total = 0.0
        for _ in range(FORCED):
            self._simulate(1)
            total += float(self.work["values"][0][self.seat])
        return total / FORCED

    def found(self) -> list[Advice]:
        """What is known about each move, best first; one that was never tried counts like the worst that was."""
        found = np.zeros((self.game.MAX_MOVES, 3))
        count = report(self.states, self.seat, self.table, self.places, self.out, found)
        visits, means, chosen = found[:count].T
        means[visits == 0] = means[visits > 0].min(initial=1.0)
        weights = chosen if chosen.any() else visits
        shares = weights / max(weights.sum(), 1.0)
        moves = [self.game.write(action) for action in self.out[:count].tolist()]
        order = np.lexsort((-means, -shares))
        return [Advice(moves[i], float(means[i]), float(shares[i])) for i in order]


def search(seat: Seat, budget: Budget, chance: Random, explore: float = EXPLORE, plain: bool = False) -> list[Advice]:
    """The seat's moves, best first; a forced move has the value of the position."""
    tree = Tree(seat, chance.getrandbits(64), budget.simulations, explore, plain)
    if len(seat.moves) == 1:
        return [Advice(seat.moves[0], tree.value(), 1.0)]
    tree.think(budget)
    return tree.found()


def _power_of_two(size: int) -> int:
    return min(1 << max(size - 1, 1).bit_length(), LARGEST)
