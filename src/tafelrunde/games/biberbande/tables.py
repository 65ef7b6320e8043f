"""Biberbande: the cards, the actions, and the state with all that must be true of it.

A card (Karte) is 1–10 for the numbers 0–9, then swap, spy and draw two; 0 is no card.
A heap of cards whose order does not matter is two words with a byte for each kind of card: how many there are.
Slots are numbered through the seats: slot i of a seat is 4 · seat + i.
"""

import tomllib
from pathlib import Path

import numpy as np

from tafelrunde.kernel import verbs
from tafelrunde.kernel.bits import bit, popcount
from tafelrunde.kernel.chance import below, siphash
from tafelrunde.kernel.compiled import compiled, entry
from tafelrunde.kernel.layout import layout

with Path(__file__).with_name("data.toml").open("rb") as file:
    _DATA = tomllib.load(file)

NAMES: list[str] = list(_DATA["deck"])
COPIES: list[int] = list(_DATA["deck"].values())
CARDS = sum(COPIES)
KINDS = len(NAMES)
SWAP, SPY, DRAW_TWO = (NAMES.index(name) + 1 for name in "TPZ")
NUMBERS = SWAP - 1
"""Cards up to this one are numbers (Zahlenkarten), the others special cards (Sonderkarten)."""

ROUNDS = np.array([_DATA["rounds"].get(str(players), 0) for players in range(7)])
SEATS = len(ROUNDS) - 1
SLOTS = 4
HIGHEST = SLOTS * (NUMBERS - 1)
"""No row comes to more points."""


def heap(counts: list[int]) -> tuple[int, int]:
    """So many of each kind as the two words of a heap."""
    number = int.from_bytes(bytes(counts), "little")
    return number & 0xFFFFFFFFFFFFFFFF, number >> 64


DECK_LOW, DECK_HIGH = map(np.uint64, heap(COPIES))
_COPIES = np.array(COPIES)

LOOK, TURN, DRAWN, END, OVER, SHOWN, DEALING = range(7)
PHASES = ("look", "turn", "drawn", "end", "over")
"""What a position can call them; the rows are shown and dealt within one move."""

NOBODY = 255
OLDEST = 255

PUBLIC = 64
"""Besides a bit for each seat: onlookers, too, know which card lies in the slot."""
NUMBER = 128
"""Everybody knows that the card in the slot is a number, for it was drawn and put there (BI-08)."""

SHUFFLE_SPAN = 128
"""Numbers of chance kept for each shuffle; a card takes the one that goes with the cards left."""

BEGIN, SHUFFLE, BRING_BACK, DRAW_CARD, SHOW, REPLACE, WRITE_DOWN, DEAL = range(1, 9)
"""The steps that the table takes."""

WORDS = ("ready", "take", "draw", "discard", "swap", "trade", "spy", "two", "knock", "done")
ABSENT = SEATS
"""In a trade: a seat that is at no table."""
READY, TAKE, DRAW, DISCARD, SWAP_IN, TRADE = 0, 1, 5, 6, 7, 11
SPY_ON = TRADE + SLOTS * (SEATS + 1) * SLOTS
TWO = SPY_ON + SLOTS
KNOCK, DONE = TWO + 1, TWO + 2
ACTIONS = DONE + 1
_FIRST = (READY, TAKE, DRAW, DISCARD, SWAP_IN, TRADE, SPY_ON, TWO, KNOCK, DONE, ACTIONS)
KIND = np.repeat(np.arange(len(WORDS)), np.diff(_FIRST))
MAX_MOVES = 1 + SLOTS * (SEATS - 1) * SLOTS

