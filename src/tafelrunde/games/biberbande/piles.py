"""Biberbande: heaps of cards, the stock and the discard."""

import numpy as np

from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.bits import bit, popcount
from tafelrunde.kernel.chance import below, siphash
from tafelrunde.kernel.compiled import compiled, entry

_ONES = np.uint64(0x0101010101010101)
_HIGHS = np.uint64(0x8080808080808080)
_56 = np.uint64(56)
_NUMBERS_HIGH = bit.py_func(8 * (biber.NUMBERS - 8)) - np.uint64(1)


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
    state.chance += np.uint64(biber.SHUFFLE_SPAN)
    for slot in range(state.players * biber.SLOTS):
        if not state.seen[slot] & biber.PUBLIC and state.age[slot] < biber.OLDEST:
            state.age[slot] += 1
