"""Denkste! for two players as a Markov game, in compiled code: its value, and what best responses could gain.

A figure's path is one line of places (level 1, 2, 3, then the centre). Both sides see the board alike, so a position is
two places: of the figure on turn, then of the other one. Parts of the line within which a figure can fall back are
solved together, all others one after the other from the centre outwards.
"""

import numpy as np
from numpy.typing import NDArray

from tafelrunde.bots.denkste.matrix_game import MOST_COLUMNS, equilibrium, workspace
from tafelrunde.games.denkste import rules
from tafelrunde.games.denkste import state as denkste
from tafelrunde.kernel.compiled import allocating, allocating_entry, compiled, entry

CAUGHT = denkste.LEVELS + 1
"""A number can be shown on 0 to 3 dials."""
CLOSE = 1e-13
EVALUATIONS = 40
"""Rounds in which both keep their mixtures, after each in which they change them."""
MOST_ROUNDS = 20_000
HASTE = 300
"""After this many rounds in a part the mixtures change in every round, which always converges."""

HITS = np.array([[dials.count(number + 1) for number in range(denkste.GO)] for dials in denkste.DIALS], np.int64)
"""By what the Stop card shows: on how many dials each number stands."""


def _showing() -> NDArray[np.int64]:
    """By level, number and count: a Stop card that shows the number that often."""
    table = np.zeros((denkste.LEVELS + 1, denkste.GO, CAUGHT), np.int64)
    for stop, dials in enumerate(denkste.DIALS):
        for number in range(denkste.GO):
            table[len(dials), number, dials.count(number + 1)] = denkste.GO + stop
    return table


_SHOWING = _showing()


@compiled
def place_of(state, seat):
    """How far a figure is on its line."""
    place = np.int64(state.steps[seat])
    for level in range(1, state.level[seat]):
        place += state.rings[level - 1] + 1
    return place


@compiled
def put(state, seat, place):
    """Put a figure at a place of its line."""
    level = 1
    while level < denkste.CENTRE and place > state.rings[level - 1]:
        place -= state.rings[level - 1] + 1
        level += 1
    state.level[seat] = level
    state.steps[seat] = place


@compiled
def reveal(state, number, caught):
    """Both cards are shown: this Go number, which is on `caught` dials; returns where the figure is then."""
    seat = state.turn
    if caught > state.level[seat]:
        return place_of(state, seat)
    state.go = number + 1
    state.stop = _SHOWING[state.level[seat], number, caught]
    rules.step(state)
    return place_of(state, seat)


@entry
def destinations(states, to):
    """By the places of both, Go number and dials that show it: where the figure on turn then stands."""
    state = states[0]
    for mover in range(to.shape[0]):
        for other in range(to.shape[1]):
            for number in range(denkste.GO):
                for caught in range(CAUGHT):
                    state.turn = 0
                    put(state, 0, mover)
                    put(state, 1, other)
                    to[mover, other, number, caught] = reveal(state, number, caught)


@entry
def outcomes(states, places, turn, ends):
    """By Go number and dials that show it: where the figure on turn then stands if all stand at these places."""
    state = states[0]
    for seat in range(len(places)):
        put(state, seat, places[seat])
    for number in range(denkste.GO):
        for caught in range(CAUGHT):
            state.turn = turn
            put(state, turn, places[turn])
            ends[number, caught] = reveal(state, number, caught)


@entry
def fill(values, value):
    """Begin with the same value everywhere."""
    for i in range(values.shape[0]):
        for j in range(values.shape[1]):
            values[i, j] = value


@allocating_entry
def solve_matrix(game, by_row, by_column):
    """One matrix game: its value for the row player, and how both mix."""
    return equilibrium(game, game.shape[0], game.shape[1], by_row, by_column, workspace())


