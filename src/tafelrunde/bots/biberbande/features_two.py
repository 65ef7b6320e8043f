"""Biberbande for two: the table as a list of small numbers, for the learned player; it sees what its seat knows.

Both rows are put in an order of their own, so that it does not matter which slot a card lies in. Actions have numbers
of their own for the same reason: a slot means a place in that order.
"""

import numpy as np

from tafelrunde.bots.biberbande import quick as glance
from tafelrunde.bots.biberbande.memory import CHOSEN, GIVEN, NONE
from tafelrunde.games.biberbande import piles
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.compiled import compiled, entry

PLAYERS = 2
ROWS = PLAYERS * biber.SLOTS
UNKNOWN = biber.KINDS
KNOWN_TO_OTHER, OPEN, A_NUMBER = biber.KINDS + 1, biber.KINDS + 2, biber.KINDS + 3
REFUSED = biber.KINDS + 4
PASSED = REFUSED + NONE + 1
OUTDONE = PASSED + NONE + 1
OVER = OUTDONE + NONE + 1
SURE, WAS_GIVEN, WAS_CHOSEN = OVER + NONE + 1, OVER + NONE + 2, OVER + NONE + 3
PLACE = OVER + NONE + 4
"""What there is to tell of a place in a row."""

LEADS = np.array([-34, -28, -24, -21, -18, -15, *range(-12, 13), 15, 18, 21, 24, 28, 34])
TURNS = 6
ODD = np.array([-48, -32, -24, -16, -12, -8, -4, 0, 4, 8, 12, 16, 24, 32, 48])
EXPERIENCE = np.array([4, 8, 16, 24])
TAKES = np.array([1, 2, 4, 6, 9, 13])
KNOCKED = np.array([1, 5, 8, 11, 15, 20])
"""Steps: as many are told as are reached; turns and takes of the match count with one more for each round."""


A_TAKE, A_DRAW, A_DISCARD, A_SWAP, A_TRADE = 0, biber.SLOTS, biber.SLOTS + 1, biber.SLOTS + 2, 2 * biber.SLOTS + 2
A_SPY = A_TRADE + biber.SLOTS * biber.SLOTS
A_TWO = A_SPY + biber.SLOTS
A_KNOCK, A_DONE = A_TWO + 1, A_TWO + 2
ACTIONS = A_DONE + 1
FARTHER = (biber.SEATS - PLAYERS) * biber.SLOTS
"""Slots of others than the next player; with more than two players the trades with these are the last numbers."""


def _starts():
    sizes = {
        "places": ROWS * PLACE,
        "top": biber.KINDS + 1,
        "drawn": biber.KINDS + 1,
        "twos": 1,
        "phase": 3,
        "last_turn": 1,
        "unseen": biber.KINDS,
        "stock": 1,
        "turns": PLAYERS * TURNS,
        "round": int(biber.ROUNDS[PLAYERS]),
        "leads": len(LEADS),
        "lead": 1,
        "sums": PLAYERS,
        "odd": len(ODD),
        "experience": len(EXPERIENCE),
        "takes": len(TAKES),
        "knocked": len(KNOCKED),
        "shown": len(LEADS),
        "reckoned": PLAYERS,
        "glance": ACTIONS,
    }
    ends = np.cumsum([0, *sizes.values()]).tolist()
    return dict(zip([*sizes, "all"], ends, strict=True))


_AT = _starts()
SIZE = _AT["all"]
TOP, HELD, TWOS, PHASE, LAST_TURN = _AT["top"], _AT["drawn"], _AT["twos"], _AT["phase"], _AT["last_turn"]
UNSEEN, STOCK, HAD_TURNS, ROUND = _AT["unseen"], _AT["stock"], _AT["turns"], _AT["round"]
AHEAD_BY, LEAD, SUMS, ODDNESS = _AT["leads"], _AT["lead"], _AT["sums"], _AT["odd"]
PLAYED, TAKEN, KNOCKS = _AT["experience"], _AT["takes"], _AT["knocked"]
SHOWN, RECKONED, GLANCE = _AT["shown"], _AT["reckoned"], _AT["glance"]
FARTHEST = 36
QUARTERS = 4
"""Of a point: as what the rows seem to come to."""
PARTS, NO_PARTS = 12, 128
"""Of a point: as what an action is worth at a glance; and the number that means nothing."""

