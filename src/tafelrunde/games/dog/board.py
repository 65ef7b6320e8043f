"""Dog: where pieces may go, card by card."""

import numpy as np

from tafelrunde.games.dog.tables import (
    BACK,
    BLOCKED,
    BLOCKED_BACK,
    DEPTH,
    FIRST_GOAL,
    FOUR,
    FULL,
    GIVES,
    HOME,
    INSIDE,
    INSIDE_SUMS,
    JACK,
    JOKER,
    LONG,
    N_VALUES,
    PART_BITS,
    PART_MASK,
    PARTS,
    PIECES,
    PLACES,
    PLAIN,
    SEATS,
    SEVEN,
    SHORT,
    START,
    STARTERS,
    STARTS,
    TRACK,
    WAYS,
    WHOLE_SEVEN,
)
from tafelrunde.kernel.bits import bit, lowest, nth, popcount
from tafelrunde.kernel.compiled import compiled


@compiled
def pair(origin, target):
    """What from and to add to the number of an action."""
    return origin * PLACES + target


@compiled
def parts_of(action):
    """Joker or not, value, from, to."""
    rest, target = divmod(action - GIVES, PLACES)
    rest, origin = divmod(rest, PLACES)
    joker, value = divmod(rest, N_VALUES)
    return joker, value, origin, target


@compiled
def ahead(field, steps):
    """The fields after this one, so many of them, as bits."""
    fields = bit(steps) - np.uint64(1)
    first = np.uint64((field + 1) & (TRACK - 1))
    return (fields << first) | ((fields >> np.uint64(1)) >> (np.uint64(TRACK - 1) - first))


@compiled
def to_start(owner, field):
    """Steps forwards from a track field to the owner's start, 0 on it."""
    return (START[owner] - field) & (TRACK - 1)


@compiled
def owner_of(state, seat):
    """Whose pieces the seat moves: its own, or the partner's once its own are all in the goal (DG-26, DG-27)."""
    return seat ^ 2 if state.goal[seat] == FULL else seat


@compiled
def at_home(state, seat):
    return PIECES - popcount(state.track[seat]) - popcount(state.goal[seat])


@compiled
def can_start(state, owner):
    """A piece is at home and the start holds no protected one (DG-14)."""
    return (state.guarded >> owner) & 1 == 0 and at_home(state, owner) > 0


# The parts of a seven (DG-24 to DG-26). A `board` is what they need to know: the owner's track and goal, which of these
# pieces took a part, the guarded starts, the owner, and the track and goal of the owner's partner.


@compiled
def seven_board(state, owner):
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
def part_on_track(board, field, steps):
    """The board after a part on the track: whoever is passed or met goes home (DG-24)."""
    track, goal, moved, moved_in, guarded, owner, other, other_in = board
    hit, target = ahead(field, steps), bit((field + steps) & (TRACK - 1))
    track, moved, other = (track & ~hit & ~bit(field)) | target, (moved & ~hit) | target, other & ~hit
    if field == START[owner]:
        guarded &= ~(1 << owner)
    return track, goal, moved, moved_in, guarded, owner, other, other_in


@compiled
def part_into_goal(board, field, depth):
    """The board after a part from the track to goal field 1, 2, …; the way to the start counts like any other."""
    track, goal, moved, moved_in, guarded, owner, other, other_in = board
    hit, target = ahead(field, to_start(owner, field)), 1 << (depth - 1)
    track, moved, other = track & ~hit & ~bit(field), moved & ~hit, other & ~hit
    return track, goal | target, moved, moved_in | target, guarded, owner, other, other_in


@compiled
def part_in_goal(board, place, steps):
    """The board after a part inside the goal."""
    track, goal, moved, moved_in, guarded, owner, other, other_in = board
    target = 1 << (place + steps)
    return track, (goal & ~(1 << place)) | target, moved, moved_in | target, guarded, owner, other, other_in


@compiled
def handed_over(board):
    """The board for the rest of a seven: the partner's once the goal is full, and none of those took a part (DG-26)."""
    track, goal, _, _, guarded, owner, other, other_in = board
    if goal != FULL:
        return board
    return other, other_in, np.uint64(0), 0, guarded, owner ^ 2, track, goal


@compiled
def one_takes_all(board, left):
    """Whether a single piece can move all that is left. A way into the goal is free only where the way on is too."""
    track, goal, moved, moved_in, guarded = board[:5]
    return track & ~moved & ~BLOCKED[guarded, left] != 0 or INSIDE[goal, left] & ~moved_in != 0


