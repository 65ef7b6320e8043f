"""Denkste! for three and four as a Markov game, in compiled code: every turn in equilibrium, by what comes after it.

A position is a number: who is on turn, then the place of each figure on its path. Its value is how likely each seat
wins. As with two players, parts of the path within which a figure can fall back are solved together, all others one
after the other from the centre outwards.
"""

import numpy as np

from tafelrunde.bots.denkste.bimatrix_game import (
    bimatrix_equilibrium,
    nearest_equilibrium,
    regret,
    solve_bimatrix,
    stage_buffers,
)
from tafelrunde.bots.denkste.matrix_game import MOST_COLUMNS
from tafelrunde.bots.denkste.two_player_solver import CAUGHT, HITS, describe_turn, put, reveal, widest_part
from tafelrunde.games.denkste import state as denkste
from tafelrunde.kernel.compiled import allocating, allocating_entry, compiled, entry
from tafelrunde.kernel.targets.exponential import power

CLOSE = 1e-6
"""The regret that may remain at a position."""
STILL = 1e-9
AT_ONCE = 2.0
EVALUATIONS = 30
"""At most this many rounds in which all keep their mixtures, after each in which they change them."""
HASTE, SLOWER, MOST_ROUNDS = 8, 0.93, 90
"""After the first rounds of a cell mixtures change only by half the difference, then by less and less: where the better
choice alternates, the right mixture lies between those on either side."""
ALIKE = 1e-5
"""How close the values of a mixture must be to those kept, or else it is kept, too."""
CENTRE = -1
"""In place of a position: the figure on turn has reached the centre and won."""
SEATS = 4
ENDS = 10
"""The most places where a figure can be after its turn: where it was, up to six on, and where it falls back to."""


@compiled
def position_number(places, turn, players, length):
    """The number of a position."""
    number = turn
    for seat in range(players):
        number = number * length + places[seat]
    return number


@compiled
def number_after(number, turn, place, end, players, length):
    """The number of the position after the figure on turn has moved from its place to `end`."""
    per_turn = power(length, players)
    return number + ((turn + 1) % players - turn) * per_turn + (end - place) * power(length, players - 1 - turn)


@compiled
def outcomes(state, places, turn, ends):
    """By Go number and dials that show it: where the figure on turn is then; returns how many dials can show it."""
    for seat in range(np.int64(state.players)):
        put(state, seat, places[seat])
    level = state.level[turn]
    most = level if state.haste_gedacht else 1
    for go in range(denkste.GO):
        for caught in range(most + 1):
            state.turn = turn
            put(state, turn, places[turn])
            ends[go, caught] = reveal(state, go, caught)
    return most


@compiled
def fill_payoffs(values, number, places, turn, ends, stops, players, length, payoffs):
    """What the player on turn and the holder of the Stop card win, by Go number and Stop card."""
    holder = (turn - 1) % players
    for go in range(denkste.GO):
        for j in range(len(stops)):
            end = ends[go, HITS[stops[j], go]]
            if end == length:
                payoffs[0, go, j], payoffs[1, go, j] = 1.0, 0.0
            else:
                then = number_after(number, turn, places[turn], end, players, length)
                payoffs[0, go, j] = values[then, turn]
                payoffs[1, go, j] = values[then, holder]


@compiled
def destination_chances(ends, stops, go, stop, reached, chances):
    """How likely the figure is where after its turn; returns at how many places it may be."""
    count = 0
    for number in range(denkste.GO):
        if go[number] == 0.0:
            continue
        for j in range(len(stops)):
            if stop[j] == 0.0:
                continue
            end, at = ends[number, HITS[stops[j], number]], 0
            while at < count and reached[at] != end:
                at += 1
            if at == count:
                reached[at], chances[at] = end, 0.0
                count += 1
            chances[at] += go[number] * stop[j]
    return count


@compiled
def add_outcome(values, then, chance, turn, players, found):
    """Add how likely each seat wins at a position that is reached with this chance."""
    if then == CENTRE:
        found[turn] += chance
    else:
        for seat in range(players):
            found[seat] += chance * values[then, seat]


@compiled
def expected_values(values, number, place, turn, reached, chances, count, players, length, found):
    """How likely each seat wins if the figure on turn moves to these places with these chances."""
    for seat in range(players):
        found[seat] = 0.0
    for i in range(count):
        then = CENTRE if reached[i] == length else number_after(number, turn, place, reached[i], players, length)
        add_outcome(values, then, chances[i], turn, players, found)


@compiled
def unpack_position(number, players, length, places):
    """Where all figures are at the position of a number; returns who is on turn."""
    for seat in range(players - 1, -1, -1):
        places[seat] = number % length
        number //= length
    return number


# a cell: positions that can recur, so they are solved together


@entry
def largest_cell(parts, players):
    """How many positions the largest cell has."""
    return power(widest_part(parts), players) * players


