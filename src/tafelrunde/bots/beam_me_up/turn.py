"""Beam me up: a whole turn solved exactly against a value of what it leads to, in compiled code.

The value is a small network that was taught by self-play (`lab/training/beam_me_up/train.py`). It sees the board of
the player who has just moved and those of the others in their order; every board is turned so that it looks like the
first.
"""

from math import exp

import numpy as np

from tafelrunde.games.beam_me_up import climbing, rules
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel.bits import lowest, popcount
from tafelrunde.kernel.compiled import compiled, entry

FEATURES = beam.STONES * beam.ROWS + 2 * (beam.STONES + 1) + 2
"""What is seen of a board: the row of each stone, how many are in space, how many at the bottom, a joker."""
SEEN = beam.STONES + 3
"""How many of these are there at a time."""
DEPTH = 16
"""Room for a chain of rockets: no more boosts than rockets and two."""
SHAPES = 6

NEXT = np.array(
    [[beam.DICE_NUMBER[tuple(sorted((*dice, n)))] for n in beam.NUMBERS] for dice in beam.DICE[: beam.FULL]], np.int64
)
"""By dice that lie there: what they are with one die more."""


def _turned():
    """By board: the column that plays the part of each column of the first one. 3 and 4 fall alike (BM-03)."""
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


_COLUMNS = _turned()


@compiled
def look(state, seat, seen):
    """What is seen of every board, beginning with the seat's own."""
    for place in range(state.players):
        at = (seat + place) % state.players
        stones, board = state.stones[at], state.board[at]
        for column in range(beam.STONES):
            real = _COLUMNS[board, column]
            seen[place, column] = beam.ROWS * column + lowest(stones & beam.LANE[real]) - beam.ROWS * real
        first = beam.STONES * beam.ROWS
        seen[place, beam.STONES] = first + popcount(stones & beam.SPACE)
        seen[place, beam.STONES + 1] = first + beam.STONES + 1 + popcount(stones & beam.BOTTOM_ROW)
        seen[place, beam.STONES + 2] = first + 2 * (beam.STONES + 1) + (1 if stones & beam.BLUE[board] else 0)


@compiled
def judge_seen(seen, players, net, hidden):
    """How likely the player wins who sees this; `hidden` keeps what the network made of it."""
    first, bias, second, last = net
    for i in range(len(bias)):
        hidden[i] = bias[i]
    for place in range(players):
        for k in range(SEEN):
            row = first[place, seen[place, k]]
            for i in range(len(bias)):
                hidden[i] += row[i]
    total = last[0]
    for i in range(len(bias)):
        if hidden[i] > 0:
            total += second[i] * hidden[i]
    return 1.0 / (1.0 + exp(-total))


@compiled
def worth(state, seat, net, room):
    """How likely the seat wins that has just moved."""
    if state.winners:
        return 1.0 if state.winners >> seat & 1 else 0.0
    look(state, seat, room[0])
    return judge_seen(room[0], state.players, net, room[1])


@compiled
def make_room(players, net):
    """What the network needs to think."""
    return np.zeros((players, SEEN), np.int64), np.zeros(len(net[1]), np.float32)


@compiled
def boosted(states, first, seat, net, room):
    """The worth of the best way to use the rockets of a state, with a chain of further states behind it.

    Two boosts can change places unless the first brings another one, so only one order of them is looked at.
    """
    if states[first].winners or states[first].phase != beam.BOOSTING:
        return worth(states[first], seat, net, room)
    tried, best = np.zeros(DEPTH, np.int64), np.zeros(DEPTH)
    depth = first
    while True:
        column = tried[depth]
        if column > beam.STONES:
            if depth == first:
                return best[first]
            best[depth - 1] = max(best[depth - 1], best[depth])
            depth -= 1
            continue
        tried[depth] += 1
        if column < beam.STONES and states[depth].stones[seat] & beam.LANE_TOP[column]:
            continue
        before = states[depth].boosts
        states[depth + 1] = states[depth]
        rules.act(states[depth + 1], seat, beam.BOOST + column)
        if states[depth + 1].winners == 0 and states[depth + 1].phase == beam.BOOSTING:
            depth += 1
            tried[depth] = column if states[depth].boosts < before else 0
            best[depth] = 0.0
        else:
            best[depth] = max(best[depth], worth(states[depth + 1], seat, net, room))


