"""A game in numbers: who decides, what they may know, what they can choose, and what they win."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tafelrunde.kernel.batch.single import Learner
from tafelrunde.kernel.batch.spec import Spec
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.match import Match

LOSE, RANDOM = "lose", "random"
Numbers = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.int8]


def read_illegal(illegal: str) -> str:
    """What happens to who chooses what is not allowed: to lose at once, or to have something chosen by chance."""
    chosen: str = Value(illegal, "illegal", BadOption).choice((LOSE, RANDOM))
    return chosen


def seed_from(chance: np.random.Generator) -> int:
    """A seed for a match."""
    return int.from_bytes(chance.bytes(16))


def largest(spec: Spec) -> Numbers:
    """The largest number that can stand at each place of an observation."""
    return np.concatenate([np.full(field.length, field.most, np.uint8) for field in spec.fields])


def paid(match: Match) -> list[float]:
    """+1 for every winner and −1 for every loser, 0 for all if nobody loses, or as long as the game goes on."""
    winners = match.result["winners"] if match.result else []
    if len(winners) in (0, match.game.players):
        return [0.0] * match.game.players
    return [1.0 if seat in winners else -1.0 for seat in range(match.game.players)]


@dataclass
class Course:
    """A match, and the seat that decides: part by part, if a move has several. What was chosen so far is kept."""

    match: Match
    learner: Learner
    seat: int | None = None
    """Who decides; nobody when the game is over, or before somebody is asked."""
    _mask: Mask | None = None

    @classmethod
    def of(cls, match: Match) -> Course:
        """The course of a match that begins."""
        return cls(match, Learner(match.game))

    def copy(self) -> Course:
        """An independent copy."""
        learner = copy(self.learner)
        learner.chosen = self.learner.chosen.copy()
        return Course(self.match.copy(), learner, self.seat)

    @property
    def spec(self) -> Spec:
        """What the numbers mean."""
        return self.learner.spec

    def asked(self) -> list[int]:
        """Of whom one decides next: in a race everybody who may act, otherwise the one with the lowest seat."""
        actors = self.match.actors()
        return actors if self.match.game.facts.simultaneous else actors[:1]

    def ask(self, seat: int | None) -> None:
        """From now on this seat decides."""
        self.seat, self._mask = seat, None

    def observation(self, seat: int) -> Numbers:
        """What a seat may know; all 0 when the game is over. Only who decides knows what was chosen so far."""
        if self.match.is_over:
            return np.zeros(self.spec.width, np.uint8)
        told = self.learner.observation(self.match, seat)
        if seat != self.seat:
            told[self.learner.encoding.width :] = 0
        return told

    def mask(self, seat: int) -> Mask:
        """What a seat can choose: nothing, unless it decides."""
        if seat != self.seat or self.match.is_over:
            return np.zeros(self.spec.actions, np.int8)
        if self._mask is None:
            self._mask = self.learner.mask(self.match, seat).astype(np.int8)
        return self._mask.copy()

    def allows(self, number: int) -> bool:
        """Whether who decides can choose that."""
        return self.seat is not None and 0 <= number < self.spec.actions and bool(self.mask(self.seat)[number])

    def any_choice(self, chance: np.random.Generator) -> int:
        """Something that who decides can choose."""
        assert self.seat is not None
        return int(chance.choice(np.flatnonzero(self.mask(self.seat))))

    def choose(self, number: int) -> str | None:
        """Choose the next part: the move, which is not played yet, if that was the last one."""
        assert self.seat is not None
        self._mask = None
        return self.learner.choose(self.match, self.seat, number)

    def play(self, move: str) -> None:
        """Play a move of who decides; then somebody else has to be asked."""
        self.match.play(self.seat, move)
        self.ask(None)
