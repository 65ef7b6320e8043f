"""Denkste!: the state and the compiled rules.

Actions: 0–5 are `go 1`…`go 6`; then one for every multiset of one, two or three numbers on the Stop card.
"""

import itertools
import tomllib
from pathlib import Path

import numpy as np

from tafelrunde.kernel import verbs
from tafelrunde.kernel.chance import draw
from tafelrunde.kernel.compiled import compiled, entry
from tafelrunde.kernel.layout import layout

DK_03, DK_04, DK_05, DK_07, DK_11 = 3, 4, 5, 7, 11

with Path(__file__).with_name("data.toml").open("rb") as file:
    _DATA = tomllib.load(file)
RINGS = _DATA["rings"]
SMALLEST_RING, LARGEST_RING = _DATA["ring_smallest"], _DATA["ring_largest"]

LEVELS = len(RINGS)
CENTRE = 4
UNSET = 0
REVEAL = 1

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

_DIALS = np.array([(*dials, 0, 0)[:LEVELS] for dials in DIALS], np.uint8)
_IN_USE = np.array([len(dials) for dials in DIALS])
_EQUAL = np.array([len(set(dials)) < len(dials) for dials in DIALS])

_STOPS = np.zeros((2, LEVELS + 1, MAX_MOVES), np.int32)
"""The Stop actions of the basic game and of the variant (DK-12 to DK-14), by level; how many stands in _STOP_COUNTS."""
_STOP_COUNTS = np.zeros((2, LEVELS + 1), np.int64)
for _variant, _level in itertools.product((0, 1), range(1, LEVELS + 1)):
    _found = [GO + i for i in range(len(DIALS)) if _IN_USE[i] == _level and (_variant or not _EQUAL[i])]
    _STOPS[_variant, _level, : len(_found)] = _found
    _STOP_COUNTS[_variant, _level] = len(_found)

rule = verbs.of(STATE)


@compiled
def stopper(state):
    """Who holds the Stop card: the player before in turn order (DK-03, DK-07)."""
    return state.players - 1 if state.turn == 0 else state.turn - 1


@compiled
def field(state, seat, level, steps):
    """The field of the board, within its ring (DK-01). Two players sit diagonally opposite (DK-02)."""
    colour = 2 * seat if state.players == 2 else seat
    ring = state.rings[level - 1]
    return (colour * (ring // 4) + steps) % ring


@compiled
def way(state, level, steps, count):
    """Level and steps after so many counted fields; past the own start field the way leads one level up (DK-10)."""
    steps += count
    while level < CENTRE and steps > state.rings[level - 1]:
        steps -= state.rings[level - 1] + 1
        level += 1
    if level == CENTRE:
        return CENTRE, 0
    return level, steps


@compiled
def occupied(state, seat, level, steps):
    """Whether another figure stands there (DK-08)."""
    target = field(state, seat, level, steps)
    for other in range(state.players):
        if other != seat and state.level[other] == level and field(state, other, level, state.steps[other]) == target:
            return True
    return False


@entry
def ways(states, fields):
    """Where the player on turn stands and where each Go number leads: level, steps, whether somebody else is there.

    Returns how many fields it is to the centre, at most six; there is nowhere to go when the game is over.
    """
    state = states[0]
    if over(state):
        return 0
    seat = state.turn
    level, steps = state.level[seat], state.steps[seat]
    fields[0, 0], fields[0, 1], fields[0, 2] = level, steps, False
    for number in range(1, GO + 1):
        there, count = way(state, level, steps, number)
        closed = there != CENTRE and occupied(state, seat, there, count)
        fields[number, 0], fields[number, 1], fields[number, 2] = there, count, closed
        if there == CENTRE:
            return number
    return GO


@compiled
def hits(state):
    """How many dials show the Go number (DK-06)."""
    count = 0
    for dial in _DIALS[state.stop - GO]:
        if dial == state.go:
            count += 1
    return count


@rule
def setup(state):
    for seat in range(state.players):
        state.level[seat] = 1
        state.steps[seat] = 0


@rule
def over(state):
    for seat in range(state.players):
        if state.level[seat] == CENTRE:
            return True
    return False


@rule
def score(state, out):
    """The fields a figure has come on its way; the winner is who is in the centre (DK-11)."""
    winners = 0
    for seat in range(state.players):
        fields = np.int64(state.steps[seat])
        for level in range(1, state.level[seat]):
            fields += state.rings[level - 1] + 1
        out[seat] = fields
        if state.level[seat] == CENTRE:
            winners |= 1 << seat
    return winners


@rule
def actors(state):
    if over(state):
        return 0
    mask = 0
    if state.go == UNSET:
        mask |= 1 << state.turn
    if state.stop == UNSET:
        mask |= 1 << stopper(state)
    return mask


@rule
def moves(state, seat, out):
    if over(state):
        return 0
    if seat == state.turn:
        if state.go != UNSET:
            return 0
        for number in range(GO):
            out[number] = number
        return GO
    if seat != stopper(state) or state.stop != UNSET:
        return 0
    level = state.level[state.turn]
    count = _STOP_COUNTS[state.haste_gedacht, level]
    for i in range(count):
        out[i] = _STOPS[state.haste_gedacht, level, i]
    return count


@rule
def judge(state, seat, action):
    if over(state):
        return DK_11
    if seat != state.turn and seat != stopper(state):
        return DK_07
    if action < GO:
        return DK_03 if seat != state.turn or state.go != UNSET else 0
    if seat == state.turn or state.stop != UNSET:
        return DK_03
    if _IN_USE[action - GO] != state.level[state.turn]:
        return DK_04
    if _EQUAL[action - GO] and not state.haste_gedacht:
        return DK_05
    return 0


@rule
def act(state, seat, action):
    if action < GO:
        state.go = action + 1
    else:
        state.stop = action


@rule
def step(state):
    """Both cards are shown as soon as both are set (DK-03), then passed on (DK-07)."""
    if state.go == UNSET or state.stop == UNSET:
        return 0
    seat = state.turn
    level, steps = state.level[seat], state.steps[seat]
    caught = hits(state)
    if caught == 0:
        level, steps = way(state, level, steps, state.go)
        if level == CENTRE or not occupied(state, seat, level, steps):  # DK-08
            state.level[seat] = level
            state.steps[seat] = steps
    elif caught == 2 and steps < state.rings[level - 1]:  # DK-12, DK-16
        state.steps[seat] = 0
    elif caught == 3:  # DK-13
        state.level[seat] = 2
        state.steps[seat] = 0
    state.go = UNSET
    state.stop = UNSET
    if state.level[seat] != CENTRE:
        state.turn = seat + 1 if seat + 1 < state.players else 0
    return REVEAL


@rule
def resample(state, seat):
    """A sealed number of somebody else may be any that could have been set."""
    holder = stopper(state)
    if state.go != UNSET and seat != state.turn:
        state.go = 1 + draw(state, 6)
    if state.stop != UNSET and seat != holder:
        level = state.level[state.turn]
        state.stop = _STOPS[state.haste_gedacht, level, draw(state, _STOP_COUNTS[state.haste_gedacht, level])]


@rule
def sound(state):
    if state.turn >= state.players or state.go > 6 or (state.stop != UNSET and not GO <= state.stop < ACTIONS):
        return False
    for seat in range(state.players):
        level = state.level[seat]
        if level < 1 or level > CENTRE or (state.steps[seat] > (0 if level == CENTRE else state.rings[level - 1])):
            return False
    return True


@rule
def kind(state, action):
    return 0 if action < GO else _IN_USE[action - GO]
