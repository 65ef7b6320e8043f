"""Beam me up: a whole turn solved exactly, in compiled code, against the network's value of what it leads to."""

import numpy as np

from tafelrunde.bots.beam_me_up.network import make_buffers, win_chance
from tafelrunde.games.beam_me_up import rules, tables
from tafelrunde.kernel.compiled import compiled, entry

DEPTH = 16
"""Room for a chain of rockets: at most two boosts more than there are rockets."""
SHAPES = 6

NEXT = np.array(
    [[tables.DICE_NUMBER[tuple(sorted((*dice, n)))] for n in tables.NUMBERS] for dice in tables.DICE[: tables.FULL]],
    np.int64,
)
"""By dice kept: what they are with one die more."""


@compiled
def best_with_boosts(states, first, seat, net, buffers):
    """The value of the best way to use the rockets of a state; the states after it are room for the chain.

    Two boosts can change places unless the first brings another one, so only one order of them is looked at.
    """
    if states[first].winners or states[first].phase != rules.BOOSTING:
        return win_chance(states[first], seat, net, buffers)
    tried, best = np.zeros(DEPTH, np.int64), np.zeros(DEPTH)
    depth = first
    while True:
        column = tried[depth]
        if column > tables.STONES:
            if depth == first:
                return best[first]
            best[depth - 1] = max(best[depth - 1], best[depth])
            depth -= 1
            continue
        tried[depth] += 1
        if column < tables.STONES and states[depth].stones[seat] & tables.LANE_TOP[column]:
            continue
        before = states[depth].boosts
        states[depth + 1] = states[depth]
        rules.act(states[depth + 1], seat, tables.BOOST + column)
        if states[depth + 1].winners == 0 and states[depth + 1].phase == rules.BOOSTING:
            depth += 1
            tried[depth] = column if states[depth].boosts < before else 0
            best[depth] = 0.0
        else:
            best[depth] = max(best[depth], win_chance(states[depth + 1], seat, net, buffers))


@compiled
def value_uses(states, seat, net, buffers, ups):
    """The value of every use of the dice, whatever they show."""
    for up in range(tables.NEVER_UP):
        states[1] = states[0]
        rules.use_dice(states[1], seat, up)
        ups[up] = best_with_boosts(states, 1, seat, net, buffers)


@compiled
def value_dice(states, seat, net, buffers, ups, expected):
    """By five dice: the value of the best use that they allow; of passing if they allow none (BM-09)."""
    states[1] = states[0]
    rules.begin_turn(states[1], rules.seat_after(states[1], seat))
    nothing = win_chance(states[1], seat, net, buffers)
    best = np.zeros(SHAPES)
    for up in range(tables.NEVER_UP):
        best[tables.SHAPE[up]] = max(best[tables.SHAPE[up]], ups[up])
    joker = rules.has_joker(states[0], seat)
    for dice in range(tables.FULL, len(tables.GRANTED)):
        value = nothing if tables.GRANTED_COUNT[dice] == 0 else 0.0
        if joker:
            for shape in range(SHAPES):
                if tables.GRANTED_SHAPES[dice] >> shape & 1:
                    value = max(value, best[shape])
        else:
            for i in range(tables.GRANTED_COUNT[dice]):
                value = max(value, ups[tables.GRANTED[dice, i] - tables.UP])
        expected[0, dice] = value


@compiled
def value_throws(expected):
    """expected[n]: by dice kept, the value with n throws to come; five dice kept may be thrown again, or stand."""
    for throws in range(1, rules.THROWS + 1):
        for dice in range(tables.FULL, len(tables.GRANTED)):
            value = expected[0, dice]
            if throws > 1:
                for i in range(tables.KEEP_COUNT[dice] - 1):
                    value = max(value, expected[throws - 1, tables.KEEPS[dice, i] - tables.KEEP])
            expected[throws, dice] = value
        for dice in range(tables.FULL - 1, -1, -1):
            total = 0.0
            for n in range(6):
                total += expected[throws, NEXT[dice, n]]
            expected[throws, dice] = total / 6


@compiled
def solve_turn(states, seat, net, buffers, ups, expected):
    """Solve the turn of a seat, at whatever throw it is."""
    value_uses(states, seat, net, buffers, ups)
    value_dice(states, seat, net, buffers, ups, expected)
    value_throws(expected)
    return expected[rules.THROWS, tables.NO_DICE]


@compiled
def value_of(states, seat, action, net, buffers, ups, expected):
    """The value of one action; within a turn, after the turn was solved."""
    state = states[0]
    if action < tables.KEEP or state.phase == rules.BOOSTING:
        states[1] = states[0]
        rules.act(states[1], seat, action)
        return best_with_boosts(states, 1, seat, net, buffers)
    if action < tables.STAND:
        return expected[rules.THROWS - state.throw, action - tables.KEEP]
    return expected[0, state.dice] if action == tables.STAND else ups[action - tables.UP]


@entry
def solve(states, seat, actions, net, wins):
    """How likely the seat wins by each of its actions; states has room for DEPTH of them."""
    buffers = make_buffers(states[0].players, net)
    ups, expected = np.zeros(tables.NEVER_UP), np.zeros((rules.THROWS + 1, len(tables.GRANTED)))
    if states[0].phase != rules.LIFTING and states[0].phase != rules.BOOSTING:
        solve_turn(states, seat, net, buffers, ups, expected)
    for i in range(len(actions)):
        wins[i] = value_of(states, seat, actions[i], net, buffers, ups, expected)
