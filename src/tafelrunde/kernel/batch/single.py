"""What a batch tells of many games, for one match."""

import numpy as np
import numpy.typing as npt

from tafelrunde.kernel.batch import steps
from tafelrunde.kernel.batch.batch import encoding_of
from tafelrunde.kernel.batch.spec import spec_of
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Match
from tafelrunde.kernel.targets.native import compiling


class Learner:
    """Somebody who learns, at one match: moves are chosen part by part, as numbers. What was chosen so far is kept.

    >>> import tafelrunde as tr
    >>> match = tr.load("denkste").new(seed=7)
    >>> learner = Learner(match.game)
    >>> allowed = learner.mask(match, 0).nonzero()[0]
    >>> [learner.spec.parts[learner.part][number] for number in allowed]
    ['go 1', 'go 2', 'go 3', 'go 4', 'go 5', 'go 6']
    >>> learner.choose(match, 0, 3)                  # None where a move has more parts
    'go 4'
    """

    def __init__(self, game: Game) -> None:
        self.encoding = encoding_of(game)
        self.spec = spec_of(game.name, game.options, game.players, 1, self.encoding)
        self.chosen: list[int] = []
        """The parts of the next move that have been chosen."""
        with compiling(game.name, "batch") as fresh:
            if fresh:
                game.batch(1)

    @property
    def part(self) -> int:
        """The part of the move that is to be chosen."""
        return len(self.chosen)

    def observation(self, match: Match, seat: int) -> npt.NDArray[np.uint8]:
        """What the seat may know, and what it has chosen already."""
        told = np.zeros(self.spec.width, np.uint8)
        steps.look(match.states, seat, told)
        for part, number in enumerate(self.chosen):
            told[self.encoding.width + part * self.spec.actions + number] = 1
        return told

    def mask(self, match: Match, seat: int) -> npt.NDArray[np.bool_]:
        """What can be chosen."""
        mask = np.zeros(self.spec.actions, np.bool_)
        mask[[self._number(match, seat, action, self.part) for action in self._open(match, seat)]] = True
        return mask

    def choose(self, match: Match, seat: int, number: int) -> str | None:
        """Choose the next part: the move if that was the last one. Raises ValueError for what is not allowed."""
        self.chosen.append(number)
        found = self._open(match, seat)
        if not found:
            self.chosen.pop()
            raise ValueError(f"{number} is not allowed; allowed are {np.flatnonzero(self.mask(match, seat)).tolist()}")
        if self._number(match, seat, found[0], self.part) >= 0:
            return None
        self.chosen = []
        return match.game.write(found[0])

    def _open(self, match: Match, seat: int) -> list[int]:
        """The actions that begin with what was chosen."""
        return [
            action
            for action in match.actions(seat)
            if all(self._number(match, seat, action, part) == number for part, number in enumerate(self.chosen))
        ]

    @staticmethod
    def _number(match: Match, seat: int, action: int, part: int) -> int:
        return int(steps.choice(match.states, seat, action, part))
