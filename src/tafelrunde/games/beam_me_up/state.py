"""Beam me up: the record of a state, its numbers, and boards, dice and actions as tables, made once at import.

Dice that lie together are a multiset of 0 to 5 numbers and have one number, in the order of size and then of the dice:
0 is no dice at all, numbers from FULL on are all five.

Actions, each kind in the order in which moves are listed: `lift`, `keep`, `stand`, `up`, `boost`, `skip`. After the
lifts, keeps and ups that can ever be legal come the NEVER ones: each stands for all texts of its kind that no board and
no dice ever allow, so that they too are refused by a rule.
"""

import tomllib
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tafelrunde.kernel import verbs
from tafelrunde.kernel.layout import layout

with Path(__file__).with_name("data.toml").open("rb") as file:
    _DATA = tomllib.load(file)
ROWS: int = _DATA["rows"]
TOP = ROWS - 1
SPACE_ROWS: list[int] = _DATA["space"]
BOARDS = [board["rows"] for board in _DATA["boards"]]
NAMES = [board["name"] for board in _DATA["boards"]]

COLUMNS = "123456S"
S = COLUMNS.index("S")
STONES = len(COLUMNS)
NUMBERS = range(1, 7)
DICE_COUNT = 5

# Stones: one bit a field, ROWS bits a column, so that one word holds a player's seven stones


def field(column: int, row: int) -> int:
    """The bit of a field."""
    return 1 << (ROWS * column + row)


def _fields(things: str) -> NDArray[np.uint64]:
    """The fields of each board on which one of these things is drawn."""
    masks = [
        sum(field(c, TOP - i) for i, row in enumerate(rows) for c, thing in enumerate(row) if thing in things)
        for rows in BOARDS
    ]
    return np.array(masks, np.uint64)


def _row(row: int) -> np.uint64:
    return np.uint64(sum(field(column, row) for column in range(STONES)))


ROCKETS = _fields("R")
STARS = _fields("PB")
BLUE = _fields("B")
BOTTOM_ROW, TOP_ROW = _row(0), _row(TOP)
SPACE = np.uint64(sum(int(_row(row)) for row in SPACE_ROWS))
LANE = np.array([sum(field(column, row) for row in range(ROWS)) for column in range(STONES)], np.uint64)
LANE_TOP = LANE & TOP_ROW
NEEDED = np.array([0, 0, 5, 4, 4])
"""Stones in space to win, by the number of players (BM-19)."""

# The record

LIFTING, ROLLING, MOVING, BOOSTING = range(4)
"""The phases."""
THROWS = 3
MOST_BOOSTS = 2

STATE = layout(
    ("random_starter", "u1"),
    ("random_boards", "u1"),
    ("starter", "u1"),
    ("board", "u1", (4,)),
    ("turn", "u1"),
    ("phase", "u1"),
    ("throw", "u1"),  # how many throws were made this turn
    ("boosts", "u1"),
    ("winners", "u1"),  # as bits: who fulfils BM-19
    ("dice", "u2"),  # less than five while a throw is pending; none before the first
    ("stones", "u8", (4,)),
)

rule = verbs.of(STATE)

# Dice

DICE = [dice for size in range(DICE_COUNT + 1) for dice in combinations_with_replacement(NUMBERS, size)]
DICE_NUMBER = {dice: number for number, dice in enumerate(DICE)}
NO_DICE = 0
FULL = next(number for number, dice in enumerate(DICE) if len(dice) == DICE_COUNT)

_BITS = 4
GUARD = sum(8 << _BITS * i for i in range(6))
COUNTS = np.array([sum(1 << _BITS * (value - 1) for value in dice) for dice in DICE])
"""How many dice show each number, four bits a number; the highest of the four is free for subtracting (GUARD)."""


def _outcomes() -> list[NDArray[np.int64]]:
    """Every way to throw k dice, as counts; equally likely."""
    ways = [np.zeros(1, np.int64)]
    for _ in range(DICE_COUNT):
        ways.append(np.add.outer(ways[-1], COUNTS[1:7]).ravel())
    return ways


_OUTCOMES = _outcomes()
WAYS = np.array([6 ** (DICE_COUNT - len(dice)) for dice in DICE])
"""How many ways the dice that are missing can fall."""
FIRST_WAY = np.concatenate([[0], np.cumsum(WAYS)[:-1]])
_ORDER = np.argsort(COUNTS)
_SUMS = np.concatenate([COUNTS[i] + _OUTCOMES[DICE_COUNT - len(dice)] for i, dice in enumerate(DICE)])
THROWN = _ORDER[np.searchsorted(COUNTS, _SUMS, sorter=_ORDER)].astype(np.uint16)
"""What lies there after the throw: by FIRST_WAY of the dice kept plus the way the others fell."""

# Actions

LIFTS = [columns for count in (1, 2, 3) for columns in combinations(range(STONES), count)]
NEVER_LIFT = (0, 1, 2, 3)
LIFT, NEVER_LIFTED = 0, len(LIFTS)
LIFT_LANES = np.array([sum(int(LANE[column]) for column in columns) for columns in [*LIFTS, NEVER_LIFT]], np.uint64)
LIFT_COUNT = np.array([0] + [sum(len(columns) == count for columns in LIFTS) for count in (1, 2, 3)])
LIFT_FIRST = np.concatenate([[0, 0], np.cumsum(LIFT_COUNT)[1:3]])

