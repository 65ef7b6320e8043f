"""Dog: the verbs with the rules that they follow.

Actions: `give` a kind of card; then one for every joker or not, value, place from, place to (`board.parts_of`).
"""

import numpy as np

from tafelrunde.games.dog import board, cards, movement, resample, seven, sound  # noqa: F401  # two more verbs
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel.bits import bit, lowest, popcount
from tafelrunde.kernel.compiled import compiled

DG_06, DG_07, DG_10, DG_13, DG_14, DG_15, DG_16, DG_17 = 6, 7, 10, 13, 14, 15, 16, 17
DG_20, DG_21, DG_22, DG_23, DG_24, DG_25, DG_27, DG_29 = 20, 21, 22, 23, 24, 25, 27, 29

EXCHANGE, PASS, FOLD, SHUFFLE, DEAL = 1, 2, 3, 4, 5
"""The steps of the table."""


@dog.rule
def setup(state):
    """The first deal is a step like all others: it follows a round 0 in which everything is played."""
    state.phase = dog.PLAY
    state.starter = dog.SEATS - 1
    cards.fill_stock(state)


@dog.rule
def over(state):
    return state.goal[0] & state.goal[2] == dog.FULL or state.goal[1] & state.goal[3] == dog.FULL


@dog.rule
def score(state, out):
    """The pieces that a side has in its goals; it wins with all eight (DG-01)."""
    winners = 0
    for seat in range(dog.SEATS):
        out[seat] = popcount(state.goal[seat]) + popcount(state.goal[seat ^ 2])
        if out[seat] == 2 * dog.PIECES:
            winners |= 1 << seat
    return winners


@compiled
def may_give(state, seat):
    return state.given[seat] == dog.NOTHING and state.cards[seat] != 0


@dog.rule
def actors(state):
    if over(state):
        return 0
    if state.phase == dog.PLAY:
        return 1 << state.turn
    mask = 0
    for seat in range(dog.SEATS):
        if may_give(state, seat):
            mask |= 1 << seat
    return mask


# moves


@dog.rule
def moves(state, seat, out):
    if over(state):
        return 0
    if state.phase == dog.GIVE:
        return gives(state, seat, out)
    if seat != state.turn:
        return 0
    owner = board.owner_of(state, np.int64(seat))
    left = np.int64(state.left if state.left != 0 else dog.WHOLE_SEVEN)
    values = np.int64(1 << dog.SEVEN)
    if state.left == 0:
        values = np.int64(state.kinds[seat])
        if (values >> dog.JOKER) & 1:  # above the values of cards come those a joker may name
            values += (dog.ALL_VALUES << dog.N_VALUES) - (1 << dog.JOKER)
    count = np.int64(0)  # a plain 0 would be compiled as a case of its own
    while values != 0:
        number = lowest(values)
        values &= values - 1
        value = number if number < dog.N_VALUES else number - dog.N_VALUES
        base = dog.GIVES + number * dog.PLACES * dog.PLACES
        if value == dog.SEVEN:
            count = seven.moves(state, owner, base, left, out, count)
        elif value == dog.JACK:
            count = movement.jack_moves(state, owner, base, out, count)
        else:
            count = movement.value_moves(state, owner, value, base, out, count)
    return count


@compiled
def gives(state, seat, out):
    if seat < 0 or state.given[seat] != dog.NOTHING:
        return 0
    count = 0
    kinds = np.int64(state.kinds[seat])
    while kinds != 0:
        out[count] = lowest(kinds)
        count += 1
        kinds &= kinds - 1
    return count


