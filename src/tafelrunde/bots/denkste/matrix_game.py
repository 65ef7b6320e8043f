"""Small zero-sum matrix games, in compiled code: exactly by the simplex method on a tableau, or nearly by practice."""

import numpy as np

from tafelrunde.kernel.compiled import allocating, allocating_entry, compiled

MOST_ROWS, MOST_COLUMNS = 6, 56
TINY = 1e-12
PLAIN = 60
"""This many pivots take the steepest column; from then on Bland's rule, which cannot cycle."""


@allocating
def workspace():
    """Room for the tableau, with a row for the objective, a column a slack and one for the right-hand side."""
    return np.zeros((MOST_ROWS + 1, MOST_COLUMNS + MOST_ROWS + 1)), np.zeros(MOST_ROWS, np.int64)


@compiled
def equilibrium(game, rows, columns, by_row, by_column, room):
    """The value of a zero-sum game for the row player; writes how both mix.

    With all payoffs scaled to 1…2 the column player wants the largest y with game · y ≤ 1 and y ≥ 0.
    """
    low, high = game[0, 0], game[0, 0]
    for i in range(rows):
        for j in range(columns):
            low = min(low, game[i, j])
            high = max(high, game[i, j])
    scale = high - low
    if scale <= TINY:
        for i in range(rows):
            by_row[i] = 1.0 / rows
        for j in range(columns):
            by_column[j] = 1.0 / columns
        return low
    tableau, basis = room
    width = columns + rows
    _fill(tableau, basis, game, rows, columns, low, scale)
    pivots = 0
    while True:
        column = _entering(tableau, rows, width, pivots >= PLAIN)
        if column < 0:
            break
        row = _leaving(tableau, basis, rows, width, column)
        _pivot(tableau, rows, width, row, column)
        basis[row] = column
        pivots += 1
    return _read(tableau, basis, rows, columns, by_row, by_column) * scale + low - scale


@compiled
def _fill(tableau, basis, game, rows, columns, low, scale):
    """The tableau at the beginning: only slacks in the basis."""
    width = columns + rows
    for i in range(rows):
        for j in range(columns):
            tableau[i, j] = (game[i, j] - low) / scale + 1.0
        for j in range(columns, width):
            tableau[i, j] = 1.0 if j == columns + i else 0.0
        tableau[i, width] = 1.0
        basis[i] = columns + i
    for j in range(width + 1):
        tableau[rows, j] = -1.0 if j < columns else 0.0


@compiled
def _entering(tableau, rows, width, bland):
    """The column that helps most, or by Bland's rule the first that helps; -1 if none does."""
    found, least = -1, -TINY
    for column in range(width):
        if tableau[rows, column] < least:
            found, least = column, tableau[rows, column]
            if bland:
                break
    return found


@compiled
def _leaving(tableau, basis, rows, width, column):
    """The row that limits the column first; of equal ones the lowest in the basis."""
    found, least = -1, np.inf
    for row in range(rows):
        if tableau[row, column] > TINY:
            ratio = tableau[row, width] / tableau[row, column]
            if ratio < least - TINY or (ratio < least + TINY and basis[row] < basis[found]):
                found, least = row, ratio
    return found


@compiled
def _pivot(tableau, rows, width, row, column):
    by = tableau[row, column]
    for j in range(width + 1):
        tableau[row, j] /= by
    for other in range(rows + 1):
        factor = tableau[other, column]
        if other != row and factor != 0.0:
            for j in range(width + 1):
                tableau[other, j] -= factor * tableau[row, j]


@compiled
def _read(tableau, basis, rows, columns, by_row, by_column):
    """The mixtures stand on the right-hand side and, for the other player, under the slacks."""
    total = tableau[rows, columns + rows]
    for j in range(columns):
        by_column[j] = 0.0
    for row in range(rows):
        by_row[row] = max(tableau[rows, columns + row], 0.0) / total
        if basis[row] < columns:
            by_column[basis[row]] = max(tableau[row, columns + rows], 0.0) / total
    return 1.0 / total


# nearly


@allocating_entry
def practise(game, rounds, by_row, by_column):
    """Both practise against each other by regret matching; writes how often they chose what, late rounds counting more.

    What they come to is close to an equilibrium.
    """
    rows, columns = game.shape
    row_regret, column_regret = np.zeros(rows), np.zeros(columns)
    row_shares, column_shares = np.zeros(rows), np.zeros(columns)
    row_worth, column_worth = np.zeros(rows), np.zeros(columns)
    for weight in range(1, rounds + 1):
        _by_regret(row_regret, row_shares)
        _by_regret(column_regret, column_shares)
        value = expectations(game, row_shares, column_shares, row_worth, column_worth)
        for i in range(rows):
            by_row[i] += weight * row_shares[i]
            row_regret[i] = max(row_regret[i] + row_worth[i] - value, 0.0)
        for j in range(columns):
            by_column[j] += weight * column_shares[j]
            column_regret[j] = max(column_regret[j] + value - column_worth[j], 0.0)


@compiled
def expectations(game, by_row, by_column, row_worth, column_worth):
    """What each row and each column comes to if the other side mixes like this; returns what the game comes to."""
    value = 0.0
    for j in range(game.shape[1]):
        column_worth[j] = 0.0
    for i in range(game.shape[0]):
        worth = 0.0
        for j in range(game.shape[1]):
            worth += game[i, j] * by_column[j]
            column_worth[j] += by_row[i] * game[i, j]
        row_worth[i] = worth
        value += by_row[i] * worth
    return value


@compiled
def _by_regret(regret, shares):
    """As often as each choice is regretted not to have been made; any if none is."""
    total = 0.0
    for i in range(len(regret)):
        total += regret[i]
    for i in range(len(regret)):
        shares[i] = regret[i] / total if total > 0.0 else 1.0 / len(regret)
