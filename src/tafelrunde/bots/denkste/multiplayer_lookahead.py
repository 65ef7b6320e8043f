"""Denkste! for three and four where the whole game is not solved: as many turns ahead as can be solved; compiled.

The values after that follow from the odds of each two players, as if the winner were drawn by weights that give these
odds; for two players that is the exact value.
"""

import numpy as np

from tafelrunde.bots.denkste import multiplayer_solver as solver
from tafelrunde.bots.denkste.bimatrix_game import bimatrix_equilibrium, stage_buffers
from tafelrunde.bots.denkste.matrix_game import MOST_COLUMNS
from tafelrunde.bots.denkste.multiplayer_solver import CENTRE, ENDS, SEATS
from tafelrunde.bots.denkste.two_player_solver import CAUGHT, HITS
from tafelrunde.games.denkste import state as denkste
from tafelrunde.kernel.compiled import allocating, allocating_entry, compiled

SURE = 1e-12
SLOTS = 4
"""Places in the table for each position."""
_SCATTER = 0x9E3779B97F4A7C15


@compiled
def values_by_pairs(pairs, places, turn, players, out):
    """How likely each seat wins, by the odds of each two of them."""
    total = 0.0
    for seat in range(players):
        against = 1.0
        for other in range(players):
            if other != seat:
                sooner = (seat - turn) % players < (other - turn) % players
                one, two = (seat, other) if sooner else (other, seat)
                won = pairs[places[one], places[two]]
                won = min(max(won if sooner else 1.0 - won, SURE), 1.0 - SURE)
                against += (1.0 - won) / won
        out[seat] = 1.0 / against
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


@allocating_entry
def all_values_by_pairs(pairs, players, values):
    """The same for all positions."""
    places, length = np.zeros(SEATS, np.int64), len(pairs)
    for number in range(len(values)):
        turn = solver.unpack_position(number, players, length, places)
        values_by_pairs(pairs, places, turn, players, values[number])


@compiled
def find(slots, numbers, first, count, number):
    """Which of the positions from `first` on has this number; `count` if none has, and then it is the next one."""
    slot = np.int64((np.uint64(number) * np.uint64(_SCATTER)) >> np.uint64(32)) % len(slots)
    while slots[slot] >= 0:
        at = slots[slot]
        if at >= first and numbers[at] == number:
            return at
        slot = (slot + 1) % len(slots)
    slots[slot] = count
    return np.int64(count)


@allocating
def expand(state, levels, numbers, following, first, last, slots):
    """Add what may follow the positions from `first` to `last`, each once; returns how many positions there are."""
    players, length = np.int64(state.players), np.int64(len(levels))
    places, ends, count = np.zeros(SEATS, np.int64), np.zeros((denkste.GO, CAUGHT), np.int64), last
    for at in range(first, last):
        turn = solver.unpack_position(numbers[at], players, length, places)
        solver.outcomes(state, places, turn, ends)
        most = levels[places[turn]] if state.haste_gedacht else 1
        for go in range(denkste.GO):
            for caught in range(most + 1):
                if ends[go, caught] == length:
                    following[at, go, caught] = CENTRE
                    continue
                number = solver.number_after(numbers[at], turn, places[turn], ends[go, caught], players, length)
                found = find(slots, numbers, last, count, number)
                following[at, go, caught] = found
                if found == count:
                    numbers[count] = number
                    count += 1
    return count


@allocating
def solve_position(turn, players, following, its_stops, values, buffers, found):
    """One turn in equilibrium: how likely each seat wins."""
    payoffs, holder = buffers[4], (turn - 1) % players
    go, stop = np.zeros(denkste.GO), np.zeros(MOST_COLUMNS)
    reached, chances = np.zeros(ENDS, np.int64), np.zeros(ENDS)
    for number in range(denkste.GO):
        for j in range(len(its_stops)):
            then = following[number, HITS[its_stops[j], number]]
            payoffs[0, number, j] = 1.0 if then == CENTRE else values[then, turn]
            payoffs[1, number, j] = 0.0 if then == CENTRE else values[then, holder]
    bimatrix_equilibrium(denkste.GO, len(its_stops), go, stop, buffers)
    ways = solver.destination_chances(following, its_stops, go, stop, reached, chances)
    for seat in range(players):
        found[seat] = 0.0
    for i in range(ways):
        solver.add_outcome(values, reached[i], chances[i], turn, players, found)


@allocating_entry
def look_ahead(states, places, turn, stops, counts, levels, pairs, most_turns, most_positions, wins):
    """By Go number and dials that show it: how likely each seat wins then. Returns how many turns were solved.

    Turns are added as long as no more than `most_positions` have to be solved for them.
    """
    state = states[0]
    players, length = np.int64(state.players), np.int64(len(levels))
    numbers = np.zeros(most_positions * ENDS + 1, np.int64)
    following = np.zeros((most_positions, denkste.GO, CAUGHT), np.int64)
    slots = np.full(len(numbers) * SLOTS, -1, np.int64)
    numbers[0] = solver.position_number(places, turn, players, length)
    first, last, turns = 0, 1, 0
    while turns < most_turns and last <= most_positions and first < last:
        first, last = last, expand(state, levels, numbers, following, first, last, slots)
        turns += 1
    values, buffers, figures = np.zeros((last, SEATS)), stage_buffers(), np.zeros(SEATS, np.int64)
    for at in range(first, last):
        whose = solver.unpack_position(numbers[at], players, length, figures)
        values_by_pairs(pairs, figures, whose, players, values[at])
    for at in range(first - 1, 0, -1):
        whose = solver.unpack_position(numbers[at], players, length, figures)
        its_stops = stops[levels[figures[whose]], : counts[levels[figures[whose]]]]
        solve_position(whose, players, following[at], its_stops, values, buffers, values[at])
    most = levels[places[turn]] if state.haste_gedacht else 1
    for go in range(denkste.GO):
        for caught in range(most + 1):
            then = following[0, go, caught]
            for seat in range(players):
                wins[go, caught, seat] = np.float64(seat == turn) if then == CENTRE else values[then, seat]
    return turns