@compiled
def enter_cell(number, parts, cell):
    """Which part of its path each figure is in, by the number of the cell; returns how many positions it has."""
    size = len(cell)
    for seat in range(len(cell) - 1, -1, -1):
        cell[seat] = number % (len(parts) - 1)
        number //= len(parts) - 1
        size *= parts[cell[seat] + 1] - parts[cell[seat]]
    return size


@compiled
def position_in_cell(inner, cell, parts, length, places):
    """Where all figures are at a position of the cell; returns who is on turn, and its number among all positions."""
    players = len(cell)
    turn, rest = inner % players, inner // players
    for seat in range(players - 1, -1, -1):
        first = parts[cell[seat]]
        width = parts[cell[seat] + 1] - first
        places[seat] = first + rest % width
        rest //= width
    return turn, position_number(places, turn, players, length)


@allocating
def change_mixtures(state, board, cell, first, last, share, values, buffers, cell_data):
    """Where there is regret, move a share of the way towards an equilibrium; returns the worst regret.

    From the position before `first` down to `last`.
    """
    stops, counts, levels, parts = board
    goes, stopped, reached, chances, count = cell_data
    players, length = len(cell), np.int64(len(levels))
    places, ends = np.zeros(SEATS, np.int64), np.zeros((denkste.GO, CAUGHT), np.int64)
    go, stop = np.zeros(denkste.GO), np.zeros(MOST_COLUMNS)
    worst = 0.0
    for inner in range(first - 1, last - 1, -1):
        turn, number = position_in_cell(inner, cell, parts, length, places)
        outcomes(state, places, turn, ends)
        its_stops = stops[levels[places[turn]], : counts[levels[places[turn]]]]
        fill_payoffs(values, number, places, turn, ends, its_stops, players, length, buffers[4])
        left = 1.0 if share == AT_ONCE else regret(buffers[4], denkste.GO, len(its_stops), goes[inner], stopped[inner])
        worst = max(worst, left)
        if left >= CLOSE:
            if share < 1.0:
                nearest_equilibrium(denkste.GO, len(its_stops), goes[inner], stopped[inner], go, stop, buffers)
            else:
                bimatrix_equilibrium(denkste.GO, len(its_stops), go, stop, buffers)
            for i in range(denkste.GO):
                goes[inner, i] += min(share, 1.0) * (go[i] - goes[inner, i])
            for i in range(len(its_stops)):
                stopped[inner, i] += min(share, 1.0) * (stop[i] - stopped[inner, i])
            to, likely = reached[inner], chances[inner]
            count[inner] = destination_chances(ends, its_stops, goes[inner], stopped[inner], to, likely)
    return worst


@allocating
def evaluate(cell, size, parts, length, values, cell_data):
    """How likely each seat wins if all keep their mixtures."""
    reached, chances, count = cell_data[2], cell_data[3], cell_data[4]
    players, places, found = len(cell), np.zeros(SEATS, np.int64), np.zeros(SEATS)
    for _ in range(EVALUATIONS):
        moved = 0.0
        for inner in range(size - 1, -1, -1):
            turn, number = position_in_cell(inner, cell, parts, length, places)
            place, ways = places[turn], count[inner]
            expected_values(values, number, place, turn, reached[inner], chances[inner], ways, players, length, found)
            for seat in range(players):
                moved = max(moved, abs(values[number, seat] - found[seat]))
                values[number, seat] = found[seat]
        if moved < STILL:
            break


@compiled
def share_of(attempt):
    """How far mixtures change in this round of a cell."""
    if attempt == 0:
        return AT_ONCE
    return 1.0 if attempt < HASTE else 0.5 * power(SLOWER, attempt - HASTE)


@allocating
def keep_mixtures(state, board, cell, first, last, values, buffers, cell_data, kept, number_kept):
    """Keep the mixtures that do not follow from the values alone; returns how many are kept by now."""
    stops, counts, levels, parts = board
    numbers, kept_go, kept_stop = kept
    players, length = len(cell), np.int64(len(levels))
    places, ends, found = np.zeros(SEATS, np.int64), np.zeros((denkste.GO, CAUGHT), np.int64), np.zeros(SEATS)
    go, stop = np.zeros(denkste.GO), np.zeros(MOST_COLUMNS)
    reached, chances = np.zeros(ENDS, np.int64), np.zeros(ENDS)
    for inner in range(first, last):
        turn, number = position_in_cell(inner, cell, parts, length, places)
        outcomes(state, places, turn, ends)
        its_stops = stops[levels[places[turn]], : counts[levels[places[turn]]]]
        fill_payoffs(values, number, places, turn, ends, its_stops, players, length, buffers[4])
        bimatrix_equilibrium(denkste.GO, len(its_stops), go, stop, buffers)
        ways = destination_chances(ends, its_stops, go, stop, reached, chances)
        expected_values(values, number, places[turn], turn, reached, chances, ways, players, length, found)
        apart = 0.0
        for seat in range(players):
            apart = max(apart, abs(found[seat] - values[number, seat]))
        if apart > ALIKE and number_kept < len(numbers):
            numbers[number_kept] = number
            for i in range(denkste.GO):
                kept_go[number_kept, i] = cell_data[0][inner, i]
            for i in range(len(its_stops)):
                kept_stop[number_kept, i] = cell_data[1][inner, i]
            number_kept += 1
    return number_kept


