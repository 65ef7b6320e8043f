"""Dog for the search: sides, what a seat sees, and a random move without listing all moves.

The values with which a piece may move are a set, read from a table; sets are counted without looking at their members.
Only the parts of a seven are not counted as easily: a random one is named, and another one if the rules forbid it.
"""

import numpy as np

from tafelrunde.games.dog import board, rules
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel.bits import lowest, nth, popcount
from tafelrunde.kernel.chance import below, scramble
from tafelrunde.kernel.compiled import compiled
from tafelrunde.lab.search import hooks

hook = hooks.of(dog.STATE)

NUMBERS = 2 * dog.N_VALUES
"""Values by card, and above them by joker."""
_BOTH = 1 | 1 << dog.N_VALUES
STARTING = sum(1 << value for value in range(dog.N_VALUES) if dog.STARTS[value]) * _BOTH
SMALL = (
    sum(1 << value for value in range(dog.N_VALUES) if dog.PLAIN >> value & 1 and dog.SHORT[value] < dog.PIECES) * _BOTH
)
_SIMPLE = [value for value in range(dog.N_VALUES) if dog.PLAIN >> value & 1]


def _going(guarded: int, field: int) -> int:
    """The values with which a piece may go forwards, and above them those with the other way of an ace or a four."""
    here, numbers = np.uint64(1 << field), 0
    for value in _SIMPLE:
        if not dog.BLOCKED[guarded, dog.SHORT[value]] & here:
            numbers |= _BOTH << value
        other = dog.BLOCKED_BACK[guarded] if dog.BACK[value] else dog.BLOCKED[guarded, dog.LONG[value]]
        if (dog.BACK[value] or dog.LONG[value] != dog.SHORT[value]) and not other & here:
            numbers |= _BOTH << NUMBERS + value
    return numbers


def _entering(way: int, depth: int) -> int:
    """The values with which a piece so far from its start may enter a goal that is free to this depth."""
    fits = [
        value for value in _SIMPLE if any(1 <= steps - way <= depth for steps in (dog.SHORT[value], dog.LONG[value]))
    ]
    return sum(_BOTH << value for value in fits)


GOING = np.array(
    [[_going(guarded, field) for field in range(dog.TRACK)] for guarded in range(1 << dog.SEATS)], np.uint64
)
ENTERING = np.array([[_entering(way, depth) for way in range(dog.TRACK)] for depth in range(dog.PIECES + 1)], np.uint64)
PARTS_INSIDE = np.array(
    [
        sum(int(dog.INSIDE[goal, steps]) << dog.PIECES * (steps - 1) for steps in range(1, dog.PIECES))
        for goal in range(1 << dog.PIECES)
    ]
)
"""The places of a goal whose piece can go on by 1, above them by 2, by 3."""
_EVERY = sum(1 << dog.PIECES * steps for steps in range(dog.PIECES - 1))
NEAR = np.array(
    [sum(1 << (start - way) % dog.TRACK for way in range(dog.WHOLE_SEVEN)) for start in dog.START.tolist()], np.uint64
)
"""The fields from which a part of a seven may lead into the goal."""
REVERSED = np.array([int(f"{sums:0{dog.WHOLE_SEVEN + 1}b}"[::-1], 2) for sums in range(1 << dog.WHOLE_SEVEN + 1)])
_UPPER = np.uint64(NUMBERS)


@hook
def side(state, seat):
    return seat & 1


@hook
def seen(state, viewer, seat, action):
    """Gifts are hidden from the others."""
    return action if viewer == seat or action >= dog.GIVES else -1


@hook
def sight(state, viewer):
    """The viewer's hand."""
    hand = np.int64(0)
    for card in range(dog.KINDS):
        hand = hand << 4 | np.int64(state.hand[viewer, card])
    return hand


# any move


@hook
def any_move(state, seat, out, word):
    return gift_or_move(state, np.int64(seat), word)


@compiled
def gift_or_move(state, seat, word):
    if state.phase == dog.GIVE:
        kinds = np.int64(state.kinds[seat])
        return nth(kinds, below(word, popcount(kinds)))
    owner = board.owner_of(state, seat)
    numbers = numbers_of(state, seat)
    simple = count_simple(state, owner, numbers)
    swaps = count_swaps(state, owner, numbers)
    total = simple + swaps + count_parts(state, owner, numbers)
    while True:
        chosen = below(word, total)
        if chosen < simple:
            return simple_move(state, owner, numbers, chosen)
        if chosen < simple + swaps:
            return swap_move(state, owner, numbers, chosen - simple)
        action = part_move(state, owner, numbers, chosen - simple - swaps)
        if rules.judge(state, seat, action) == 0:
            return action
        word = scramble(word + np.uint64(1))


@compiled
def numbers_of(state, seat):
    """What the hand may play."""
    if state.left != 0:
        return np.int64(1 << dog.SEVEN)
    numbers = np.int64(state.kinds[seat])
    if (numbers >> dog.JOKER) & 1:
        numbers += (dog.ALL_VALUES << dog.N_VALUES) - (1 << dog.JOKER)
    return numbers


@compiled
def named(number, origin, target):
    return dog.GIVES + number * dog.PLACES * dog.PLACES + board.pair(origin, target)


@compiled
def value_of(number):
    return number if number < dog.N_VALUES else number - dog.N_VALUES


@compiled
def depth_of(state, owner):
    """How far the goal is free for pieces from the track."""
    return np.int64(0) if (state.guarded >> owner) & 1 else dog.DEPTH[state.goal[owner]]


@compiled
def going(state, field, numbers):
    numbers = np.uint64(numbers)
    return GOING[state.guarded, field] & (numbers | numbers << _UPPER)


@compiled
def entering(owner, depth, field, numbers):
    return ENTERING[depth, board.to_start(owner, field)] & np.uint64(numbers)


