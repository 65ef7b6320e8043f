"""Small bimatrix games solved exactly, in compiled code, by the method of Lemke and Howson.

With more than two at the table both players of a turn want to win themselves, so it is not a zero-sum game. From
"nobody does anything" the method follows the one path on which all choices but one are either unused or best responses,
until that one is so, too.
"""

import numpy as np

from tafelrunde.bots.denkste.matrix_game import MOST_COLUMNS, MOST_ROWS
from tafelrunde.kernel.compiled import allocating, allocating_entry, compiled

MOST_PIVOTS = 300
TINY = 1e-13
NUDGE = 1e-11
"""So small a difference keeps any two choices from being equal; else the path could be a circle."""
GOOD = 1e-8
"""A regret that counts as none."""
NEVER = -1


@allocating
def stage_buffers():
    """Buffers: both tableaus, which choice stands at which row and column, the mixtures and the payoffs."""
    return (
        np.zeros((MOST_COLUMNS, MOST_ROWS + 1)),
        np.zeros((MOST_ROWS, MOST_COLUMNS + 1)),
        np.zeros((4, MOST_COLUMNS + MOST_ROWS), np.int64),
        np.zeros((2, MOST_ROWS + MOST_COLUMNS)),
        np.zeros((2, MOST_ROWS, MOST_COLUMNS)),
    )


@compiled
def bimatrix_equilibrium(rows, columns, go, stop, buffers):
    """How both mix, by the payoffs in the buffers; returns what they could gain together by other choices."""
    best = 2.0
    for first in range(rows):
        if _follow_path(rows, columns, first, buffers):
            left = regret(buffers[4], rows, columns, buffers[3][0], buffers[3][1])
            if left < best:
                best = left
                _copy(buffers[3], rows, columns, go, stop)
            if best < GOOD:
                break
    return best


@compiled
def nearest_equilibrium(rows, columns, near_go, near_stop, go, stop, buffers):
    """The same; of several equilibria the one nearest to these mixtures."""
    nearest = np.inf
    for first in range(rows):
        if _follow_path(rows, columns, first, buffers):
            mixed, apart = buffers[3], 0.0
            for i in range(rows):
                apart += abs(mixed[0, i] - near_go[i])
            for j in range(columns):
                apart += abs(mixed[1, j] - near_stop[j])
            if apart < nearest and regret(buffers[4], rows, columns, mixed[0], mixed[1]) < GOOD:
                nearest = apart
                _copy(mixed, rows, columns, go, stop)
    if nearest == np.inf:
        bimatrix_equilibrium(rows, columns, go, stop, buffers)


@compiled
def _copy(mixed, rows, columns, go, stop):
    for i in range(rows):
        go[i] = mixed[0, i]
    for j in range(columns):
        stop[j] = mixed[1, j]


@compiled
def _follow_path(rows, columns, first, buffers):
    """Follow the path on which the choice `first` may be anything; returns whether it ended, with both mixtures."""
    by_column, by_row, labels, mixed = buffers[0], buffers[1], buffers[2], buffers[3]
    _begin(rows, columns, buffers)
    entering, turn = first, 0
    for _ in range(MOST_PIVOTS):
        if turn == 0:
            leaving = _exchange(by_column, columns, rows, labels[0], labels[1], entering)
        else:
            leaving = _exchange(by_row, rows, columns, labels[2], labels[3], entering)
        if leaving == NEVER:
            return False
        if leaving == first:
            _read(by_column, columns, rows, labels[0], 0, rows, mixed[0])
            _read(by_row, rows, columns, labels[2], rows, columns, mixed[1])
            return True
        entering, turn = leaving, 1 - turn
    return False


@compiled
def _begin(rows, columns, buffers):
    """Nobody does anything: Go numbers are the columns of one tableau, Stop cards those of the other."""
    by_column, by_row, labels, payoffs = buffers[0], buffers[1], buffers[2], buffers[4]
    for who in range(2):
        low, high = payoffs[who, 0, 0], payoffs[who, 0, 0]
        for i in range(rows):
            for j in range(columns):
                low = min(low, payoffs[who, i, j])
                high = max(high, payoffs[who, i, j])
        scale = 1.0 / (high - low) if high > low else 0.0
        for i in range(rows):
            for j in range(columns):
                worth = (payoffs[who, i, j] - low) * scale + 1.0
                if who == 0:
                    by_row[i, j] = worth
                else:
                    by_column[j, i] = worth
    for i in range(rows):
        by_row[i, columns] = 1.0 + NUDGE * (i + 1) ** 2
        labels[1, i] = labels[2, i] = i
    for j in range(columns):
        by_column[j, rows] = 1.0 + NUDGE * (j + 1) * np.sqrt(j + 2.0)
        labels[0, j] = labels[3, j] = rows + j


@compiled
def _exchange(tableau, height, width, by_row, by_column, entering):
    """Let a choice enter; returns the one that leaves for it."""
    column = 0
    while by_column[column] != entering:
        column += 1
    row, least = NEVER, np.inf
    for i in range(height):
        if tableau[i, column] > TINY:
            ratio = tableau[i, width] / tableau[i, column]
            if ratio < least:
                row, least = i, ratio
    if row == NEVER:
        return NEVER
    pivot = 1.0 / tableau[row, column]
    for j in range(width + 1):
        tableau[row, j] *= pivot
    tableau[row, column] = pivot
    for i in range(height):
        factor = tableau[i, column]
        if i != row and factor != 0.0:
            tableau[i, column] = 0.0
            for j in range(width + 1):
                tableau[i, j] -= factor * tableau[row, j]
    leaving = by_row[row]
    by_row[row], by_column[column] = entering, leaving
    return leaving


@compiled
def _read(tableau, height, width, by_row, first, count, shares):
    """The mixture stands on the right-hand side, for the choices that have entered."""
    total = 0.0
    for i in range(count):
        shares[i] = 0.0
    for row in range(height):
        if first <= by_row[row] < first + count:
            shares[by_row[row] - first] = max(tableau[row, width], 0.0)
            total += shares[by_row[row] - first]
    for i in range(count):
        shares[i] /= total


@compiled
def _gain(payoffs, own, other, own_count, other_count):
    """What one player could gain by another choice."""
    most, mean = 0.0, 0.0
    for i in range(own_count):
        worth = 0.0
        for j in range(other_count):
            worth += payoffs[i, j] * other[j]
        most = max(most, worth)
        mean += own[i] * worth
    return most - mean


@compiled
def regret(payoffs, rows, columns, go, stop):
    """What both could gain together by other choices."""
    return _gain(payoffs[0], go, stop, rows, columns) + _gain(payoffs[1].T, stop, go, columns, rows)


@allocating_entry
def solve_bimatrix(by_go, by_stop, go, stop):
    """One game by itself: how both mix; returns what they could gain together by other choices."""
    buffers = stage_buffers()
    for i in range(by_go.shape[0]):
        for j in range(by_go.shape[1]):
            buffers[4][0, i, j] = by_go[i, j]
            buffers[4][1, i, j] = by_stop[i, j]
    return bimatrix_equilibrium(by_go.shape[0], by_go.shape[1], go, stop, buffers)
