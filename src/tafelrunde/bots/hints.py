"""What to do here? Every move with its chance to win, as the strongest player sees it from this seat, and why."""

from dataclasses import replace
from random import Random

from tafelrunde import bots
from tafelrunde.bots.player import Advice, Adviser, Budget
from tafelrunde.bots.seat import Seat

COMPLETED = 5
"""How many moves are completed if they have several parts: the best ones, which people look at."""


def hint(seat: Seat, chance: Random, budget: Budget | None = None) -> list[Advice]:
    """The seat's moves, best first; none if it has none. With a budget for a player that searches.

    >>> import tafelrunde as tr
    >>> match = tr.load("beam-me-up").new(seed=7)
    >>> advice = hint(Seat.of(match, match.actors()[0]), Random(7))
    >>> advice[0].move, advice[0].why["en"]
    ('lift 6', 'Gets a stone off the ground.')
    """
    return (
        bots.load(seat.game.name).reasons.explain(seat, _adviser(seat, budget).advise(seat, chance))
        if seat.moves
        else []
    )


def _adviser(seat: Seat, budget: Budget | None) -> Adviser:
    offered = bots.load(seat.game.name)
    return offered.strongest if budget is None or offered.with_budget is None else offered.with_budget(budget)


def whole_hint(seat: Seat, chance: Random, budget: Budget | None = None) -> list[Advice]:
    """The same, with the moves that complete the best ones where a move has several parts.

    The strongest player completes the best move, a quick one the others.
    """
    offered, advice = bots.load(seat.game.name), hint(seat, chance, budget)
    if offered.goes_on is None:
        return advice
    quick = offered.players[bots.usual(seat.game.name)]
    choose = [offered.strongest.choose, *[quick.choose] * (COMPLETED - 1)]
    whole = []
    for each, by in zip(advice, choose, strict=False):
        match, then = seat.sample(chance.getrandbits(64)), list[str]()
        match.play(seat.number, each.move)
        while seat.number in match.actors() and offered.goes_on(match.view(seat.number)):
            then.append(by(Seat.of(match, seat.number), chance) or match.moves(seat.number)[0])
            match.play(seat.number, then[-1])
        whole.append(replace(each, then=then))
    return whole + advice[len(whole) :]
