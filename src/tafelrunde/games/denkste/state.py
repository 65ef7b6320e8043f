"""Denkste!: the record of a state, its numbers, and what the Stop card can show."""

import itertools
import tomllib
from pathlib import Path

import numpy as np

from tafelrunde.kernel import verbs
from tafelrunde.kernel.compiled import compiled, entry
from tafelrunde.kernel.layout import layout

with Path(__file__).with_name("data.toml").open("rb") as file:
    _DATA = tomllib.load(file)
RINGS = _DATA["rings"]
SMALLEST_RING, LARGEST_RING = _DATA["ring_smallest"], _DATA["ring_largest"]

LEVELS = len(RINGS)
CENTRE = 4
UNSET = 0

STATE = layout(
    ("haste_gedacht", "u1"),
    ("rings", "u1", (LEVELS,)),
    ("level", "u1", (4,)),
    ("steps", "u1", (4,)),
    ("turn", "u1"),
    ("go", "u1"),
    ("stop", "u1"),  # the action that set it; UNSET (no stop action has that number) before
)

DIALS = [
    dials for level in range(1, LEVELS + 1) for dials in itertools.combinations_with_replacement(range(1, 7), level)
]
"""What the Stop card can show, level by level."""

GO = 6
"""Actions below are Go numbers, those from here on what the Stop card shows."""
ACTIONS = GO + len(DIALS)
MAX_MOVES = 56

NUMBERS_SHOWN = np.array([(*dials, 0, 0)[:LEVELS] for dials in DIALS], np.uint8)
IN_USE = np.array([len(dials) for dials in DIALS])
HAS_EQUAL = np.array([len(set(dials)) < len(dials) for dials in DIALS])

STOPS = np.zeros((2, LEVELS + 1, MAX_MOVES), np.int32)
"""The Stop actions of the basic game and of the variant (DK-12 to DK-14), by level; how many stands in STOP_COUNTS."""
STOP_COUNTS = np.zeros((2, LEVELS + 1), np.int64)
for _variant, _level in itertools.product((0, 1), range(1, LEVELS + 1)):
    _found = [GO + i for i in range(len(DIALS)) if IN_USE[i] == _level and (_variant or not HAS_EQUAL[i])]
    STOPS[_variant, _level, : len(_found)] = _found
    STOP_COUNTS[_variant, _level] = len(_found)

rule = verbs.of(STATE)


@entry
def seat_before(turn, players):
    """The player before in turn order, who holds the Stop card (DK-03, DK-07)."""
    return players - 1 if turn == 0 else turn - 1


@compiled
def stopper(state):
    """Who holds the Stop card."""
    return seat_before(state.turn, state.players)
