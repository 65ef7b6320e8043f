"""Biberbande: the compiled rules."""

import numpy as np

from tafelrunde.games.biberbande.tables import (
    BEGIN,
    BRING_BACK,
    CARDS,
    DEAL,
    DEALING,
    DECK_HIGH,
    DECK_LOW,
    DISCARD,
    DONE,
    DRAW,
    DRAW_CARD,
    DRAW_TWO,
    DRAWN,
    END,
    HIGHEST,
    KIND,
    KNOCK,
    LOOK,
    NOBODY,
    NUMBER,
    NUMBERS,
    OVER,
    PUBLIC,
    READY,
    REPLACE,
    ROUNDS,
    SEATS,
    SHOW,
    SHOWN,
    SHUFFLE,
    SHUFFLE_SPAN,
    SLOTS,
    SPY,
    SPY_ON,
    SWAP,
    SWAP_IN,
    TAKE,
    TRADE,
    TURN,
    TWO,
    WRITE_DOWN,
    add,
    bring_back,
    everybody,
    everybody_had_a_turn,
    lay_down,
    left,
    nth_card,
    numbers,
    remove,
    reshuffle,
    rule,
    size,
    top_of_stock,
)
from tafelrunde.kernel.chance import draw
from tafelrunde.kernel.compiled import compiled

BI_03, BI_04, BI_05, BI_07, BI_08, BI_11, BI_12, BI_13 = 3, 4, 5, 7, 8, 11, 12, 13
BI_16, BI_17, BI_18, BI_21 = 16, 17, 18, 21


@compiled
def put(state, slot, card, seen):
    """Put a card into a row; the card replaced goes onto the discard (BI-06, BI-08)."""
    lay_down(state, state.rows[slot])
    state.rows[slot] = card
    state.seen[slot] = seen
    state.age[slot] = 0


# the round


@compiled
def after(state, seat):
    """The next seat clockwise (BI-04)."""
    return seat + 1 if seat + 1 < state.players else 0


@compiled
def deal(state):
    """A new round with all cards: four each, one turned up (BI-02); the deal passes on (BI-22)."""
    for i in range(state.discards):
        state.discard[i] = 0
    for i in range(state.settled):
        state.stock[i] = 0
    state.settled = 0
    state.pool[0], state.pool[1] = DECK_LOW, DECK_HIGH
    state.loose = CARDS
    state.aside[0] = state.aside[1] = np.uint64(0)
    state.chance += np.uint64(SHUFFLE_SPAN)
    for seat in range(state.players):
        state.turns[seat] = 0
        for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
            state.rows[slot] = top_of_stock(state)
            state.seen[slot] = 0
            state.age[slot] = 0
        state.seen[seat * SLOTS] = 1 << seat  # BI-03
        state.seen[seat * SLOTS + SLOTS - 1] = 1 << seat
    state.discard[0] = top_of_stock(state)
    state.discards = 1
    state.round += 1
    state.dealer = after(state, state.dealer)
    state.turn = after(state, state.dealer)
    state.knocker = NOBODY
    state.phase = LOOK


@compiled
def next_turn(state):
    state.phase = TURN
    state.turn = after(state, state.turn)


@compiled
def finish(state, seat):
    """The turn's action is done: draw-twos in use come onto the discard (BI-10), then one may knock (BI-17)."""
    for _ in range(state.used):
        lay_down(state, DRAW_TWO)
    state.used = 0
    state.twos = 0
    state.turns[seat] += 1
    if state.knocker == NOBODY and everybody_had_a_turn(state):
        state.phase = END
    else:
        next_turn(state)


@compiled
def special_slot(state):
    """The first slot with a special card, from the player who knocked on clockwise (BI-20); -1 if there is none."""
    slot = state.knocker * SLOTS
    for _ in range(state.players * SLOTS):
        if state.rows[slot] > NUMBERS:
            return slot
        slot += 1
        if slot == state.players * SLOTS:
            slot = 0
    return -1


@compiled
def write_down(state):
    """Add up every row (BI-21)."""
    for seat in range(state.players):
        points = -SLOTS
        for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
            points += state.rows[slot]
        state.scores[seat * SEATS + state.written] = points
    state.written += 1
    state.phase = OVER if state.round == ROUNDS[state.players] else DEALING


# the verbs


@rule
def setup(state):
    """Everything but the deal, which is the first step: seat 0 will begin (BI-04)."""
    state.phase = DEALING
    state.dealer = state.players - 2
    state.knocker = NOBODY


