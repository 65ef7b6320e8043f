"""Biberbande: the verbs with the rules that they follow."""

import numpy as np

from tafelrunde.games.biberbande import piles, resample, sound  # noqa: F401  # two more verbs
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.compiled import compiled, entry

BI_03, BI_04, BI_05, BI_07, BI_08, BI_11, BI_12, BI_13 = 3, 4, 5, 7, 8, 11, 12, 13
BI_16, BI_17, BI_18, BI_21 = 16, 17, 18, 21

BEGIN, SHUFFLE, BRING_BACK, DRAW_CARD, SHOW, REPLACE, WRITE_DOWN, DEAL = range(1, 9)
"""The steps that the table takes."""


@compiled
def put(state, slot, card, seen):
    """Put a card into a row; the card replaced goes onto the discard (BI-06, BI-08)."""
    piles.lay_down(state, state.rows[slot])
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
    state.pool[0], state.pool[1] = biber.DECK_LOW, biber.DECK_HIGH
    state.loose = biber.CARDS
    state.aside[0] = state.aside[1] = np.uint64(0)
    state.chance += np.uint64(biber.SHUFFLE_SPAN)
    for seat in range(state.players):
        state.turns[seat] = 0
        for slot in range(seat * biber.SLOTS, (seat + 1) * biber.SLOTS):
            state.rows[slot] = piles.top_of_stock(state)
            state.seen[slot] = 0
            state.age[slot] = 0
        state.seen[seat * biber.SLOTS] = 1 << seat  # BI-03
        state.seen[seat * biber.SLOTS + biber.SLOTS - 1] = 1 << seat
    state.discard[0] = piles.top_of_stock(state)
    state.discards = 1
    state.round += 1
    state.dealer = after(state, state.dealer)
    state.turn = after(state, state.dealer)
    state.knocker = biber.NOBODY
    state.phase = biber.LOOK


@compiled
def next_turn(state):
    state.phase = biber.TURN
    state.turn = after(state, state.turn)


@compiled
def finish(state, seat):
    """The turn's action is done: draw-twos in use come onto the discard (BI-10), then one may knock (BI-17)."""
    for _ in range(state.used):
        piles.lay_down(state, biber.DRAW_TWO)
    state.used = 0
    state.twos = 0
    state.turns[seat] += 1
    if state.knocker == biber.NOBODY and biber.everybody_had_a_turn(state):
        state.phase = biber.END
    else:
        next_turn(state)


@entry
def special_slot(rows, knocker, players):
    """The first slot with a special card, from the player who knocked on clockwise (BI-20); -1 if there is none."""
    slot = knocker * biber.SLOTS
    for _ in range(players * biber.SLOTS):
        if rows[slot] > biber.NUMBERS:
            return slot
        slot += 1
        if slot == players * biber.SLOTS:
            slot = 0
    return -1


@compiled
def write_down(state):
    """Add up every row (BI-21)."""
    for seat in range(state.players):
        points = -biber.SLOTS
        for slot in range(seat * biber.SLOTS, (seat + 1) * biber.SLOTS):
            points += state.rows[slot]
        state.scores[seat * biber.SEATS + state.written] = points
    state.written += 1
    state.phase = biber.OVER if state.round == biber.ROUNDS[state.players] else biber.DEALING


# the verbs


@biber.rule
def setup(state):
    """Everything but the deal, which is the first step: seat 0 will begin (BI-04)."""
    state.phase = biber.DEALING
    state.dealer = state.players - 2
    state.knocker = biber.NOBODY


@biber.rule
def over(state):
    return state.phase == biber.OVER


@biber.rule
def score(state, out):
    """The totals; the lowest wins, equal ones share (BI-21, BI-22)."""
    lowest, winners = biber.SEATS * biber.HIGHEST + 1, 0
    for seat in range(state.players):
        total = 0
        for i in range(state.written):
            total += state.scores[seat * biber.SEATS + i]
        out[seat] = total
        if total < lowest:
            lowest, winners = total, 0
        if total == lowest:
            winners |= 1 << seat
    return winners if state.phase == biber.OVER else 0


@biber.rule
def actors(state):
    if state.phase == biber.LOOK:
        return (1 << state.players) - 1 & ~state.ready
    return 0 if state.phase >= biber.OVER else 1 << state.turn


@biber.rule
def moves(state, seat, out):
    if not 0 <= seat < state.players or not actors(state) >> seat & 1:
        return 0
    if state.phase == biber.LOOK:
        out[0] = biber.READY
        return 1
    if state.phase == biber.TURN:
        return starts(state, out)
    if state.phase == biber.END:
        out[0] = biber.KNOCK
        out[1] = biber.DONE
        return 2
    return uses(state, seat, out)


@compiled
def starts(state, out):
    """Take the discard's top card, or draw (BI-05)."""
    count = 0
    if state.discards > 0 and state.discard[state.discards - 1] <= biber.NUMBERS:
        for count in range(biber.SLOTS):
            out[count] = biber.TAKE + count
        count = biber.SLOTS
    out[count] = biber.DRAW
    return count + 1


@compiled
def uses(state, seat, out):
    """What can be done with the card drawn (BI-08)."""
    out[0] = biber.DISCARD
    if state.drawn == biber.DRAW_TWO:
        out[1] = biber.TWO
        return 2
    if state.drawn == biber.SWAP:
        count = 1
        for own in range(biber.SLOTS):
            for other in range(state.players):
                if other != seat:
                    action = biber.TRADE + (own * (biber.SEATS + 1) + other) * biber.SLOTS
                    for slot in range(biber.SLOTS):
                        out[count + slot] = action + slot
                    count += biber.SLOTS
        return count
    first = biber.SPY_ON if state.drawn == biber.SPY else biber.SWAP_IN
    for slot in range(biber.SLOTS):
        out[1 + slot] = first + slot
    return 1 + biber.SLOTS


