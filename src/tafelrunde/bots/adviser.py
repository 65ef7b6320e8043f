"""A player that can tell how good each of its moves is, and chooses by that."""

from collections.abc import Callable, Iterable
from random import Random

from tafelrunde.bots.advice import Advice
from tafelrunde.bots.player import Thinker
from tafelrunde.bots.seat import Seat


class Adviser(Thinker):
    """It makes each move as often as its advice says."""

    def __init__(self, level: str, advise: Callable[[Seat, Random], list[Advice]]) -> None:
        super().__init__(level, self._follow)
        self.advise = advise

    def _follow(self, seat: Seat, chance: Random) -> str:
        advice = self.advise(seat, chance)
        return chance.choices([each.move for each in advice], [each.share for each in advice])[0]


def best_first(advice: Iterable[Advice]) -> list[Advice]:
    """By the chance to win; of equal moves the more frequent one first."""
    return sorted(advice, key=lambda each: (-round(each.win, 9), -each.share))