@rule
def over(state):
    return state.phase == OVER


@rule
def score(state, out):
    """The totals; the lowest wins, equal ones share (BI-21, BI-22)."""
    lowest, winners = SEATS * HIGHEST + 1, 0
    for seat in range(state.players):
        total = 0
        for i in range(state.written):
            total += state.scores[seat * SEATS + i]
        out[seat] = total
        if total < lowest:
            lowest, winners = total, 0
        if total == lowest:
            winners |= 1 << seat
    return winners if state.phase == OVER else 0


@rule
def actors(state):
    if state.phase == LOOK:
        return (1 << state.players) - 1 & ~state.ready
    return 0 if state.phase >= OVER else 1 << state.turn


@rule
def moves(state, seat, out):
    if not 0 <= seat < state.players or not actors(state) >> seat & 1:
        return 0
    if state.phase == LOOK:
        out[0] = READY
        return 1
    if state.phase == TURN:
        return starts(state, out)
    if state.phase == END:
        out[0] = KNOCK
        out[1] = DONE
        return 2
    return uses(state, seat, out)


@compiled
def starts(state, out):
    """Take the discard's top card, or draw (BI-05)."""
    count = 0
    if state.discards > 0 and state.discard[state.discards - 1] <= NUMBERS:
        for count in range(SLOTS):
            out[count] = TAKE + count
        count = SLOTS
    out[count] = DRAW
    return count + 1


@compiled
def uses(state, seat, out):
    """What can be done with the card drawn (BI-08)."""
    out[0] = DISCARD
    if state.drawn == DRAW_TWO:
        out[1] = TWO
        return 2
    if state.drawn == SWAP:
        count = 1
        for own in range(SLOTS):
            for other in range(state.players):
                if other != seat:
                    action = TRADE + (own * (SEATS + 1) + other) * SLOTS
                    for slot in range(SLOTS):
                        out[count + slot] = action + slot
                    count += SLOTS
        return count
    first = SPY_ON if state.drawn == SPY else SWAP_IN
    for slot in range(SLOTS):
        out[1 + slot] = first + slot
    return 1 + SLOTS


@rule
def judge(state, seat, action):
    if state.phase == OVER:
        return BI_21
    if state.phase == LOOK or action == READY:
        said = seat < 0 or state.ready >> seat & 1
        return BI_03 if state.phase != LOOK or action != READY or said else 0
    if seat != state.turn:
        return BI_04
    if action == KNOCK and state.knocker != NOBODY:
        return BI_18
    if (action >= KNOCK) != (state.phase == END):
        return BI_17
    if state.phase == END:
        return 0
    return judge_start(state, action) if action <= DRAW else judge_use(state, seat, action)


@compiled
def judge_start(state, action):
    if state.phase == DRAWN:
        return BI_05
    if action == DRAW:
        return 0
    if state.discards == 0:
        return BI_16
    return BI_07 if state.discard[state.discards - 1] > NUMBERS else 0


@compiled
def judge_use(state, seat, action):
    if state.phase == TURN:
        return BI_08
    if action == DISCARD:
        return 0
    if action < TRADE:
        return BI_08 if state.drawn > NUMBERS else 0
    if action < SPY_ON:
        other = (action - TRADE) // SLOTS % (SEATS + 1)
        return BI_11 if state.drawn != SWAP or other == seat or other >= state.players else 0
    if action < TWO:
        return BI_12 if state.drawn != SPY else 0
    return BI_13 if state.drawn != DRAW_TWO else 0


@rule
def act(state, seat, action):
    if action == DRAW:
        state.phase = DRAWN
    elif action == READY:
        state.ready |= 1 << seat
    elif action < DRAW:
        state.discards -= 1
        card = state.discard[state.discards]
        put(state, seat * SLOTS + action - TAKE, card, everybody(state))  # BI-06
        finish(state, seat)
    elif action < KNOCK:
        use(state, seat, action)
    else:
        if action == KNOCK:
            state.knocker = seat
        next_turn(state)


