"""Denkste! for two players: the solved game, kept on disk beside the machine code that solved it."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tafelrunde.bots.denkste import two_player_solver as solver
from tafelrunde.bots.denkste.storage import replaced
from tafelrunde.games.denkste import state as denkste
from tafelrunde.games.denkste.game import Denkste
from tafelrunde.kernel import engine
from tafelrunde.kernel.targets.native import CACHE, compiling

Numbers = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]
Figure = tuple[int, int]
"""Level and steps."""


@dataclass(frozen=True)
class Turn:
    """A solved turn: the chance of the player on turn to win, and how both mix.

    By Go number and Stop card, `by_go` is what the player on turn wins and `by_stop` what the other one wins.
    """

    value: float
    go: Numbers
    stop: Numbers
    by_go: Numbers
    by_stop: Numbers

    @property
    def go_wins(self) -> Numbers:
        """What each Go number wins."""
        wins: Numbers = self.by_go @ self.stop
        return wins

    @property
    def stop_wins(self) -> Numbers:
        """What each Stop card wins."""
        wins: Numbers = self.go @ self.by_stop
        return wins


@dataclass(frozen=True)
class Exploitability:
    """What a best response wins beyond the value, at most: at the start, and at the worst of all positions."""

    start: float
    worst: float


class TwoPlayerGame:
    """The game on these rings, basic or variant, with the values of all positions for the player on turn."""

    values: Numbers

    def __init__(self, rings: tuple[int, ...], haste_gedacht: bool) -> None:
        self.rings, self.haste_gedacht = rings, haste_gedacht
        self._first = np.cumsum([0, *(ring + 1 for ring in rings)])
        self.places = int(self._first[-1])
        self._game = Denkste(players=2, rings=list(rings), haste_gedacht=haste_gedacht)
        self.stops, self.counts = self._stops()
        self.levels = np.repeat(np.arange(1, denkste.LEVELS + 1), [ring + 1 for ring in rings])

    def place(self, figure: Figure) -> int:
        """How far a figure is on its path."""
        return int(self._first[figure[0] - 1] + figure[1])

    def figure(self, place: int) -> Figure:
        """Level and steps at a place of the path."""
        level = int(np.searchsorted(self._first, place, side="right"))
        return level, place - int(self._first[level - 1])

    def ends(self, mover: Figure, other: Figure) -> Counts:
        """By Go number and dials that show it: where the figure on turn is then."""
        states, ends = self._game.blank(), np.zeros((denkste.GO, solver.CAUGHT), np.int64)
        for seat, (level, steps) in enumerate((mover, other)):
            states[0]["level"][seat], states[0]["steps"][seat] = level, steps
        solver.outcomes(states, 0, ends)
        return ends

    def turn(self, mover: Figure, other: Figure) -> Turn:
        """The turn of a figure while the other one stands there."""
        level, ends = mover[0], self.ends(mover, other)
        theirs = np.append(self.values[self.place(other)], 0.0)  # nothing once the figure is in the centre
        hits = solver.HITS[self.stops[level, : self.counts[level]]]
        game = np.take_along_axis(1 - theirs[ends], hits.T, axis=1)
        go, stop = np.zeros(denkste.GO), np.zeros(len(hits))
        value = solver.solve_matrix(game, go, stop)
        return Turn(float(value), go, stop, game, 1 - game)

    def parts(self) -> Counts:
        """Where the parts of the line begin; no figure falls back from one part to another."""
        alone = self._first[1] if self.haste_gedacht else self.places
        return np.unique([*range(alone + 1), self.places])

    def _stops(self) -> tuple[Counts, Counts]:
        """What the Stop card may show by level."""
        states, out = self._game.blank(), np.zeros(denkste.MAX_MOVES, np.int32)
        stops, counts = (
            np.zeros((denkste.LEVELS + 1, denkste.MAX_MOVES), np.int64),
            np.zeros(denkste.LEVELS + 1, np.int64),
        )
        for level in range(1, denkste.LEVELS + 1):
            states[0]["level"][:2] = level
            counts[level] = engine.moves(states, 1, out)
            stops[level] = np.maximum(out - denkste.GO, 0)
        return stops, counts


class Solution(TwoPlayerGame):
    """The game solved."""

    def __init__(self, rings: tuple[int, ...], haste_gedacht: bool) -> None:
        super().__init__(rings, haste_gedacht)
        with compiling("denkste", "solver"):
            self.values = self._load()

    @cached_property
    def to(self) -> npt.NDArray[np.int16]:
        """By the places of both, Go number and dials that show it: where the figure on turn is then."""
        to = np.zeros((self.places, self.places, denkste.GO, solver.CAUGHT), np.int16)
        solver.destinations(self._game.blank(), to)
        return to

    @cached_property
    def average_play(self) -> Numbers:
        """By level: how often a turn has which Go number on how many dials, over all positions."""
        _, go, shown = self._solved(self.values)
        turns = go[..., None] * shown
        return np.array([turns[self.levels == level].mean(axis=(0, 1)) for level in range(1, denkste.LEVELS + 1)])

    @cached_property
    def exploitability(self) -> Exploitability:
        """Measured: best responses of both to the mixtures, at every position."""
        values, go, shown = self._solved(self.values)
        moving, stopping = np.ones_like(values), np.ones_like(values)
        solver.best_responses(self.to, self.levels, self.stops, self.counts, self.parts(), go, shown, moving, stopping)
        beyond = np.maximum(moving - values, stopping - (1 - values))
        return Exploitability(float(beyond[0, 0]), float(beyond.max()))

    def _solved(self, values: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Values and mixtures of all positions, starting from these values."""
        values = values.copy()
        go, shown = np.zeros((*values.shape, denkste.GO)), np.zeros(self.to.shape)
        solver.solve(self.to, self.levels, self.stops, self.counts, self.parts(), values, go, shown)
        return values, go, shown

    def _load(self) -> Numbers:
        file = solution_file(self.rings, self.haste_gedacht)
        try:
            values: Numbers = np.load(file)
        except (OSError, ValueError, EOFError):
            values = self._solved(np.full((self.places, self.places), 0.5))[0]
            with replaced(file) as opened:
                np.save(opened, values)
        return values


def solution_file(rings: tuple[int, ...], haste_gedacht: bool) -> Path:
    """The file with the solution."""
    return CACHE / f"denkste-{'variant' if haste_gedacht else 'basic'}-{'-'.join(map(str, rings))}.npy"


@lru_cache(maxsize=16)
def solution(rings: tuple[int, ...], haste_gedacht: bool) -> Solution:
    """The game on these rings, solved once."""
    return Solution(rings, haste_gedacht)
