"""What every player is, what it can say about its moves, and the pieces that players are built from."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, TypeVar

from tafelrunde.bots.seat import Seat

T = TypeVar("T")

QUICK = 0.25
"""Seconds that every player may think who does not search; they hardly ever need a tenth of it."""
EQUAL_SPEED = (0.9, 1.2)
"""Seconds to react, the same range for everybody, if speed is not to count."""


@dataclass(frozen=True)
class Advice:
    """A move, how likely the seat (or its side) wins with it, and how often the player would choose it.

    Hints add `why`, a sentence in every language, `equal`: whether it is one of several moves that are as good as the
    best one, as far as the player can tell, and `then`: the moves that complete a move of several parts.
    """

    move: str
    win: float
    share: float
    why: dict[str, str] = field(default_factory=dict)
    equal: bool = False
    then: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Budget:
    """How long to think: a number of simulations, which gives the same answer everywhere, and a limit in seconds."""

    simulations: int
    seconds: float | None = None


class Bot(Protocol):
    """A player. It keeps nothing between two moves, so one bot can play at any number of seats."""

    @property
    def level(self) -> str:
        """How well it plays, one of LEVELS."""

    @property
    def seconds(self) -> float:
        """How long it may think about a move. Everybody may know that, so it depends on nothing hidden."""

    def choose(self, seat: Seat, chance: Random) -> str | None:
        """One of the seat's moves; None to wait, which only makes sense in games that are not played in turn."""

    def pause(self, seat: Seat, chance: Random) -> float:
        """How many seconds a person would take to react, in a game that is not played in turn; 0 in all others."""


class Adviser(Bot, Protocol):
    """A player that can say how good each move is."""

    def advise(self, seat: Seat, chance: Random) -> list[Advice]:
        """The moves worth considering, best first."""


class TurnPlayer:
    """A player of a game in which nobody has to hurry."""

    seconds = QUICK

    def __init__(self, level: str, choose: Callable[[Seat, Random], str]) -> None:
        self.level, self._choose = level, choose

    def choose(self, seat: Seat, chance: Random) -> str:
        """One of the seat's moves; if there is only one, it takes no thought."""
        return seat.moves[0] if len(seat.moves) == 1 else self._choose(seat, chance)

    def pause(self, seat: Seat, chance: Random) -> float:
        """None of its own: the table's tempo decides, so that a pause tells nothing about the hand."""
        return 0.0


class AdvisedPlayer(TurnPlayer):
    """A player that makes each move as often as its own advice says."""

    def __init__(self, level: str, advise: Callable[[Seat, Random], list[Advice]]) -> None:
        super().__init__(level, self._follow)
        self._advise = advise

    def advise(self, seat: Seat, chance: Random) -> list[Advice]:
        """All moves, best first."""
        return self._advise(seat, chance)

    def _follow(self, seat: Seat, chance: Random) -> str:
        advice = self.advise(seat, chance)
        return chance.choices([each.move for each in advice], [each.share for each in advice])[0]


def _any_move(seat: Seat, chance: Random) -> str:
    return chance.choice(seat.moves)


RANDOM = TurnPlayer("random", _any_move)
"""Makes any legal move."""


def total(numbers: Iterable[float]) -> float:
    """Their sum, one after the other: how `sum` rounds depends on the version of Python."""
    found = 0.0
    for number in numbers:
        found += number
    return found


def best(options: Iterable[T], value: Callable[[T], float], chance: Random) -> T:
    """The option of the highest value; among equals a random one."""
    valued = [(value(option), option) for option in options]
    most = max(found for found, _ in valued)
    return chance.choice([option for found, option in valued if found >= most - 1e-9])


def best_first(advice: Iterable[Advice]) -> list[Advice]:
    """Sorted by the chance to win; of equal moves the more frequent one first."""
    return sorted(advice, key=lambda each: (-round(each.win, 9), -each.share))
