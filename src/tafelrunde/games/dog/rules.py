"""Dog: the compiled rules.

Actions: `give` a kind of card; then one for every joker or not, value, place from, place to (see `parts_of`).
"""

import numpy as np

from tafelrunde.games.dog.board import (
    ahead,
    at_home,
    can_play,
    owner_of,
    part_in_goal,
    part_into_goal,
    part_on_track,
    parts_of,
    rest_fits,
    seven_board,
    seven_moves,
    swap_partners,
    swappable,
    to_start,
    value_moves,
)
from tafelrunde.games.dog.tables import (
    BACK,
    BLOCKED,
    BLOCKED_BACK,
    COPIES,
    DEALS,
    DECK,
    DEPTH,
    FIRST_GOAL,
    FULL,
    GIVE,
    GIVES,
    HOME,
    INSIDE,
    JACK,
    JOKER,
    KINDS,
    LARGEST_HAND,
    LONG,
    N_VALUES,
    NOTHING,
    PIECES,
    PLAY,
    SEATS,
    SEVEN,
    SHORT,
    START,
    STARTS,
    STATE,
    TRACK,
    WHOLE_SEVEN,
)
from tafelrunde.kernel import verbs
from tafelrunde.kernel.bits import bit, lowest, popcount
from tafelrunde.kernel.chance import draw
from tafelrunde.kernel.compiled import compiled

DG_06, DG_07, DG_10, DG_13, DG_14, DG_15, DG_16, DG_17 = 6, 7, 10, 13, 14, 15, 16, 17
DG_20, DG_21, DG_22, DG_23, DG_24, DG_25, DG_27, DG_29 = 20, 21, 22, 23, 24, 25, 27, 29

EXCHANGE, PASS, FOLD, SHUFFLE, DEAL = 1, 2, 3, 4, 5
"""The steps of the table."""

WORLDS = 16
"""How many hands are drawn for the seat on turn before one that can be played is made up."""

rule = verbs.of(STATE)


@compiled
def take(state, seat, card):
    """A card leaves the hand."""
    state.hand[seat, card] -= 1
    state.cards[seat] -= 1
    if state.hand[seat, card] == 0:
        state.kinds[seat] &= ~(1 << card)


@compiled
def hold(state, seat, card):
    """A card comes to a hand whose number of cards is known already."""
    state.hand[seat, card] += 1
    state.kinds[seat] |= 1 << card


@compiled
def receive(state, seat, card):
    hold(state, seat, card)
    state.cards[seat] += 1


@compiled
def empty_hand(state, seat):
    for card in range(KINDS):
        state.hand[seat, card] = 0
    state.cards[seat] = 0
    state.kinds[seat] = 0


@compiled
def pass_turn(state, seat):
    """The next seat with cards is on turn; with no cards left anywhere it is simply the next."""
    state.turn = (seat + 1) & 3
    for i in range(1, SEATS + 1):
        if state.cards[(seat + i) & 3] != 0:
            state.turn = (seat + i) & 3
            return


@rule
def setup(state):
    """The first deal is a step like all others: it follows a round 0 in which everything is played."""
    state.phase = PLAY
    state.starter = SEATS - 1
    state.stocked = DECK
    for card in range(KINDS):
        state.stock[card] = COPIES[card]


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
    owner = owner_of(state, seat)
    if state.left != 0:
        return seven_moves(state, owner, 0, np.int64(state.left), out, 0)
    count = 0
    kinds = np.int64(state.kinds[seat]) & ~(1 << JOKER)
    while kinds != 0:
        count = value_moves(state, owner, 0, lowest(kinds), out, count)
        kinds &= kinds - 1
    if state.hand[seat, JOKER] != 0:
        for value in range(N_VALUES):
            count = value_moves(state, owner, 1, value, out, count)
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
    owner = owner_of(state, seat)
    if origin == HOME:
        return judge_start(state, owner, value, target)
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


