"""What all players have in common."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Protocol, TypeVar

from tafelrunde.bots.seat import Seat

T = TypeVar("T")

SHORTEST, LONGEST, ONLY_ONE = 0.4, 1.2, 0.6
"""Seconds of thought in games that are played in turn; the last is the most for a move without a choice."""


class Bot(Protocol):
    """A player. It keeps nothing between two moves, so one bot can play at any number of seats."""

    @property
    def level(self) -> str:
        """How well it plays, one of LEVELS."""

    def choose(self, seat: Seat, chance: Random) -> str | None:
        """One of the seat's moves; None to wait: in Biesti Boys only, with nothing right to lay, draw or call."""

    def pause(self, seat: Seat, chance: Random) -> float:
        """How many seconds a person would take for this move."""


class Thinker:
    """A player of a game in which nobody has to hurry."""

    def __init__(self, level: str, choose: Callable[[Seat, Random], str]) -> None:
        self.level, self._choose = level, choose

    def choose(self, seat: Seat, chance: Random) -> str:
        """One of the seat's moves; the only one takes no thought."""
        return seat.moves[0] if len(seat.moves) == 1 else self._choose(seat, chance)

    def pause(self, seat: Seat, chance: Random) -> float:
        """How many seconds a person would take for this move."""
        return chance.uniform(SHORTEST, LONGEST if len(seat.moves) > 1 else ONLY_ONE)


def anything(seat: Seat, chance: Random) -> str:
    """Any legal move."""
    return chance.choice(seat.moves)


def best(options: Iterable[T], worth: Callable[[T], float], chance: Random) -> T:
    """The option of most worth; of equal ones any."""
    valued = [(worth(option), option) for option in options]
    most = max(value for value, _ in valued)
    return chance.choice([option for value, option in valued if value >= most - 1e-9])