@compiled
def numbered_part(board, left, number):
    """The part of this number: the board after it and its steps, 0 if there is no such part."""
    track, goal, moved, moved_in, guarded, owner = board[:6]
    free, free_in = track & ~moved, goal & ~moved_in
    piece, way = divmod(number, WAYS)
    on_track = popcount(free)
    if piece >= on_track + popcount(free_in):
        return board, 0
    if piece >= on_track:
        place = nth(free_in, piece - on_track)
        if way + 1 < PIECES and way < left and (INSIDE[goal, way + 1] >> place) & 1:
            return part_in_goal(board, place, way + 1), way + 1
        return board, 0
    field = nth(free, piece)
    if way < WHOLE_SEVEN:
        if way < left and BLOCKED[guarded, way + 1] & bit(field) == 0:
            return part_on_track(board, field, way + 1), way + 1
        return board, 0
    depth = way - WHOLE_SEVEN + 1
    steps = to_start(owner, field) + depth
    if steps <= left and (guarded >> owner) & 1 == 0 and depth <= DEPTH[goal]:
        return part_into_goal(board, field, depth), steps
    return board, 0


@compiled
def rest_fits(board, left):
    """Whether the rest of a seven can be played out exactly (DG-25). Mostly one piece can take it all."""
    if left == 0:
        return True
    board = handed_over(board)
    if one_takes_all(board, left):
        return True
    if board[0] & ~board[2] == 0:
        return (INSIDE_SUMS[board[1], board[1] & ~board[3]] >> left) & 1 != 0
    return several_fit(board, left)


@compiled
def several_fit(board, left):
    """Try all ways in depth. Seldom needed, so it may be slow.

    The way there is kept as the numbers of its parts in one word and walked from its beginning every time: code
    that calls itself is not safe in the cache on disk.
    """
    path, depth = 0, 0
    while True:
        here, rest, steps = board, left, 0
        for i in range(depth + 1):
            here, steps = numbered_part(here, rest, (path >> (PART_BITS * i)) & PART_MASK)
            here, rest = handed_over(here), rest - steps
        if steps != 0:
            if rest == 0 or one_takes_all(here, rest):
                return True
            depth += 1
            continue
        path += 1 << (PART_BITS * depth)
        while path >> (PART_BITS * depth) == PARTS:
            if depth == 0:
                return False
            path &= (1 << (PART_BITS * depth)) - 1
            depth -= 1
            path += 1 << (PART_BITS * depth)


# every legal move with one value, in order: from home, from the track, from the goal


@compiled
def value_moves(state, owner, value, base, out, count):
    if STARTS[value] and can_start(state, owner):  # DG-10
        out[count] = base + pair(HOME, 1 + START[owner])
        count += 1
    short, long, back = SHORT[value], LONG[value], BACK[value]
    goal, guarded = state.goal[owner], state.guarded
    if short != long or back != 0:
        count = two_way_moves(state, owner, value, base, out, count)
    else:
        # a way into the goal is free only where the way on is too: there is no other start so near (DG-15, DG-17)
        free = state.track[owner] & ~BLOCKED[guarded, long]
        depth = 0 if (guarded >> owner) & 1 else DEPTH[goal]
        while free != 0:
            field = lowest(free)
            free &= free - np.uint64(1)
            here = base + pair(1 + field, 0)
            out[count] = here + 1 + ((field + long) & (TRACK - 1))
            count += 1
            inside = long - to_start(owner, field)
            if 1 <= inside <= depth:
                out[count] = here + FIRST_GOAL + inside - 1
                count += 1
    if short < PIECES:
        inner = INSIDE[goal, short]
        while inner != 0:
            place = lowest(inner)
            inner &= inner - 1
            out[count] = base + pair(FIRST_GOAL + place, FIRST_GOAL + place + short)
            count += 1
    return count