@allocating_entry
def solve(states, board, values, kept, cell_data, reached, regret_left, most):
    """Fill in how likely each seat wins, at every position, and mixtures that do not follow from that.

    `board` is what the Stop card may show by level, how many cards that are, the level of each place, and the parts of
    the path. `kept` are the positions of which mixtures are kept, and these. `cell_data` is, for each position of a
    cell, how both mix, where that leads, how likely, and to how many places.

    It goes on where it stopped, which it does after `most` positions; returns whether all is done. `reached` tells how
    many cells are done, in which round the next one is (MOST_ROUNDS: mixtures are being kept), at which position, and
    how many mixtures are kept; `regret_left` is that of the worst position of all and of this round. All begin at 0.
    """
    state, parts, length = states[0], board[3], np.int64(len(board[2]))
    cell, buffers, done = np.zeros(np.int64(state.players), np.int64), stage_buffers(), 0
    cells = power(len(parts) - 1, len(cell))
    while reached[0] < cells and done < most:
        size = enter_cell(cells - 1 - reached[0], parts, cell)
        first, until = reached[2], min(size, reached[2] + most - done)
        if reached[1] < MOST_ROUNDS:
            share = share_of(reached[1])
            left = change_mixtures(state, board, cell, size - first, size - until, share, values, buffers, cell_data)
            regret_left[1] = max(regret_left[1], left)
        else:
            reached[3] = keep_mixtures(state, board, cell, first, until, values, buffers, cell_data, kept, reached[3])
        done += until - first
        reached[2] = until
        if until < size:
            break
        reached[2] = 0
        if reached[1] == MOST_ROUNDS:
            reached[0], reached[1] = reached[0] + 1, 0
            continue
        settled = regret_left[1] < CLOSE
        if not settled:
            evaluate(cell, size, parts, length, values, cell_data)
        reached[1] += 1
        if settled or reached[1] == MOST_ROUNDS:
            reached[1] = MOST_ROUNDS
            regret_left[0] = max(regret_left[0], regret_left[1])
        regret_left[1] = 0.0
    return reached[0] == cells


@entry
def shorten(values, short):
    """Round all values to fewer digits."""
    for number in range(len(values)):
        for seat in range(values.shape[1]):
            short[number, seat] = values[number, seat]


# a turn by itself


@allocating_entry
def look_up(states, places, turn, length, values, wins):
    """By Go number and dials that show it: how likely each seat wins then, by the solution."""
    state, ends = states[0], np.zeros((denkste.GO, CAUGHT), np.int64)
    players = np.int64(state.players)
    number = position_number(places, turn, players, length)
    most = outcomes(state, places, turn, ends)
    for go in range(denkste.GO):
        for caught in range(most + 1):
            if ends[go, caught] == length:
                wins[go, caught, turn] = 1.0
                continue
            then = number_after(number, turn, places[turn], ends[go, caught], players, length)
            for seat in range(players):
                wins[go, caught, seat] = values[then, seat]


@entry
def solve_turn(wins, turn, stops, is_mixed, by_go, by_stop, go, stop, shown, go_wins, stop_wins):
    """One turn by how likely each seat wins after it: its value for the player on turn, and what the choices win.

    How both mix is found, too, unless it is given.
    """
    holder, value = (turn - 1) % wins.shape[2], 0.0
    for number in range(denkste.GO):
        for j in range(len(stops)):
            by_go[number, j] = wins[number, HITS[stops[j], number], turn]
            by_stop[number, j] = wins[number, HITS[stops[j], number], holder]
    if not is_mixed:
        solve_bimatrix(by_go, by_stop, go, stop)
    describe_turn(stops, by_go, by_stop, go, stop, shown, go_wins, stop_wins)
    for number in range(denkste.GO):
        value += go[number] * go_wins[number]
    return value


@allocating_entry
def solve_every_turn(states, stops, counts, levels, values, go, stop, ends, found):
    """How both mix at every position, by what the positions after it are worth, and how likely each seat wins then."""
    state, buffers = states[0], stage_buffers()
    players, length = np.int64(state.players), np.int64(len(levels))
    places, reached, chances = np.zeros(SEATS, np.int64), np.zeros(ENDS, np.int64), np.zeros(ENDS)
    for number in range(len(values)):
        turn = unpack_position(number, players, length, places)
        outcomes(state, places, turn, ends[number])
        its_stops = stops[levels[places[turn]], : counts[levels[places[turn]]]]
        fill_payoffs(values, number, places, turn, ends[number], its_stops, players, length, buffers[4])
        bimatrix_equilibrium(denkste.GO, len(its_stops), go[number], stop[number], buffers)
        ways = destination_chances(ends[number], its_stops, go[number], stop[number], reached, chances)
        expected_values(values, number, places[turn], turn, reached, chances, ways, players, length, found[number])