@entry
def solve_turn(ends, other, stops, value, by_go, by_stop, go, stop, shown, go_wins, stop_wins):
    """One turn by what comes after it: its value for the player on turn, how both mix, and what their choices win."""
    for number in range(denkste.GO):
        for i in range(len(stops)):
            place = ends[number, HITS[stops[i], number]]
            by_go[number, i] = 1.0 if place == len(value) else 1.0 - value[other, place]
            by_stop[number, i] = 1.0 - by_go[number, i]
    won = solve_matrix(by_go, go, stop)
    describe_turn(stops, by_go, by_stop, go, stop, shown, go_wins, stop_wins)
    return won


@compiled
def describe_turn(stops, by_go, by_stop, go, stop, shown, go_wins, stop_wins):
    """What each choice wins if both mix like this, and how likely each number is on how many dials."""
    dial_chances(stops, len(stops), stop, shown)
    for i in range(len(stops)):
        stop_wins[i] = 0.0
    for number in range(denkste.GO):
        go_wins[number] = 0.0
        for i in range(len(stops)):
            go_wins[number] += by_go[number, i] * stop[i]
            stop_wins[i] += go[number] * by_stop[number, i]


@compiled
def number_values(value, to, mover, other, values):
    """The value of each number to the player on turn, by how many dials show it."""
    centre = value.shape[0]
    for number in range(denkste.GO):
        for caught in range(CAUGHT):
            place = to[mover, other, number, caught]
            values[number, caught] = 1.0 if place == centre else 1.0 - value[other, place]


@compiled
def solve_stage(values, stops, count, go, stop, game, room):
    """Solve one turn: its value for the player on turn, and how both mix."""
    for number in range(denkste.GO):
        for i in range(count):
            game[number, i] = values[number, HITS[stops[i], number]]
    return equilibrium(game, denkste.GO, count, go, stop, room)


@compiled
def dial_chances(stops, count, stop, shown):
    """How likely each number is on how many dials."""
    for number in range(denkste.GO):
        for caught in range(CAUGHT):
            shown[number, caught] = 0.0
    for i in range(count):
        for number in range(denkste.GO):
            shown[number, HITS[stops[i], number]] += stop[i]


@compiled
def widest_part(parts):
    widest = 1
    for part in range(len(parts) - 1):
        widest = max(widest, parts[part + 1] - parts[part])
    return widest


@allocating
def room_for_positions(parts):
    """Room for the positions of any two parts."""
    widest = widest_part(parts)
    return np.zeros((2 * widest * widest, 2), np.int64)


@compiled
def positions_of(parts, low, high, positions):
    """All positions with one figure in each of two parts, from the centre outwards; returns how many there are."""
    count = 0
    for side in range(1 if low == high else 2):
        one, two = (low, high) if side == 0 else (high, low)
        for mover in range(parts[one + 1] - 1, parts[one] - 1, -1):
            for other in range(parts[two + 1] - 1, parts[two] - 1, -1):
                positions[count, 0], positions[count, 1] = mover, other
                count += 1
    return count


@allocating_entry
def solve(to, levels, stops, counts, parts, value, go, shown, reached, change, most):
    """Fill in the value of every position for the player on turn, and the mixtures of both.

    It goes on where it stopped, which it does after `most` positions; returns whether all is done. `reached` tells in
    which two parts it is, counted from the centre, in which round, and at which position; `change` is the most by which
    a value has changed in this round. All begin at 0.
    """
    game, values, stop = np.zeros((denkste.GO, MOST_COLUMNS)), np.zeros((denkste.GO, CAUGHT)), np.zeros(MOST_COLUMNS)
    room, positions, done, last = workspace(), room_for_positions(parts), 0, len(parts) - 2
    while reached[0] <= last and done < most:
        low, high = last - reached[0], last - reached[1]
        count = positions_of(parts, low, high, positions)
        first, until = reached[3], min(count, reached[3] + most - done)
        for i in range(first, until):
            mover, other = positions[i, 0], positions[i, 1]
            level = levels[mover]
            number_values(value, to, mover, other, values)
            found = solve_stage(values, stops[level], counts[level], go[mover, other], stop, game, room)
            dial_chances(stops[level], counts[level], stop, shown[mover, other])
            change[0] = max(change[0], abs(found - value[mover, other]))
            value[mover, other] = found
        done += until - first
        reached[3] = until
        if until < count:
            break
        reached[3] = 0
        if change[0] >= CLOSE and reached[2] < HASTE:
            _evaluate(to, positions[:count], value, go, shown)
        reached[2] += 1
        if change[0] < CLOSE or reached[2] == MOST_ROUNDS:
            reached[2] = 0
            reached[1] += 1
            if high == low:
                reached[0], reached[1] = reached[0] + 1, 0
        change[0] = 0.0
    return reached[0] > last


