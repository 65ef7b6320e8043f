"""Dog: pieces being moved."""

from tafelrunde.games.dog.board import ahead, to_start
from tafelrunde.games.dog.tables import FIRST_GOAL, FULL, HOME, SEATS, START, TRACK, WHOLE_SEVEN
from tafelrunde.kernel.bits import bit
from tafelrunde.kernel.compiled import compiled


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
    """A piece comes to its place; whoever stands there goes home (DG-13)."""
    if target >= FIRST_GOAL:
        state.goal[owner] |= 1 << (target - FIRST_GOAL)
    else:
        send_home(state, bit(target - 1))
        state.track[owner] |= bit(target - 1)


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
    lift(state, owner, origin)
    if origin < FIRST_GOAL:
        hit = ahead(origin - 1, steps if target < FIRST_GOAL else to_start(owner, origin - 1))
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
