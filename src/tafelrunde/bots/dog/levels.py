"""Dog: the players for people. All of them judge by the same network; they differ in how far they look."""

import time
from random import Random
from typing import Any

import numpy as np

from tafelrunde.bots.advice import Advice, Budget
from tafelrunde.bots.dog import search
from tafelrunde.bots.dog.network import learned
from tafelrunde.bots.player import Thinker
from tafelrunde.bots.seat import Seat

DEFAULT = Budget(simulations=1000, seconds=0.8)
AT_SIGHT = Budget(simulations=0)
CANDIDATES = 12
"""So many moves are tried, those that look best at sight."""
OVERLOOKED = 0.5
"""How likely the gentle one overlooks a move."""

LINGERING, QUICK = (1.2, 3.0), (0.8, 1.4)
"""Its seconds of thought with a choice and without one."""


class Searcher(Thinker):
    """A player that tries its moves on sampled deals, as far as its budget goes."""

    def __init__(self, level: str, budget: Budget) -> None:
        super().__init__(level, self._best)
        self.budget = budget

    def advise(self, seat: Seat, chance: Random) -> list[Advice]:
        """All moves with the chance to win that they leave, best first."""
        return _ranked(seat, chance.getrandbits(64), self.budget)

    def _best(self, seat: Seat, chance: Random) -> str:
        return seat.moves[0] if len(seat.moves) == 1 else self.advise(seat, chance)[0].move


class Dreamer(Thinker):
    """A player that takes its time."""

    def pause(self, seat: Seat, chance: Random) -> float:
        """As long as a child looks at the board before it moves."""
        return chance.uniform(*(LINGERING if len(seat.moves) > 1 else QUICK))


def strongest(budget: Budget = DEFAULT) -> Searcher:
    """It tries its moves again and again."""
    return Searcher("strongest", budget)


def good() -> Searcher:
    """It sees every move, and plays what looks best at sight."""
    return Searcher("good", AT_SIGHT)


def gentle(seat: Seat, chance: Random) -> str:
    """It plays the best of the moves that it sees, at sight, and overlooks many."""
    ranked = [each.move for each in _ranked(seat, chance.getrandbits(64), AT_SIGHT)]
    seen = [move for move in ranked if chance.random() >= OVERLOOKED]
    return seen[0] if seen else chance.choice(ranked)


def _ranked(seat: Seat, seed: int, budget: Budget) -> list[Advice]:
    """All moves, best first. Each is told by how much worse it was than the best one in the same deals."""
    states, ranking = search.room(), search.ranking()
    states[search.KNOWN] = seat.sample(seed).states[0]
    loss = _loss(states, seat.number, seed, budget, ranking)
    actions, values, _ = ranking
    wins = np.clip(values[0] + loss, 0, 1)
    order = [0, *(1 + np.argsort(-wins[1:], kind="stable"))]
    return [Advice(seat.game.write(int(actions[i])), float(wins[i]), float(i == 0)) for i in order]


def _loss(states: Any, seat: int, seed: int, budget: Budget, ranking: Any) -> Any:
    """Rank the moves at sight and try the best ones; after each round of trying half of them are left.

    Returns what is lost with each move against the best one. The time is that of the thread: a busy machine changes
    no answer.
    """
    began = time.thread_time()
    mind, values = search.mind(learned()), ranking[1]
    count = search.weigh(states, seat, mind, ranking)
    loss = values[:count] - values[0]
    alive = min(count, CANDIDATES)
    rounds = (alive - 1).bit_length()
    for number in range(rounds):
        deals = budget.simulations // (rounds * alive)
        search.attempt(states, seat, np.uint64(seed ^ number), deals, alive, mind, ranking)
        loss[:alive] = values[:alive] - values[0]
        alive = (alive + 1) // 2
        if budget.seconds is not None and time.thread_time() - began > budget.seconds / 2:
            break
    return loss