@compiled
def weigh_ups(states, seat, net, room, ups):
    """The worth of every use of the dice, whatever they show."""
    for up in range(beam.NEVER_UP):
        states[1] = states[0]
        rules.use_dice(states[1], seat, up)
        ups[up] = boosted(states, 1, seat, net, room)


@compiled
def weigh_dice(states, seat, net, room, ups, hopes):
    """By five dice: the worth of the best that they grant; of passing if they grant nothing (BM-09)."""
    states[1] = states[0]
    rules.begin_turn(states[1], rules.seat_after(states[1], seat))
    nothing = worth(states[1], seat, net, room)
    best = np.zeros(SHAPES)
    for up in range(beam.NEVER_UP):
        best[beam.SHAPE[up]] = max(best[beam.SHAPE[up]], ups[up])
    joker = climbing.has_joker(states[0], seat)
    for dice in range(beam.FULL, len(beam.GRANTED)):
        value = nothing if beam.GRANTED_COUNT[dice] == 0 else 0.0
        if joker:
            for shape in range(SHAPES):
                if beam.GRANTED_SHAPES[dice] >> shape & 1:
                    value = max(value, best[shape])
        else:
            for i in range(beam.GRANTED_COUNT[dice]):
                value = max(value, ups[beam.GRANTED[dice, i] - beam.UP])
        hopes[0, dice] = value


@compiled
def weigh_throws(hopes):
    """hopes[n]: by dice kept the worth with n throws to come; five dice kept may be thrown again, or stand."""
    for throws in range(1, beam.THROWS + 1):
        for dice in range(beam.FULL, len(beam.GRANTED)):
            value = hopes[0, dice]
            if throws > 1:
                for i in range(beam.KEEP_COUNT[dice] - 1):
                    value = max(value, hopes[throws - 1, beam.KEEPS[dice, i] - beam.KEEP])
            hopes[throws, dice] = value
        for dice in range(beam.FULL - 1, -1, -1):
            total = 0.0
            for n in range(6):
                total += hopes[throws, NEXT[dice, n]]
            hopes[throws, dice] = total / 6


@compiled
def weigh_turn(states, seat, net, room, ups, hopes):
    """Solve the turn of a seat, wherever in it the dice are."""
    weigh_ups(states, seat, net, room, ups)
    weigh_dice(states, seat, net, room, ups, hopes)
    weigh_throws(hopes)
    return hopes[beam.THROWS, beam.NO_DICE]


@compiled
def value_of(states, seat, action, net, room, ups, hopes):
    """The worth of one action; in a turn that is being played, after it was weighed."""
    state = states[0]
    if action < beam.KEEP or state.phase == beam.BOOSTING:
        states[1] = states[0]
        rules.act(states[1], seat, action)
        return boosted(states, 1, seat, net, room)
    if action < beam.STAND:
        return hopes[beam.THROWS - state.throw, action - beam.KEEP]
    return hopes[0, state.dice] if action == beam.STAND else ups[action - beam.UP]


@entry
def weigh(states, seat, actions, net, wins):
    """How likely the seat wins by each of its actions; states has room for DEPTH of them."""
    room, ups, hopes = (
        make_room(states[0].players, net),
        np.zeros(beam.NEVER_UP),
        np.zeros((beam.THROWS + 1, len(beam.GRANTED))),
    )
    if states[0].phase != beam.LIFTING and states[0].phase != beam.BOOSTING:
        weigh_turn(states, seat, net, room, ups, hopes)
    for i in range(len(actions)):
        wins[i] = value_of(states, seat, actions[i], net, room, ups, hopes)
