"""Denkste! for two players: the solved game, kept once it is solved."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate

from tafelrunde.bots.denkste import two_player_solver as solver
from tafelrunde.games.denkste import state as denkste
from tafelrunde.games.denkste.game import Denkste
from tafelrunde.kernel import engine
from tafelrunde.kernel.targets import arrays, kept
from tafelrunde.kernel.targets.arrays import Array, States
from tafelrunde.kernel.targets.native import compiling

Figure = tuple[int, int]
"""Level and steps."""
PAUSE = 20_000
"""Solving pauses after this many positions, which take a few hundredths of a second."""


@dataclass(frozen=True)
class Turn:
    """A solved turn: the chance of the player on turn to win, how both mix, and what each of their choices wins then.

    By Go number and Stop card, `by_go` is what the player on turn wins and `by_stop` what the other one wins. `shown`
    is how likely each number is on how many dials.
    """

    value: float
    go: list[float]
    stop: list[float]
    go_wins: list[float]
    stop_wins: list[float]
    shown: list[list[float]]
    by_go: list[list[float]]
    by_stop: list[list[float]]


class TurnRoom:
    """Room in memory for a turn to be solved, with so many Stop cards."""

    def __init__(self, cards: int) -> None:
        self.by_go, self.by_stop = arrays.zeros("f8", denkste.GO, cards), arrays.zeros("f8", denkste.GO, cards)
        self.go, self.stop = arrays.zeros("f8", denkste.GO), arrays.zeros("f8", cards)
        self.go_wins, self.stop_wins = arrays.zeros("f8", denkste.GO), arrays.zeros("f8", cards)
        self.shown = arrays.zeros("f8", denkste.GO, solver.CAUGHT)

    @property
    def all(self) -> tuple[Array, ...]:
        """As compiled code takes it."""
        return self.by_go, self.by_stop, self.go, self.stop, self.shown, self.go_wins, self.stop_wins

    def solved(self, value: float) -> Turn:
        """The turn that compiled code has written there."""
        go, stop, go_wins, stop_wins = (each.tolist() for each in (self.go, self.stop, self.go_wins, self.stop_wins))
        return Turn(
            value, go, stop, go_wins, stop_wins, self.shown.tolist(), self.by_go.tolist(), self.by_stop.tolist()
        )


class TwoPlayerGame:
    """The game on these rings, basic or variant, with the values of all positions for the player on turn."""

    values: Array

    def __init__(self, rings: tuple[int, ...], haste_gedacht: bool) -> None:
        self.rings, self.haste_gedacht = rings, haste_gedacht
        self._first = list(accumulate((ring + 1 for ring in rings), initial=0))
        self.places = self._first[-1]
        self._game = Denkste(players=2, rings=list(rings), haste_gedacht=haste_gedacht)
        self._blank = self._game.blank()
        self._level = [level for level, ring in enumerate(rings, 1) for _ in range(ring + 1)]
        self.levels = arrays.array("i8", self._level)
        self._cards = [self._stops(level) for level in range(denkste.LEVELS + 1)]
        self.counts = arrays.array("i8", [len(cards) for cards in self._cards])
        self.stops = arrays.zeros("i8", denkste.LEVELS + 1, denkste.MAX_MOVES)
        for level, cards in enumerate(self._cards):
            for i, card in enumerate(cards):
                self.stops[level, i] = card

    def blank(self) -> States:
        """A state with only the options set."""
        return self._blank.copy()

    def place(self, figure: Figure) -> int:
        """How far a figure is on its path."""
        return self._first[figure[0] - 1] + figure[1]

    def figure(self, place: int) -> Figure:
        """Level and steps at a place of the path."""
        level = bisect_right(self._first, place)
        return level, place - self._first[level - 1]

    def cards(self, place: int) -> Array:
        """What the Stop card may show while the figure on turn is at this place."""
        level = self._level[place]
        cards: Array = self.stops[level][: len(self._cards[level])]
        return cards

    def ends(self, mover: Figure, other: Figure) -> Array:
        """By Go number and dials that show it: where the figure on turn is then."""
        ends = arrays.zeros("i8", denkste.GO, solver.CAUGHT)
        solver.outcomes(self.blank(), arrays.array("i8", [self.place(mover), self.place(other)]), 0, ends)
        return ends

    def turn(self, mover: Figure, other: Figure) -> Turn:
        """The turn of a figure while the other one stands there."""
        cards = self.cards(self.place(mover))
        room = TurnRoom(len(cards))
        value = solver.solve_turn(self.ends(mover, other), self.place(other), cards, self.values, *room.all)
        return room.solved(float(value))

    def parts(self) -> Array:
        """Where the parts of the line begin; no figure falls back from one part to another."""
        alone = self._first[1] if self.haste_gedacht else self.places
        return arrays.array("i8", sorted({*range(alone + 1), self.places}))

    def _stops(self, level: int) -> list[int]:
        """What the Stop card may show on a level."""
        if level == 0:
            return []
        state, out = self._game.empty_state(), arrays.zeros("i4", denkste.MAX_MOVES)
        state["level"][0] = state["level"][1] = level
        count = engine.moves(arrays.packed(denkste.STATE, state), 1, out)
        return [action - denkste.GO for action in out[:count].tolist()]


class Solver(TwoPlayerGame):
    """The game while it is solved: values and mixtures of all positions."""

    def __init__(self, rings: tuple[int, ...], haste_gedacht: bool) -> None:
        super().__init__(rings, haste_gedacht)
        self.to = arrays.zeros("i2", self.places, self.places, denkste.GO, solver.CAUGHT)
        """By the places of both, Go number and dials that show it: where the figure on turn is then."""
        solver.destinations(self.blank(), self.to)
        self.values = arrays.zeros("f8", self.places, self.places)
        solver.fill(self.values, 0.5)
        self.go = arrays.zeros("f8", self.places, self.places, denkste.GO)
        self.shown = arrays.zeros("f8", self.places, self.places, denkste.GO, solver.CAUGHT)
        """How likely each number is on how many dials."""

    def solve(self) -> Iterator[None]:
        """Solve it, with pauses."""
        board = self.to, self.levels, self.stops, self.counts, self.parts()
        reached, change = arrays.zeros("i8", 4), arrays.zeros("f8", 1)
        while not solver.solve(*board, self.values, self.go, self.shown, reached, change, PAUSE):
            yield

    def solve_now(self) -> None:
        """Solve it without pauses."""
        for _ in self.solve():
            pass

    def keep(self) -> None:
        """Keep the values."""
        kept.keep(name_of(self.rings, self.haste_gedacht), values=self.values)


class Solution(TwoPlayerGame):
    """The game solved."""

    def __init__(self, rings: tuple[int, ...], haste_gedacht: bool) -> None:
        super().__init__(rings, haste_gedacht)
        found = kept.load(name_of(rings, haste_gedacht))
        self.values = self._solved_now() if found is None else found["values"]

    def _solved_now(self) -> Array:
        with compiling("denkste", "solver"):
            game = Solver(self.rings, self.haste_gedacht)
            game.solve_now()
            game.keep()
        return game.values

    def solved_again(self) -> Solver:
        """With the mixtures, which follow from the values."""
        again = Solver(self.rings, self.haste_gedacht)
        again.values = self.values.copy()
        again.solve_now()
        return again

    @cached_property
    def average_play(self) -> Array:
        """By level: how often a turn has which Go number on how many dials, over all positions."""
        again, play = self.solved_again(), arrays.zeros("f8", denkste.LEVELS, denkste.GO, solver.CAUGHT)
        solver.average_play(self.levels, again.go, again.shown, play)
        return play


def solving(rings: tuple[int, ...], haste_gedacht: bool) -> Iterator[None]:
    """Solve the game and keep its values, with pauses."""
    with compiling("denkste", "solver"):
        game = Solver(rings, haste_gedacht)
        yield from game.solve()
        game.keep()


def name_of(rings: tuple[int, ...], haste_gedacht: bool) -> str:
    """Under which the solution is kept."""
    return f"denkste-{'variant' if haste_gedacht else 'basic'}-{'-'.join(map(str, rings))}"


@lru_cache(maxsize=16)
def solution(rings: tuple[int, ...], haste_gedacht: bool) -> Solution:
    """The game on these rings, solved once."""
    return Solution(rings, haste_gedacht)