ZERO = np.zeros(SIZE, np.float32)
"""What is taken away from each number."""
ZERO[RECKONED : RECKONED + PLAYERS] = 16 * QUARTERS
ZERO[GLANCE : GLANCE + ACTIONS] = NO_PARTS

SCALE = np.ones(SIZE, np.float32)
"""What one of each number counts then."""
SCALE[UNSEEN : UNSEEN + biber.KINDS] = 1 / 4
SCALE[STOCK] = 1 / 32
SCALE[LEAD] = 1 / FARTHEST
SCALE[SUMS : SUMS + PLAYERS] = 1 / 16
SCALE[RECKONED : RECKONED + PLAYERS] = 1 / (16 * QUARTERS)
SCALE[GLANCE : GLANCE + ACTIONS] = 1 / (5 * PARTS)

_COPIES = np.array(biber.COPIES)
_MIDDLE = 4.6
"""What a card counts of which nothing is known, for the order alone."""


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
def arrange(state, memory, seat, slots):
    """The slots of the own row, then of the others in their turn, each from low to high."""
    for row in range(np.int64(state.players)):
        first = (seat + row) % state.players * biber.SLOTS
        for i in range(biber.SLOTS):
            slot, at = first + i, row * biber.SLOTS + i
            value = rank(state, memory, seat, slot)
            while at > row * biber.SLOTS and rank(state, memory, seat, slots[at - 1]) > value:
                slots[at] = slots[at - 1]
                at -= 1
            slots[at] = slot


@compiled
def tell_place(state, memory, seat, slot, facts, base):
    marks = state.seen[slot]
    facts[base + KNOWN_TO_OTHER] = marks >> (1 - seat) & 1
    facts[base + OPEN] = 1 if marks & biber.PUBLIC else 0
    if marks >> seat & 1:
        facts[base + state.rows[slot] - 1] = 1
        return
    facts[base + UNKNOWN] = 1
    facts[base + A_NUMBER] = 1 if marks & biber.NUMBER else 0
    facts[base + REFUSED + memory.refused[slot]] = 1
    facts[base + PASSED + memory.passed[slot]] = 1
    facts[base + OUTDONE + memory.outdone[slot]] = 1
    facts[base + OVER + memory.over[slot]] = 1
    facts[base + SURE] = memory.sure[slot]
    facts[base + WAS_GIVEN] = memory.came[slot] == GIVEN
    facts[base + WAS_CHOSEN] = memory.came[slot] == CHOSEN


@compiled
def tell_unseen(state, seat, facts, base):
    """The cards that the seat has not seen, by kind."""
    for card in range(biber.KINDS):
        facts[base + card] = _COPIES[card]
    for i in range(state.discards):
        facts[base + state.discard[i] - 1] -= 1
    facts[base + biber.KINDS - 1] -= state.used
    if state.drawn != 0 and state.turn == seat:
        facts[base + state.drawn - 1] -= 1
    for slot in range(np.int64(state.players) * biber.SLOTS):
        if state.seen[slot] >> seat & 1:
            facts[base + state.rows[slot] - 1] -= 1


@compiled
def known_sum(state, seat, owner):
    """What the cards of a row that the seat knows come to."""
    total = np.int64(0)
    for slot in range(owner * biber.SLOTS, (owner + 1) * biber.SLOTS):
        if state.seen[slot] >> seat & 1 and state.rows[slot] <= biber.NUMBERS:
            total += np.int64(state.rows[slot]) - 1
    return total


@compiled
def steps(facts, base, limits, value):
    for i in range(len(limits)):
        facts[base + i] = value >= limits[i]


