"""What generic code may ask of the bots of one game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tafelrunde.bots.player import Adviser, Bot, Budget
from tafelrunde.bots.reasons import Reasons
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel.game import Game


@dataclass(frozen=True)
class Guessing:
    """A choice in a contest of guessing, as the opponent sees it.

    The choice is one or more of the numbers from 1 to `numbers`. If it is guessed, the opponent has so many `guesses`,
    otherwise the seat itself guesses with so many. `payoffs` is what the opponent wins, by the seat's moves and the
    opponent's.
    """

    numbers: int
    guesses: int
    is_guessed: bool
    payoffs: Sequence[Sequence[float]]


def _nothing(*_: object) -> None:
    """Nothing to do."""


@dataclass(frozen=True)
class GameBots:
    """The bots of a game. Each `bots/<game>/players.py` offers one, called BOTS."""

    weaker: Sequence[Bot]
    """All players but the strongest."""
    strongest: Adviser
    """Who also gives hints and reviews games."""
    reasons: Reasons = field(default_factory=Reasons)
    """Why its advice is good."""
    with_budget: Callable[[Budget], Adviser] | None = None
    """The strongest player with another budget, if it searches."""
    warm_up: Callable[[], None] = _nothing
    """Compile what no player needs for a first move, but some player will need later."""
    solve_small: Callable[[], None] = _nothing
    """Call all compiled code that works something out beside the moves: for targets where nothing is compiled later."""
    prepare: Callable[[Game], None] = _nothing
    """Work out what a contest with these options needs, however long it takes."""
    goes_on: Callable[[Mapping[str, Any]], bool] | None = None
    """Where moves have several parts: whether another one is to come, by what the seat sees after one."""
    guessing: Callable[[Seat], Guessing] | None = None
    """For games of guessing what others have chosen: the choice that the seat has to make."""

    @cached_property
    def players(self) -> Mapping[str, Bot]:
        """All of them, by level."""
        return {bot.level: bot for bot in (*self.weaker, self.strongest)}