STATE = layout(
    ("phase", "u1"),
    ("turn", "u1"),
    ("drawn", "u1"),
    ("twos", "u1"),
    ("used", "u1"),
    ("knocker", "u1"),
    ("round", "u1"),
    ("pool", "u8", (2,)),  # the stock as long as chance has not settled its order, a heap
    ("aside", "u8", (2,)),  # what is out of this round, a heap
    ("turns", "u4", (SEATS,)),
    ("rows", "u1", (SEATS * SLOTS,)),
    ("seen", "u1", (SEATS * SLOTS,)),  # who knows the card: a bit for each seat, PUBLIC, NUMBER
    ("age", "u1", (SEATS * SLOTS,)),  # how many shuffles ago the card left the stock
    ("scores", "u1", (SEATS * SEATS,)),  # seat by seat
    ("stock", "u1", (CARDS,)),  # as long as its order is settled, as in a position: top last
    ("discard", "u1", (CARDS,)),  # top last
    ("loose", "u1"),  # how many cards the pool has
    ("settled", "u1"),  # how many cards the stock has that have their order
    ("discards", "u1"),
    ("dealer", "u1"),
    ("ready", "u1"),
    ("written", "u1"),  # how many scores each seat has
)

rule = verbs.of(STATE)

_ONES = np.uint64(0x0101010101010101)
_HIGHS = np.uint64(0x8080808080808080)
_56 = np.uint64(56)
_NUMBERS_HIGH = bit.py_func(8 * (NUMBERS - 8)) - np.uint64(1)


@compiled
def one(card):
    """A single card within its word of a heap."""
    return bit((card - 1 & 7) << 3)


@compiled
def add(heap, card):
    heap[card - 1 >> 3] += one(card)


@compiled
def remove(heap, card):
    heap[card - 1 >> 3] -= one(card)


@compiled
def size(heap):
    return np.int64((heap[0] * _ONES + heap[1] * _ONES) >> _56)


@compiled
def numbers(heap):
    """How many cards of a heap are numbers."""
    return np.int64((heap[0] * _ONES + (heap[1] & _NUMBERS_HIGH) * _ONES) >> _56)


@compiled
def nth_card(heap, n):
    """The n-th card of a heap, counted from 0, numbers first.

    Each byte of the product holds how many cards are of its kind or one before; the card is the first kind for which
    that is more than n. All kinds are compared at once; no sum reaches 128.
    """
    low = heap[0] * _ONES
    high = heap[1] * _ONES + (low >> _56) * _ONES
    wanted = np.uint64(n) * _ONES | _HIGHS
    return 1 + popcount((wanted - low) & _HIGHS) + popcount((wanted - high) & _HIGHS)


@compiled
def count_of(heap, card):
    """How many cards of a kind a heap has."""
    return np.int64(heap[card - 1 >> 3] >> np.uint64((card - 1 & 7) << 3) & np.uint64(0xFF))


@compiled
def left(state):
    """How many cards the stock (Zugstapel) has."""
    return state.settled + state.loose


@compiled
def top_of_stock(state):
    """Take the top card of the stock.

    Where no order is settled yet, chance settles the top card now; which one depends on nothing but the shuffle and
    the cards left, so that a position can tell the order before it is needed.
    """
    if state.settled > 0:
        state.settled -= 1
        card = np.int64(state.stock[state.settled])
        state.stock[state.settled] = 0
        return card
    word = siphash(state.key[0], state.key[1], state.chance + np.uint64(state.loose))
    card = nth_card(state.pool, below(word, state.loose))
    remove(state.pool, card)
    state.loose -= 1
    return card


@entry
def order(states, out):
    """Write the whole stock from the top, and use it up; return how many cards it had."""
    count = 0
    while left(states[0]) > 0:
        out[count] = top_of_stock(states[0])
        count += 1
    return count


@compiled
def lay_down(state, card):
    """Put a card face up onto the discard pile (Ablagestapel)."""
    state.discard[state.discards] = card
    state.discards += 1


@compiled
def reshuffle(state):
    """The whole discard pile becomes the stock (BI-15, BI-16)."""
    for i in range(state.discards):
        add(state.pool, state.discard[i])
        state.discard[i] = 0
    state.discards = 0
    shuffle(state)


@compiled
def bring_back(state):
    """All that is out of the round becomes the stock, for there is nothing else to draw.

    With all 66 cards it never comes to that; in a position that leaves cards out it may. At most 24 cards lie in rows
    and 5 beside the piles, so that there are always some; and at the end of a round they hold a number for every
    special card in a row, for 45 are numbers (BI-20).
    """
    state.pool[0], state.pool[1] = state.aside[0], state.aside[1]
    state.aside[0] = state.aside[1] = np.uint64(0)
    shuffle(state)