@compiled
def starting(state, owner, numbers):
    return numbers & STARTING if board.can_start(state, owner) else np.int64(0)


@compiled
def count_simple(state, owner, numbers):
    """Moves that are neither swaps nor parts of a seven."""
    count, depth = popcount(starting(state, owner, numbers)), depth_of(state, owner)
    track = state.track[owner]
    while track != 0:
        field = lowest(track)
        track &= track - np.uint64(1)
        count += popcount(going(state, field, numbers)) + popcount(entering(owner, depth, field, numbers))
    small = numbers & SMALL
    while small != 0:
        count += popcount(dog.INSIDE[state.goal[owner], dog.SHORT[value_of(lowest(small))]])
        small &= small - 1
    return count


@compiled
def simple_move(state, owner, numbers, chosen):
    depth, track = depth_of(state, owner), state.track[owner]
    while track != 0:
        field = lowest(track)
        track &= track - np.uint64(1)
        numbers_on, numbers_in = going(state, field, numbers), entering(owner, depth, field, numbers)
        if chosen < popcount(numbers_on):
            return move_on(field, nth(numbers_on, chosen))
        chosen -= popcount(numbers_on)
        if chosen < popcount(numbers_in):
            return move_in(owner, field, nth(numbers_in, chosen))
        chosen -= popcount(numbers_in)
    small = numbers & SMALL
    while small != 0:
        number = lowest(small)
        small &= small - 1
        steps = dog.SHORT[value_of(number)]
        inner = dog.INSIDE[state.goal[owner], steps]
        if chosen < popcount(inner):
            place = dog.FIRST_GOAL + nth(inner, chosen)
            return named(number, place, place + steps)
        chosen -= popcount(inner)
    return named(nth(starting(state, owner, numbers), chosen), dog.HOME, 1 + dog.START[owner])


@compiled
def move_on(field, number):
    other_way = number >= NUMBERS
    if other_way:
        number -= NUMBERS
    value = value_of(number)
    steps = dog.SHORT[value]
    if other_way:
        steps = -dog.BACK[value] if dog.BACK[value] != 0 else dog.LONG[value]
    return named(number, 1 + field, 1 + ((field + steps) & (dog.TRACK - 1)))


@compiled
def move_in(owner, field, number):
    value, way = value_of(number), board.to_start(owner, field)
    steps = dog.SHORT[value] if dog.SHORT[value] > way else dog.LONG[value]
    return named(number, 1 + field, dog.FIRST_GOAL + steps - way - 1)


@compiled
def numbers_with(numbers, value):
    """The value by card and by joker, as far as the hand has them."""
    return numbers & (_BOTH << value)


@compiled
def count_swaps(state, owner, numbers):
    count = popcount(numbers_with(numbers, dog.JACK))
    if count == 0:
        return 0
    return count * popcount(board.swappable(state, owner)) * popcount(board.swap_partners(state, owner))


@compiled
def swap_move(state, owner, numbers, chosen):
    own, others = board.swappable(state, owner), board.swap_partners(state, owner)
    chosen, other = divmod(chosen, popcount(others))
    number, piece = divmod(chosen, popcount(own))
    return named(nth(numbers_with(numbers, dog.JACK), number), 1 + nth(own, piece), 1 + nth(others, other))


# parts of a seven: all that the rules allow, and some that they forbid


@compiled
def takers(state, owner):
    """The pieces that can take a part: on the track, of those near the goal, in it by steps; and what is left."""
    goal, moved_in = np.int64(state.goal[owner]), np.int64(state.moved_in)
    left = np.int64(state.left if state.left != 0 else dog.WHOLE_SEVEN)
    free = state.track[owner] & ~state.moved
    return free, free & NEAR[owner], PARTS_INSIDE[goal] & ~(moved_in * _EVERY), left


@compiled
def steps_alone(state, owner, left):
    """How far the only piece on the track may go, as bits: pieces inside the goal have to take the rest."""
    goal = np.int64(state.goal[owner])
    rests = REVERSED[dog.INSIDE_SUMS[goal, goal & ~np.int64(state.moved_in)]]
    return (rests >> (dog.WHOLE_SEVEN - left)) & ~1


@compiled
def count_parts(state, owner, numbers):
    count = popcount(numbers_with(numbers, dog.SEVEN))
    if count == 0:
        return 0
    free, near, inside, left = takers(state, owner)
    pieces = popcount(free)
    ways = popcount(steps_alone(state, owner, left)) if pieces == 1 else pieces * left
    return count * (ways + popcount(near) * depth_of(state, owner) + popcount(inside))


@compiled
def part_move(state, owner, numbers, chosen):
    sevens = numbers_with(numbers, dog.SEVEN)
    number = lowest(sevens)
    if popcount(sevens) == 2:
        number += dog.N_VALUES * (chosen & 1)
        chosen >>= 1
    free, near, inside, left = takers(state, owner)
    if chosen < popcount(inside):
        steps, place = divmod(nth(inside, chosen), dog.PIECES)
        return named(number, dog.FIRST_GOAL + place, dog.FIRST_GOAL + place + steps + 1)
    chosen -= popcount(inside)
    depth = depth_of(state, owner)
    if chosen < popcount(near) * depth:
        piece, place = divmod(chosen, depth)
        return named(number, 1 + nth(near, piece), dog.FIRST_GOAL + place)
    chosen -= popcount(near) * depth
    if popcount(free) == 1:
        field, steps = lowest(free), nth(steps_alone(state, owner, left), chosen)
    else:
        piece, steps = divmod(chosen, left)
        field, steps = nth(free, piece), steps + 1
    return named(number, 1 + field, 1 + ((field + steps) & (dog.TRACK - 1)))
