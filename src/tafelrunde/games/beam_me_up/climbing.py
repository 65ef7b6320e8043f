"""Beam me up: stones on their columns, and what they are good for."""

import numpy as np

from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel.bits import popcount
from tafelrunde.kernel.compiled import compiled, entry


@compiled
def climb(stones, lanes):
    """The stones of these columns, none of them in the top row, one field up."""
    moving = stones & lanes
    return stones ^ moving ^ (moving << np.uint64(1))


@compiled
def climb_by(stones, column, steps):
    """The stone of a column up by the dice; steps beyond the top lapse (BM-11)."""
    stone = stones & beam.LANE[column]
    target = stone << np.uint64(steps)
    if target & ~beam.LANE[column]:
        target = beam.LANE_TOP[column]
    return stones ^ stone ^ target


@compiled
def cool_down(state, seat, column):
    """Everybody else's stone of the column one field down, unless at the bottom (BM-12) or on a star (BM-14)."""
    for other in range(state.players):
        stone = state.stones[other] & beam.LANE[column]
        if other != seat and not stone & (beam.BOTTOM_ROW | beam.STARS[state.board[other]]):
            state.stones[other] ^= stone ^ (stone >> np.uint64(1))


@compiled
def has_joker(state, seat):
    """Whether a stone stands on a blue star (BM-17)."""
    return state.stones[seat] & beam.BLUE[state.board[seat]] != np.uint64(0)


@entry
def wins(stones, players):
    """Enough stones in space and none at the bottom (BM-19)."""
    return stones & beam.BOTTOM_ROW == np.uint64(0) and popcount(stones & beam.SPACE) >= beam.NEEDED[players]


@compiled
def has_won(state, seat):
    return wins(state.stones[seat], state.players)


@compiled
def lifts(state):
    """How many stones the player on turn lifts before the first turn (BM-04)."""
    places = np.int64(state.turn) - np.int64(state.starter)
    return places if places >= 0 else places + state.players
