"""Beam me up: the turn of a seat solved, and what it will come to if it is played on like that."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelrunde.bots.beam_me_up import turn_solver
from tafelrunde.bots.beam_me_up.network import learned
from tafelrunde.bots.seat import Seat
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel.targets.native import compiling

NO_SEED = 0
"""Nothing is hidden, so any seed will do."""

Values = NDArray[np.float64]


@dataclass(frozen=True)
class SolvedTurn:
    """How likely the seat wins: by each of its moves, by each use of the dice, and by throws to come and dice kept."""

    wins: list[float]
    ups: Values
    expected: Values


def solve(seat: Seat) -> SolvedTurn:
    """Solve the turn of a seat that is to move."""
    actions = np.array([seat.game.parse(move) for move in seat.moves], np.int64)
    wins, ups = np.zeros(len(actions)), np.zeros(beam.NEVER_UP)
    expected = np.zeros((beam.THROWS + 1, len(beam.GRANTED)))
    states = np.repeat(seat.sample(NO_SEED).states, turn_solver.DEPTH)
    with compiling("beam-me-up", "solver"):
        turn_solver.solve(states, seat.number, actions, learned(seat.game.players), wins, ups, expected)
    return SolvedTurn(wins.tolist(), ups, expected)


def win_chances(seat: Seat) -> list[float]:
    """How likely the seat wins with each of its moves."""
    return solve(seat).wins


def best_uses(solved: SolvedTurn, joker: bool) -> list[int | None]:
    """By five dice: the number of the use that wins most; None if they allow none."""
    found: list[int | None] = []
    for dice in range(beam.FULL, len(beam.DICE)):
        shapes = beam.GRANTED_SHAPES[dice]
        actions = (
            beam.JOKERS[shapes, : beam.JOKER_COUNT[shapes]] if joker else beam.GRANTED[dice, : beam.GRANTED_COUNT[dice]]
        )
        ups = actions.astype(np.int64) - beam.UP
        found.append(int(ups[np.argmax(solved.ups[ups])]) if len(ups) else None)
    return found


def forecast(solved: SolvedTurn, amounts: Values, throws: int) -> Values:
    """By dice kept: the mean of an amount, which is given by the five dice in the end, with so many throws to come."""
    means = np.zeros(len(beam.DICE))
    for to_come in range(1, throws + 1):
        before, means = means, np.zeros(len(beam.DICE))
        means[beam.FULL :] = amounts
        for dice in range(beam.FULL, len(beam.DICE)) if to_come > 1 else ():
            kept = beam.KEEPS[dice, : beam.KEEP_COUNT[dice] - 1].astype(np.int64) - beam.KEEP
            best = kept[np.argmax(solved.expected[to_come - 1, kept])]
            if solved.expected[to_come - 1, best] > solved.expected[0, dice]:
                means[dice] = before[best]
        for dice in range(beam.FULL - 1, -1, -1):
            means[dice] = means[turn_solver.NEXT[dice]].mean()
    return means
