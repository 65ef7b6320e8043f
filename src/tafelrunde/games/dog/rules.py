"""Dog: the compiled rules.

Actions: `give` a kind of card; then one for every joker or not, value, place from, place to (see `parts_of`).
"""

import numpy as np

from tafelrunde.games.dog.board import (
    at_home,
    can_play,
    jack_moves,
    owner_of,
    parts_of,
    seven_moves,
    value_moves,
)
from tafelrunde.games.dog.hands import (
    draw_card,
    empty_hand,
    fill_hand,
    fill_playable,
    fill_stock,
    hold_from_stock,
    knows_given,
    missing,
    pass_turn,
    receive,
    redraw_given,
    take,
    unhold,
)
from tafelrunde.games.dog.pieces import fields_hit, lift, move_seven, put, send_home, swap
from tafelrunde.games.dog.refusals import (
    DG_06,
    DG_07,
    DG_21,
    DG_22,
    DG_25,
    DG_27,
    DG_29,
    has_moved,
    judge_start,
    judge_swap,
    judge_way,
)
from tafelrunde.games.dog.tables import (
    ALL_VALUES,
    COPIES,
    DEALS,
    FIRST_GOAL,
    FULL,
    GIVE,
    GIVES,
    HOME,
    JACK,
    JOKER,
    KINDS,
    LARGEST_HAND,
    N_VALUES,
    NOTHING,
    PIECES,
    PLACES,
    PLAY,
    SEATS,
    SEVEN,
    START,
    STATE,
    WHOLE_SEVEN,
)
from tafelrunde.kernel import verbs
from tafelrunde.kernel.bits import bit, lowest, popcount
from tafelrunde.kernel.compiled import compiled

EXCHANGE, PASS, FOLD, SHUFFLE, DEAL = 1, 2, 3, 4, 5
"""The steps of the table."""

rule = verbs.of(STATE)


@rule
def setup(state):
    """The first deal is a step like all others: it follows a round 0 in which everything is played."""
    state.phase = PLAY
    state.starter = SEATS - 1
    fill_stock(state)


@rule
def over(state):
    return state.goal[0] & state.goal[2] == FULL or state.goal[1] & state.goal[3] == FULL


@rule
def score(state, out):
    """The pieces that a side has in its goals; it wins with all eight (DG-01)."""
    winners = 0
    for seat in range(SEATS):
        out[seat] = popcount(state.goal[seat]) + popcount(state.goal[seat ^ 2])
        if out[seat] == 2 * PIECES:
            winners |= 1 << seat
    return winners


@compiled
def may_give(state, seat):
    return state.given[seat] == NOTHING and state.cards[seat] != 0


@rule
def actors(state):
    if over(state):
        return 0
    if state.phase == PLAY:
        return 1 << state.turn
    mask = 0
    for seat in range(SEATS):
        if may_give(state, seat):
            mask |= 1 << seat
    return mask


# moves


@rule
def moves(state, seat, out):
    if over(state):
        return 0
    if state.phase == GIVE:
        return gives(state, seat, out)
    if seat != state.turn:
        return 0
    owner = owner_of(state, np.int64(seat))
    left = np.int64(state.left if state.left != 0 else WHOLE_SEVEN)
    values = np.int64(1 << SEVEN)
    if state.left == 0:
        values = np.int64(state.kinds[seat])
        if (values >> JOKER) & 1:  # above the values of cards come those a joker may name
            values += (ALL_VALUES << N_VALUES) - (1 << JOKER)
    count = np.int64(0)  # a plain 0 would be compiled as a case of its own
    while values != 0:
        number = lowest(values)
        values &= values - 1
        value = number if number < N_VALUES else number - N_VALUES
        base = GIVES + number * PLACES * PLACES
        if value == SEVEN:
            count = seven_moves(state, owner, base, left, out, count)
        elif value == JACK:
            count = jack_moves(state, owner, base, out, count)
        else:
            count = value_moves(state, owner, value, base, out, count)
    return count


@compiled
def gives(state, seat, out):
    if seat < 0 or state.given[seat] != NOTHING:
        return 0
    count = 0
    kinds = np.int64(state.kinds[seat])
    while kinds != 0:
        out[count] = lowest(kinds)
        count += 1
        kinds &= kinds - 1
    return count


@rule
def judge(state, seat, action):
    if over(state):
        return DG_29
    if state.phase == GIVE or action < GIVES:
        giving = state.phase == GIVE and action < GIVES and seat >= 0
        return 0 if giving and state.given[seat] == NOTHING and state.hand[seat, action] != 0 else DG_06
    if seat != state.turn:
        return DG_07
    joker, value, origin, target = parts_of(action)
    if state.left != 0:
        if joker or value != SEVEN:
            return DG_25
    elif state.hand[seat, JOKER if joker else value] == 0:
        return DG_07
    owner = owner_of(state, np.int64(seat))
    if origin == HOME:
        return DG_22 if value == JACK else judge_start(state, owner, value, target)
    if origin < FIRST_GOAL:
        stands = state.track[owner] & bit(origin - 1) != 0
    else:
        stands = (state.goal[owner] >> (origin - FIRST_GOAL)) & 1 != 0
    if not stands:
        return DG_27 if owner != seat else DG_07
    if value == JACK:
        return judge_swap(state, owner, origin, target)
    if target == HOME:
        return DG_21
    if value == SEVEN and has_moved(state, origin):
        return DG_25
    return judge_way(state, owner, value, origin, target)


