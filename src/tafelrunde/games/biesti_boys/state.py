"""Biesti Boys: the state and the plain questions about it."""

import numpy as np

from tafelrunde.games.biesti_boys import tables
from tafelrunde.games.biesti_boys.tables import (
    DECK,
    EACH_KIND,
    KINDS_THAT_FIT,
    LARGEST_HAND,
    LIFTS,
    MAX_PLAYERS,
    WHAT_FITS,
)
from tafelrunde.kernel.compiled import compiled
from tafelrunde.kernel.layout import layout

LIMIT = np.array(tables.LIMIT)
SHARE = np.array(tables.SHARE)
NONE = np.uint64(0)
"""No card, or no action."""
_1, _2, _3, _4, _15 = (np.uint64(n) for n in (1, 2, 3, 4, 15))

STATE = layout(
    ("by_hand", "u1"),  # drawing is a move (BB-19)
    ("honour", "u1"),  # wrong cards lie until they are called (BB-16)
    ("winner", "u1"),  # seat + 1
    ("boards_left", "u1"),
    ("lifts", "u1", (LIFTS,)),
    ("held", "u1", (MAX_PLAYERS,)),  # cards in hand
    ("left", "u1", (MAX_PLAYERS,)),  # cards in the pile
    ("line", "u1", (MAX_PLAYERS,)),  # seat + 1 of those without cards, first in line first
    ("laid_by", "u1", (LIFTS,)),  # seat + 1 of who laid the top card, while it can be called
    ("laid_on", "u1", (LIFTS,)),  # what lies beneath such a card
    ("false_calls", "u4", (MAX_PLAYERS,)),
    ("boards", "u2", (len(tables.BOARDS),)),  # face down, taken from the end, each four bits a lift
    ("pile", "u1", (DECK,)),  # the seats' piles one after the other, each taken from its end
    ("hand", "u8", (MAX_PLAYERS,)),  # four bits a kind: how many
    # What everybody knows of a hand: for each card the kinds it cannot be, a bit a kind, largest number first.
    # Of two such sets one contains the other or together they leave no kind: see knowledge.py.
    ("excluded", "u2", (MAX_PLAYERS, LARGEST_HAND)),
)


@compiled
def one(kind):
    """A set of cards with one card of this kind."""
    return _1 << (np.uint64(kind) * _4)


@compiled
def count_of(cards, kind):
    """How many cards of this kind are in the set."""
    return np.int64((cards >> (np.uint64(kind) * _4)) & _15)


@compiled
def lays_of(cards):
    """The `lay` actions with these cards, wherever they may lie."""
    return ((cards | cards >> _1 | cards >> _2 | cards >> _3) & EACH_KIND) * _15


@compiled
def right_lays(state):
    """The `lay` actions that are right on the lifts, whoever has the card."""
    lifts = state.lifts
    return WHAT_FITS[lifts[0]] | WHAT_FITS[lifts[1]] << _1 | WHAT_FITS[lifts[2]] << _2 | WHAT_FITS[lifts[3]] << _3


@compiled
def kinds_that_fit(state):
    """The kinds that are right on some lift, a bit a kind."""
    kinds = 0
    for lift in range(LIFTS):
        kinds |= KINDS_THAT_FIT[state.lifts[lift]]
    return kinds


@compiled
def room_to_draw(state, seat):
    """Below the limit, and something to take (BB-08)."""
    return state.held[seat] < LIMIT[state.players] and state.left[seat] > 0


@compiled
def may_draw(state, seat):
    return state.by_hand != 0 and room_to_draw(state, seat)


@compiled
def may_call(state, seat, lift):
    """Another player's card on which no other lies (BB-16)."""
    return state.laid_by[lift] != 0 and state.laid_by[lift] != seat + 1


@compiled
def is_wrong(state, lift):
    """Whether the top card is wrong and can still be called."""
    return state.laid_by[lift] != 0 and not KINDS_THAT_FIT[state.laid_on[lift]] >> state.lifts[lift] & 1


@compiled
def somebody_is_wrong(state):
    if state.honour:
        for lift in range(LIFTS):
            if is_wrong(state, lift):
                return True
    return False


@compiled
def wrong_cards_of(state, seat):
    """How many cards of this seat may come back."""
    count = 0
    for lift in range(LIFTS):
        if state.laid_by[lift] == seat + 1 and is_wrong(state, lift):
            count += 1
    return count


@compiled
def somebody_can_lay(state):
    """Whether somebody has a card that is right somewhere."""
    cards = NONE
    for seat in range(np.int64(state.players)):
        cards |= state.hand[seat]
    return lays_of(cards) & right_lays(state) != NONE


@compiled
def dead_end(state):
    """Nobody has a card that is right somewhere, and nobody may draw (BB-12, BB-13)."""
    if somebody_can_lay(state):
        return False
    for seat in range(np.int64(state.players)):
        if may_draw(state, seat):
            return False
    return True


@compiled
def fullest_with_room(state):
    """Of the hands that could be filled up from their piles the one that needs fewest cards; -1: there is none."""
    fullest = -1
    for seat in range(np.int64(state.players)):
        if room_to_draw(state, seat) and (fullest < 0 or state.held[seat] > state.held[fullest]):
            fullest = seat
    return fullest


@compiled
def something_waits(state):
    """A claim, or a dead end, waits for the end of the call window (BB-16)."""
    return state.honour != 0 and (state.line[0] != 0 or (somebody_is_wrong(state) and dead_end(state)))


@compiled
def take_top(state, seat):
    """Draw the top card of the own pile (BB-08)."""
    state.left[seat] -= 1
    top = seat * SHARE[state.players] + state.left[seat]
    state.hand[seat] += one(state.pile[top])
    state.held[seat] += 1
    state.pile[top] = 0


@compiled
def fill_up(state, seat):
    while room_to_draw(state, seat):
        take_top(state, seat)
