"""Dog: why a piece may not go where somebody wants it to go; in the order of the list in docs/decisions/dog.md."""

import numpy as np

from tafelrunde.games.dog.board import (
    at_home,
    part_in_goal,
    part_into_goal,
    part_on_track,
    rest_fits,
    seven_board,
    swap_partners,
    swappable,
    to_start,
)
from tafelrunde.games.dog.pieces import distance
from tafelrunde.games.dog.tables import (
    BACK,
    BLOCKED,
    BLOCKED_BACK,
    DEPTH,
    FIRST_GOAL,
    HOME,
    INSIDE,
    LONG,
    SEATS,
    SEVEN,
    SHORT,
    START,
    STARTS,
    TRACK,
    WHOLE_SEVEN,
)
from tafelrunde.kernel.bits import bit
from tafelrunde.kernel.compiled import compiled

DG_06, DG_07, DG_10, DG_13, DG_14, DG_15, DG_16, DG_17 = 6, 7, 10, 13, 14, 15, 16, 17
DG_20, DG_21, DG_22, DG_23, DG_24, DG_25, DG_27, DG_29 = 20, 21, 22, 23, 24, 25, 27, 29


@compiled
def judge_start(state, owner, value, target):
    if not STARTS[value] or at_home(state, owner) == 0 or target != 1 + START[owner]:
        return DG_10
    return DG_14 if (state.guarded >> owner) & 1 else 0


@compiled
def judge_swap(state, owner, origin, target):
    if origin >= FIRST_GOAL or swappable(state, owner) & bit(origin - 1) == 0:
        return DG_22
    if target == HOME or target >= FIRST_GOAL:
        return DG_22
    if state.track[owner] & bit(target - 1) != 0:
        return DG_23
    return 0 if swap_partners(state, owner) & bit(target - 1) != 0 else DG_22


@compiled
def has_moved(state, origin):
    """Whether the piece has taken a part of the seven."""
    if origin >= FIRST_GOAL:
        return (state.moved_in >> (origin - FIRST_GOAL)) & 1 != 0
    return state.moved & bit(origin - 1) != 0


@compiled
def judge_way(state, owner, value, origin, target):
    """A piece moves from track or goal to track or goal."""
    left = WHOLE_SEVEN if state.left == 0 else np.int64(state.left)
    if origin >= FIRST_GOAL:
        reason = judge_in_goal(state, owner, value, left, origin, target)
    elif target >= FIRST_GOAL:
        reason = judge_into_goal(state, owner, value, left, origin - 1, target - FIRST_GOAL + 1)
    else:
        reason = judge_on_track(state, owner, value, left, origin - 1, target - 1)
    if reason != 0 or value != SEVEN:
        return reason
    board = seven_board(state, owner)
    steps = distance(owner, origin, target)
    if origin >= FIRST_GOAL:
        board = part_in_goal(board, origin - FIRST_GOAL, steps)
    elif target >= FIRST_GOAL:
        board = part_into_goal(board, origin - 1, target - FIRST_GOAL + 1)
    else:
        board = part_on_track(board, origin - 1, steps)
    return 0 if rest_fits(board, left - steps) else DG_25


@compiled
def judge_distance(value, left, steps):
    """Into or inside a goal: only the exact value (DG-16)."""
    if value == SEVEN:
        return DG_24 if steps > left else 0
    if steps == SHORT[value] or steps == LONG[value]:
        return 0
    return DG_16 if steps < LONG[value] else DG_21


@compiled
def judge_in_goal(state, owner, value, left, origin, target):
    if target <= origin:
        return DG_20
    reason = judge_distance(value, left, target - origin)
    if reason != 0:
        return reason
    free = (INSIDE[state.goal[owner], target - origin] >> (origin - FIRST_GOAL)) & 1
    return 0 if free else DG_20


@compiled
def judge_into_goal(state, owner, value, left, field, depth):
    way = to_start(owner, field)
    guarded = (state.guarded >> owner) & 1 != 0
    if guarded and way == 0:
        return DG_17
    if way != 0 and BACK[value] != 0 and TRACK - way + depth == BACK[value]:
        return DG_17
    reason = judge_distance(value, left, way + depth)
    if reason != 0:
        return reason
    if BLOCKED[state.guarded, way] & bit(field) != 0:
        return DG_15
    return 0 if depth <= DEPTH[state.goal[owner]] else DG_20


@compiled
def judge_on_track(state, owner, value, left, field, target):
    steps = (target - field) & (TRACK - 1)
    if value == SEVEN:
        if steps == 0 or steps > left:
            return DG_24
    elif BACK[value] != 0 and TRACK - steps == BACK[value]:
        if BLOCKED_BACK[state.guarded] & bit(field) == 0:
            return 0
        return DG_13 if is_protected(state, target) else DG_15
    elif steps == 0 or (steps != SHORT[value] and steps != LONG[value]):
        return DG_21
    if BLOCKED[state.guarded, steps - 1] & bit(field) != 0:
        return DG_15
    return DG_13 if is_protected(state, target) else 0


@compiled
def is_protected(state, field):
    for seat in range(SEATS):
        if START[seat] == field and (state.guarded >> seat) & 1:
            return True
    return False