@compiled
def two_way_moves(state, owner, value, base, out, count):
    """Track pieces with an ace or a four: two targets on the track, the lower field first."""
    back, long = BACK[value], LONG[value]
    guarded = state.guarded
    first = BLOCKED[guarded, SHORT[value]]
    second = BLOCKED_BACK[guarded] if back else BLOCKED[guarded, long]
    depth = 0 if (guarded >> owner) & 1 else DEPTH[state.goal[owner]]
    track = state.track[owner]
    while track != 0:
        field = lowest(track)
        track &= track - np.uint64(1)
        here = base + pair(1 + field, 0)
        one = (field + SHORT[value]) & (TRACK - 1)
        two = (field - back if back else field + long) & (TRACK - 1)
        may_one, may_two = first & bit(field) == 0, second & bit(field) == 0
        if may_two and two < one:
            out[count] = here + 1 + two
            count += 1
        if may_one:
            out[count] = here + 1 + one
            count += 1
        if may_two and two > one:
            out[count] = here + 1 + two
            count += 1
        way = to_start(owner, field)
        if 1 <= SHORT[value] - way <= depth:
            out[count] = here + FIRST_GOAL + SHORT[value] - way - 1
            count += 1
        elif 1 <= long - way <= depth:
            out[count] = here + FIRST_GOAL + long - way - 1
            count += 1
    return count


@compiled
def swappable(state, seat):
    """The pieces that a Jack may swap: on the track and not protected (DG-22)."""
    if (state.guarded >> seat) & 1:
        return state.track[seat] & ~bit(START[seat])
    return state.track[seat]


@compiled
def swap_partners(state, owner):
    """Whom the owner's pieces may be swapped with: everybody else's (DG-23)."""
    others = np.uint64(0)
    for i in range(1, SEATS):
        others |= swappable(state, (owner + i) & 3)
    return others


@compiled
def jack_moves(state, owner, base, out, count):
    own = swappable(state, owner)
    if own == 0:
        return count
    partners = swap_partners(state, owner)
    while own != 0:
        here = base + pair(1 + lowest(own), 1)
        own &= own - np.uint64(1)
        others = partners
        while others != 0:
            out[count] = here + lowest(others)
            count += 1
            others &= others - np.uint64(1)
    return count


@compiled
def seven_moves(state, owner, base, left, out, count):
    """The next parts of a seven after which the rest still fits (DG-25)."""
    board = seven_board(state, owner)
    track, goal, moved, moved_in, guarded = board[:5]
    free = track & ~moved
    while free != 0:
        field = lowest(free)
        free &= free - np.uint64(1)
        here = base + pair(1 + field, 0)
        longest = left
        while BLOCKED[guarded, longest] & bit(field) != 0:
            longest -= 1
        edge = TRACK - field  # with so many steps the fields count from 0 again, and lower fields come first
        across = max(0, longest - edge + 1)
        for i in range(longest):
            steps = edge + i if i < across else i - across + 1
            if rest_fits(part_on_track(board, field, steps), left - steps):
                out[count] = here + 1 + ((field + steps) & (TRACK - 1))
                count += 1
        if (guarded >> owner) & 1 == 0:
            way = to_start(owner, field)
            for depth in range(1, min(DEPTH[goal], left - way) + 1):
                if rest_fits(part_into_goal(board, field, depth), left - way - depth):
                    out[count] = here + FIRST_GOAL + depth - 1
                    count += 1
    inner = goal & ~moved_in
    while inner != 0:
        place = lowest(inner)
        inner &= inner - 1
        here = base + pair(FIRST_GOAL + place, FIRST_GOAL + place)
        for steps in range(1, min(left + 1, PIECES)):
            if (INSIDE[goal, steps] >> place) & 1 == 0:
                break
            if rest_fits(part_in_goal(board, place, steps), left - steps):
                out[count] = here + steps
                count += 1
    return count


@compiled
def can_play(state, seat, kinds):
    """Whether a card of these kinds (bits) can be played: the quick answer for DG-08.

    A way into the goal need not be looked at: where it is free, the way on along the track is free too.
    """
    owner = owner_of(state, seat)
    if kinds & STARTERS != 0 and can_start(state, owner):
        return True
    if (kinds >> JOKER) & 1:  # whatever else it may stand for, an ace or a four can be played as well
        kinds |= 1 | 1 << FOUR
    track, goal, guarded = state.track[owner], state.goal[owner], state.guarded
    rest = kinds & PLAIN
    while rest != 0:
        steps = SHORT[lowest(rest)]
        rest &= rest - 1
        if track & ~BLOCKED[guarded, steps] != 0 or INSIDE[goal, steps] != 0:
            return True
    if (kinds >> FOUR) & 1 and track & ~BLOCKED_BACK[guarded] != 0:
        return True
    if (kinds >> JACK) & 1 and swappable(state, owner) != 0 and swap_partners(state, owner) != 0:
        return True
    return (kinds >> SEVEN) & 1 != 0 and rest_fits(seven_board(state, owner), np.int64(WHOLE_SEVEN))