@compiled
def shuffle(state):
    """The cards of the pool are a new stock; everybody knows which they are, and so which are not among them."""
    state.loose = size(state.pool)
    state.chance += np.uint64(SHUFFLE_SPAN)
    for slot in range(state.players * SLOTS):
        if not state.seen[slot] & PUBLIC and state.age[slot] < OLDEST:
            state.age[slot] += 1


@compiled
def everybody(state):
    """The mark of a card that all have seen."""
    return (1 << state.players) - 1 | PUBLIC


@compiled
def everybody_had_a_turn(state):
    for seat in range(state.players):
        if state.turns[seat] == 0:
            return False
    return True


@rule
def sound(state):
    if state.phase > DEALING or not 2 <= state.players <= SEATS:
        return False
    return sound_round(state) and sound_rows(state) and sound_piles(state)


@compiled
def sound_round(state):
    """Seats, scores and counts within their limits, and no two of them against each other."""
    if state.turn >= state.players or state.dealer >= state.players or state.ready >> state.players:
        return False
    if (state.ready != 0 and state.phase != LOOK) or state.twos > 1 or state.twos > state.used:
        return False
    if (state.drawn != 0) != (state.phase == DRAWN) or (state.used != 0 and state.phase != DRAWN):
        return False
    if state.turn == state.knocker and (state.phase == TURN or state.phase == DRAWN):  # BI-18
        return False
    if state.knocker != NOBODY and (state.knocker >= state.players or state.phase == LOOK or state.phase == END):
        return False
    if (state.knocker != NOBODY or state.phase == END) and not everybody_had_a_turn(state):  # BI-17
        return False
    rounds = ROUNDS[state.players]
    if state.phase == OVER:
        return state.round == rounds and 1 <= state.written <= rounds
    return state.round <= rounds and state.written <= max(state.round - 1, 0) + (state.phase == DEALING)


@compiled
def sound_rows(state):
    """Four cards each and nothing at empty seats; what everybody knows is known to everybody."""
    for slot in range(SEATS * SLOTS):
        if slot >= state.players * SLOTS or state.round == 0:
            if state.rows[slot] != 0 or state.seen[slot] != 0 or state.age[slot] != 0:
                return False
        elif not sound_slot(state, state.rows[slot], state.seen[slot], state.age[slot]):
            return False
    for seat in range(SEATS):
        if seat >= state.players and state.turns[seat] != 0:
            return False
        for i in range(SEATS):
            written = seat < state.players and i < state.written
            if state.scores[seat * SEATS + i] > (HIGHEST if written else 0):
                return False
    return True


@compiled
def sound_slot(state, card, seen, age):
    if not 1 <= card <= (NUMBERS if state.phase == OVER else KINDS):  # BI-20
        return False
    if seen & PUBLIC:
        return seen == everybody(state) and age == 0
    return seen < 1 << state.players or (NUMBER <= seen < NUMBER + (1 << state.players) and card <= NUMBERS)


@compiled
def sound_piles(state):
    """All cards of the deck are there, each once (BI-01); unused places are empty."""
    if state.settled > CARDS or state.discards > CARDS or (state.settled > 0 and state.loose > 0):
        return False
    if state.drawn > KINDS or size(state.pool) != state.loose:
        return False
    for i in range(CARDS):
        if (state.stock[i] != 0) != (i < state.settled) or (state.discard[i] != 0) != (i < state.discards):
            return False
    for card in range(1, KINDS + 1):
        found = count_of(state.pool, card) + count_of(state.aside, card)
        for i in range(CARDS):
            found += (state.stock[i] == card) + (state.discard[i] == card)
        for slot in range(SEATS * SLOTS):
            found += state.rows[slot] == card
        found += (state.drawn == card) + (state.used if card == DRAW_TWO else 0)
        if found != (0 if state.round == 0 else _COPIES[card - 1]):
            return False
    return True
