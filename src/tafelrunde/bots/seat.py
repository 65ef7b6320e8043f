"""What a player at a seat knows, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Match

Found = TypeVar("Found")


class Seat:
    """A seat at one moment. Players get this instead of the match, which goes on without changing it.

    >>> import tafelrunde as tr
    >>> seat = Seat.of(tr.load("denkste").new(seed=7), 1)
    >>> seat.moves
    ['stop 1', 'stop 2', 'stop 3', 'stop 4', 'stop 5', 'stop 6']
    """

    __slots__ = ("_effects", "_events", "_found", "_sample", "game", "moves", "number", "view")

    def __init__(
        self,
        game: Game,
        number: int,
        view: dict[str, Any],
        moves: list[str],
        effects: Callable[[], list[dict[str, Any]]],
        events: Callable[[int], list[dict[str, Any]]],
        sample: Callable[[int], Match],
    ) -> None:
        self.game, self.number, self.view, self.moves = game, number, view, moves
        self._effects, self._events, self._sample = effects, events, sample
        self._found: dict[Any, Any] = {}

    @classmethod
    def of(cls, match: Match, seat: int) -> Seat:
        """What this seat knows of the match now."""
        now = match.copy()
        return cls(
            now.game,
            seat,
            now.view(seat),
            now.moves(seat),
            lambda: now.effects(seat),
            lambda since: now.events(since, seat),
            lambda seed: now.resample(seat, seed),
        )

    def once(self, work: Callable[[Seat], Found]) -> Found:
        """What a player works out for this seat, which needs it for the choice and again for the reasons."""
        if work not in self._found:
            self._found[work] = work(self)
        found: Found = self._found[work]
        return found

    def effects(self) -> list[dict[str, Any]]:
        """What the moves do to the pieces on the board, in games that have some."""
        return self._effects()

    def events(self, since: int = 0) -> list[dict[str, Any]]:
        """What happened from event number `since` on, as this seat may know it."""
        return self._events(since)

    def sample(self, seed: int) -> Match:
        """A match that could be this one: all that the seat does not know is drawn anew by the seed."""
        return self._sample(seed)
