"""The simple players of Biberbande, compiled for millions of games: greedy, with or without forgetting, and random."""

import numpy as np

from tafelrunde.bots.biberbande import heuristic
from tafelrunde.bots.biberbande.greedy import KNOWING, LIKED, LOW
from tafelrunde.bots.biberbande.greedy import TURN as A_TURN
from tafelrunde.bots.biberbande.players import FORGETS, SLIPS
from tafelrunde.games.biberbande import tables
from tafelrunde.kernel.chance import below, scramble, splitmix
from tafelrunde.kernel.compiled import compiled

ITSELF, GREEDY, GOOD, GENTLE, RANDOM, HEURISTIC = range(6)
OPPONENTS = ("itself", "greedy", "good", "gentle", "random", "heuristic")

_COPIES = np.array(tables.COPIES)
_FORGETS = np.array([0.0, 0.0, FORGETS["good"], FORGETS["gentle"]])
_SLIPS = np.array([0.0, 0.0, SLIPS["good"], SLIPS["gentle"]])
SPECIAL = 1.0
"""The gain that greedy expects of a draw-two."""


@compiled
def unit(word):
    return np.float64(word >> np.uint64(11)) * 2.0**-53


@compiled
def recall(state, seat, forgets, word, known):
    """Which cards the seat remembers."""
    for slot in range(np.int64(state.players) * tables.SLOTS):
        marks = state.seen[slot]
        known[slot] = marks >> seat & 1
        if known[slot] and forgets > 0.0 and not marks & tables.PUBLIC:
            word = splitmix(word)
            known[slot] = unit(scramble(word)) >= forgets


@compiled
def count_unseen(state, seat, known, unseen):
    """Count the cards that were not seen, by kind; returns the mean of the numbers among them."""
    unseen[:] = _COPIES
    for i in range(state.discards):
        unseen[state.discard[i] - 1] -= 1
    for slot in range(np.int64(state.players) * tables.SLOTS):
        if known[slot]:
            unseen[state.rows[slot] - 1] -= 1
    if state.drawn != 0:
        unseen[state.drawn - 1] -= 1
    unseen[tables.KINDS - 1] -= state.used
    count = total = 0
    for number in range(tables.NUMBERS):
        count += unseen[number]
        total += unseen[number] * number
    return total / count if count > 0 else 0.0


@compiled
def expect(state, seat, known, mean, rows):
    """The points that each card is expected to count."""
    for slot in range(np.int64(state.players) * tables.SLOTS):
        owner = slot // tables.SLOTS
        rows[slot] = mean
        if known[slot]:
            if state.rows[slot] <= tables.NUMBERS:
                rows[slot] = state.rows[slot] - 1.0
        elif owner != seat and state.seen[slot] >> owner & 1:
            rows[slot] = max(mean - LIKED, 0.0)


@compiled
def putting(seat, card, slot, known, rows):
    return rows[slot] - (card - 1.0) + (0.0 if known[slot] else KNOWING)


@compiled
def drawing(state, seat, known, rows, unseen):
    total, gained, unknown = 0, 0.0, False
    highest, lowest = 0.0, 100.0
    for slot in range(np.int64(state.players) * tables.SLOTS):
        if slot // tables.SLOTS == seat:
            highest = max(highest, rows[slot])
            unknown |= not known[slot]
        else:
            lowest = min(lowest, rows[slot])
    for card in range(1, tables.KINDS + 1):
        gain = 0.0
        if card <= tables.NUMBERS:
            for slot in range(seat * tables.SLOTS, (seat + 1) * tables.SLOTS):
                gain = max(gain, putting(seat, card, slot, known, rows))
        elif card == tables.SPY:
            gain = KNOWING if unknown else 0.0
        else:
            gain = max(0.0, highest - lowest) if card == tables.SWAP else SPECIAL
        total += unseen[card - 1]
        gained += unseen[card - 1] * gain
    return gained / total if total > 0 else 0.0


@compiled
def leading(state, seat, rows):
    own, others = 0.0, 100.0
    for player in range(np.int64(state.players)):
        total = 0.0
        for slot in range(player * tables.SLOTS, (player + 1) * tables.SLOTS):
            total += rows[slot]
        if player == seat:
            own = total
        else:
            others = min(others, total)
    return max(others - A_TURN - own, LOW - own)


@compiled
def worth(state, seat, action, known, rows, unseen):
    """The value of an action in the eyes of greedy."""
    base = seat * tables.SLOTS
    if action in (tables.DRAW, tables.TWO) or (action == tables.DISCARD and state.twos > 0):
        return drawing(state, seat, known, rows, unseen)
    if action in (tables.READY, tables.DISCARD, tables.DONE):
        return 0.0
    if action == tables.KNOCK:
        return leading(state, seat, rows)
    if action < tables.DRAW:
        return putting(seat, state.discard[state.discards - 1], base + action - tables.TAKE, known, rows)
    if action < tables.TRADE:
        return putting(seat, state.drawn, base + action - tables.SWAP_IN, known, rows)
    if action < tables.SPY_ON:
        number = action - tables.TRADE
        other = number // tables.SLOTS % (tables.SEATS + 1) * tables.SLOTS + number % tables.SLOTS
        return rows[base + number // (tables.SLOTS * (tables.SEATS + 1))] - rows[other]
    return -1.0 if known[base + action - tables.SPY_ON] else KNOWING


@compiled
def values(state, seat, out, count, forgets, word, found):
    """The value of each action to a player who forgets so often."""
    known, rows = np.empty(tables.SEATS * tables.SLOTS, np.bool_), np.empty(tables.SEATS * tables.SLOTS)
    unseen = np.empty(tables.KINDS, np.int64)
    recall(state, seat, forgets, word, known)
    mean = count_unseen(state, seat, known, unseen)
    expect(state, seat, known, mean, rows)
    for i in range(count):
        found[i] = worth(state, seat, out[i], known, rows, unseen)


@compiled
def greedily(state, seat, out, count, forgets, word, found):
    """The action of the highest value; a random one among equals."""
    values(state, seat, out, count, forgets, word, found)
    most, equal, chosen = -1000.0, 0, out[0]
    for i in range(count):
        most = max(most, found[i])
    for i in range(count):
        if found[i] >= most - 1e-9:
            equal += 1
            word = splitmix(word)
            if below(scramble(word), equal) == 0:
                chosen = out[i]
    return chosen


@compiled
def opponent(kind, state, seat, out, count, word, found):
    """The action of an opponent of this kind."""
    if kind == HEURISTIC:
        return heuristic.choose(state, seat, out, count, heuristic.WEIGHTS)
    if kind == RANDOM or (state.phase != tables.END and unit(scramble(word)) < _SLIPS[kind]):
        return out[below(scramble(~word), count)]
    return greedily(state, seat, out, count, _FORGETS[kind], scramble(word + np.uint64(1)), found)
