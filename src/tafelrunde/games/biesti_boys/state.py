"""Biesti Boys: the record of a state, cards, boards and what fits where, and the plain questions about it.

A set of cards is one word with a count of four bits a kind (a hand is a multiset). A set of `lay` actions is one word
with a bit an action, `4 * kind + lift`: the four bits of a kind are its four lifts.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tafelrunde.kernel import verbs
from tafelrunde.kernel.compiled import compiled
from tafelrunde.kernel.layout import layout

with Path(__file__).with_name("data.toml").open("rb") as file:
    _DATA = tomllib.load(file)

CARDS = list(_DATA["deck"])
"""The kinds of cards in the order of the moves: 0 … 8, S (Stop), G (Go)."""
COPIES = list(_DATA["deck"].values())
BOARDS = [tuple(CARDS.index(card) for card in board) for board in _DATA["boards"]]
"""Fahrstuhltafeln: the lifts of each board, top, right, bottom, left (BB-03)."""

KINDS = len(CARDS)
LIFTS = len(BOARDS[0])


def packed(board: Sequence[int]) -> int:
    """A board as one number, four bits a lift, the first lift highest."""
    return sum(kind << 4 * (LIFTS - 1 - lift) for lift, kind in enumerate(board))


def unpacked(number: int) -> list[int]:
    """The lifts of a packed board."""
    return [number >> 4 * (LIFTS - 1 - lift) & 15 for lift in range(LIFTS)]


DECK = sum(COPIES)
STOP, GO = CARDS.index("S"), CARDS.index("G")
MAX_PLAYERS = 4
LIMIT = np.array([0, 0, 3, 3, 2])
"""How many cards a hand may hold, by the number of players (BB-05, BB-08)."""
LARGEST_HAND = int(LIMIT.max()) + LIFTS
"""A hand grows past the limit only by the cards that come back from the lifts (BB-16)."""
MOST_FALSE_CALLS = 2**32 - 1
"""A right card can be called again and again; the count stops here (BB-16)."""
SHARE = np.array([0, 0, *(DECK // players for players in range(2, MAX_PLAYERS + 1))])
"""How many cards are dealt to each, by the number of players (BB-04)."""

LAYS = LIFTS * KINDS
DRAW = LAYS
HALT = DRAW + 1
WINDOW = HALT + LIFTS
ACTIONS = WINDOW + 1


def fits(card: int, shown: int) -> bool:
    """Whether a card is right on a lift that shows that kind, laid or printed (BB-07, BB-09, BB-10, BB-11)."""
    if shown == STOP:
        return card == GO
    if card == GO:
        return False
    return card == STOP or shown == GO or abs(card - shown) == 1


WHAT_FITS = np.array(
    [sum(1 << LIFTS * card for card in range(KINDS) if fits(card, shown)) for shown in range(KINDS)], np.uint64
)
"""By what a lift shows: the `lay` actions on lift 1 that are right; shifted by one they are those on lift 2."""
KINDS_THAT_FIT = np.array(
    [sum(1 << card for card in range(KINDS) if fits(card, shown)) for shown in range(KINDS)], np.int64
)
"""By what a lift shows: the kinds that are right on it, a bit a kind."""
EACH_KIND = np.uint64(sum(1 << LIFTS * card for card in range(KINDS)))
ALL_KINDS = (1 << KINDS) - 1

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
    ("boards", "u2", (len(BOARDS),)),  # face down, taken from the end, each four bits a lift
    ("pile", "u1", (DECK,)),  # the seats' piles one after the other, each taken from its end
    ("hand", "u8", (MAX_PLAYERS,)),  # four bits a kind: how many
    # What everybody knows of a hand: for each card the kinds it cannot be, a bit a kind, largest number first.
    # Of two such sets one contains the other or together they leave no kind: see knowledge.py.
    ("excluded", "u2", (MAX_PLAYERS, LARGEST_HAND)),
)


rule = verbs.of(STATE)


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
    """Draw the top card of the seat's own pile (BB-08)."""
    state.left[seat] -= 1
    top = seat * SHARE[state.players] + state.left[seat]
    state.hand[seat] += one(state.pile[top])
    state.held[seat] += 1
    state.pile[top] = 0


@compiled
def fill_up(state, seat):
    while room_to_draw(state, seat):
        take_top(state, seat)