@biber.rule
def judge(state, seat, action):
    if state.phase == biber.OVER:
        return BI_21
    if state.phase == biber.LOOK or action == biber.READY:
        said = seat < 0 or state.ready >> seat & 1
        return BI_03 if state.phase != biber.LOOK or action != biber.READY or said else 0
    if seat != state.turn:
        return BI_04
    if action == biber.KNOCK and state.knocker != biber.NOBODY:
        return BI_18
    if (action >= biber.KNOCK) != (state.phase == biber.END):
        return BI_17
    if state.phase == biber.END:
        return 0
    return judge_start(state, action) if action <= biber.DRAW else judge_use(state, seat, action)


@compiled
def judge_start(state, action):
    if state.phase == biber.DRAWN:
        return BI_05
    if action == biber.DRAW:
        return 0
    if state.discards == 0:
        return BI_16
    return BI_07 if state.discard[state.discards - 1] > biber.NUMBERS else 0


@compiled
def judge_use(state, seat, action):
    if state.phase == biber.TURN:
        return BI_08
    if action == biber.DISCARD:
        return 0
    if action < biber.TRADE:
        return BI_08 if state.drawn > biber.NUMBERS else 0
    if action < biber.SPY_ON:
        other = (action - biber.TRADE) // biber.SLOTS % (biber.SEATS + 1)
        return BI_11 if state.drawn != biber.SWAP or other == seat or other >= state.players else 0
    if action < biber.TWO:
        return BI_12 if state.drawn != biber.SPY else 0
    return BI_13 if state.drawn != biber.DRAW_TWO else 0


@biber.rule
def act(state, seat, action):
    if action == biber.DRAW:
        state.phase = biber.DRAWN
    elif action == biber.READY:
        state.ready |= 1 << seat
    elif action < biber.DRAW:
        state.discards -= 1
        card = state.discard[state.discards]
        put(state, seat * biber.SLOTS + action - biber.TAKE, card, biber.everybody(state))  # BI-06
        finish(state, seat)
    elif action < biber.KNOCK:
        use(state, seat, action)
    else:
        if action == biber.KNOCK:
            state.knocker = seat
        next_turn(state)


@compiled
def use(state, seat, action):
    """What is done with the card drawn (BI-08)."""
    card = state.drawn
    state.drawn = 0
    if action == biber.TWO:
        state.used += 1  # lies beside the piles until the action is finished (BI-10)
        state.twos = 1  # a second draw that was still owed lapses (BI-14)
        return
    if action == biber.DISCARD:
        piles.lay_down(state, card)  # BI-09
        if state.twos > 0:
            state.twos = 0  # the second card is drawn (BI-13)
            return
    elif action < biber.TRADE:
        put(state, seat * biber.SLOTS + action - biber.SWAP_IN, card, 1 << seat | biber.NUMBER)
    else:
        if action < biber.SPY_ON:
            number = action - biber.TRADE
            other = number // biber.SLOTS % (biber.SEATS + 1) * biber.SLOTS + number % biber.SLOTS
            exchange(state, seat * biber.SLOTS + number // (biber.SLOTS * (biber.SEATS + 1)), other)
        else:
            state.seen[seat * biber.SLOTS + action - biber.SPY_ON] |= 1 << seat  # BI-12
        piles.lay_down(state, card)  # BI-10
    finish(state, seat)


@compiled
def exchange(state, own, other):
    """Two cards change places; whoever knew them knows where they are now (BI-11)."""
    state.rows[own], state.rows[other] = state.rows[other], state.rows[own]
    state.seen[own], state.seen[other] = state.seen[other], state.seen[own]
    state.age[own], state.age[other] = state.age[other], state.age[own]


@biber.rule
def step(state):
    if state.phase == biber.DRAWN:
        if state.drawn != 0:
            return 0
        if piles.left(state) == 0:
            return restock(state)
        state.drawn = piles.top_of_stock(state)
        return DRAW_CARD
    if state.phase == biber.TURN:
        if state.turn != state.knocker:
            return 0
        for slot in range(state.players * biber.SLOTS):  # BI-18, BI-20
            state.seen[slot] = biber.everybody(state)
            state.age[slot] = 0
        state.phase = biber.SHOWN
        return SHOW
    if state.phase == biber.LOOK:
        if state.ready != (1 << state.players) - 1:
            return 0
        state.ready = 0
        state.phase = biber.TURN
        return BEGIN
    if state.phase == biber.SHOWN:
        return settle_row(state)
    if state.phase == biber.DEALING:
        deal(state)
        return DEAL
    return 0


@compiled
def restock(state):
    """A new stock from the discard (BI-15); if that is empty too, from what is out of the round."""
    if state.discards == 0:
        piles.bring_back(state)
        return BRING_BACK
    piles.reshuffle(state)
    return SHUFFLE


@compiled
def settle_row(state):
    """Put the next special card aside for a card of the stock (BI-20), or write down the points."""
    slot = special_slot(state.rows, state.knocker, state.players)
    if slot < 0:
        write_down(state)
        return WRITE_DOWN
    if piles.left(state) == 0:
        return restock(state)
    piles.add(state.aside, state.rows[slot])
    state.rows[slot] = piles.top_of_stock(state)
    return REPLACE


@biber.rule
def kind(state, action):
    return biber.KIND[action]
