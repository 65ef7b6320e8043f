"""Denkste!: what a seat knows and what it can choose, as numbers for those who learn."""

import numpy as np

from tafelrunde.games.denkste import state as denkste
from tafelrunde.kernel.batch.seats import relative
from tafelrunde.kernel.batch.spec import Encoding, Part

SEATS = denkste.STATE["level"].shape[0]
LEVELS = denkste.CENTRE

SPEC = Encoding(
    observation=(
        Part("variant", 1, 1, "the variant “Haste gedacht!” is played"),
        Part("players", 1, SEATS, "how many play"),
        Part("rings", denkste.LEVELS, denkste.LARGEST_RING, "fields of each ring, the outermost first"),
        Part("level", SEATS * LEVELS, 1, "seat by seat: on which ring the figure is, or in the centre"),
        Part("steps", SEATS, denkste.LARGEST_RING, "seat by seat: how far the figure has come on its ring"),
        Part("turn", SEATS, 1, "whose figure moves"),
        Part("stopper", SEATS, 1, "who holds the Stop card"),
        Part("go", denkste.GO, 1, "the own Go number, if it is set"),
        Part("stop", denkste.GO, denkste.LEVELS, "how often the own Stop card shows each number, if it is set"),
        Part("set", 2, 1, "the Go number is set; the Stop card is set"),
    ),
    choices=(
        [
            *(f"go {number}" for number in range(1, denkste.GO + 1)),
            *("stop " + " ".join(map(str, dials)) for dials in denkste.DIALS),
        ],
    ),
)


@denkste.rule
def observe(state, seat, out):
    players = np.int64(state.players)
    out[0] = state.haste_gedacht
    out[1] = players
    at = 2
    for level in range(denkste.LEVELS):
        out[at + level] = state.rings[level]
    at += denkste.LEVELS
    for other in range(players):
        place = relative(seat, other, players)
        out[at + place * LEVELS + state.level[other] - 1] = 1
        out[at + SEATS * LEVELS + place] = state.steps[other]
    at += SEATS * LEVELS + SEATS
    holder = denkste.stopper(state)
    out[at + relative(seat, state.turn, players)] = 1
    out[at + SEATS + relative(seat, holder, players)] = 1
    at += 2 * SEATS
    if seat == state.turn and state.go != denkste.UNSET:
        out[at + state.go - 1] = 1
    at += denkste.GO
    if seat == holder and state.stop != denkste.UNSET:
        for number in denkste.NUMBERS_SHOWN[state.stop - denkste.GO]:
            if number != 0:
                out[at + number - 1] += 1
    at += denkste.GO
    out[at] = state.go != denkste.UNSET
    out[at + 1] = state.stop != denkste.UNSET


@denkste.rule
def choice(state, seat, action, part):
    return action if part == 0 else -1
