"""The simple players of Biberbande, compiled for millions of games: greedy, with or without forgetting, and random.

`room` is what they work in: the values of actions, the cards that are remembered, rows, and the cards not seen.
"""

from typing import Any

import numpy as np

from tafelrunde.bots.biberbande import heuristic
from tafelrunde.bots.biberbande.greedy import KNOWING, LIKED, LOW
from tafelrunde.bots.biberbande.greedy import TURN as A_TURN
from tafelrunde.bots.biberbande.players import EARLY, FORGETS, SLIPS, SURE, UNSURE_POINTS, VERY_LOW
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.chance import below, scramble, splitmix
from tafelrunde.kernel.compiled import compiled

ITSELF, GREEDY, GOOD, GENTLE, RANDOM, HEURISTIC = range(6)
OPPONENTS = ("itself", "greedy", "good", "gentle", "random", "heuristic")

_COPIES = np.array(biber.COPIES)
_FORGETS = np.array([0.0, 0.0, FORGETS["good"], FORGETS["gentle"]])
_SLIPS = np.array([0.0, 0.0, SLIPS["good"], SLIPS["gentle"]])
MOST_MOVES = 128
SPECIAL = 1.0
"""The gain that greedy expects of a draw-two."""


def new_room() -> tuple[Any, ...]:
    """Room to work in."""
    slots = biber.SEATS * biber.SLOTS
    return np.zeros(MOST_MOVES), np.zeros(slots, np.bool_), np.zeros(slots), np.zeros(biber.KINDS, np.int64)


@compiled
def unit(word):
    return np.float64(word >> np.uint64(11)) * 2.0**-53


@compiled
def recall(state, seat, forgets, word, known):
    """Which cards the seat remembers."""
    for slot in range(np.int64(state.players) * biber.SLOTS):
        marks = state.seen[slot]
        known[slot] = marks >> seat & 1
        if known[slot] and forgets > 0.0 and not marks & biber.PUBLIC:
            word = splitmix(word)
            known[slot] = unit(scramble(word)) >= forgets


@compiled
def count_unseen(state, seat, known, unseen):
    """Count the cards that were not seen, by kind; returns the mean of the numbers among them."""
    for card in range(biber.KINDS):
        unseen[card] = _COPIES[card]
    for i in range(state.discards):
        unseen[state.discard[i] - 1] -= 1
    for slot in range(np.int64(state.players) * biber.SLOTS):
        if known[slot]:
            unseen[state.rows[slot] - 1] -= 1
    if state.drawn != 0:
        unseen[state.drawn - 1] -= 1
    unseen[biber.KINDS - 1] -= state.used
    count = total = 0
    for number in range(biber.NUMBERS):
        count += unseen[number]
        total += unseen[number] * number
    return total / count if count > 0 else 0.0


@compiled
def expect(state, seat, known, mean, rows):
    """The points that each card is expected to count."""
    for slot in range(np.int64(state.players) * biber.SLOTS):
        owner = slot // biber.SLOTS
        rows[slot] = mean
        if known[slot]:
            if state.rows[slot] <= biber.NUMBERS:
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
    for slot in range(np.int64(state.players) * biber.SLOTS):
        if slot // biber.SLOTS == seat:
            highest = max(highest, rows[slot])
            unknown |= not known[slot]
        else:
            lowest = min(lowest, rows[slot])
    for card in range(1, biber.KINDS + 1):
        gain = 0.0
        if card <= biber.NUMBERS:
            for slot in range(seat * biber.SLOTS, (seat + 1) * biber.SLOTS):
                gain = max(gain, putting(seat, card, slot, known, rows))
        elif card == biber.SPY:
            gain = KNOWING if unknown else 0.0
        else:
            gain = max(0.0, highest - lowest) if card == biber.SWAP else SPECIAL
        total += unseen[card - 1]
        gained += unseen[card - 1] * gain
    return gained / total if total > 0 else 0.0


@compiled
def leading(state, seat, rows):
    own, others = 0.0, 100.0
    for player in range(np.int64(state.players)):
        total = 0.0
        for slot in range(player * biber.SLOTS, (player + 1) * biber.SLOTS):
            total += rows[slot]
        if player == seat:
            own = total
        else:
            others = min(others, total)
    return max(others - A_TURN - own, LOW - own)


@compiled
def daring(state, seat, known, rows):
    """The value of knocking to a player with the memory of a person."""
    own, others, sure = 0.0, 100.0, 0
    for player in range(np.int64(state.players)):
        total = 0.0
        for slot in range(player * biber.SLOTS, (player + 1) * biber.SLOTS):
            if player == seat and not known[slot]:
                total += max(rows[slot], UNSURE_POINTS)
            else:
                total += rows[slot]
                sure += player == seat
        if player == seat:
            own = total
        else:
            others = min(others, total)
    if sure < SURE or (state.turns[seat] < EARLY and own > VERY_LOW):
        return -1.0
    return max(others - A_TURN - own, LOW - own)


@compiled
def worth(state, seat, action, known, rows, unseen):
    """The value of an action in the eyes of greedy."""
    base = seat * biber.SLOTS
    if action in (biber.DRAW, biber.TWO) or (action == biber.DISCARD and state.twos > 0):
        return drawing(state, seat, known, rows, unseen)
    if action in (biber.READY, biber.DISCARD, biber.DONE):
        return 0.0
    if action == biber.KNOCK:
        return leading(state, seat, rows)
    if action < biber.DRAW:
        return putting(seat, state.discard[state.discards - 1], base + action - biber.TAKE, known, rows)
    if action < biber.TRADE:
        return putting(seat, state.drawn, base + action - biber.SWAP_IN, known, rows)
    if action < biber.SPY_ON:
        number = action - biber.TRADE
        other = number // biber.SLOTS % (biber.SEATS + 1) * biber.SLOTS + number % biber.SLOTS
        return rows[base + number // (biber.SLOTS * (biber.SEATS + 1))] - rows[other]
    return -1.0 if known[base + action - biber.SPY_ON] else KNOWING


@compiled
def values(state, seat, out, count, forgets, word, room):
    """The value of each action to a player who forgets so often."""
    found, known, rows, unseen = room
    recall(state, seat, forgets, word, known)
    mean = count_unseen(state, seat, known, unseen)
    expect(state, seat, known, mean, rows)
    for i in range(count):
        found[i] = worth(state, seat, out[i], known, rows, unseen)
        if out[i] == biber.KNOCK and forgets > 0.0:
            found[i] = daring(state, seat, known, rows)


@compiled
def greedily(state, seat, out, count, forgets, word, room):
    """The action of the highest value; a random one among equals."""
    found = room[0]
    values(state, seat, out, count, forgets, word, room)
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
def opponent(kind, state, seat, out, count, word, room):
    """The action of an opponent of this kind."""
    if kind == HEURISTIC:
        return heuristic.choose(state, seat, out, count, heuristic.WEIGHTS)
    if kind == RANDOM or (state.phase != biber.END and unit(scramble(word)) < _SLIPS[kind]):
        return out[below(scramble(~word), count)]
    return greedily(state, seat, out, count, _FORGETS[kind], scramble(word + np.uint64(1)), room)