@rule
def act(state, seat, action):
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
        put(state, owner, target)
        if origin == HOME:
            state.guarded |= 1 << owner  # DG-11
    if state.left == 0 and not over(state):
        pass_turn(state, seat)


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
        state.stocked = DECK
        for card in range(KINDS):
            state.stock[card] = COPIES[card]
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


@compiled
def draw_card(state):
    """A card from the stock by chance."""
    number = draw(state, state.stocked)
    state.stocked -= 1
    card = 0
    while number >= state.stock[card]:
        number -= state.stock[card]
        card += 1
    state.stock[card] -= 1
    return card


# what a seat cannot know


@rule
def resample(state, seat):
    """All unseen cards are drawn anew: other hands, sealed cards and the stock.

    A seat knows what it gave and got, and everybody knows that the seat on turn can play (DG-08).
    """
    sent = state.given[seat] - 1 if seat >= 0 and state.phase == PLAY else -1
    for other in range(SEATS):
        if other != seat:
            unhold(state, other, -1)
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


@compiled
def knows_given(state, seat, other):
    """Whether the seat knows what the other one gave: its own card, and the partner's after giving (DG-06)."""
    if seat < 0 or other & 1 != seat & 1:
        return False
    return other == seat or state.phase == PLAY or state.given[seat] != NOTHING


@compiled
def unhold(state, seat, keep):
    """The hand goes back into the stock, but for one card of the kind to keep; how many it holds is not forgotten."""
    for card in range(KINDS):
        state.stock[card] += state.hand[seat, card]
        state.stocked += state.hand[seat, card]
        state.hand[seat, card] = 0
    state.kinds[seat] = 0
    if keep >= 0:
        hold_from_stock(state, seat, keep)


@compiled
def hold_from_stock(state, seat, card):
    state.stock[card] -= 1
    state.stocked -= 1
    hold(state, seat, card)


@compiled
def missing(state, seat):
    """How many cards the hand still lacks."""
    count = np.int64(state.cards[seat])
    for card in range(KINDS):
        count -= state.hand[seat, card]
    return count


@compiled
def fill_hand(state, seat):
    for _ in range(missing(state, seat)):
        hold(state, seat, draw_card(state))


@compiled
def fill_playable(state, seat, keep):
    """A hand that can be played: drawn again and again, then made up around one card that fits."""
    for _ in range(WORLDS):
        fill_hand(state, seat)
        if can_play(state, seat, np.int64(state.kinds[seat])):
            return
        unhold(state, seat, keep)
    fitting = 0
    for card in range(KINDS):
        if can_play(state, seat, 1 << card):
            fitting += state.stock[card]
    if fitting == 0 or missing(state, seat) == 0:
        return
    number = draw(state, fitting)
    for card in range(KINDS):
        if can_play(state, seat, 1 << card):
            if number < state.stock[card]:
                hold_from_stock(state, seat, card)
                return
            number -= state.stock[card]


@compiled
def redraw_given(state, seat):
    """A sealed card is any; later it may be any that the partner holds, or one that was played long ago."""
    if state.phase == GIVE:
        if state.given[seat] != NOTHING:
            state.given[seat] = 1 + draw_card(state)
        return
    holder = seat ^ 2
    held = np.int64(state.cards[holder])
    state.given[seat] = NOTHING
    number = draw(state, max(held, DEALS[(state.round - 1) % len(DEALS)]))
    for card in range(KINDS):
        if number < 0:
            break
        if number < state.hand[holder, card]:
            state.given[seat] = card + 1
        number -= state.hand[holder, card]


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
    return not over(state) and rest_fits(seven_board(state, owner), np.int64(state.left))


@rule
def kind(state, action):
    if action < GIVES:
        return 0
    _, value, origin, _ = parts_of(action)
    if origin == HOME:
        return 1
    return 3 if value == JACK else 4 if value == SEVEN else 2
