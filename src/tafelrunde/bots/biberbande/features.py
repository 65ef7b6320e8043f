"""Biberbande: what the networks see, as a list of small numbers, and their numbers for actions.

This is what the features for two players and those for more have in common. A network sees what its seat knows. Each
row is put into an order of its own, so that it does not matter which slot a card lies in; actions have numbers of their
own for the same reason: a slot means a place in that order.
"""

import numpy as np
import numpy.typing as npt

from tafelrunde.bots.biberbande import heuristic
from tafelrunde.bots.biberbande.memory import CHOSEN, GIVEN, NONE
from tafelrunde.games.biberbande import piles
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.compiled import compiled

TWO_PLAYERS = 2
TWO_ROWS = TWO_PLAYERS * biber.SLOTS

# a place in a row: the card if it is known, then
UNKNOWN, KNOWN_TO_OTHER, OPEN, A_NUMBER = range(biber.KINDS, biber.KINDS + 4)
INFERRED = biber.KINDS + 4
"""From here on: what can be inferred about a card that the seat does not know."""

# thresholds: a feature for each one that is reached
LEADS = np.array([-34, -28, -24, -21, -18, -15, *range(-12, 13), 15, 18, 21, 24, 28, 34])
ODD = np.array([-48, -32, -24, -16, -12, -8, -4, 0, 4, 8, 12, 16, 24, 32, 48])
KNOCKED = np.array([1, 5, 8, 11, 15, 20])
TURNS = 6
"""The most turns of a round that are counted."""

FARTHEST = 36
"""Larger leads count as this."""
QUARTERS = 4
"""Of a point: the unit of what the rows seem to come to."""
TWELFTHS, NO_VALUE = 12, 128
"""Of a point: the unit of what an action is worth by the heuristic; and the number that stands for 0."""


def offsets(sizes: dict[str, int]) -> dict[str, int]:
    """Where each part begins, and under "all" where the last one ends."""
    ends: list[int] = np.cumsum([0, *sizes.values()]).tolist()
    return dict(zip([*sizes, "all"], ends, strict=True))


_TABLE = offsets(
    {
        "top": biber.KINDS + 1,
        "drawn": biber.KINDS + 1,
        "twos": 1,
        "phase": 3,
        "last_turn": 1,
        "unseen": biber.KINDS,
        "stock": 1,
    }
)
TOP, DRAWN, TWOS, PHASE = (_TABLE[name] for name in ("top", "drawn", "twos", "phase"))
LAST_TURN, UNSEEN, STOCK, TABLE = (_TABLE[name] for name in ("last_turn", "unseen", "stock", "all"))
"""The middle of the table: the discard, the drawn card, twos to come, the phase, the cards not seen yet, the stock."""

_COPIES = np.array(biber.COPIES)
_MIDDLE = 4.6
"""What a card of which nothing is known counts, for the order alone."""


def scale_table(scale: npt.NDArray[np.float32], base: int) -> None:
    """How the numbers of the table are scaled."""
    scale[base + UNSEEN : base + UNSEEN + biber.KINDS] = 1 / 4
    scale[base + STOCK] = 1 / 32


# the order of a row


@compiled
def rank(state, memory, seat, slot):
    """By what the places of a row are put in order."""
    marks = state.seen[slot]
    if marks >> seat & 1:
        card = state.rows[slot]
        return (card - 1.0 if card <= biber.NUMBERS else _MIDDLE + 0.3) + (0.01 if marks & biber.PUBLIC else 0.0)
    limit = min(
        np.int64(memory.refused[slot]),
        np.int64(memory.passed[slot]),
        np.int64(memory.outdone[slot]),
        np.int64(memory.over[slot]),
    )
    other = marks & (1 << biber.SEATS) - 1
    return _MIDDLE + 0.1 - ((NONE + 1 - limit) * 0.3 + 0.1 if other else 0.0) + 0.05 * memory.came[slot]


@compiled
def sort_slots(state, memory, seat, slots):
    """The slots of the seat's row, then of the others in the order of turns, each from low to high."""
    for row in range(np.int64(state.players)):
        first = (seat + row) % state.players * biber.SLOTS
        for i in range(biber.SLOTS):
            slot, at = first + i, row * biber.SLOTS + i
            value = rank(state, memory, seat, slot)
            while at > row * biber.SLOTS and rank(state, memory, seat, slots[at - 1]) > value:
                slots[at] = slots[at - 1]
                at -= 1
            slots[at] = slot


# features


@compiled
def write_thresholds(features, base, thresholds, value):
    """Which of the thresholds are reached."""
    for i in range(len(thresholds)):
        features[base + i] = value >= thresholds[i]


@compiled
def write_turns(features, base, turns):
    """How many turns a seat has had, one feature for each."""
    for i in range(TURNS):
        features[base + i] = turns > i


@compiled
def write_card(state, seat, slot, features, base):
    """What everybody can see of a card, and the card itself; returns whether the seat knows it."""
    marks = np.int64(state.seen[slot])
    features[base + KNOWN_TO_OTHER] = marks & ((1 << biber.SEATS) - 1) & ~(1 << seat) != 0
    features[base + OPEN] = marks & biber.PUBLIC != 0
    if marks >> seat & 1:
        features[base + state.rows[slot] - 1] = 1
        return True
    features[base + UNKNOWN] = 1
    features[base + A_NUMBER] = marks & biber.NUMBER != 0
    return False


@compiled
def write_origin(memory, slot, features, sure, given, chosen):
    """How an unknown card has come to its place."""
    features[sure] = memory.sure[slot]
    features[given] = memory.came[slot] == GIVEN
    features[chosen] = memory.came[slot] == CHOSEN


