"""Many games at once on a graphics card, whose memory keeps all arrays of the batch."""

from typing import Any

import numpy as np

from tafelrunde.kernel.batch.batch import Batch
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Match
from tafelrunde.kernel.targets.gpu.cuda import Cuda
from tafelrunde.kernel.targets.gpu.records import Records

NOBODY = np.iinfo(np.int64).max


class CudaBatch(Batch):
    """A batch whose arrays are CuPy's: `step` and `sample` take and give them, and nothing is copied to the processor.

    The same seed and the same choices give the same bytes as on the processor. Games are neighbours in memory, not the
    numbers of a game: PyTorch and JAX borrow the arrays as they are, with the strides that they have.
    """

    def __init__(self, game: Game, games: int, seed: int, card: Any = None) -> None:
        self._card = card or Cuda(game)
        super().__init__(game, games, seed, threads=1)

    def _make(self, shape: tuple[int, ...], kind: Any) -> Any:
        return self._card.zeros(shape, kind)

    def _begin(self, count: int, threads: int) -> None:
        self._games: Records = self._card.put_records(self.states)
        self._moved: Records = self._card.put_records(self._progress)
        self._wrong = self._card.put(np.full(1, NOBODY))
        self._run("start", self._in_turn, *self._asked())

    def step(self, actions: Any) -> None:
        """As on the processor. Choices may be anything that CuPy can make an array of."""
        chosen = self._card.put(actions).astype(np.int64)
        self._check_shape(chosen.shape)
        self._card.run("refused", len(chosen), chosen, self.mask, self.done, self._wrong)
        wrong = int(self._wrong[0])
        if wrong != NOBODY:
            self._wrong[0] = NOBODY
            raise ValueError(self._why(wrong, int(chosen[wrong])))
        self._run("step", self._in_turn, *self._asked(), chosen, self.reward, np.int64(self.encoding.width))

    def sample(self) -> Any:
        """A choice by chance for each game: all moves are equally likely, and the seed decides."""
        choices = self._make((len(self.actor),), np.int64)
        self._run("pick", self.actor, choices)
        return choices

    def moves(self, number: int) -> list[str]:
        """The moves that are still open in a game, in notation."""
        still = int(self._moved.row(number, self._card.get)["open"][0])
        return [self.game.write(int(action)) for action in self._row(self._actions, number)[:still]]

    def match(self, number: int) -> Match:
        """A game of the batch as a match of its own."""
        return self._match(self._games.row(number, self._card.get))

    def _row(self, array: Any, number: int) -> Any:
        return self._card.get(array[number])

    @property
    def _in_turn(self) -> Any:
        return np.int32(not self.game.facts.simultaneous)

    def _asked(self) -> tuple[Any, ...]:
        return self.actor, self.mask, self.observation, self.done

    def _run(self, name: str, *arguments: Any) -> None:
        given = (self._games, self._moved, self._actions, self._seed)
        self._card.run(name, len(self.actor), *given, *arguments)
