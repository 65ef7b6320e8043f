"""Biesti Boys: players with human reaction times that lay only right cards, and call those that are wrong."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from tafelrunde.bots.advice import Advice
from tafelrunde.bots.biesti_boys import network
from tafelrunde.bots.biesti_boys import search_hooks as _search_hooks  # noqa: F401  # registers what the search asks
from tafelrunde.bots.player import best
from tafelrunde.bots.seat import Seat
from tafelrunde.games.biesti_boys import state as biesti

FITS, WAY, OTHERS, RARE, STOP = 2.0, 0.1, 0.3, 0.5, 2.0
"""What counts: own cards that fit somewhere, each of their ways, cards of others that fit, to be rid of a card that
seldom fits, and to have a Stop in hand, which fits nearly always."""
SELDOM = ("0", "8", "G")

QUICKEST = {"random": 1.0, "greedy": 0.9, "gentle": 2.0, "good": 1.0, "strongest": 0.45}
SLOWEST = {"random": 1.4, "greedy": 1.2, "gentle": 3.2, "good": 1.5, "strongest": 0.75}
LOOKING = {"random": 0.4, "greedy": 0.3, "gentle": 1.0, "good": 0.4, "strongest": 0.2}
"""Seconds to react, at least and at most, and seconds more to find the only card that fits."""
HESITATES, HESITATION = {"gentle": 0.2, "good": 0.05}, 1.5
"""How often one does not trust the own eyes, and looks again for so many seconds."""


class Reactor:
    """A player of a game in which the first one lays."""

    def __init__(self, level: str, pick: Callable[[dict[str, Any], list[str], Random], str]) -> None:
        self.level, self._pick = level, pick

    def choose(self, seat: Seat, chance: Random) -> str | None:
        """A sensible move; None where there is none, and one has to wait."""
        moves = sensible(seat)
        if not moves:
            return None
        calls = [move for move in moves if move.startswith("halt")]
        return chance.choice(calls) if calls else self._pick(seat.view, moves, chance)

    def pause(self, seat: Seat, chance: Random) -> float:
        """The reaction time of a person: the fewer cards fit, the longer one looks."""
        fitting = {move.split()[1] for move in sensible(seat) if move.startswith("lay")}
        looking = LOOKING[self.level] / max(len(fitting), 1)
        if chance.random() < HESITATES.get(self.level, 0.0):
            looking += HESITATION
        return chance.uniform(QUICKEST[self.level], SLOWEST[self.level]) + looking


def sensible(seat: Seat) -> list[str]:
    """The moves without wrong cards (BB-16 lets them lie) and without calls of right ones."""
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


def _any(view: dict[str, Any], moves: list[str], chance: Random) -> str:
    return chance.choice(moves)


def _greedy(view: dict[str, Any], moves: list[str], chance: Random) -> str:
    """Draw first; else lay so that the own other cards find a way and those of the others do not."""
    if "draw" in moves:
        return "draw"
    return best(moves, partial(_worth, view), chance)


def _worth(view: dict[str, Any], move: str) -> float:
    """How good it is to have laid this card there."""
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


class Learned(Reactor):
    """A player that has learned what each card is worth."""

    def choose(self, seat: Seat, chance: Random) -> str | None:
        """The best that it knows; None where one has to wait."""
        moves = sensible(seat)
        if not moves:
            return None
        return _obvious(moves) or self.advise(seat, chance)[0].move

    def advise(self, seat: Seat, chance: Random) -> list[Advice]:
        """The sensible moves, the best first; only the one that is obvious, with the worth of the position."""
        moves, seed = sensible(seat), chance.getrandbits(64)
        if not moves:
            return []
        obvious = _obvious(moves)
        if obvious is not None:
            return [Advice(obvious, network.worth(seat, seed), 1.0)]
        return network.advise(seat, moves, seed)


def _obvious(moves: list[str]) -> str | None:
    """To draw or to call comes before any card; the only card that fits needs no thought."""
    at_once = [move for move in moves if not move.startswith("lay")] or (moves if len(moves) == 1 else [])
    return next(iter(at_once), None)


PLAYERS = {
    "random": Reactor("random", _any),
    "greedy": Reactor("greedy", _greedy),
    "gentle": Reactor("gentle", _any),
    "good": Reactor("good", _greedy),
    "strongest": Learned("strongest", _greedy),
}
