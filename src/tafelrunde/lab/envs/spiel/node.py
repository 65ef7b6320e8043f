"""A node of the tree of a game: a decision, or a choice of chance.

Our rules draw chance from a key in the state. Here chance decides in the open instead: before the deal, and wherever a
move draws something, stands a node with `OUTCOMES` equally likely outcomes, each of which gives the state another key.
They are not all that could happen there but a sample of it, another one at every node. So nobody who looks ahead from
a state finds out what only the key knows. In a race, a further chance node says who is quickest.
"""

from __future__ import annotations

import hashlib
from copy import deepcopy
from typing import Any

from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Match
from tafelrunde.lab.envs.course import Course, paid

OUTCOMES = 256
DEALS = 4
"""So many choices of chance make the deal: more than four billion of them."""


class Node:
    """Where a game has come to."""

    def __init__(self, game: Game, most_decisions: int) -> None:
        self.game = game
        self.most_decisions = most_decisions
        self.course: Course | None = None
        """None while it is dealt."""
        self.pending: str | None = None
        """A move that waits for what chance brings."""
        self.chosen: list[tuple[int, int, int]] = []
        """Who has chosen what, after how many events: events, seat, number."""
        self.decisions = 0
        self._key = bytes(16)
        self._deals = 0

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        twin = object.__new__(Node)
        twin.__dict__.update(self.__dict__)
        twin.course = self.course.copy() if self.course else None
        twin.chosen = self.chosen.copy()
        return twin

    @property
    def match(self) -> Match:
        """The match, once it is dealt."""
        assert self.course is not None
        return self.course.match

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or has taken too long."""
        return self.course is not None and (self.match.is_over or self.decisions >= self.most_decisions)

    @property
    def seat(self) -> int | None:
        """Who decides; None if nobody does, or chance."""
        return None if self.course is None or self.pending is not None or self.is_over else self.course.seat

    @property
    def is_chance(self) -> bool:
        """Whether chance decides."""
        return self.seat is None and not self.is_over

    def outcomes(self) -> list[int]:
        """What chance can bring, all equally likely."""
        if self.course is None or self.pending is not None:
            return list(range(OUTCOMES))
        return self.course.asked()

    def outcome_name(self, outcome: int) -> str:
        """What an outcome is, in words."""
        if self.course is None:
            return f"deal {outcome}"
        return f"chance {outcome}" if self.pending is not None else f"seat {outcome} is quickest"

    def take_outcome(self, outcome: int) -> None:
        """Chance has decided."""
        if self.course is not None and self.pending is None:
            self.course.ask(outcome)
            return
        self._key = hashlib.blake2b(self._key + outcome.to_bytes(2), digest_size=16).digest()
        seed = int.from_bytes(self._key)
        if self.course is None:
            self._deals += 1
            if self._deals == DEALS:
                self.course = Course.of(self.game.new(seed))
                self._ask()
            return
        self.course.match = self.match.reseeded(seed)
        move, self.pending = self.pending, None
        assert move is not None
        self._play(move)

    def choose(self, number: int) -> None:
        """The seat has decided."""
        assert self.course is not None and self.course.seat is not None
        seat = self.course.seat
        self.chosen.append((self.match.event_count, seat, number))
        self.decisions += 1
        move = self.course.choose(number)
        if move is None:
            return
        if self.match.draws_chance(seat, move):
            self.pending = move
        else:
            self._play(move)

    def returns(self) -> list[float]:
        """What everybody has won: +1, −1 or 0."""
        return [0.0] * self.game.players if self.course is None else paid(self.match)

    def resampled(self, seat: int, seed: int) -> Node:
        """A node that this seat cannot tell from this one: everything it does not know is drawn anew."""
        if self.course is None or self.is_chance:
            raise ValueError("there is nothing to redraw where chance decides")
        twin = deepcopy(self)
        assert twin.course is not None
        twin.course.match = self.match.resample(seat, seed)
        if self.course.seat != seat:
            twin.course.learner.chosen = []
        twin.course.ask(self.course.seat)
        twin.chosen = [entry for entry in self.chosen if entry[1] == seat]
        twin._key = hashlib.blake2b(seed.to_bytes(16), digest_size=16, person=b"resampled").digest()
        return twin

    def _play(self, move: str) -> None:
        assert self.course is not None
        self.course.play(move)
        self._ask()

    def _ask(self) -> None:
        """If it is clear who decides next, that one does."""
        assert self.course is not None
        asked = self.course.asked()
        if len(asked) == 1:
            self.course.ask(asked[0])