@dog.rule
def judge(state, seat, action):
    if over(state):
        return DG_29
    if state.phase == dog.GIVE or action < dog.GIVES:
        giving = state.phase == dog.GIVE and action < dog.GIVES and seat >= 0
        return 0 if giving and state.given[seat] == dog.NOTHING and state.hand[seat, action] != 0 else DG_06
    if seat != state.turn:
        return DG_07
    joker, value, origin, target = board.parts_of(action)
    if state.left != 0:
        if joker or value != dog.SEVEN:
            return DG_25
    elif state.hand[seat, dog.JOKER if joker else value] == 0:
        return DG_07
    owner = board.owner_of(state, np.int64(seat))
    if origin == dog.HOME:
        return DG_22 if value == dog.JACK else judge_start(state, owner, value, target)
    if origin < dog.FIRST_GOAL:
        stands = state.track[owner] & bit(origin - 1) != 0
    else:
        stands = (state.goal[owner] >> (origin - dog.FIRST_GOAL)) & 1 != 0
    if not stands:
        return DG_27 if owner != seat else DG_07
    if value == dog.JACK:
        return judge_swap(state, owner, origin, target)
    if target == dog.HOME:
        return DG_21
    if value == dog.SEVEN and has_moved(state, origin):
        return DG_25
    return judge_way(state, owner, value, origin, target)


@dog.rule
def act(state, seat, action):
    seat = np.int64(seat)
    if action < dog.GIVES:
        cards.take(state, seat, action)
        state.given[seat] = action + 1
        return
    joker, value, origin, target = board.parts_of(action)
    owner = board.owner_of(state, seat)
    if state.left == 0:
        card = dog.JOKER if joker else value
        cards.take(state, seat, card)
        if state.given[seat ^ 2] == card + 1:
            state.given[seat ^ 2] = dog.NOTHING
    if value == dog.JACK:
        board.swap(state, owner, bit(origin - 1), bit(target - 1))
    elif value == dog.SEVEN:
        seven.move(state, owner, origin, target)
    else:
        board.lift(state, owner, origin)
        board.send_home(state, board.fields_hit(owner, value, origin, target))
        board.put(state, owner, target)
        if origin == dog.HOME:
            state.guarded |= 1 << owner  # DG-11
    if state.left == 0 and not over(state):
        pass_turn(state, seat)


@dog.rule
def step(state):
    if over(state):
        return 0
    if state.phase == dog.GIVE:
        return 0 if actors(state) != 0 else exchange(state)
    if state.left != 0:
        return 0
    if state.cards[0] | state.cards[1] | state.cards[2] | state.cards[3] == 0:
        return deal(state)
    seat = np.int64(state.turn)
    if state.cards[seat] == 0:
        pass_turn(state, seat)
        return PASS
    if movement.can_play(state, seat, np.int64(state.kinds[seat])):
        return 0  # DG-09
    cards.empty_hand(state, seat)  # DG-08
    state.given[seat ^ 2] = dog.NOTHING
    pass_turn(state, seat)
    return FOLD


@compiled
def exchange(state):
    """The cards given change hands, and the round begins (DG-06, DG-07)."""
    for seat in range(dog.SEATS):
        if state.given[seat] != dog.NOTHING:
            cards.receive(state, seat ^ 2, state.given[seat] - 1)
    state.phase = dog.PLAY
    state.turn = state.starter
    return EXCHANGE


@compiled
def deal(state):
    """The next round: 6, 5, 4, 3, 2 cards and so on (DG-04); shuffled before if the stock is too small (DG-05)."""
    each = dog.DEALS[state.round % len(dog.DEALS)]
    if state.stocked < dog.SEATS * each:
        cards.fill_stock(state)
        return SHUFFLE
    state.round += 1
    state.starter = (state.starter + 1) & 3
    state.turn = state.starter
    state.phase = dog.GIVE
    for seat in range(dog.SEATS):
        state.given[seat] = dog.NOTHING
    for _ in range(each):
        for i in range(dog.SEATS):
            cards.receive(state, (state.starter + i) & 3, cards.draw_card(state))
    return DEAL


@compiled
def pass_turn(state, seat):
    """The next seat with cards is on turn; with no cards left anywhere it is simply the next."""
    state.turn = (seat + 1) & 3
    for i in range(1, dog.SEATS + 1):
        if state.cards[(seat + i) & 3] != 0:
            state.turn = (seat + i) & 3
            return


@dog.rule
def kind(state, action):
    if action < dog.GIVES:
        return 0
    _, value, origin, _ = board.parts_of(action)
    if origin == dog.HOME:
        return 1
    return 3 if value == dog.JACK else 4 if value == dog.SEVEN else 2


