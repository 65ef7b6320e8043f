"""Dog: pieces being moved."""

import numpy as np

from tafelrunde.games.dog.board import ahead, owner_of, parts_of, to_start
from tafelrunde.games.dog.tables import BACK, FIRST_GOAL, FULL, HOME, JACK, SEATS, SEVEN, START, TRACK, WHOLE_SEVEN
from tafelrunde.kernel.bits import bit
from tafelrunde.kernel.compiled import compiled, entry


@compiled
def swap(state, owner, one, two):
    for other in range(SEATS):
        if state.track[other] & two != 0:
            state.track[other] ^= one | two
    state.track[owner] ^= one | two


@compiled
def lift(state, owner, origin):
    """A piece leaves its place; whoever leaves the start is not protected any more."""
    if origin >= FIRST_GOAL:
        state.goal[owner] &= ~(1 << (origin - FIRST_GOAL))
    elif origin != HOME:
        state.track[owner] &= ~bit(origin - 1)
        if origin - 1 == START[owner]:
            state.guarded &= ~(1 << owner)


@compiled
def put(state, owner, target):
    """A piece comes to its place."""
    if target >= FIRST_GOAL:
        state.goal[owner] |= 1 << (target - FIRST_GOAL)
    else:
        state.track[owner] |= bit(target - 1)


@compiled
def fields_hit(owner, value, origin, target):
    """The fields from which a move sends home whoever stands there, as bits.

    That is where it ends (DG-13), and for a part of a seven all that it passes too (DG-24). A Jack sends nobody home.
    """
    if value == SEVEN:
        if origin >= FIRST_GOAL:
            return np.uint64(0)
        return ahead(
            origin - 1, distance(owner, origin, target) if target < FIRST_GOAL else to_start(owner, origin - 1)
        )
    if value == JACK or target >= FIRST_GOAL:
        return np.uint64(0)
    return bit(target - 1)


@compiled
def send_home(state, fields):
    for seat in range(SEATS):
        state.track[seat] &= ~fields


@compiled
def distance(owner, origin, target):
    """Steps forwards between two places of a piece of the owner."""
    if origin >= FIRST_GOAL or target < FIRST_GOAL:
        return (target - origin) & (TRACK - 1)
    return to_start(owner, origin - 1) + target - FIRST_GOAL + 1


@compiled
def move_seven(state, owner, origin, target):
    """One part of a seven (DG-24)."""
    steps = distance(owner, origin, target)
    state.left = (WHOLE_SEVEN if state.left == 0 else state.left) - steps
    hit = fields_hit(owner, SEVEN, origin, target)
    lift(state, owner, origin)
    send_home(state, hit)
    state.moved &= ~hit
    put(state, owner, target)
    if state.left == 0 or state.goal[owner] == FULL:  # DG-26: no piece of the partner has taken a part
        state.moved = 0
        state.moved_in = 0
    elif target >= FIRST_GOAL:
        state.moved_in |= 1 << (target - FIRST_GOAL)
    else:
        state.moved |= bit(target - 1)


@compiled
def steps_of(owner, value, origin, target):
    """How many fields a piece goes: below 0 backwards, 0 if it does not walk."""
    if origin == HOME or value == JACK:
        return 0
    steps = distance(owner, origin, target)
    if target < FIRST_GOAL and BACK[value] != 0 and TRACK - steps == BACK[value]:
        return -BACK[value]
    return steps


@compiled
def whose(state, fields):
    """Whose piece stands on one of these fields of the track; -1 if there is none."""
    for seat in range(SEATS):
        if state.track[seat] & fields != 0:
            return seat
    return -1


@entry
def effects(states, seat, actions, ways, hits):
    """What each of these legal moves does: whose piece moves, its steps, whom it is swapped with (-1), whom it hits."""
    state = states[0]
    owner = owner_of(state, seat)
    for i in range(len(actions)):
        _, value, origin, target = parts_of(actions[i])
        ways[i, 0] = owner
        ways[i, 1] = steps_of(owner, value, origin, target)
        ways[i, 2] = whose(state, bit(target - 1)) if value == JACK else -1
        hit = fields_hit(owner, value, origin, target)
        for other in range(SEATS):
            hits[i, other] = state.track[other] & hit