@compiled
def write_table(state, seat, features, base):
    """The middle of the table."""
    top = state.discard[state.discards - 1] - 1 if state.discards > 0 else biber.KINDS
    features[base + TOP + top] = 1
    features[base + DRAWN + (state.drawn - 1 if state.phase == biber.DRAWN else biber.KINDS)] = 1
    features[base + TWOS] = state.twos
    features[base + PHASE + (0 if state.phase == biber.TURN else 1 if state.phase == biber.DRAWN else 2)] = 1
    features[base + LAST_TURN] = state.knocker != biber.NOBODY
    features[base + STOCK] = piles.left(state)
    write_unseen(state, seat, features, base + UNSEEN)


@compiled
def write_unseen(state, seat, features, base):
    """The cards that the seat has not seen, by kind."""
    for card in range(biber.KINDS):
        features[base + card] = _COPIES[card]
    for i in range(state.discards):
        features[base + state.discard[i] - 1] -= 1
    features[base + biber.KINDS - 1] -= state.used
    if state.drawn != 0 and state.turn == seat:
        features[base + state.drawn - 1] -= 1
    for slot in range(np.int64(state.players) * biber.SLOTS):
        if state.seen[slot] >> seat & 1:
            features[base + state.rows[slot] - 1] -= 1


@compiled
def write_heuristic(state, seat, mean, out, count, slots, features, base):
    """The value of each of these actions by the heuristic."""
    features[base:] = NO_VALUE
    for i in range(count):
        points = round(heuristic.value_of(state, seat, out[i], mean, heuristic.WEIGHTS) * TWELFTHS) + NO_VALUE
        features[base + number_of(out[i], seat, slots)] = min(max(points, 0), 2 * NO_VALUE - 1)


@compiled
def known_sum(state, seat, owner):
    """What the cards of a row that the seat knows come to."""
    total = np.int64(0)
    for slot in range(owner * biber.SLOTS, (owner + 1) * biber.SLOTS):
        if state.seen[slot] >> seat & 1 and state.rows[slot] <= biber.NUMBERS:
            total += np.int64(state.rows[slot]) - 1
    return total


@compiled
def points_so_far(state, seat):
    points = np.int64(0)
    for i in range(state.written):
        points += np.int64(state.scores[seat * biber.SEATS + i])
    return points


# actions

A_TAKE, A_DRAW, A_DISCARD, A_SWAP, A_TRADE = 0, biber.SLOTS, biber.SLOTS + 1, biber.SLOTS + 2, 2 * biber.SLOTS + 2
A_SPY = A_TRADE + biber.SLOTS * biber.SLOTS
A_TWO = A_SPY + biber.SLOTS
A_KNOCK, A_DONE = A_TWO + 1, A_TWO + 2
TWO_PLAYER_ACTIONS = A_DONE + 1
FARTHER = (biber.SEATS - TWO_PLAYERS) * biber.SLOTS
"""Slots of others than the next player; with more than two players, trades with these have the last numbers."""
MULTIPLAYER_ACTIONS = TWO_PLAYER_ACTIONS + biber.SLOTS * FARTHER


@compiled
def number_of(action, seat, slots):
    """The networks' number of an action of the game."""
    if action < biber.DRAW:
        return A_TAKE + place_of(seat * biber.SLOTS + action - biber.TAKE, slots)
    if action == biber.DRAW:
        return A_DRAW
    if action == biber.DISCARD:
        return A_DISCARD
    if action < biber.TRADE:
        return A_SWAP + place_of(seat * biber.SLOTS + action - biber.SWAP_IN, slots)
    if action < biber.SPY_ON:
        number = action - biber.TRADE
        own = place_of(seat * biber.SLOTS + number // (biber.SLOTS * (biber.SEATS + 1)), slots)
        other = place_of(number // biber.SLOTS % (biber.SEATS + 1) * biber.SLOTS + number % biber.SLOTS, slots)
        if other < TWO_ROWS:
            return A_TRADE + own * biber.SLOTS + other - biber.SLOTS
        return TWO_PLAYER_ACTIONS + own * FARTHER + other - TWO_ROWS
    if action < biber.TWO:
        return A_SPY + place_of(seat * biber.SLOTS + action - biber.SPY_ON, slots)
    return A_TWO if action == biber.TWO else A_KNOCK if action == biber.KNOCK else A_DONE


@compiled
def place_of(slot, slots):
    for i in range(len(slots)):
        if slots[i] == slot:
            return i
    return 0


@compiled
def action_of(number, seat, slots):
    """The action of the game that a number stands for."""
    if number < A_DRAW:
        return biber.TAKE + slots[number - A_TAKE] - seat * biber.SLOTS
    if number < A_SWAP:
        return biber.DRAW if number == A_DRAW else biber.DISCARD
    if number < A_TRADE:
        return biber.SWAP_IN + slots[number - A_SWAP] - seat * biber.SLOTS
    if number < A_SPY:
        return trade_of(slots[(number - A_TRADE) // biber.SLOTS], slots[biber.SLOTS + (number - A_TRADE) % biber.SLOTS])
    if number < A_TWO:
        return biber.SPY_ON + slots[number - A_SPY] - seat * biber.SLOTS
    if number < TWO_PLAYER_ACTIONS:
        return biber.TWO if number == A_TWO else biber.KNOCK if number == A_KNOCK else biber.DONE
    number -= TWO_PLAYER_ACTIONS
    return trade_of(slots[number // FARTHER], slots[TWO_ROWS + number % FARTHER])


@compiled
def trade_of(own, other):
    return (
        biber.TRADE + (own % biber.SLOTS * (biber.SEATS + 1) + other // biber.SLOTS) * biber.SLOTS + other % biber.SLOTS
    )
