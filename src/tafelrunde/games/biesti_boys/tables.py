"""Biesti Boys: cards, boards and what fits where, as the compiled rules use it.

A set of cards is one word with a count of four bits a kind (a hand is a multiset). A set of `lay` actions is one word
with a bit an action, `4 * kind + lift`: the four bits of a kind are its four lifts.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

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
LIMIT = [0, 0, 3, 3, 2]
"""How many cards a hand may hold, by the number of players (BB-05, BB-08)."""
LARGEST_HAND = max(LIMIT) + LIFTS
"""A hand grows past the limit only by the cards that come back from the lifts (BB-16)."""
MOST_FALSE_CALLS = 2**32 - 1
"""A right card can be called again and again; the count stops here (BB-16)."""
SHARE = [0, 0, *(DECK // players for players in range(2, MAX_PLAYERS + 1))]
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
