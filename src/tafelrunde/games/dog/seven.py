"""Dog: the parts of a seven (DG-24 to DG-26).

A `position` is what they need to know: the owner's track and goal, which of these pieces took a part, the guarded
starts, the owner, and the track and goal of the owner's partner.
"""

import numpy as np

from tafelrunde.games.dog import board
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel.bits import bit, lowest, nth, popcount
from tafelrunde.kernel.compiled import compiled


@compiled
def position_of(state, owner):
    return (
        state.track[owner],
        np.int64(state.goal[owner]),
        state.moved,
        np.int64(state.moved_in),
        np.int64(state.guarded),
        np.int64(owner),
        state.track[owner ^ 2],
        np.int64(state.goal[owner ^ 2]),
    )


@compiled
def part_on_track(position, field, steps):
    """The position after a part on the track: whoever is passed or met goes home (DG-24)."""
    track, goal, moved, moved_in, guarded, owner, other, other_in = position
    hit, target = board.ahead(field, steps), bit((field + steps) & (dog.TRACK - 1))
    track, moved, other = (track & ~hit & ~bit(field)) | target, (moved & ~hit) | target, other & ~hit
    if field == dog.START[owner]:
        guarded &= ~(1 << owner)
    return track, goal, moved, moved_in, guarded, owner, other, other_in


@compiled
def part_into_goal(position, field, depth):
    """The position after a part from the track to goal field 1, 2, …; the way to the start counts like any other."""
    track, goal, moved, moved_in, guarded, owner, other, other_in = position
    hit, target = board.ahead(field, board.to_start(owner, field)), 1 << (depth - 1)
    track, moved, other = track & ~hit & ~bit(field), moved & ~hit, other & ~hit
    return track, goal | target, moved, moved_in | target, guarded, owner, other, other_in


@compiled
def part_in_goal(position, place, steps):
    """The position after a part inside the goal."""
    track, goal, moved, moved_in, guarded, owner, other, other_in = position
    target = 1 << (place + steps)
    return track, (goal & ~(1 << place)) | target, moved, moved_in | target, guarded, owner, other, other_in


@compiled
def part(position, origin, target):
    """The position after a part between two places, and its steps."""
    steps = board.distance(position[5], origin, target)
    if origin >= dog.FIRST_GOAL:
        return part_in_goal(position, origin - dog.FIRST_GOAL, steps), steps
    if target >= dog.FIRST_GOAL:
        return part_into_goal(position, origin - 1, target - dog.FIRST_GOAL + 1), steps
    return part_on_track(position, origin - 1, steps), steps


@compiled
def handed_over(position):
    """For the rest of a seven: the partner's pieces once the goal is full, none of which took a part (DG-26)."""
    track, goal, _, _, guarded, owner, other, other_in = position
    if goal != dog.FULL:
        return position
    return other, other_in, np.uint64(0), 0, guarded, owner ^ 2, track, goal


@compiled
def one_takes_all(position, left):
    """Whether a single piece can move all that is left. A way into the goal is free only where the way on is too."""
    track, goal, moved, moved_in, guarded = position[:5]
    return track & ~moved & ~dog.BLOCKED[guarded, left] != 0 or dog.INSIDE[goal, left] & ~moved_in != 0


@compiled
def numbered_part(position, left, number):
    """The part of this number: the position after it and its steps, 0 if there is no such part."""
    track, goal, moved, moved_in, guarded, owner = position[:6]
    free, free_in = track & ~moved, goal & ~moved_in
    piece, way = divmod(number, dog.WAYS)
    on_track = popcount(free)
    if piece >= on_track + popcount(free_in):
        return position, 0
    if piece >= on_track:
        place = nth(free_in, piece - on_track)
        if way + 1 < dog.PIECES and way < left and (dog.INSIDE[goal, way + 1] >> place) & 1:
            return part_in_goal(position, place, way + 1), way + 1
        return position, 0
    field = nth(free, piece)
    if way < dog.WHOLE_SEVEN:
        if way < left and dog.BLOCKED[guarded, way + 1] & bit(field) == 0:
            return part_on_track(position, field, way + 1), way + 1
        return position, 0
    depth = way - dog.WHOLE_SEVEN + 1
    steps = board.to_start(owner, field) + depth
    if steps <= left and (guarded >> owner) & 1 == 0 and depth <= dog.DEPTH[goal]:
        return part_into_goal(position, field, depth), steps
    return position, 0


