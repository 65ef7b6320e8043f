"""Dog: the players by level. From gentle upwards they use one network and differ in how far they look.

gentle plays the best move that it notices, good the best move by the network alone, strongest tries its moves on
sampled deals.
"""

from collections.abc import Iterable
from random import Random
from typing import Any

from tafelrunde.bots.dog import greedy, search
from tafelrunde.bots.dog.network import learned
from tafelrunde.bots.dog.reasons import REASONS
from tafelrunde.bots.game_bots import GameBots
from tafelrunde.bots.player import RANDOM, Advice, Budget, TurnPlayer
from tafelrunde.bots.seat import Seat
from tafelrunde.games.dog import board
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel.targets import arrays, native

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
        if budget.simulations:
            self.seconds = budget.seconds or budget.simulations / 1000

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
    actions, values = (each[: len(loss)].tolist() for each in ranking[:2])
    wins = [min(max(values[0] + less, 0.0), 1.0) for less in loss]
    order = [0, *sorted(range(1, len(wins)), key=lambda i: -wins[i])]
    return [Advice(seat.game.write(actions[i]), wins[i], float(i == 0)) for i in order]


def _loss(states: Any, seat: int, seed: int, budget: Budget, ranking: Any) -> list[float]:
    """Rank the moves by the network and try the best ones; after each round of trying, half of them are left.

    Returns how much each move loses against the best one. Time is the thread's own, so a busy machine changes no
    answer.
    """
    began = native.thread_seconds()
    evaluator = search.evaluator(learned())
    count = search.rank_by_network(states, seat, evaluator, ranking)
    needless = _put_needless_last(ranking, count)
    loss = _behind_first(ranking, count)
    alive = min(count - len(needless), CANDIDATES)
    rounds = (alive - 1).bit_length()
    for number in range(rounds):
        deals = budget.simulations // (rounds * alive)
        search.try_moves(states, seat, arrays.word(seed ^ number), deals, alive, evaluator, ranking)
        loss[:alive] = _behind_first(ranking, alive)
        alive = (alive + 1) // 2
        if budget.seconds is not None and native.thread_seconds() - began > budget.seconds / 2:
            break
    actions = ranking[0][:count].tolist()
    for action, (instead, less) in needless.items():
        loss[actions.index(action)] = loss[actions.index(instead)] + less
    return loss


def _behind_first(ranking: Any, count: int) -> list[float]:
    """How much less each of the first moves is worth than the very first."""
    values = ranking[1][:count].tolist()
    return [value - values[0] for value in values]


def _put_needless_last(ranking: Any, count: int) -> dict[int, tuple[int, float]]:
    """Put joker moves last that another card does as well: whatever comes, the joker can do what that card can.

    They are not tried; each is worth less than the best move that does the same, by what the network says about the
    hands. Returns that move and the difference for each of them.
    """
    actions, values, _ = ranking
    value_of = dict(zip(actions[:count].tolist(), values[:count].tolist(), strict=True))
    found = {}
    for jokers, others in _same_deeds(value_of):
        instead = max(others or jokers[:1], key=value_of.__getitem__)
        needless = jokers if others else jokers[1:]
        found.update({action: (instead, min(0.0, value_of[action] - value_of[instead])) for action in needless})
    order = [*(action for action in value_of if action not in found), *found]
    actions[:count] = arrays.array("i4", order)
    values[:count] = arrays.array("f8", [value_of[action] for action in order])
    return found


def _same_deeds(actions: Iterable[int]) -> list[tuple[list[int], list[int]]]:
    """Actions that do the same to the board, those with a joker and the others; an ace starts like a king."""
    deeds: dict[tuple[int, ...], tuple[list[int], list[int]]] = {}
    for action in actions:
        if action >= dog.GIVES:
            joker, value, origin, target = board.parts_of(action)
            deed = (origin, target) if origin == dog.HOME else (value, origin, target)
            deeds.setdefault(deed, ([], []))[0 if joker else 1].append(action)
    return [(jokers, others) for jokers, others in deeds.values() if jokers]


BOTS = GameBots(
    weaker=[RANDOM, TurnPlayer("greedy", greedy.choose), TurnPlayer("gentle", gentle), SearchPlayer("good", NO_SEARCH)],
    strongest=strongest(),
    reasons=REASONS,
    with_budget=strongest,
    goes_on=lambda view: view["left"] > 0,
)
