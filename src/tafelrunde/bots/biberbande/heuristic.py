"""Biberbande: a quick estimate of how many points each action is worth to a seat that forgets nothing; compiled.

Cards that the seat does not know count as their mean; what an owner has looked at and kept is lower than that.
"""

import numpy as np

from tafelrunde.games.biberbande import piles
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.compiled import compiled

MEAN = sum(number * biber.COPIES[number] for number in range(biber.NUMBERS)) / sum(biber.COPIES[: biber.NUMBERS])
"""What an unknown card counts; a special one is replaced by a number in the end (BI-20)."""
GAIN = np.array(
    [
        sum(biber.COPIES[number] * max(0, worst - number) for number in range(biber.NUMBERS)) / biber.CARDS
        for worst in range(biber.NUMBERS + 1)
    ]
)
"""By the worst card of a row: what a card from the stock saves on average, if it is a number."""
LONG = 5
"""Turns of the owner after which a card says nothing more by still being there."""
LIKED = np.array([[0.0, 1.2, 1.6, 1.5, 1.6, 1.8], [0.0, 2.0, 2.3, 2.2, 2.3, 2.4]])
"""By how much an unknown card is lower if its owner has looked at it, or has put it there, by the owner's turns."""
SWAPS, SPIES, TWOS = (biber.COPIES[card - 1] / biber.CARDS for card in (biber.SWAP, biber.SPY, biber.DRAW_TWO))

KNOWING, EXPOSED, LEAD, TURN, LOW, SPOIL, DRAWING = range(7)
"""The weights: the value of knowing a card of one's own, the cost of showing one; for knocking the lead needed, what a
turn brings the others, and a sum that is low enough anyway; the value of giving another player a worse card; and what
drawing is worth beyond the estimate."""


@compiled
def mean_unseen(state, seat):
    """The mean of the numbers that the seat has not seen, except a card that another player has drawn."""
    count = total = np.int64(0)
    for card in range(1, biber.NUMBERS + 1):
        copies = piles.count_of(state.pool, card)
        count += copies
        total += copies * (card - 1)
    for slot in range(np.int64(state.players) * biber.SLOTS):
        points = np.int64(state.rows[slot]) - 1
        if points < biber.NUMBERS and not state.seen[slot] >> seat & 1:
            count += 1
            total += points
    return total / count if count > 0 else MEAN


@compiled
def guess(state, seat, slot, mean):
    """What a card counts, as far as the seat can tell."""
    marks = state.seen[slot]
    if marks >> seat & 1:
        card = state.rows[slot]
        return card - 1.0 if card <= biber.NUMBERS else mean
    owner = slot // biber.SLOTS
    if owner != seat and marks >> owner & 1:
        return mean - LIKED[1 if marks & biber.NUMBER else 0, min(state.turns[owner], LONG)]
    return mean


@compiled
def knows(state, seat, slot):
    return state.seen[slot] >> seat & 1 != 0


@compiled
def worst_of(state, seat, owner, mean):
    """The highest card of a row, as far as the seat can tell."""
    worst = 0.0
    for slot in range(owner * biber.SLOTS, (owner + 1) * biber.SLOTS):
        worst = max(worst, guess(state, seat, slot, mean))
    return worst


@compiled
def sum_of(state, seat, owner, mean):
    total = 0.0
    for slot in range(owner * biber.SLOTS, (owner + 1) * biber.SLOTS):
        total += guess(state, seat, slot, mean)
    return total


@compiled
def expected_gain(worst):
    whole = int(worst)
    return GAIN[whole] + (worst - whole) * (GAIN[min(whole + 1, biber.NUMBERS)] - GAIN[whole])


@compiled
def drawing(state, seat, mean, weights):
    """The value of drawing a card."""
    worst = worst_of(state, seat, seat, mean)
    best, unknown = mean, False
    for slot in range(state.players * biber.SLOTS):
        if slot // biber.SLOTS != seat:
            best = min(best, guess(state, seat, slot, mean))
        elif not knows(state, seat, slot):
            unknown = True
    numbers = expected_gain(min(max(worst - mean + MEAN, 0.0), biber.NUMBERS - 1.0))
    swaps = max(0.0, worst - best) * (1.0 + weights[SPOIL] / (state.players - 1))
    spies = weights[KNOWING] if unknown else 0.0
    return numbers + SWAPS * swaps + SPIES * spies + TWOS * 1.5 * numbers + weights[DRAWING]


@compiled
def replacing(state, seat, slot, card, mean, weights):
    """The value of having this card in place of one in the seat's row."""
    knowing = 0.0 if knows(state, seat, slot) else weights[KNOWING]
    return guess(state, seat, slot, mean) - (card - 1.0) + knowing


@compiled
def lead(state, seat, mean, weights):
    """The value of knocking: the lead over the best of the others after their last turn."""
    own = sum_of(state, seat, seat, mean)
    others = 100.0
    for other in range(np.int64(state.players)):
        if other != seat:
            others = min(others, sum_of(state, seat, other, mean))
    return max(others - weights[TURN] - weights[LEAD] - own, weights[LOW] - own)


@compiled
def value_of(state, seat, action, mean, weights):
    """The value of an action, in points."""
    base = seat * biber.SLOTS
    if action in (biber.DRAW, biber.TWO):
        return drawing(state, seat, mean, weights)
    if action == biber.DISCARD:
        return drawing(state, seat, mean, weights) if state.twos > 0 else 0.0
    if action in (biber.READY, biber.DONE):
        return 0.0
    if action == biber.KNOCK:
        return lead(state, seat, mean, weights)
    if action < biber.DRAW:
        card = state.discard[state.discards - 1]
        return replacing(state, seat, base + action - biber.TAKE, card, mean, weights) - weights[EXPOSED]
    if action < biber.TRADE:
        return replacing(state, seat, base + action - biber.SWAP_IN, state.drawn, mean, weights)
    if action < biber.SPY_ON:
        number = action - biber.TRADE
        own = base + number // (biber.SLOTS * (biber.SEATS + 1))
        other = number // biber.SLOTS % (biber.SEATS + 1) * biber.SLOTS + number % biber.SLOTS
        gained = guess(state, seat, own, mean) - guess(state, seat, other, mean)
        return gained * (1.0 + weights[SPOIL] / (state.players - 1))
    return -1.0 if knows(state, seat, base + action - biber.SPY_ON) else weights[KNOWING]


@compiled
def choose(state, seat, out, count, weights):
    """The action of the highest value."""
    mean = mean_unseen(state, seat)
    best, chosen = -1000.0, out[0]
    for i in range(count):
        value = value_of(state, seat, out[i], mean, weights)
        if value > best:
            best, chosen = value, out[i]
    return chosen


WEIGHTS = np.array([0.7, 0.3, 1.2, 3.0, 6.2, 1.2, 0.4])
"""Rounded from runs of `python -m tafelrunde.lab.training.biberbande.train_heuristic`."""
