"""Denkste!: the verbs with the rules that they follow.

Actions: 0–5 are `go 1`…`go 6`; then one for every multiset of one, two or three numbers on the Stop card.
"""

import numpy as np

from tafelrunde.games.denkste import board, resample, sound  # noqa: F401  # two more verbs
from tafelrunde.games.denkste import state as denkste
from tafelrunde.kernel.compiled import compiled

DK_03, DK_04, DK_05, DK_07, DK_11 = 3, 4, 5, 7, 11

REVEAL = 1
"""The one step of the table."""


@compiled
def hits(state):
    """How many dials show the Go number (DK-06)."""
    count = 0
    for dial in denkste.NUMBERS_SHOWN[state.stop - denkste.GO]:
        if dial == state.go:
            count += 1
    return count


@denkste.rule
def setup(state):
    for seat in range(state.players):
        state.level[seat] = 1
        state.steps[seat] = 0


@denkste.rule
def over(state):
    for seat in range(state.players):
        if state.level[seat] == denkste.CENTRE:
            return True
    return False


@denkste.rule
def score(state, out):
    """The fields a figure has come on its way; the winner is who is in the centre (DK-11)."""
    winners = 0
    for seat in range(state.players):
        fields = np.int64(state.steps[seat])
        for level in range(1, state.level[seat]):
            fields += state.rings[level - 1] + 1
        out[seat] = fields
        if state.level[seat] == denkste.CENTRE:
            winners |= 1 << seat
    return winners


@denkste.rule
def actors(state):
    if over(state):
        return 0
    mask = 0
    if state.go == denkste.UNSET:
        mask |= 1 << state.turn
    if state.stop == denkste.UNSET:
        mask |= 1 << denkste.stopper(state)
    return mask


@denkste.rule
def moves(state, seat, out):
    if over(state):
        return 0
    if seat == state.turn:
        if state.go != denkste.UNSET:
            return 0
        for number in range(denkste.GO):
            out[number] = number
        return denkste.GO
    if seat != denkste.stopper(state) or state.stop != denkste.UNSET:
        return 0
    level = state.level[state.turn]
    count = denkste.STOP_COUNTS[state.haste_gedacht, level]
    for i in range(count):
        out[i] = denkste.STOPS[state.haste_gedacht, level, i]
    return count


@denkste.rule
def judge(state, seat, action):
    if over(state):
        return DK_11
    if seat != state.turn and seat != denkste.stopper(state):
        return DK_07
    if action < denkste.GO:
        return DK_03 if seat != state.turn or state.go != denkste.UNSET else 0
    if seat == state.turn or state.stop != denkste.UNSET:
        return DK_03
    if denkste.IN_USE[action - denkste.GO] != state.level[state.turn]:
        return DK_04
    if denkste.HAS_EQUAL[action - denkste.GO] and not state.haste_gedacht:
        return DK_05
    return 0


@denkste.rule
def act(state, seat, action):
    if action < denkste.GO:
        state.go = action + 1
    else:
        state.stop = action


@denkste.rule
def step(state):
    """Both cards are shown as soon as both are set (DK-03), then passed on (DK-07)."""
    if state.go == denkste.UNSET or state.stop == denkste.UNSET:
        return 0
    seat = state.turn
    level, steps = state.level[seat], state.steps[seat]
    caught = hits(state)
    if caught == 0:
        level, steps = board.way(state, level, steps, state.go)
        if level == denkste.CENTRE or not board.occupied(state, seat, level, steps):  # DK-08
            state.level[seat] = level
            state.steps[seat] = steps
    elif caught == 2 and steps < state.rings[level - 1]:  # DK-12, DK-16
        state.steps[seat] = 0
    elif caught == 3:  # DK-13
        state.level[seat] = 2
        state.steps[seat] = 0
    state.go = denkste.UNSET
    state.stop = denkste.UNSET
    if state.level[seat] != denkste.CENTRE:
        state.turn = seat + 1 if seat + 1 < state.players else 0
    return REVEAL


@denkste.rule
def kind(state, action):
    return 0 if action < denkste.GO else denkste.IN_USE[action - denkste.GO]