@allocating_entry
def average_play(levels, go, shown, play):
    """By level: how often a turn has which Go number on how many dials, over all positions."""
    count = np.zeros(denkste.LEVELS)
    for mover in range(len(levels)):
        level = levels[mover] - 1
        count[level] += len(levels)
        for other in range(len(levels)):
            for number in range(denkste.GO):
                for caught in range(CAUGHT):
                    play[level, number, caught] += go[mover, other, number] * shown[mover, other, number, caught]
    for level in range(denkste.LEVELS):
        for number in range(denkste.GO):
            for caught in range(CAUGHT):
                play[level, number, caught] /= count[level]


@compiled
def _evaluate(to, positions, value, go, shown):
    """The values of these positions if both keep their mixtures."""
    centre = value.shape[0]
    for _ in range(EVALUATIONS):
        for i in range(len(positions)):
            mover, other = positions[i, 0], positions[i, 1]
            total = 0.0
            for number in range(denkste.GO):
                chosen = go[mover, other, number]
                if chosen == 0.0:
                    continue
                for caught in range(CAUGHT):
                    chance = chosen * shown[mover, other, number, caught]
                    if chance != 0.0:
                        place = to[mover, other, number, caught]
                        total += chance if place == centre else chance * (1.0 - value[other, place])
            value[mover, other] = total


@allocating_entry
def best_responses(to, levels, stops, counts, parts, go, shown, moving, stopping):
    """What best responses to these mixtures win, on turn and with the Stop card: never less than the truth.

    Both must begin at a sure win; every round keeps them above what can be won.
    """
    positions = room_for_positions(parts)
    for low in range(len(parts) - 2, -1, -1):
        for high in range(len(parts) - 2, low - 1, -1):
            count = positions_of(parts, low, high, positions)
            for _ in range(MOST_ROUNDS):
                change = 0.0
                for i in range(count):
                    mover, other = positions[i, 0], positions[i, 1]
                    level = levels[mover]
                    best = _best_go(to, shown, stopping, mover, other)
                    change = max(change, moving[mover, other] - best)
                    moving[mover, other] = best
                    best = _best_stop(to, go, stops[level], counts[level], moving, mover, other)
                    change = max(change, stopping[mover, other] - best)
                    stopping[mover, other] = best
                if change < CLOSE:
                    break


@compiled
def _best_go(to, shown, stopping, mover, other):
    """The best that a Go number wins against the Stop cards of the mixture."""
    centre = to.shape[0]
    best = 0.0
    for number in range(denkste.GO):
        total = 0.0
        for caught in range(CAUGHT):
            place = to[mover, other, number, caught]
            total += shown[mover, other, number, caught] * (1.0 if place == centre else stopping[other, place])
        best = max(best, total)
    return best


@compiled
def _best_stop(to, go, stops, count, moving, mover, other):
    """The best that a Stop card wins against the Go numbers of the mixture."""
    centre = to.shape[0]
    best = 0.0
    for i in range(count):
        total = 0.0
        for number in range(denkste.GO):
            place = to[mover, other, number, HITS[stops[i], number]]
            if place != centre:
                total += go[mover, other, number] * moving[other, place]
        best = max(best, total)
    return best
