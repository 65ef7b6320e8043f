"""Beam me up: the greedy player. It throws for the best it can expect, with a fixed value for each field."""

from functools import cached_property, partial
from itertools import permutations
from random import Random
from typing import Any

from tafelrunde.bots.beam_me_up import turn_solver
from tafelrunde.bots.player import best, total
from tafelrunde.bots.seat import Seat
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel.targets import arrays

# Values, in fields.
CLIMB = (0.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 8.2)
"""A stone in each row: none may stay at the bottom, space is the goal, the top row is hardly better."""
THINGS = {"P": 0.3, "B": 1.0}
"""A stone on a pink star stays; one on a blue star is a joker."""
ROCKET, COOL_DOWN, WIN = 1.0, 0.5, 100.0
THROW = 1e-6
"""What a throw costs, so that nobody throws again for nothing."""
SPACE = min(beam.SPACE_ROWS)

Parts = tuple[tuple[int, int], ...]

FULL_DICE = beam.DICE[beam.FULL :]
ALLOWED: list[list[Parts]] = [beam.possibilities(dice) for dice in FULL_DICE]
"""By five dice: what they allow without a joker."""
DISTINCT = sorted({parts for allowed in ALLOWED for parts in allowed})
SHAPES = [sorted({tuple(steps for _, steps in parts) for parts in allowed}) for allowed in ALLOWED]
"""By five dice: how many steps each part of what they allow has, whatever its column."""
DISTINCT_SHAPES = sorted({shape for shapes in SHAPES for shape in shapes})
KEPT = beam.DICE_NUMBER


def choose(seat: Seat, chance: Random) -> str:
    """The move of the highest value, counting in the chances of the dice."""
    mine = Board(seat.view, seat.number)
    if seat.view["phase"] == "roll":
        expected = mine.expected(3 - seat.view["throw"])
        return best(seat.moves, partial(_expected, expected, seat.view["dice"]), chance)
    if seat.view["phase"] == "move":
        return best(seat.moves, lambda move: mine.value_of(_parts(move)), chance)
    return best(seat.moves, lambda move: total(mine.lifted(column) for column in _columns(move)), chance)


def _expected(expected: list[float], dice: list[int], move: str) -> float:
    """The expected value of standing, or of keeping some dice."""
    if move == "stand":
        return expected[KEPT[tuple(dice)]]
    kept = tuple(int(word) for word in move.split()[1:] if word != "-")
    return expected[KEPT[kept]] - THROW


def _parts(move: str) -> Parts:
    return tuple((beam.COLUMNS.index(part[0]), int(part[2])) for part in move.split()[1:])


def _columns(move: str) -> list[int]:
    return [beam.COLUMNS.index(word) for word in move.split()[1:]]


class Board:
    """A seat's board, with the value of each step on it."""

    def __init__(self, view: dict[str, Any], seat: int) -> None:
        self.rows: list[int] = view["stones"][seat]
        self.needed: int = view["needed"]
        self.joker: bool = view["jokers"][seat]
        self.layout: list[str] = view["layouts"][seat]
        self.lifting = view["phase"] == "lift"
        self.movable = [_movable(view, seat, column) for column in range(beam.STONES)]

    @cached_property
    def gains(self) -> list[list[float]]:
        """The value of so many steps, by column."""
        return [[self._gain(column, steps) for steps in range(5)] for column in range(beam.STONES)]

    def _gain(self, column: int, steps: int) -> float:
        """What moving one stone brings: the field, a rocket, stones of others that go down (BM-12, BM-13)."""
        row = self.rows[column]
        target = min(row + steps, beam.TOP)
        value = self._field(column, target) - self._field(column, row)
        if target > row and not self.lifting and self.thing(column, target) == "R":
            value += ROCKET
        return value + (COOL_DOWN * self.movable[column] if target >= row + 2 else 0.0)

    def _field(self, column: int, row: int) -> float:
        return CLIMB[row] + THINGS.get(self.thing(column, row), 0.0)

    def thing(self, column: int, row: int) -> str:
        """What is drawn on a field."""
        return self.layout[row][column]

    def lifted(self, column: int) -> float:
        """What one step by a rocket or before the first turn brings."""
        return self.value_of(((column, 1),))

    def value_of(self, parts: Parts) -> float:
        """What these steps bring together."""
        return WIN if self.wins(parts) else total(self.gains[column][steps] for column, steps in parts)

    def climbed(self, parts: Parts) -> int:
        """How many fields these steps lead up; no stone goes beyond the top."""
        return sum(min(steps, beam.TOP - self.rows[column]) for column, steps in parts)

    def wins(self, parts: Parts) -> bool:
        """Whether these steps end the game."""
        rows = self.rows.copy()
        for column, steps in parts:
            rows[column] += steps
        return min(rows) > 0 and sum(row >= SPACE for row in rows) >= self.needed

    def expected(self, throws: int) -> list[float]:
        """By dice kept: the expected value when the others are thrown again, up to this many times; five stand."""
        values, expected = self.dice_values(), arrays.zeros("f8", beam.THROWS + 1, len(beam.DICE))
        turn_solver.expect(arrays.array("f8", values), expected)
        return [*expected.tolist()[throws][: beam.FULL], *values]

    def dice_values(self) -> list[float]:
        """By five dice: the best that they allow."""
        if self.joker:
            by_shape = {shape: self._best_of_shape(shape) for shape in DISTINCT_SHAPES}
            return [max((by_shape[shape] for shape in shapes), default=0.0) for shapes in SHAPES]
        worth = {parts: self.value_of(parts) for parts in DISTINCT}
        return [max((worth[parts] for parts in allowed), default=0.0) for allowed in ALLOWED]

    def _best_of_shape(self, steps: tuple[int, ...]) -> float:
        """The best stones for parts with these steps, if any stones may be moved (BM-17)."""
        columns = permutations(range(beam.STONES), len(steps))
        return max(self.value_of(tuple(zip(chosen, steps, strict=True))) for chosen in columns)


def _movable(view: dict[str, Any], seat: int, column: int) -> int:
    """How many others have a stone in this column that can go down (BM-12, BM-14)."""
    return sum(
        rows[column] > 0 and view["layouts"][other][rows[column]][column] not in THINGS
        for other, rows in enumerate(view["stones"])
        if other != seat
    )
