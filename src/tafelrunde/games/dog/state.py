"""Dog: the record of a state, its numbers, and the board as bits.

The track is one machine word a seat, the goal (Zielraum) four bits; pieces of a seat are not told apart, and whoever
is in neither is at home (Startraum). A protected piece only ever stands on its own start (Startposition), so one bit
a seat says whether there is one.
"""

import tomllib
from pathlib import Path

import numpy as np

from tafelrunde.kernel import verbs
from tafelrunde.kernel.layout import layout

with Path(__file__).with_name("data.toml").open("rb") as _file:
    _DATA = tomllib.load(_file)

SEATS = 4
TRACK, PIECES = _DATA["track"], _DATA["pieces"]
CARDS = list(_DATA["copies"])
VALUES = CARDS[:-1]
KINDS, N_VALUES = len(CARDS), len(VALUES)
JACK, SEVEN, FOUR, JOKER = (CARDS.index(card) for card in ("J", "7", "4", "X"))
COPIES = np.array(list(_DATA["copies"].values()), np.int64)
DECK = int(COPIES.sum())
DEALS = np.array(_DATA["deals"], np.int64)
LARGEST_HAND = max(_DATA["deals"])
WHOLE_SEVEN = _DATA["forwards"]["7"][0]

WAYS = WHOLE_SEVEN + PIECES
"""What a piece may do as a part of a seven: so many steps on the track, or into the goal to its field 1, 2, …"""
PARTS = PIECES * WAYS
PART_BITS = PARTS.bit_length()
PART_MASK = (1 << PART_BITS) - 1

FULL = (1 << PIECES) - 1
"""A goal with all pieces in."""
GIVE, PLAY = 0, 1
NOTHING = 0
"""No card in `given`; a card stands there as its kind + 1."""

STATE = layout(
    ("phase", "u1"),
    ("turn", "u1"),
    ("starter", "u1"),
    ("round", "u4"),
    ("moved", "u8"),  # track fields whose piece took a part of the seven
    ("track", "u8", (SEATS,)),
    ("goal", "u1", (SEATS,)),
    ("given", "u1", (SEATS,)),
    ("cards", "u1", (SEATS,)),  # cards in each hand
    ("left", "u1"),  # what a seven still has to move
    ("moved_in", "u1"),  # goal fields whose piece took a part of the seven
    ("guarded", "u1"),  # the seats whose start holds a protected piece, as bits
    ("stocked", "u1"),  # cards in the stock
    ("kinds", "u2", (SEATS,)),  # the kinds in each hand as bits
    ("hand", "u1", (SEATS, KINDS)),
    ("stock", "u1", (KINDS,)),
)

rule = verbs.of(STATE)

# places in an action: home, the track fields, the goal fields
HOME, FIRST_GOAL = 0, 1 + TRACK
PLACES = FIRST_GOAL + PIECES

# actions: `give` a kind; then joker or not, value, from, to
GIVES = KINDS
ACTIONS = GIVES + 2 * N_VALUES * PLACES * PLACES
MAX_MOVES = 512

START = np.array([TRACK // SEATS * seat for seat in range(SEATS)], np.int64)
FARTHEST = max(max(steps, default=0) for steps in _DATA["forwards"].values())
BACK = np.array([_DATA["backwards"].get(value, 0) for value in VALUES], np.int64)
SHORT = np.array([min(_DATA["forwards"][value], default=0) for value in VALUES], np.int64)
LONG = np.array([max(_DATA["forwards"][value], default=0) for value in VALUES], np.int64)
"""The shortest and the longest way of a value; only the ace has two (DG-21)."""
STARTS = np.array([value in _DATA["starts"] for value in VALUES])
STARTERS = sum(1 << CARDS.index(value) for value in [*_DATA["starts"], "X"])
"""The kinds that put a piece onto its start, as bits (DG-10)."""

ALL_VALUES = (1 << N_VALUES) - 1
PLAIN = sum(1 << kind for kind in range(N_VALUES) if kind not in (JACK, SEVEN))
"""The kinds that simply move a piece, as bits."""


def _blocked(guarded: int, steps: int, direction: int) -> int:
    """The fields from which so many steps pass or meet a protected piece (DG-13, DG-15)."""
    protected = [start for seat, start in enumerate(START) if guarded >> seat & 1]
    return sum(1 << int((start - direction * step) % TRACK) for start in protected for step in range(1, steps + 1))


def _inside(goal: int, steps: int) -> int:
    """The pieces in a goal that can move on by so many fields (DG-20)."""
    return sum(
        1 << place
        for place in range(PIECES - steps)
        if goal >> place & 1 and not any(goal >> place + step & 1 for step in range(1, steps + 1))
    )


def _inside_sums(goal: int, free: int) -> int:
    """What the free pieces of a goal can move together, each at most once, as bits."""
    sums = 1
    for place in range(PIECES):
        for steps in range(1, PIECES - place):
            if free & _inside(goal, steps) & 1 << place:
                sums |= _inside_sums(goal ^ 1 << place ^ 1 << place + steps, free ^ 1 << place) << steps
    return sums


BLOCKED = np.array([[_blocked(guarded, n, 1) for n in range(FARTHEST + 1)] for guarded in range(1 << SEATS)], np.uint64)
BLOCKED_BACK = np.array([_blocked(guarded, int(BACK.max()), -1) for guarded in range(1 << SEATS)], np.uint64)
INSIDE = np.array([[_inside(goal, n) for n in range(FARTHEST + 1)] for goal in range(FULL + 1)], np.int64)
INSIDE_SUMS = np.array([[_inside_sums(goal, goal & free) for free in range(FULL + 1)] for goal in range(FULL + 1)])
DEPTH = np.array([next((n for n in range(PIECES) if goal >> n & 1), PIECES) for goal in range(FULL + 1)], np.int64)
"""How many fields of a goal are free from its entrance on."""