@compiled
def rest_fits(position, left):
    """Whether the rest of a seven can be played out exactly (DG-25). Mostly one piece can take it all."""
    if left == 0:
        return True
    position = handed_over(position)
    if one_takes_all(position, left):
        return True
    if position[0] & ~position[2] == 0:
        return (dog.INSIDE_SUMS[position[1], position[1] & ~position[3]] >> left) & 1 != 0
    return most_together(position, left) >= left and several_fit(position, left)


@compiled
def most_together(position, left):
    """No pieces can move more than this together, however they help each other: mostly it is too little.

    Of those that protect their start only the owner's may go away, and a goal that fills up hands the rest over.
    """
    track, goal, moved, moved_in, guarded, owner = position[:6]
    free, others = track & ~moved, guarded & ~(1 << owner)
    if popcount(goal) + popcount(free) >= dog.PIECES:
        return np.int64(left)
    most = np.int64(left)
    while (dog.INSIDE_SUMS[goal, goal & ~moved_in] >> most) & 1 == 0:
        most -= 1
    while free != 0:
        field = lowest(free)
        free &= free - np.uint64(1)
        steps = np.int64(left)
        while dog.BLOCKED[others, steps] & bit(field) != 0:
            steps -= 1
        way = board.to_start(owner, field)
        most += steps if way > steps else min(np.int64(left), way + dog.PIECES)
    return most


@compiled
def several_fit(position, left):
    """Try all ways in depth. Seldom needed, so it may be slow.

    The way there is kept as the numbers of its parts in one word and walked from its beginning every time: code
    that calls itself is not safe in the cache on disk.
    """
    path, depth = 0, 0
    while True:
        here, rest, steps = position, left, 0
        for i in range(depth + 1):
            here, steps = numbered_part(here, rest, (path >> (dog.PART_BITS * i)) & dog.PART_MASK)
            here, rest = handed_over(here), rest - steps
        if steps != 0:
            if rest == 0 or one_takes_all(here, rest):
                return True
            depth += 1
            continue
        path += 1 << (dog.PART_BITS * depth)
        while path >> (dog.PART_BITS * depth) == dog.PARTS:
            if depth == 0:
                return False
            path &= (1 << (dog.PART_BITS * depth)) - 1
            depth -= 1
            path += 1 << (dog.PART_BITS * depth)


@compiled
def moves(state, owner, base, left, out, count):
    """The next parts of a seven after which the rest still fits (DG-25)."""
    position = position_of(state, owner)
    track, goal, moved, moved_in, guarded = position[:5]
    free = track & ~moved
    while free != 0:
        field = lowest(free)
        free &= free - np.uint64(1)
        here = base + board.pair(1 + field, 0)
        longest = left
        while dog.BLOCKED[guarded, longest] & bit(field) != 0:
            longest -= 1
        edge = dog.TRACK - field  # with so many steps the fields count from 0 again, and lower fields come first
        across = max(0, longest - edge + 1)
        for i in range(longest):
            steps = edge + i if i < across else i - across + 1
            if rest_fits(part_on_track(position, field, steps), left - steps):
                out[count] = here + 1 + ((field + steps) & (dog.TRACK - 1))
                count += 1
        if (guarded >> owner) & 1 == 0:
            way = board.to_start(owner, field)
            for depth in range(1, min(dog.DEPTH[goal], left - way) + 1):
                if rest_fits(part_into_goal(position, field, depth), left - way - depth):
                    out[count] = here + dog.FIRST_GOAL + depth - 1
                    count += 1
    inner = goal & ~moved_in
    while inner != 0:
        place = lowest(inner)
        inner &= inner - 1
        here = base + board.pair(dog.FIRST_GOAL + place, dog.FIRST_GOAL + place)
        for steps in range(1, min(left + 1, dog.PIECES)):
            if (dog.INSIDE[goal, steps] >> place) & 1 == 0:
                break
            if rest_fits(part_in_goal(position, place, steps), left - steps):
                out[count] = here + steps
                count += 1
    return count


@compiled
def move(state, owner, origin, target):
    """Carry out a part."""
    after, steps = part(position_of(state, owner), origin, target)
    board.send_home(state, board.fields_hit(owner, dog.SEVEN, origin, target))
    state.track[owner], state.goal[owner], state.guarded = after[0], after[1], after[4]
    state.left = (dog.WHOLE_SEVEN if state.left == 0 else state.left) - steps
    if state.left == 0 or state.goal[owner] == dog.FULL:  # DG-26: no piece of the partner has taken a part
        state.moved = 0
        state.moved_in = 0
    else:
        state.moved, state.moved_in = after[2], after[3]