KEEP = NEVER_LIFTED + 1
NEVER_KEPT = KEEP + FULL
NEVER_KEEP = DICE[FULL]
STAND = NEVER_KEPT + 1

UP = STAND + 1
UPS: list[tuple[tuple[int, int], ...]] = [((column, steps),) for column in range(STONES) for steps in (1, 2, 3, 4)]
UPS += [
    ((one, steps), (other, more))
    for one, other in combinations(range(STONES), 2)
    for steps, more in ((1, 1), (1, 2), (2, 1))
]
NEVER_UP = len(UPS)
"""Ups from here on: one stone too far, by column; two stones too far, without and with column S; one twice; three."""
UPS += [((column, 5),) for column in range(STONES)]
NEVER_UP_TWO = len(UPS)
UPS += [((0, 2), (1, 2)), ((0, 2), (S, 2))]
NEVER_UP_TWICE = len(UPS)
UPS += [((0, 1), (0, 1))]
NEVER_UP_THREE = len(UPS)
UPS += [((0, 1), (1, 1), (2, 1))]

BOOST = UP + len(UPS)
SKIP = BOOST + STONES
ACTIONS = SKIP + 1

UP_COLUMN = np.array([[parts[0][0], parts[-1][0]] for parts in UPS], np.uint8)
UP_STEPS = np.array([[parts[0][1], parts[1][1] if len(parts) > 1 else 0] for parts in UPS], np.uint8)
WITH_S = np.array([parts[-1][0] == S for parts in UPS])

# What the dice allow

_SHAPES = [(1,), (2,), (3,), (4,), (1, 1), (1, 2)]
"""The steps of a possibility, whatever the columns."""
SHAPE = np.full(len(UPS), len(_SHAPES))
SHAPE[:NEVER_UP] = [_SHAPES.index(tuple(sorted(steps for _, steps in parts))) for parts in UPS[:NEVER_UP]]


def _has_run(dice: tuple[int, ...], length: int) -> bool:
    return any(set(range(low, low + length)) <= set(dice) for low in range(1, 8 - length))


def possibilities(dice: tuple[int, ...]) -> list[tuple[tuple[int, int], ...]]:
    """What five dice grant without a joker (BM-06 to BM-09), as parts in the order of columns."""
    found: list[tuple[tuple[int, int], ...]] = []
    pairs = [value for value in NUMBERS if dice.count(value) >= 2]
    for value in pairs:
        found += [((value - 1, steps),) for steps in range(1, dice.count(value))]
    for one, other in combinations(pairs, 2):
        found.append(((one - 1, 1), (other - 1, 1)))
        if len(dice) == dice.count(one) + dice.count(other):
            found.append(((one - 1, dice.count(one) - 1), (other - 1, dice.count(other) - 1)))
    if _has_run(dice, 4):
        found += [((S, 2),)] + [((value - 1, 1), (S, 2)) for value in pairs]
    if _has_run(dice, 5):
        found.append(((S, 3),))
    return found


def _rows(lists: list[list[int]], width: int) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """Lists of actions as one table, and the length of each."""
    table = np.zeros((len(lists), width), np.int16)
    for row, actions in zip(table, lists, strict=True):
        row[: len(actions)] = actions
    return table, np.array([len(actions) for actions in lists])


def _keeps() -> list[list[int]]:
    """By dice: every `keep` of some of them, then `stand` (BM-05)."""
    fits = ((COUNTS[FULL:, None] + GUARD - COUNTS[None, :FULL]) & GUARD) == GUARD
    return [[]] * FULL + [[*(KEEP + np.flatnonzero(row)), STAND] for row in fits]


def _shape_bits(dice: tuple[int, ...]) -> int:
    return sum({1 << SHAPE[_UP_NUMBER[parts]] for parts in possibilities(dice)}) if len(dice) == DICE_COUNT else 0


_UP_NUMBER = {parts: number for number, parts in enumerate(UPS)}
MOST_KEEPS = 32
KEEPS, KEEP_COUNT = _rows(_keeps(), MOST_KEEPS)
GRANTED, GRANTED_COUNT = _rows(
    [sorted(UP + _UP_NUMBER[parts] for parts in possibilities(dice)) for dice in DICE], width=5
)
GRANTED_SHAPES = np.array([_shape_bits(dice) for dice in DICE])
"""By dice: the shapes of what they grant, as bits."""
JOKERS, JOKER_COUNT = _rows(
    [
        [UP + number for number in range(NEVER_UP) if bits >> SHAPE[number] & 1] if bits in GRANTED_SHAPES else []
        for bits in range(1 << len(_SHAPES))
    ],
    width=NEVER_UP,
)
"""By such bits: every `up` with a joker (BM-17)."""
MAX_MOVES = max(MOST_KEEPS, *JOKER_COUNT.tolist())