# why a piece may not go where somebody wants it to go, in the order of the list in docs/decisions/dog.md


@compiled
def judge_start(state, owner, value, target):
    if not dog.STARTS[value] or board.at_home(state, owner) == 0 or target != 1 + dog.START[owner]:
        return DG_10
    return DG_14 if (state.guarded >> owner) & 1 else 0


@compiled
def judge_swap(state, owner, origin, target):
    if origin >= dog.FIRST_GOAL or board.swappable(state, owner) & bit(origin - 1) == 0:
        return DG_22
    if target == dog.HOME or target >= dog.FIRST_GOAL:
        return DG_22
    if state.track[owner] & bit(target - 1) != 0:
        return DG_23
    return 0 if board.swap_partners(state, owner) & bit(target - 1) != 0 else DG_22


@compiled
def has_moved(state, origin):
    """Whether the piece has taken a part of the seven."""
    if origin >= dog.FIRST_GOAL:
        return (state.moved_in >> (origin - dog.FIRST_GOAL)) & 1 != 0
    return state.moved & bit(origin - 1) != 0


@compiled
def judge_way(state, owner, value, origin, target):
    """A piece moves from track or goal to track or goal."""
    left = dog.WHOLE_SEVEN if state.left == 0 else np.int64(state.left)
    if origin >= dog.FIRST_GOAL:
        reason = judge_in_goal(state, owner, value, left, origin, target)
    elif target >= dog.FIRST_GOAL:
        reason = judge_into_goal(state, owner, value, left, origin - 1, target - dog.FIRST_GOAL + 1)
    else:
        reason = judge_on_track(state, owner, value, left, origin - 1, target - 1)
    if reason != 0 or value != dog.SEVEN:
        return reason
    after, steps = seven.part(seven.position_of(state, owner), origin, target)
    return 0 if seven.rest_fits(after, left - steps) else DG_25


@compiled
def judge_distance(value, left, steps):
    """Into or inside a goal: only the exact value (DG-16)."""
    if value == dog.SEVEN:
        return DG_24 if steps > left else 0
    if steps == dog.SHORT[value] or steps == dog.LONG[value]:
        return 0
    return DG_16 if steps < dog.LONG[value] else DG_21


@compiled
def judge_in_goal(state, owner, value, left, origin, target):
    if target <= origin:
        return DG_20
    reason = judge_distance(value, left, target - origin)
    if reason != 0:
        return reason
    free = (dog.INSIDE[state.goal[owner], target - origin] >> (origin - dog.FIRST_GOAL)) & 1
    return 0 if free else DG_20


@compiled
def judge_into_goal(state, owner, value, left, field, depth):
    way = board.to_start(owner, field)
    guarded = (state.guarded >> owner) & 1 != 0
    if guarded and way == 0:
        return DG_17
    if way != 0 and dog.BACK[value] != 0 and dog.TRACK - way + depth == dog.BACK[value]:
        return DG_17
    reason = judge_distance(value, left, way + depth)
    if reason != 0:
        return reason
    if dog.BLOCKED[state.guarded, way] & bit(field) != 0:
        return DG_15
    return 0 if depth <= dog.DEPTH[state.goal[owner]] else DG_20


@compiled
def judge_on_track(state, owner, value, left, field, target):
    steps = (target - field) & (dog.TRACK - 1)
    if value == dog.SEVEN:
        if steps == 0 or steps > left:
            return DG_24
    elif dog.BACK[value] != 0 and dog.TRACK - steps == dog.BACK[value]:
        if dog.BLOCKED_BACK[state.guarded] & bit(field) == 0:
            return 0
        return DG_13 if is_protected(state, target) else DG_15
    elif steps == 0 or (steps != dog.SHORT[value] and steps != dog.LONG[value]):
        return DG_21
    if dog.BLOCKED[state.guarded, steps - 1] & bit(field) != 0:
        return DG_15
    return DG_13 if is_protected(state, target) else 0


@compiled
def is_protected(state, field):
    for seat in range(dog.SEATS):
        if dog.START[seat] == field and (state.guarded >> seat) & 1:
            return True
    return False
