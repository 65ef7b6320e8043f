"""Dog: the board, whose pieces a seat moves, and pieces being moved."""

import numpy as np

from tafelrunde.games.dog import state as dog
from tafelrunde.kernel.bits import bit, popcount
from tafelrunde.kernel.compiled import compiled, entry


@compiled
def pair(origin, target):
    """What from and to add to the number of an action."""
    return origin * dog.PLACES + target


@entry
def parts_of(action):
    """Joker or not, value, from, to."""
    rest, target = divmod(action - dog.GIVES, dog.PLACES)
    rest, origin = divmod(rest, dog.PLACES)
    joker, value = divmod(rest, dog.N_VALUES)
    return joker, value, origin, target


@compiled
def ahead(field, steps):
    """The fields after this one, so many of them, as bits."""
    fields = bit(steps) - np.uint64(1)
    first = np.uint64((field + 1) & (dog.TRACK - 1))
    return (fields << first) | ((fields >> np.uint64(1)) >> (np.uint64(dog.TRACK - 1) - first))


@compiled
def to_start(owner, field):
    """Steps forwards from a track field to the owner's start, 0 on it."""
    return (dog.START[owner] - field) & (dog.TRACK - 1)


@entry
def mover(seat, goal):
    """Whose pieces a seat with this goal moves: its own, or the partner's once its own are all in (DG-26, DG-27)."""
    return seat ^ 2 if goal == dog.FULL else seat


@compiled
def owner_of(state, seat):
    """Whose pieces the seat moves."""
    return mover(seat, state.goal[seat])


@compiled
def at_home(state, seat):
    return dog.PIECES - popcount(state.track[seat]) - popcount(state.goal[seat])


@compiled
def can_start(state, owner):
    """A piece is at home and the start holds no protected one (DG-14)."""
    return (state.guarded >> owner) & 1 == 0 and at_home(state, owner) > 0


@compiled
def swappable(state, seat):
    """The pieces that a Jack may swap: on the track and not protected (DG-22)."""
    if (state.guarded >> seat) & 1:
        return state.track[seat] & ~bit(dog.START[seat])
    return state.track[seat]


@compiled
def swap_partners(state, owner):
    """Whom the owner's pieces may be swapped with: everybody else's (DG-23)."""
    others = np.uint64(0)
    for i in range(1, dog.SEATS):
        others |= swappable(state, (owner + i) & 3)
    return others


@compiled
def distance(owner, origin, target):
    """Steps forwards between two places of a piece of the owner."""
    if origin >= dog.FIRST_GOAL or target < dog.FIRST_GOAL:
        return (target - origin) & (dog.TRACK - 1)
    return to_start(owner, origin - 1) + target - dog.FIRST_GOAL + 1


@compiled
def lift(state, owner, origin):
    """A piece leaves its place; whoever leaves the start is not protected any more."""
    if origin >= dog.FIRST_GOAL:
        state.goal[owner] &= ~(1 << (origin - dog.FIRST_GOAL))
    elif origin != dog.HOME:
        state.track[owner] &= ~bit(origin - 1)
        if origin - 1 == dog.START[owner]:
            state.guarded &= ~(1 << owner)


@compiled
def put(state, owner, target):
    """A piece comes to its place."""
    if target >= dog.FIRST_GOAL:
        state.goal[owner] |= 1 << (target - dog.FIRST_GOAL)
    else:
        state.track[owner] |= bit(target - 1)


@compiled
def send_home(state, fields):
    for seat in range(dog.SEATS):
        state.track[seat] &= ~fields


@compiled
def swap(state, owner, one, two):
    for other in range(dog.SEATS):
        if state.track[other] & two != 0:
            state.track[other] ^= one | two
    state.track[owner] ^= one | two


@entry
def fields_hit(owner, value, origin, target):
    """The fields from which a move sends home whoever stands there, as bits.

    That is where it ends (DG-13), and for a part of a seven all that it passes too (DG-24). A Jack sends nobody home.
    """
    if value == dog.SEVEN:
        if origin >= dog.FIRST_GOAL:
            return np.uint64(0)
        on_track = distance(owner, origin, target) if target < dog.FIRST_GOAL else to_start(owner, origin - 1)
        return ahead(origin - 1, on_track)
    if value == dog.JACK or target >= dog.FIRST_GOAL:
        return np.uint64(0)
    return bit(target - 1)


@compiled
def steps_of(owner, value, origin, target):
    """How many fields a piece goes: below 0 backwards, 0 if it does not walk."""
    if origin == dog.HOME or value == dog.JACK:
        return 0
    steps = distance(owner, origin, target)
    if target < dog.FIRST_GOAL and dog.BACK[value] != 0 and dog.TRACK - steps == dog.BACK[value]:
        return -dog.BACK[value]
    return steps


@compiled
def whose(state, fields):
    """Whose piece stands on one of these fields of the track; -1 if there is none."""
    for seat in range(dog.SEATS):
        if state.track[seat] & fields != 0:
            return seat
    return -1
