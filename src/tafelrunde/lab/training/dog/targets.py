"""Dog: what self-play is learned from, on a processor as on a graphics card."""

import numpy as np

from tafelrunde.games.dog import state as dog
from tafelrunde.kernel.chance import below, scramble
from tafelrunde.kernel.compiled import compiled

EXPLORE, EXPLORE_GIFTS = 40, 8
"""How many moves in a thousand are random; and how many times as many gifts."""
ALL_RANDOM = 1000
TRACE = 0.97
"""How much a position learns from the outcome rather than from the value of the next position."""
USED = 300
"""How many positions in a thousand are learned from."""


@compiled
def is_random(state, explore, word):
    """Whether any move is made here, not the best one."""
    return below(scramble(word), 1000) < (explore * EXPLORE_GIFTS if state.phase == dog.GIVE else explore)


@compiled
def any_of(count, word):
    """One of so many moves."""
    return below(scramble(~word), count)


@compiled
def is_used(seed, move):
    """Whether the position after this move of a game is learned from."""
    return below(scramble(seed ^ np.uint64(move)), 1000) < USED


@compiled
def won_by_first(state):
    """What a game that is over was worth to the side of the first seat."""
    return 1.0 if state.goal[0] & state.goal[2] == dog.FULL else 0.0


@compiled
def value_before(even, value, odd):
    """Back by a move: what the position was worth to the side of the first seat, by what came of it."""
    return TRACE * even + (1 - TRACE) * (1 - value if odd else value)
