"""Biesti Boys: the greedy player, and which moves are sensible at all."""

from functools import partial
from random import Random
from typing import Any

from tafelrunde.bots.player import best
from tafelrunde.bots.seat import Seat
from tafelrunde.games.biesti_boys import state as biesti

FITS, WAY, OTHERS, RARE, STOP = 2.0, 0.1, 0.3, 0.5, 2.0
"""What counts: own cards that fit somewhere, each lift they fit on, cards of others that fit, to be rid of a card that
seldom fits, and to have a Stop in hand, which nearly always fits."""
SELDOM = ("0", "8", "G")


def sensible(seat: Seat) -> list[str]:
    """The moves without wrong cards, which BB-16 allows, and without calls of right ones."""
    lifts, laid = seat.view["lifts"], seat.view.get("laid", [])

    def is_sensible(move: str) -> bool:
        word, *rest = move.split()
        if word == "lay":
            return fits(rest[0], lifts[int(rest[1]) - 1])
        lift = int(rest[0]) - 1 if word == "halt" else 0
        return word != "halt" or not fits(lifts[lift], laid[lift]["on"])

    return [move for move in seat.moves if is_sensible(move)]


def fits(card: str, shown: str) -> bool:
    """Whether a card is right on what a lift shows."""
    return (card, shown) in _FITTING


_FITTING = {
    (card, shown) for i, card in enumerate(biesti.CARDS) for j, shown in enumerate(biesti.CARDS) if biesti.fits(i, j)
}


def choose(view: dict[str, Any], moves: list[str], chance: Random) -> str:
    """Draw first; else lay the card that leaves most ways for one's own other cards and fewest for everybody else's."""
    if "draw" in moves:
        return "draw"
    return best(moves, partial(value_of, view), chance)


def value_of(view: dict[str, Any], move: str) -> float:
    """How good it is to lay this card there."""
    _, card, lift = move.split()
    lifts, hand = list(view["lifts"]), list(view["hand"])
    unseen: dict[str, int] = view["unseen"]
    lifts[int(lift) - 1] = card
    hand.remove(card)
    ways = [sum(fits(other, shown) for shown in lifts) for other in hand]
    open_to_others = sum(count for other, count in unseen.items() if any(fits(other, shown) for shown in lifts))
    others = open_to_others / max(sum(unseen.values()), 1)
    own = FITS * sum(way > 0 for way in ways) + WAY * sum(ways)
    return own - OTHERS * others + RARE * (card in SELDOM) - STOP * (card == "S")
