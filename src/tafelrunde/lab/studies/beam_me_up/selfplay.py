"""Self-play of Beam me up in compiled code: random moves, or a simple greedy player."""

import numpy as np
from numpy.typing import NDArray

from tafelrunde.games.beam_me_up import climbing
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import lowest, popcount
from tafelrunde.kernel.chance import below, scramble, splitmix
from tafelrunde.kernel.compiled import compiled, entry

# The values that the greedy player goes by, in hundredths of a field.
CLIMB = [0, 200, 300, 400, 500, 600, 800, 820]
"""A stone in each row: none may stay at the bottom, space is the goal, the top row is hardly better."""
PINK, JOKER, ROCKET, COOL_DOWN, WIN = 30, 100, 100, 50, 10**6

STEPS = 5
"""Steps by the dice: 0 to 4."""
CHANCES = 6 * (STEPS - 1) + 2


def _worth() -> NDArray[np.int32]:
    """The worth of a stone by board and field."""
    worth = np.zeros((len(beam.BOARDS), beam.STONES * beam.ROWS), np.int32)
    for board in range(len(beam.BOARDS)):
        for column in range(beam.STONES):
            for row in range(beam.ROWS):
                bit = beam.field(column, row)
                star = JOKER if int(beam.BLUE[board]) & bit else PINK if int(beam.STARS[board]) & bit else 0
                worth[board, beam.ROWS * column + row] = CLIMB[row] + star
    return worth


def _chances() -> NDArray[np.int32]:
    """By dice kept: how often one throw of the others shows n or more of each number, and each straight.

    Counted out of all ways in which five dice can fall, so that the counts are whole numbers.
    """
    full = beam.DICE[beam.FULL :]
    shown = [
        [dice.count(value) >= alike for value in beam.NUMBERS for alike in range(2, STEPS + 1)]
        + [((beam.S, steps),) in beam.possibilities(dice) for steps in (2, 3)]
        for dice in full
    ]
    each = np.array(shown, np.int32)[beam.THROWN - beam.FULL]
    shares: NDArray[np.int32] = (beam.WAYS[0] // beam.WAYS[:, None]).astype(np.int32)
    chances: NDArray[np.int32] = np.add.reduceat(each, beam.FIRST_WAY, axis=0, dtype=np.int32) * shares
    return chances


_WORTH = _worth()
_CHANCE = _chances()


@compiled
def look_ahead(state, seat, gain):
    """What each column gains by 1 to 4 steps: the field, a rocket there, the stones of others that go down."""
    board = state.board[seat]
    stones = state.stones[seat]
    for column in range(beam.STONES):
        stone = stones & beam.LANE[column]
        cool_down = 0
        for other in range(state.players):
            safe = beam.BOTTOM_ROW | beam.STARS[state.board[other]]
            if other != seat and not state.stones[other] & beam.LANE[column] & safe:
                cool_down += COOL_DOWN
        for steps in range(1, STEPS):
            target = climbing.climb_by(stones, column, steps) & beam.LANE[column]
            value = _WORTH[board, lowest(target)] - _WORTH[board, lowest(stone)]
            if target != stone and target & beam.ROCKETS[board]:
                value += ROCKET
            if target >= stone << np.uint64(2):
                value += cool_down
            gain[column, steps] = value


@compiled
def hopes(joker, gain, hope):
    """What each chance is worth: what it gains over the next smaller one. A joker takes the best column."""
    for steps in range(1, STEPS):
        best = gain[0, steps]
        for column in range(beam.STONES):
            best = max(best, gain[column, steps])
        for number in range(6):
            gained = best if joker else gain[number, steps]
            hope[(STEPS - 1) * number + steps - 1] = gained
        if steps == 2 or steps == 3:
            hope[CHANCES - 4 + steps] = best if joker else gain[beam.S, steps]
    for number in range(6):
        for steps in range(STEPS - 1, 1, -1):
            hope[(STEPS - 1) * number + steps - 1] -= hope[(STEPS - 1) * number + steps - 2]
    hope[CHANCES - 1] -= hope[CHANCES - 2]


@compiled
def wins_by(state, seat, up):
    """Whether these steps win the game."""
    stones = state.stones[seat]
    for part in range(2):
        stones = climbing.climb_by(stones, beam.UP_COLUMN[up, part], beam.UP_STEPS[up, part])
    return not stones & beam.BOTTOM_ROW and popcount(stones & beam.SPACE) >= beam.NEEDED[state.players]


@compiled
def value_of(state, seat, action, gain, hope):
    """What the greedy player expects of an action."""
    if state.phase == beam.ROLLING:
        chances = _CHANCE[state.dice if action == beam.STAND else action - beam.KEEP]
        hoped = np.int32(0)
        for i in range(CHANCES):
            hoped += np.int32(chances[i] * hope[i])
        return np.int64(hoped)
    if state.phase == beam.MOVING:
        up = action - beam.UP
        columns, steps = beam.UP_COLUMN[up], beam.UP_STEPS[up]
        value = np.int64(gain[columns[0], steps[0]]) + gain[columns[1], steps[1]]
        return value + WIN if wins_by(state, seat, up) else value
    if state.phase == beam.BOOSTING:
        return 0 if action == beam.SKIP else gain[action - beam.BOOST, 1]
    value = 0
    for column in range(beam.STONES):
        if beam.LIFT_LANES[action] & beam.LANE[column]:
            value += gain[column, 1]
    return value


@compiled
def greedy(state, seat, out, count, word, gain, hope):
    """The action of most value; of equal ones any, so that a board and its mirror image fare alike."""
    if state.phase != beam.MOVING and not (state.phase == beam.ROLLING and state.throw > 1):  # else it is still true
        look_ahead(state, seat, gain)
        hopes(climbing.has_joker(state, seat), gain, hope)
    best, equal, chosen = -WIN, 0, out[0]
    for i in range(count):
        value = value_of(state, seat, out[i], gain, hope)
        if value > best:
            best, equal, chosen = value, 1, out[i]
        elif value == best:
            equal += 1
            word = scramble(word)
            if below(word, equal) == 0:
                chosen = out[i]
    return chosen


@entry
def play(states, seed, first, games, seatings, greedy_seats, out, gain, hope, wins):
    """Complete games; game i is played on the boards of seating i, counted round. Counts wins by seating and seat.

    `greedy_seats` are bits; the other seats play by chance.
    """
    state = states[0]
    for game in range(first, first + games):
        seating = game % len(seatings)
        states[0] = states[1]
        engine.begin(state, seed, np.uint64(game))
        for seat in range(state.players):
            state.board[seat] = seatings[seating, seat]
        engine.settle(state)
        choice = scramble(seed ^ scramble(np.uint64(game)))
        while not verbs.over(state):
            choice = splitmix(choice)
            word = scramble(choice)
            seat = engine.pick_actor(verbs.actors(state), word << np.uint64(32))
            count = verbs.moves(state, seat, out)
            if greedy_seats >> seat & 1:
                action = greedy(state, seat, out, count, word, gain, hope)
            else:
                action = out[below(word, count)]
            engine.apply(state, seat, action)
        wins[seating, lowest(state.winners)] += 1
