"""Biesti Boys: the players by level. They differ in how fast they react and how well they choose.

All of them lay only right cards and call wrong ones. gentle and kids lay any card that fits, good is greedy, strongest
has learned how good each card is.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from tafelrunde.bots.biesti_boys import greedy, network
from tafelrunde.bots.biesti_boys.greedy import fits, sensible
from tafelrunde.bots.biesti_boys.reasons import REASONS
from tafelrunde.bots.game_bots import GameBots
from tafelrunde.bots.player import QUICK, Advice
from tafelrunde.bots.seat import Seat
from tafelrunde.games.biesti_boys import state as biesti

QUICKEST = {"random": 1.0, "greedy": 0.9, "gentle": 2.0, "kids": 1.5, "good": 1.0, "strongest": 0.45}
SLOWEST = {"random": 1.4, "greedy": 1.2, "gentle": 3.2, "kids": 2.3, "good": 1.5, "strongest": 0.75}
LOOKING = {"random": 0.4, "greedy": 0.3, "gentle": 1.0, "kids": 0.7, "good": 0.4, "strongest": 0.2}
"""Seconds to react, at least and at most, and further seconds to find a card where few will fit."""
HESITATES, HESITATION = {"gentle": 0.2, "kids": 0.1, "good": 0.05}, 1.5
"""How often a player does not trust its eyes, and for how many seconds it looks again."""


class RacePlayer:
    """A player of a game in which whoever is quickest acts."""

    seconds = QUICK

    def __init__(self, level: str, pick: Callable[[dict[str, Any], list[str], Random], str]) -> None:
        self.level, self._pick = level, pick

    def choose(self, seat: Seat, chance: Random) -> str | None:
        """A sensible move; None to wait, if there is none."""
        moves = sensible(seat)
        if not moves:
            return None
        calls = [move for move in moves if move.startswith("halt")]
        return chance.choice(calls) if calls else self._pick(seat.view, moves, chance)

    def pause(self, seat: Seat, chance: Random) -> float:
        """The reaction time of a person: the fewer cards are likely to fit, the longer it takes to find one.

        How many are likely to is known to everybody, how many do is not: that must not show.
        """
        kinds = sum(any(fits(card, shown) for shown in seat.view["lifts"]) for card in biesti.CARDS)
        likely: float = seat.view["hand_sizes"][seat.number] * kinds / len(biesti.CARDS)
        looking = LOOKING[self.level] / max(likely, 1.0)
        if chance.random() < HESITATES.get(self.level, 0.0):
            looking += HESITATION
        return chance.uniform(QUICKEST[self.level], SLOWEST[self.level]) + looking


def _any_card(view: dict[str, Any], moves: list[str], chance: Random) -> str:
    return chance.choice(moves)


class LearnedPlayer(RacePlayer):
    """A player that has learned how good each card is."""

    def choose(self, seat: Seat, chance: Random) -> str | None:
        """The best move; None to wait, if no move is sensible."""
        moves = sensible(seat)
        if not moves:
            return None
        return _obvious(moves) or self.advise(seat, chance)[0].move

    def advise(self, seat: Seat, chance: Random) -> list[Advice]:
        """The sensible moves, best first; an obvious move alone, with the value of the position."""
        moves, seed = sensible(seat), chance.getrandbits(64)
        if not moves:
            return []
        obvious = _obvious(moves)
        if obvious is not None:
            return [Advice(obvious, network.win_chance(seat, seed), 1.0)]
        return network.advise(seat, moves, seed)


def _obvious(moves: list[str]) -> str | None:
    """Drawing and calling come before any card; the only card that fits needs no thought."""
    at_once = [move for move in moves if not move.startswith("lay")] or (moves if len(moves) == 1 else [])
    return next(iter(at_once), None)


BOTS = GameBots(
    weaker=[
        RacePlayer("random", _any_card),
        RacePlayer("greedy", greedy.choose),
        RacePlayer("gentle", _any_card),
        RacePlayer("kids", _any_card),
        RacePlayer("good", greedy.choose),
    ],
    strongest=LearnedPlayer("strongest", greedy.choose),
    reasons=REASONS,
)