@compiled
def tell_match(state, memory, seat, facts):
    lead = lead_of(state, seat)
    steps(facts, AHEAD_BY, LEADS, lead)
    facts[LEAD] = min(max(int(lead), -FARTHEST), FARTHEST) + FARTHEST
    facts[ROUND + state.round - 1] = 1
    for i in range(TURNS):
        facts[HAD_TURNS + i] = state.turns[seat] > i
        facts[HAD_TURNS + TURNS + i] = state.turns[1 - seat] > i
    steps(facts, ODDNESS, ODD, memory.odd[1 - seat])
    steps(facts, PLAYED, EXPERIENCE, memory.turns[1 - seat] + state.round)
    steps(facts, TAKEN, TAKES, memory.takes[1 - seat] + state.round)
    steps(facts, KNOCKS, KNOCKED, memory.knocked[1 - seat])


@compiled
def tell_glance(state, seat, mean, out, count, slots, facts):
    """What each of these actions is worth at a glance."""
    facts[GLANCE : GLANCE + ACTIONS] = NO_PARTS
    for i in range(count):
        points = round(glance.worth(state, seat, out[i], mean, glance.WEIGHTS) * PARTS) + NO_PARTS
        facts[GLANCE + number_of(out[i], seat, slots)] = min(max(points, 0), 2 * NO_PARTS - 1)


@compiled
def tell_outlook(state, seat, mean, facts):
    """What the rows seem to come to, and the lead that would be."""
    own, other = glance.sum_of(state, seat, seat, mean), glance.sum_of(state, seat, 1 - seat, mean)
    facts[RECKONED], facts[RECKONED + 1] = round(QUARTERS * own), round(QUARTERS * other)
    steps(facts, SHOWN, LEADS, lead_of(state, seat) + other - own)


@compiled
def lead_of(state, seat):
    return points_so_far(state, 1 - seat) - points_so_far(state, seat)


@compiled
def points_so_far(state, seat):
    points = np.int64(0)
    for i in range(state.written):
        points += np.int64(state.scores[seat * biber.SEATS + i])
    return points


@compiled
def tell(state, memory, seat, out, count, facts, slots):
    """Write all that there is to tell, and the order of the slots."""
    facts[:SIZE] = 0
    arrange(state, memory, seat, slots)
    for i in range(ROWS):
        tell_place(state, memory, seat, slots[i], facts, i * PLACE)
    facts[TOP + (state.discard[state.discards - 1] - 1 if state.discards > 0 else biber.KINDS)] = 1
    facts[HELD + (state.drawn - 1 if state.phase == biber.DRAWN else biber.KINDS)] = 1
    facts[TWOS] = state.twos
    facts[PHASE + (0 if state.phase == biber.TURN else 1 if state.phase == biber.DRAWN else 2)] = 1
    facts[LAST_TURN] = state.knocker != biber.NOBODY
    facts[STOCK] = piles.left(state)
    tell_unseen(state, seat, facts, UNSEEN)
    facts[SUMS], facts[SUMS + 1] = known_sum(state, seat, seat), known_sum(state, seat, 1 - seat)
    tell_match(state, memory, seat, facts)
    mean = glance.mean_unseen(state, seat)
    tell_outlook(state, seat, mean, facts)
    tell_glance(state, seat, mean, out, count, slots, facts)


@compiled
def number_of(action, seat, slots):
    """The learned player's number of an action of the game."""
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
        return (
            A_TRADE + own * biber.SLOTS + other - biber.SLOTS
            if other < ROWS
            else ACTIONS + own * FARTHER + other - ROWS
        )
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
    """The action of the game that a number means."""
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
    if number < ACTIONS:
        return biber.TWO if number == A_TWO else biber.KNOCK if number == A_KNOCK else biber.DONE
    return trade_of(slots[(number - ACTIONS) // FARTHER], slots[ROWS + (number - ACTIONS) % FARTHER])


@compiled
def trade_of(own, other):
    return (
        biber.TRADE + (own % biber.SLOTS * (biber.SEATS + 1) + other // biber.SLOTS) * biber.SLOTS + other % biber.SLOTS
    )


@entry
def see(states, memories, seat, actions, facts, numbers):
    """What the seat sees, and the numbers of these actions of the game."""
    slots = np.zeros(ROWS, np.int32)
    tell(states[0], memories[0], seat, actions, len(actions), facts, slots)
    for i in range(len(actions)):
        numbers[i] = number_of(actions[i], seat, slots)
