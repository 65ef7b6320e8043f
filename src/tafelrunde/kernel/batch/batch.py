"""Many games at once, one decision in each at every step, in arrays that every step fills again."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tafelrunde.kernel import seeds
from tafelrunde.kernel.batch import steps
from tafelrunde.kernel.batch.spec import Encoding, spec_of
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.match import Match
from tafelrunde.kernel.targets.native import compiling

if TYPE_CHECKING:
    from tafelrunde.kernel.game import Game

MOST_GAMES = 10**7
MOST_THREADS = 256
WORTH_A_THREAD = 256
"""With fewer games each, threads would cost more than they save."""


class Batch:
    """Games that are played side by side. Every array has an entry for each game, and is filled anew by every step.

    Where several may act at the same time, who has the lowest seat decides first, without telling the others; in a
    race, where anybody may act at any time, each decision is somebody's by lot. A game that is over stays for one step,
    with `done`, its reward and nobody to act; the next step deals it anew, whatever is chosen for it.

    >>> import tafelrunde as tr
    >>> batch = tr.load("beam-me-up").batch(256, seed=7)
    >>> while not batch.done.any():
    ...     batch.step(batch.sample())
    >>> winners = batch.reward[batch.done]
    >>> bool((winners.sum(axis=1) == 0).all())       # +1 and −1 for two players
    True
    """

    def __init__(self, game: Game, games: int, seed: int, threads: int) -> None:
        count = Value(games, "games", BadOption).integer(1, MOST_GAMES)
        wanted = Value(threads, "threads", BadOption).integer(0, MOST_THREADS) or os.cpu_count() or 1
        self.game = game
        self.encoding = encoding_of(game)
        self.spec = spec_of(game.name, game.options, game.players, count, self.encoding)
        self._seed = np.uint64(Value(seed, "seed", BadOption).integer(0, seeds.WORD))
        made = {name: self._make(shape, self.spec.kinds[name]) for name, shape in self.spec.shapes.items()}
        self.actor: npt.NDArray[np.int8] = made["actor"]
        """Whose decision it is; −1 where the game is over."""
        self.mask: npt.NDArray[np.bool_] = made["mask"]
        """What can be chosen."""
        self.observation: npt.NDArray[np.uint8] = made["observation"]
        """What the one who decides may know; all 0 where the game is over."""
        self.reward: npt.NDArray[np.float32] = made["reward"]
        """At the end of a game +1 for every winner and −1 for every loser, 0 for all if nobody loses; otherwise 0."""
        self.done: npt.NDArray[np.bool_] = made["done"]
        """Whether the game has just ended."""
        self.states = np.repeat(game.blank(), count + 1)
        """The states of all games; the last one has only the options."""
        self._progress = np.zeros(count, steps.PROGRESS)
        self._progress["number"] = np.arange(count)
        self._actions = self._make((count, game.MAX_MOVES), np.int32)
        self._begin(count, wanted)

    def _make(self, shape: tuple[int, ...], kind: Any) -> Any:
        """An array of zeros."""
        return np.zeros(shape, kind)

    def _begin(self, count: int, threads: int) -> None:
        """Deal all games."""
        self._choices = np.zeros(count, np.int64)
        slices = max(1, min(threads, count // WORTH_A_THREAD))
        bounds = [count * i // slices for i in range(slices + 1)]
        self._slices = list(pairwise(bounds))
        self._pool = ThreadPoolExecutor(slices) if slices > 1 else None
        with compiling(self.game.name, "batch") as fresh:
            if fresh:
                self._compile()
        self._everywhere(self._start)

    def step(self, actions: Any) -> None:
        """Make one decision in each game: `actions` has a number for each, for which the mask is true.

        Raises ValueError if one is not allowed; nothing has changed then.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        self._check_shape(chosen.shape)
        wrong = int(steps.refused(chosen, self.mask, self.done))
        if wrong >= 0:
            raise ValueError(self._why(wrong, int(chosen[wrong])))
        self._choices = chosen
        self._everywhere(self._step)

    def sample(self) -> npt.NDArray[np.int64]:
        """A choice by chance for each game: all moves are equally likely, and the seed decides."""
        choices = np.zeros(len(self.actor), np.int64)
        self._everywhere(lambda first, end: self._pick(first, end, choices))
        return choices

    def moves(self, number: int) -> list[str]:
        """The moves that are still open in a game, in notation.

        >>> import tafelrunde as tr
        >>> tr.load("denkste").batch(2).moves(0)
        ['go 1', 'go 2', 'go 3', 'go 4', 'go 5', 'go 6']
        """
        return [self.game.write(int(action)) for action in self._actions[number, : self._progress["open"][number]]]

    def match(self, number: int) -> Match:
        """A game of the batch as a match of its own; a move of which only a part is chosen is not yet played."""
        return self._match(self.states[number : number + 1].copy())

    def _match(self, states: npt.NDArray[np.void]) -> Match:
        low, high = states["key"][0].tolist()
        return Match(self.game, states, high << 64 | low)

    def _everywhere(self, work: Callable[[int, int], None]) -> None:
        """Do something with all games, on all threads."""
        if self._pool is None:
            work(0, len(self.actor))
        else:
            list(self._pool.map(lambda bounds: work(*bounds), self._slices))

    def _check_shape(self, shape: tuple[int, ...]) -> None:
        if shape != (len(self.actor),):
            raise ValueError(f"actions: expected {len(self.actor)} numbers, one for each game, not {shape}")

    def _why(self, number: int, chosen: int) -> str:
        allowed = np.flatnonzero(self._row(self.mask, number)).tolist()
        return f"actions: {chosen} is not allowed in game {number}; allowed are {allowed}"

    def _row(self, array: Any, number: int) -> Any:
        """What an array has about a game, in this machine's memory."""
        return array[number]

    def _start(self, first: int, end: int) -> None:
        steps.start(first, end, *self._arrays())

    def _step(self, first: int, end: int) -> None:
        scores = np.zeros(8, np.int32)
        steps.step(first, end, *self._arrays(), self._choices, self.reward, scores, self.encoding.width)

    def _pick(self, first: int, end: int, choices: npt.NDArray[np.int64]) -> None:
        steps.pick(first, end, self.states, self._progress, self._actions, self._seed, self.actor, choices)

    def _arrays(self) -> tuple[Any, ...]:
        in_turn = not self.game.facts.simultaneous
        asked = (self.actor, self.mask, self.observation, self.done)
        return self.states, self._progress, self._actions, self._seed, in_turn, *asked

    def _compile(self) -> None:
        """Call everything once, with a game that is dealt anew at the end."""
        self._start(0, 1)
        self._pick(0, 1, self._choices)
        steps.refused(self._choices, self.mask, self.done)
        self._step(0, 1)
        self._progress[0] = 0
        self.done[0] = False


def encoding_of(game: Game) -> Encoding:
    """How a game is told to those who learn."""
    room = type(game).__module__.rpartition(".")[0]
    encoding: Encoding = import_module(f"{room}.observation").SPEC
    return encoding