@compiled
def use(state, seat, action):
    """What is done with the card drawn (BI-08)."""
    card = state.drawn
    state.drawn = 0
    if action == TWO:
        state.used += 1  # lies beside the piles until the action is finished (BI-10)
        state.twos = 1  # a second draw that was still owed lapses (BI-14)
        return
    if action == DISCARD:
        lay_down(state, card)  # BI-09
        if state.twos > 0:
            state.twos = 0  # the second card is drawn (BI-13)
            return
    elif action < TRADE:
        put(state, seat * SLOTS + action - SWAP_IN, card, 1 << seat | NUMBER)
    else:
        if action < SPY_ON:
            number = action - TRADE
            other = number // SLOTS % (SEATS + 1) * SLOTS + number % SLOTS
            exchange(state, seat * SLOTS + number // (SLOTS * (SEATS + 1)), other)
        else:
            state.seen[seat * SLOTS + action - SPY_ON] |= 1 << seat  # BI-12
        lay_down(state, card)  # BI-10
    finish(state, seat)


@compiled
def exchange(state, own, other):
    """Two cards change places; whoever knew them knows where they are now (BI-11)."""
    state.rows[own], state.rows[other] = state.rows[other], state.rows[own]
    state.seen[own], state.seen[other] = state.seen[other], state.seen[own]
    state.age[own], state.age[other] = state.age[other], state.age[own]


@rule
def step(state):
    if state.phase == DRAWN:
        if state.drawn != 0:
            return 0
        if left(state) == 0:
            return restock(state)
        state.drawn = top_of_stock(state)
        return DRAW_CARD
    if state.phase == TURN:
        if state.turn != state.knocker:
            return 0
        for slot in range(state.players * SLOTS):  # BI-18, BI-20
            state.seen[slot] = everybody(state)
            state.age[slot] = 0
        state.phase = SHOWN
        return SHOW
    if state.phase == LOOK:
        if state.ready != (1 << state.players) - 1:
            return 0
        state.ready = 0
        state.phase = TURN
        return BEGIN
    if state.phase == SHOWN:
        return settle_row(state)
    if state.phase == DEALING:
        deal(state)
        return DEAL
    return 0


@compiled
def restock(state):
    """A new stock from the discard (BI-15); if that is empty too, from what is out of the round."""
    if state.discards == 0:
        bring_back(state)
        return BRING_BACK
    reshuffle(state)
    return SHUFFLE


@compiled
def settle_row(state):
    """Put the next special card aside for a card of the stock (BI-20), or write down the points."""
    slot = special_slot(state)
    if slot < 0:
        write_down(state)
        return WRITE_DOWN
    if left(state) == 0:
        return restock(state)
    add(state.aside, state.rows[slot])
    state.rows[slot] = top_of_stock(state)
    return REPLACE


@rule
def resample(state, seat):
    """Redraw the face-down cards that the seat has not seen.

    A careful player knows which cards the stock had after each shuffle: so cards change places only with those that
    left the stock since the same shuffle; and a card that was put into a row when drawn stays a number (BI-08).
    """
    knows = PUBLIC if seat < 0 else 1 << seat
    hides_drawn = state.drawn != 0 and seat != state.turn
    oldest = 0
    for slot in range(state.players * SLOTS):
        oldest = max(oldest, state.age[slot])
    for i in range(state.settled):
        add(state.pool, state.stock[i])
        state.stock[i] = 0
    if hides_drawn:
        add(state.pool, state.drawn)
    state.loose += state.settled
    state.settled = 0
    stock0, stock1 = state.pool[0], state.pool[1]
    for age in range(oldest, -1, -1):  # the youngest last: what is left over is the stock
        state.pool[0] = stock0 if age == 0 else np.uint64(0)
        state.pool[1] = stock1 if age == 0 else np.uint64(0)
        for slot in range(state.players * SLOTS):
            if state.age[slot] == age and not state.seen[slot] & knows:
                add(state.pool, state.rows[slot])
        for slot in range(state.players * SLOTS):
            if state.age[slot] == age and not state.seen[slot] & knows and state.seen[slot] & NUMBER:
                state.rows[slot] = any_card(state, numbers(state.pool))
        for slot in range(state.players * SLOTS):
            if state.age[slot] == age and not state.seen[slot] & (knows | NUMBER):
                state.rows[slot] = any_card(state, size(state.pool))
    if hides_drawn:
        state.drawn = any_card(state, size(state.pool))
    state.chance = np.uint64(SHUFFLE_SPAN)


@compiled
def any_card(state, among):
    """A card of the pool by chance, among its first so many."""
    card = nth_card(state.pool, draw(state, among))
    remove(state.pool, card)
    return card


@rule
def kind(state, action):
    return KIND[action]