@rule
def act(state, seat, action):
    seat = np.int64(seat)
    if action < GIVES:
        take(state, seat, action)
        state.given[seat] = action + 1
        return
    joker, value, origin, target = parts_of(action)
    owner = owner_of(state, seat)
    if state.left == 0:
        card = JOKER if joker else value
        take(state, seat, card)
        if state.given[seat ^ 2] == card + 1:
            state.given[seat ^ 2] = NOTHING
    if value == JACK:
        swap(state, owner, bit(origin - 1), bit(target - 1))
    elif value == SEVEN:
        move_seven(state, owner, origin, target)
    else:
        lift(state, owner, origin)
        send_home(state, fields_hit(owner, value, origin, target))
        put(state, owner, target)
        if origin == HOME:
            state.guarded |= 1 << owner  # DG-11
    if state.left == 0 and not over(state):
        pass_turn(state, seat)


@rule
def step(state):
    if over(state):
        return 0
    if state.phase == GIVE:
        return 0 if actors(state) != 0 else exchange(state)
    if state.left != 0:
        return 0
    if state.cards[0] | state.cards[1] | state.cards[2] | state.cards[3] == 0:
        return deal(state)
    seat = np.int64(state.turn)
    if state.cards[seat] == 0:
        pass_turn(state, seat)
        return PASS
    if can_play(state, seat, np.int64(state.kinds[seat])):
        return 0  # DG-09
    empty_hand(state, seat)  # DG-08
    state.given[seat ^ 2] = NOTHING
    pass_turn(state, seat)
    return FOLD


@compiled
def exchange(state):
    """The cards given change hands, and the round begins (DG-06, DG-07)."""
    for seat in range(SEATS):
        if state.given[seat] != NOTHING:
            receive(state, seat ^ 2, state.given[seat] - 1)
    state.phase = PLAY
    state.turn = state.starter
    return EXCHANGE


@compiled
def deal(state):
    """The next round: 6, 5, 4, 3, 2 cards and so on (DG-04); shuffled before if the stock is too small (DG-05)."""
    cards = DEALS[state.round % len(DEALS)]
    if state.stocked < SEATS * cards:
        fill_stock(state)
        return SHUFFLE
    state.round += 1
    state.starter = (state.starter + 1) & 3
    state.turn = state.starter
    state.phase = GIVE
    for seat in range(SEATS):
        state.given[seat] = NOTHING
    for _ in range(cards):
        for i in range(SEATS):
            receive(state, (state.starter + i) & 3, draw_card(state))
    return DEAL


# what a seat cannot know


@rule
def resample(state, seat):
    """All unseen cards are drawn anew: other hands, sealed cards and the stock.

    A seat knows what it gave and got, and everybody knows that the seat on turn can play (DG-08).
    """
    sent = state.given[seat] - 1 if seat >= 0 and state.phase == PLAY else -1
    for other in range(SEATS):
        if other != seat:
            unhold(state, other, np.int64(-1))
        if state.phase == GIVE and state.given[other] != NOTHING and not knows_given(state, seat, other):
            state.stock[state.given[other] - 1] += 1
            state.stocked += 1
    if sent >= 0:
        hold_from_stock(state, seat ^ 2, sent)
    turn = np.int64(state.turn)
    if state.phase == PLAY and state.left == 0 and seat != turn and not over(state):
        fill_playable(state, turn, sent if turn == seat ^ 2 else -1)
    for other in range(SEATS):
        fill_hand(state, other)
    for other in range(SEATS):
        if not knows_given(state, seat, other):
            redraw_given(state, other)


# soundness


@rule
def sound(state):
    return sound_board(state) and sound_cards(state) and sound_turn(state)


@compiled
def sound_board(state):
    """At most four pieces a seat, no two on a field, protected ones only on their start, one winner at most."""
    taken = np.uint64(0)
    for seat in range(SEATS):
        track = state.track[seat]
        if state.goal[seat] > FULL or taken & track != 0 or at_home(state, seat) < 0:
            return False
        taken |= track
        if (state.guarded >> seat) & 1 and track & bit(START[seat]) == 0:
            return False
    everybody_in = state.goal[0] & state.goal[1] & state.goal[2] & state.goal[3] == FULL
    return state.guarded >> SEATS == 0 and not everybody_in


@compiled
def sound_cards(state):
    stocked = 0
    for card in range(KINDS):
        count = np.int64(state.stock[card])
        stocked += state.stock[card]
        for seat in range(SEATS):
            count += state.hand[seat, card]
            if (state.hand[seat, card] != 0) != ((state.kinds[seat] >> card) & 1 != 0):
                return False
            if state.phase == GIVE and state.given[seat] == card + 1:
                count += 1
        if count > COPIES[card]:
            return False
    for seat in range(SEATS):
        given = np.int64(state.given[seat])
        sealed = 1 if state.phase == GIVE and given != NOTHING else 0
        if given > KINDS or missing(state, seat) != 0 or state.cards[seat] + sealed > LARGEST_HAND:
            return False
        if state.phase == PLAY and given != NOTHING and state.hand[seat ^ 2, given - 1] == 0:
            return False
    return stocked == state.stocked


@compiled
def sound_turn(state):
    if state.phase > PLAY or state.turn >= SEATS or state.starter >= SEATS or state.left >= WHOLE_SEVEN:
        return False
    if state.phase == GIVE and (state.turn != state.starter or state.left != 0):
        return False
    if state.left == 0:
        return state.moved == 0 and state.moved_in == 0
    owner = owner_of(state, state.turn)
    if state.moved & ~state.track[owner] != 0 or state.moved_in & ~state.goal[owner] != 0:
        return False
    return not over(state)


@rule
def kind(state, action):
    if action < GIVES:
        return 0
    _, value, origin, _ = parts_of(action)
    if origin == HOME:
        return 1
    return 3 if value == JACK else 4 if value == SEVEN else 2
