"""Denkste! for two players as a race, in compiled code: both figures move as if they were alone.

From the mean and the variance of the turns that this takes follows which one is likely to be first.
"""

import numpy as np

from tafelrunde.bots.denkste.two_player_solver import CAUGHT, outcomes
from tafelrunde.games.denkste import state as denkste
from tafelrunde.kernel.compiled import allocating, allocating_entry, compiled
from tafelrunde.kernel.targets.exponential import logistic


@allocating_entry
def race(states, levels, play, on_turn, spread, blur, value):
    """The chance of the player on turn to be first, at every position.

    `play` is how often a turn has which Go number on how many dials, by level; being on turn is worth `on_turn` turns.
    `spread` and `blur` are how far the turns of both vary together.
    """
    mean, variance = _turns(states, levels, play)
    for mover in range(len(levels)):
        for other in range(len(levels)):
            sooner = mean[other] - mean[mover] + on_turn
            value[mover, other] = logistic(sooner / (spread * np.sqrt(variance[mover] + variance[other] + blur * blur)))


@allocating
def _turns(states, levels, play):
    """From every place to the centre: how many turns it takes on average, and how much that varies."""
    length = len(levels)
    on, left = _ways(states, levels, play), np.zeros((length, length))
    for i in range(length):
        for j in range(length):
            left[i, j] = (1.0 if i == j else 0.0) - on[i, j]
    _decompose(left)
    mean, squares = np.ones(length), np.ones(length)
    _divide(left, mean)
    for i in range(length):
        for j in range(length):
            squares[i] += 2.0 * on[i, j] * mean[j]
    _divide(left, squares)
    for i in range(length):
        squares[i] -= mean[i] * mean[i]
    return mean, squares


@allocating
def _ways(states, levels, play):
    """How likely a figure goes from one place to another in a turn; the rest is the way to the centre."""
    length = len(levels)
    on, places, ends = np.zeros((length, length)), np.zeros(2, np.int64), np.zeros((denkste.GO, CAUGHT), np.int64)
    for place in range(length):
        places[0] = place
        outcomes(states, places, 0, ends)
        for number in range(denkste.GO):
            for caught in range(CAUGHT):
                if ends[number, caught] < length:
                    on[place, ends[number, caught]] += play[levels[place] - 1, number, caught]
    return on


@compiled
def _decompose(matrix):
    """Into a lower and an upper triangle, in place. In each row the diagonal outweighs the rest, so no row is moved."""
    for k in range(len(matrix)):
        for i in range(k + 1, len(matrix)):
            if matrix[i, k] != 0.0:
                matrix[i, k] /= matrix[k, k]
                for j in range(k + 1, len(matrix)):
                    matrix[i, j] -= matrix[i, k] * matrix[k, j]


@compiled
def _divide(triangles, vector):
    """Divide a vector by a matrix that was decomposed, in place."""
    for i in range(len(vector)):
        for j in range(i):
            vector[i] -= triangles[i, j] * vector[j]
    for i in range(len(vector) - 1, -1, -1):
        for j in range(i + 1, len(vector)):
            vector[i] -= triangles[i, j] * vector[j]
        vector[i] /= triangles[i, i]
