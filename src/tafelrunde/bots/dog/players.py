"""Dog: the players by level. From gentle upwards they use one network and differ in how far they look.

gentle plays the best move that it notices, good the best move by the network alone, strongest tries its moves on
sampled deals.
"""

import time
from random import Random
from typing import Any

import numpy as np

from tafelrunde.bots.dog import greedy, search
from tafelrunde.bots.dog.network import learned
from tafelrunde.bots.game_bots import GameBots
from tafelrunde.bots.player import Advice, Budget, TurnPlayer, random_move
from tafelrunde.bots.seat import Seat

DEFAULT = Budget(simulations=1000, seconds=0.8)
NO_SEARCH = Budget(simulations=0)
CANDIDATES = 12
"""How many moves are tried: those that the network rates highest."""
OVERLOOKED = 0.5
"""How likely the gentle player is to overlook a move."""


class SearchPlayer(TurnPlayer):
    """A player that tries its moves on sampled deals, as far as its budget goes."""

    def __init__(self, level: str, budget: Budget) -> None:
        super().__init__(level, self._best)
        self.budget = budget

    def advise(self, seat: Seat, chance: Random) -> list[Advice]:
        """All moves with the chance to win that they leave, best first."""
        return _ranked(seat, chance.getrandbits(64), self.budget)

    def _best(self, seat: Seat, chance: Random) -> str:
        return self.advise(seat, chance)[0].move


def strongest(budget: Budget = DEFAULT) -> SearchPlayer:
    """The strongest player with this budget."""
    return SearchPlayer("strongest", budget)


def gentle(seat: Seat, chance: Random) -> str:
    """The best, by the network alone, of the moves that it notices; it overlooks many."""
    ranked = [each.move for each in _ranked(seat, chance.getrandbits(64), NO_SEARCH)]
    seen = [move for move in ranked if chance.random() >= OVERLOOKED]
    return seen[0] if seen else chance.choice(ranked)


def _ranked(seat: Seat, seed: int, budget: Budget) -> list[Advice]:
    """All moves, best first, each by how much worse it was than the best one on the same deals."""
    states, ranking = search.new_states(), search.new_ranking()
    states[search.KNOWN] = seat.sample(seed).states[0]
    loss = _loss(states, seat.number, seed, budget, ranking)
    actions, values, _ = ranking
    wins = np.clip(values[0] + loss, 0, 1)
    order = [0, *(1 + np.argsort(-wins[1:], kind="stable"))]
    return [Advice(seat.game.write(int(actions[i])), float(wins[i]), float(i == 0)) for i in order]


def _loss(states: Any, seat: int, seed: int, budget: Budget, ranking: Any) -> Any:
    """Rank the moves by the network and try the best ones; after each round of trying, half of them are left.

    Returns how much each move loses against the best one. Time is the thread's own, so a busy machine changes no
    answer.
    """
    began = time.thread_time()
    evaluator, values = search.evaluator(learned()), ranking[1]
    count = search.rank_by_network(states, seat, evaluator, ranking)
    loss = values[:count] - values[0]
    alive = min(count, CANDIDATES)
    rounds = (alive - 1).bit_length()
    for number in range(rounds):
        deals = budget.simulations // (rounds * alive)
        search.try_moves(states, seat, np.uint64(seed ^ number), deals, alive, evaluator, ranking)
        loss[:alive] = values[:alive] - values[0]
        alive = (alive + 1) // 2
        if budget.seconds is not None and time.thread_time() - began > budget.seconds / 2:
            break
    return loss


STRONGEST = strongest()
BOTS = GameBots(
    players={
        "random": TurnPlayer("random", random_move),
        "greedy": TurnPlayer("greedy", greedy.choose),
        "gentle": TurnPlayer("gentle", gentle),
        "good": SearchPlayer("good", NO_SEARCH),
        "strongest": STRONGEST,
    },
    adviser=STRONGEST,
    with_budget=strongest,
)
