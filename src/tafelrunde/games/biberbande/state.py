"""Biberbande: the record of a state, its cards and its actions.

A card (Karte) is 1–10 for the numbers 0–9, then swap, spy and draw two; 0 is no card.
A heap of cards whose order does not matter is two words with a byte for each kind of card: how many there are.
Slots are numbered through the seats: slot i of a seat is 4 · seat + i.
"""

import tomllib
from pathlib import Path

import numpy as np

from tafelrunde.kernel import verbs
from tafelrunde.kernel.compiled import compiled
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
