"""Denkste!: fields and ways on the board."""

import numpy as np

from tafelrunde.games.denkste import state as denkste
from tafelrunde.kernel import verbs
from tafelrunde.kernel.compiled import compiled, entry


@compiled
def field(state, seat, level, steps):
    """The field of the board, within its ring (DK-01). Two players sit diagonally opposite (DK-02)."""
    colour = np.int64(seat) * (2 if state.players == 2 else 1)
    ring = np.int64(state.rings[level - 1])
    return (colour * (ring // 4) + np.int64(steps)) % ring


@compiled
def way(state, level, steps, count):
    """Level and steps after `count` fields; past its own start field a figure goes one level up (DK-10)."""
    steps += count
    while level < denkste.CENTRE and steps > state.rings[level - 1]:
        steps -= state.rings[level - 1] + 1
        level += 1
    if level == denkste.CENTRE:
        return denkste.CENTRE, 0
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
    if verbs.over(state):
        return 0
    seat = state.turn
    level, steps = state.level[seat], state.steps[seat]
    fields[0, 0], fields[0, 1], fields[0, 2] = level, steps, False
    for number in range(1, denkste.GO + 1):
        there, count = way(state, level, steps, number)
        closed = there != denkste.CENTRE and occupied(state, seat, there, count)
        fields[number, 0], fields[number, 1], fields[number, 2] = there, count, closed
        if there == denkste.CENTRE:
            return number
    return denkste.GO


@entry
def together(states, seat, other):
    """Whether two figures stand on the same field of a ring."""
    state = states[0]
    level = state.level[seat]
    if level == denkste.CENTRE or state.level[other] != level:
        return False
    return field(state, seat, level, state.steps[seat]) == field(state, other, level, state.steps[other])
