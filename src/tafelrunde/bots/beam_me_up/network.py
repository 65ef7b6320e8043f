"""Beam me up: how likely the player who has just moved wins, by a small network that was taught by self-play.

It sees that player's board and the others' boards in the order of turns. Every board is turned so that it looks like
the first one.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel.bits import lowest, popcount
from tafelrunde.kernel.compiled import compiled
from tafelrunde.kernel.targets import arrays
from tafelrunde.kernel.targets.exponential import logistic

WEIGHTS = Path(__file__).with_name("weights.npz")
PARTS = 4
HIDDEN = 32
FEATURES = beam.STONES * beam.ROWS + 2 * (beam.STONES + 1) + 2
"""What is seen of a board: the row of each stone, how many are in space, how many at the bottom, a joker."""
PRESENT = beam.STONES + 3
"""How many of these features a board has at a time."""


@lru_cache(maxsize=3)
def learned(players: int) -> tuple[Any, ...]:
    """The weights for this number of players."""
    parts = arrays.load(WEIGHTS)
    return tuple(parts[f"{players}-{number}"] for number in range(PARTS))


def _turned() -> NDArray[np.int64]:
    """By board: the column that corresponds to each column of the first one. 3 and 4 are thrown alike (BM-03)."""
    straight = list(range(beam.STONES))
    swapped = [0, 1, 3, 2, 4, 5, beam.S]
    ways = [straight, swapped, [*straight[beam.S - 1 :: -1], beam.S], [*swapped[beam.S - 1 :: -1], beam.S]]
    first = beam.BOARDS[0]
    found = []
    for rows in beam.BOARDS:
        fits = [
            way
            for way in ways
            if all("".join(row[c] for c in way) == own for row, own in zip(rows, first, strict=True))
        ]
        found.append((fits or ways)[0])
    return np.array(found)


COLUMNS = _turned()


@compiled
def write_features(state, seat, features):
    """The features of every board, beginning with the seat's own."""
    for place in range(state.players):
        at = (seat + place) % state.players
        stones, board = state.stones[at], state.board[at]
        for column in range(beam.STONES):
            real = COLUMNS[board, column]
            features[place, column] = beam.ROWS * column + lowest(stones & beam.LANE[real]) - beam.ROWS * real
        first = beam.STONES * beam.ROWS
        features[place, beam.STONES] = first + popcount(stones & beam.SPACE)
        features[place, beam.STONES + 1] = first + beam.STONES + 1 + popcount(stones & beam.BOTTOM_ROW)
        features[place, beam.STONES + 2] = first + 2 * (beam.STONES + 1) + (1 if stones & beam.BLUE[board] else 0)


@compiled
def evaluate(features, players, net, hidden):
    """How likely the player with these features wins; `hidden` keeps the sums of the first layer."""
    first, bias, second, last = net
    for i in range(len(bias)):
        hidden[i] = bias[i]
    for place in range(players):
        for k in range(PRESENT):
            row = first[place, features[place, k]]
            for i in range(len(bias)):
                hidden[i] += row[i]
    total = last[0]
    for i in range(len(bias)):
        if hidden[i] > 0:
            total += second[i] * hidden[i]
    return logistic(total)


@compiled
def win_chance(state, seat, net, room):
    """How likely the seat that has just moved wins; `room` begins with arrays for the features and the hidden sums."""
    if state.winners:
        return 1.0 if state.winners >> seat & 1 else 0.0
    write_features(state, seat, room[0])
    return evaluate(room[0], state.players, net, room[1])
