"""Dog: where pieces may go, card by card, and what that does to others."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tafelrunde.games.dog import board, seven
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel.bits import bit, lowest
from tafelrunde.kernel.compiled import compiled, entry

JOKER_VALUES = (0, dog.FOUR)
"""If a joker cannot be played as an ace or a four, it cannot be played at all (`can_play`)."""

# every legal move with one value, in order: from home, from the track, from the goal


@compiled
def value_moves(state, owner, value, base, out, count):
    if dog.STARTS[value] and board.can_start(state, owner):  # DG-10
        out[count] = base + board.pair(dog.HOME, 1 + dog.START[owner])
        count += 1
    short, long, back = dog.SHORT[value], dog.LONG[value], dog.BACK[value]
    goal, guarded = state.goal[owner], state.guarded
    if short != long or back != 0:
        count = two_way_moves(state, owner, value, base, out, count)
    else:
        # a way into the goal is free only where the way on is too: there is no other start so near (DG-15, DG-17)
        free = state.track[owner] & ~dog.BLOCKED[guarded, long]
        depth = 0 if (guarded >> owner) & 1 else dog.DEPTH[goal]
        while free != 0:
            field = lowest(free)
            free &= free - np.uint64(1)
            here = base + board.pair(1 + field, 0)
            out[count] = here + 1 + ((field + long) & (dog.TRACK - 1))
            count += 1
            inside = long - board.to_start(owner, field)
            if 1 <= inside <= depth:
                out[count] = here + dog.FIRST_GOAL + inside - 1
                count += 1
    if short < dog.PIECES:
        inner = dog.INSIDE[goal, short]
        while inner != 0:
            place = lowest(inner)
            inner &= inner - 1
            out[count] = base + board.pair(dog.FIRST_GOAL + place, dog.FIRST_GOAL + place + short)
            count += 1
    return count


@compiled
def two_way_moves(state, owner, value, base, out, count):
    """Track pieces with an ace or a four: two targets on the track, the lower field first."""
    back, long = dog.BACK[value], dog.LONG[value]
    guarded = state.guarded
    first = dog.BLOCKED[guarded, dog.SHORT[value]]
    second = dog.BLOCKED_BACK[guarded] if back else dog.BLOCKED[guarded, long]
    depth = 0 if (guarded >> owner) & 1 else dog.DEPTH[state.goal[owner]]
    track = state.track[owner]
    while track != 0:
        field = lowest(track)
        track &= track - np.uint64(1)
        here = base + board.pair(1 + field, 0)
        one = (field + dog.SHORT[value]) & (dog.TRACK - 1)
        two = (field - back if back else field + long) & (dog.TRACK - 1)
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
        way = board.to_start(owner, field)
        if 1 <= dog.SHORT[value] - way <= depth:
            out[count] = here + dog.FIRST_GOAL + dog.SHORT[value] - way - 1
            count += 1
        elif 1 <= long - way <= depth:
            out[count] = here + dog.FIRST_GOAL + long - way - 1
            count += 1
    return count


@compiled
def jack_moves(state, owner, base, out, count):
    own = board.swappable(state, owner)
    if own == 0:
        return count
    partners = board.swap_partners(state, owner)
    while own != 0:
        here = base + board.pair(1 + lowest(own), 1)
        own &= own - np.uint64(1)
        others = partners
        while others != 0:
            out[count] = here + lowest(others)
            count += 1
            others &= others - np.uint64(1)
    return count


@compiled
def can_play(state, seat, kinds):
    """Whether a card of these kinds (bits) can be played: the quick answer for DG-08.

    A way into the goal need not be looked at: where it is free, the way on along the track is free too.
    """
    owner = board.owner_of(state, seat)
    if kinds & dog.STARTERS != 0 and board.can_start(state, owner):
        return True
    if (kinds >> dog.JOKER) & 1:  # whatever else it may stand for, an ace or a four can be played as well
        kinds |= 1 | 1 << dog.FOUR
    track, goal, guarded = state.track[owner], state.goal[owner], state.guarded
    rest = kinds & dog.PLAIN
    while rest != 0:
        steps = dog.SHORT[lowest(rest)]
        rest &= rest - 1
        if track & ~dog.BLOCKED[guarded, steps] != 0 or dog.INSIDE[goal, steps] != 0:
            return True
    if (kinds >> dog.FOUR) & 1 and track & ~dog.BLOCKED_BACK[guarded] != 0:
        return True
    if (kinds >> dog.JACK) & 1 and board.swappable(state, owner) != 0 and board.swap_partners(state, owner) != 0:
        return True
    return (kinds >> dog.SEVEN) & 1 != 0 and seven.rest_fits(seven.position_of(state, owner), np.int64(dog.WHOLE_SEVEN))


@entry
def effects(states, seat, actions, ways, hits):
    """What each of these legal moves does: whose piece moves, its steps, whom it is swapped with (-1), whom it hits."""
    state = states[0]
    owner = board.owner_of(state, seat)
    for i in range(len(actions)):
        _, value, origin, target = board.parts_of(actions[i])
        ways[i, 0] = owner
        ways[i, 1] = board.steps_of(owner, value, origin, target)
        ways[i, 2] = board.whose(state, bit(target - 1)) if value == dog.JACK else -1
        hit = board.fields_hit(owner, value, origin, target)
        for other in range(dog.SEATS):
            hits[i, other] = state.track[other] & hit


# what one would try with a card that cannot be played; the rules say why it does not go


def blocked_moves(state: Any, seat: int, actions: Sequence[int]) -> list[tuple[int, int, int]]:
    """For each card without a legal move, and each piece: illegal actions, whose piece it is, and where it is.

    `actions` are the seat's legal ones, `state` is a plain one.
    """
    if state["phase"] != dog.PLAY or state["turn"] != seat or state["left"] or not actions:
        return []
    used = {dog.JOKER if joker else value for joker, value, _, _ in map(board.parts_of, actions)}
    owner = int(board.mover(seat, state["goal"][seat]))
    found = []
    for card, count in enumerate(state["hand"][seat]):
        if not count or card in used:
            continue
        for origin in _places(state, owner):
            for value in JOKER_VALUES if card == dog.JOKER else (card,):
                for target in _targets(state, owner, value, origin):
                    number = (card == dog.JOKER) * dog.N_VALUES + value
                    action = dog.GIVES + (number * dog.PLACES + origin) * dog.PLACES + target
                    found.append((action, owner, origin))
    return found


def _places(state: Any, owner: int) -> list[int]:
    """Where the owner has pieces: home once, then by track field, then by goal field."""
    track = [1 + field for field in range(dog.TRACK) if state["track"][owner] >> field & 1]
    goal = [dog.FIRST_GOAL + number for number in range(dog.PIECES) if state["goal"][owner] >> number & 1]
    return [dog.HOME] * (len(track) + len(goal) < dog.PIECES) + track + goal


def _targets(state: Any, owner: int, value: int, origin: int) -> Iterator[int]:
    """Where one would want to go from a place with a card of this value."""
    if value == dog.JACK:
        yield from _swaps(state, owner) if dog.HOME < origin < dog.FIRST_GOAL else [1 + int(dog.START[owner])]
    elif origin == dog.HOME:
        yield 1 + int(dog.START[owner])
    elif origin >= dog.FIRST_GOAL:
        deepest = dog.FIRST_GOAL + dog.PIECES - 1
        reached = [origin + steps for steps in _steps(value) if steps > 0 and origin + steps <= deepest]
        yield from reached or [deepest]
    else:
        for steps in _steps(value):
            yield 1 + (origin - 1 + steps) % dog.TRACK


def _steps(value: int) -> list[int]:
    """How far a value goes; of a seven the shortest part and the whole."""
    if value == dog.SEVEN:
        return [1, dog.WHOLE_SEVEN]
    forwards = sorted({int(dog.SHORT[value]), int(dog.LONG[value])})
    return [*forwards, -int(dog.BACK[value])] if dog.BACK[value] else forwards


def _swaps(state: Any, owner: int) -> list[int]:
    """The pieces of others on the track; home if there are none."""
    others = sum(state["track"][seat] for seat in range(dog.SEATS) if seat != owner)
    return [1 + field for field in range(dog.TRACK) if others >> field & 1] or [dog.HOME]
