"""Biesti Boys' simple players in compiled code, for millions of games: greedy, random, and one that plays at sight."""

import numpy as np

from tafelrunde.bots.biesti_boys import greedy as levels
from tafelrunde.games.biesti_boys import resample
from tafelrunde.games.biesti_boys import state as biesti
from tafelrunde.kernel.chance import below, scramble
from tafelrunde.kernel.compiled import allocating

ITSELF, GREEDY, RANDOM, SIGHT = range(4)
OPPONENTS = ("itself", "greedy", "random", "sight")
FITS, WAY, OTHERS, RARE, STOPS = levels.FITS, levels.WAY, levels.OTHERS, levels.RARE, levels.STOP
SIGHT_WAY, SIGHT_OTHERS, SIGHT_STOP, SIGHT_GO, SIGHT_RARE, SIGHT_BLOCKED = 0.5, 1.6, -2.0, 1.0, 0.5, -1.8
"""What the one that plays at sight likes: ways for its own cards, few for others, to keep a Stop, to be rid of a Go and
of cards that seldom fit, and not to be left with nothing that fits."""
_SELDOM = np.array([card in levels.SELDOM for card in biesti.CARDS])
_DECK = np.array(biesti.COPIES)
_TIE = 1e-7


@allocating
def ways_of(state, kind, laid, on):
    """On how many lifts a card fits once another one is laid."""
    count = 0
    for lift in range(biesti.LIFTS):
        count += biesti.KINDS_THAT_FIT[laid if lift == on else np.int64(state.lifts[lift])] >> kind & 1
    return count


@allocating
def greedy_worth(state, seat, action, unseen):
    """As the level reckons (bots/biesti_boys/greedy.py)."""
    laid, on = action // biesti.LIFTS, action % biesti.LIFTS
    hand = state.hand[seat] - biesti.one(laid)
    value, total, open_to_others = 0.0, 0, 0
    for kind in range(biesti.KINDS):
        ways = ways_of(state, kind, laid, on)
        count = biesti.count_of(unseen, kind)
        total += count
        if ways > 0:
            value += biesti.count_of(hand, kind) * (FITS + WAY * ways)
            open_to_others += count
    value -= OTHERS * open_to_others / max(total, 1)
    return value + (RARE if _SELDOM[laid] else 0.0) - (STOPS if laid == biesti.STOP else 0.0)


@allocating
def sight_worth(state, seat, action):
    laid, on = action // biesti.LIFTS, action % biesti.LIFTS
    hand = state.hand[seat] - biesti.one(laid)
    value, own, open_to_others = 0.0, 0, 0
    for kind in range(biesti.KINDS):
        ways = ways_of(state, kind, laid, on)
        if ways > 0:
            own += biesti.count_of(hand, kind)
            value += biesti.count_of(hand, kind) * SIGHT_WAY * ways
            open_to_others += _DECK[kind]
    value -= SIGHT_OTHERS * open_to_others / biesti.DECK
    if laid == biesti.STOP:
        value += SIGHT_STOP
    elif laid == biesti.GO:
        value += SIGHT_GO
    elif _SELDOM[laid]:
        value += SIGHT_RARE
    return value if own > 0 else value + SIGHT_BLOCKED


@allocating
def opponent(kind, state, seat, out, count, word):
    """What a simple player lays."""
    if kind == RANDOM:
        return out[below(word, count)]
    best, chosen = -1e9, out[0]
    unseen = resample.unseen_by(state, seat) if kind == GREEDY else np.uint64(0)
    for i in range(count):
        value = greedy_worth(state, seat, out[i], unseen) if kind == GREEDY else sight_worth(state, seat, out[i])
        value += _TIE * (scramble(word + np.uint64(i)) >> np.uint64(40)) * 2.0**-24
        if value > best:
            best, chosen = value, out[i]
    return chosen
