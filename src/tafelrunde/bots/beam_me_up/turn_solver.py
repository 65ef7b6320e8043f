"""Beam me up: a whole turn solved exactly, in compiled code, against the network's value of what it leads to."""

from typing import Any

import numpy as np

from tafelrunde.bots.beam_me_up.network import HIDDEN, PRESENT, win_chance
from tafelrunde.games.beam_me_up import climbing, rules
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel.compiled import compiled, entry
from tafelrunde.kernel.targets import arrays

DEPTH = 16
"""Room for a chain of rockets: at most two boosts more than there are rockets."""
SHAPES = 6
NO_USE = -1

NEXT = np.array(
    [[beam.DICE_NUMBER[tuple(sorted((*dice, n)))] for n in beam.NUMBERS] for dice in beam.DICE[: beam.FULL]],
    np.int64,
)
"""By dice kept: what they are with one die more."""


def new_room(players: int) -> tuple[Any, ...]:
    """Room to work in: for the network, and for the chain of rockets."""
    return (
        arrays.zeros("i8", players, PRESENT),
        arrays.zeros("f4", HIDDEN),
        arrays.zeros("i8", DEPTH),
        arrays.zeros("f8", DEPTH),
        arrays.zeros("f8", SHAPES),
    )


@compiled
def best_with_boosts(states, first, seat, net, room):
    """The value of the best way to use the rockets of a state; the states after it are room for the chain.

    Two boosts can change places unless the first brings another one, so only one order of them is looked at.
    """
    if states[first].winners or states[first].phase != beam.BOOSTING:
        return win_chance(states[first], seat, net, room)
    _, _, tried, best, _ = room
    tried[first], best[first], depth = 0, 0.0, first
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
            best[depth] = max(best[depth], win_chance(states[depth + 1], seat, net, room))


@compiled
def value_uses(states, seat, net, room, ups):
    """The value of every use of the dice, whatever they show."""
    for up in range(beam.NEVER_UP):
        states[1] = states[0]
        rules.use_dice(states[1], seat, up)
        ups[up] = best_with_boosts(states, 1, seat, net, room)


@compiled
def value_dice(states, seat, net, room, ups, expected):
    """By five dice: the value of the best use that they allow; of passing if they allow none (BM-09)."""
    states[1] = states[0]
    rules.begin_turn(states[1], rules.seat_after(states[1], seat))
    nothing = win_chance(states[1], seat, net, room)
    best = room[4]
    best[:] = 0.0
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
        expected[0, dice] = value


@compiled
def value_throws(expected):
    """expected[n]: by dice kept, the value with n throws to come; five dice kept may be thrown again, or stand."""
    for throws in range(1, beam.THROWS + 1):
        for dice in range(beam.FULL, len(beam.GRANTED)):
            value = expected[0, dice]
            if throws > 1:
                for i in range(beam.KEEP_COUNT[dice] - 1):
                    value = max(value, expected[throws - 1, beam.KEEPS[dice, i] - beam.KEEP])
            expected[throws, dice] = value
        for dice in range(beam.FULL - 1, -1, -1):
            total = 0.0
            for n in range(6):
                total += expected[throws, NEXT[dice, n]]
            expected[throws, dice] = total / 6


@compiled
def solve_turn(states, seat, net, room, ups, expected):
    """Solve the turn of a seat, at whatever throw it is."""
    value_uses(states, seat, net, room, ups)
    value_dice(states, seat, net, room, ups, expected)
    value_throws(expected)
    return expected[beam.THROWS, beam.NO_DICE]


@compiled
def value_of(states, seat, action, net, room, ups, expected):
    """The value of one action; within a turn, after the turn was solved."""
    state = states[0]
    if action < beam.KEEP or state.phase == beam.BOOSTING:
        states[1] = states[0]
        rules.act(states[1], seat, action)
        return best_with_boosts(states, 1, seat, net, room)
    if action < beam.STAND:
        return expected[beam.THROWS - state.throw, action - beam.KEEP]
    return expected[0, state.dice] if action == beam.STAND else ups[action - beam.UP]


@entry
def solve(states, seat, actions, net, room, wins, ups, expected):
    """How likely the seat wins by each of its actions, by each use of the dice, and by throws to come and dice kept.

    states has room for DEPTH of them; within a turn only, ups and expected are filled in.
    """
    if states[0].phase != beam.LIFTING and states[0].phase != beam.BOOSTING:
        solve_turn(states, seat, net, room, ups, expected)
    for i in range(len(actions)):
        wins[i] = value_of(states, seat, actions[i], net, room, ups, expected)


@entry
def expect(values, expected):
    """expected as `value_throws` says, by the values of five dice."""
    for dice in range(beam.FULL, len(beam.GRANTED)):
        expected[0, dice] = values[dice - beam.FULL]
    value_throws(expected)


@entry
def best_uses(ups, joker, uses):
    """By five dice: the number of the use that wins most; NO_USE if they allow none."""
    for dice in range(beam.FULL, len(beam.GRANTED)):
        shapes, best, chosen = beam.GRANTED_SHAPES[dice], -1.0, NO_USE
        for i in range(beam.JOKER_COUNT[shapes] if joker else beam.GRANTED_COUNT[dice]):
            up = int(beam.JOKERS[shapes, i] if joker else beam.GRANTED[dice, i]) - beam.UP
            if ups[up] > best:
                best, chosen = ups[up], up
        uses[dice - beam.FULL] = chosen


@entry
def forecast(expected, amounts, throws, means):
    """means[n]: by dice kept, the mean of an amount, which is given by the five dice in the end, with n throws to come.

    The turn is played on for the highest chance to win.
    """
    for to_come in range(1, throws + 1):
        for dice in range(beam.FULL, len(beam.GRANTED)):
            means[to_come, dice] = amounts[dice - beam.FULL]
            highest = expected[0, dice]
            for i in range(beam.KEEP_COUNT[dice] - 1 if to_come > 1 else 0):
                kept = np.int64(beam.KEEPS[dice, i]) - beam.KEEP
                if expected[to_come - 1, kept] > highest:
                    highest = expected[to_come - 1, kept]
                    means[to_come, dice] = means[to_come - 1, kept]
        for dice in range(beam.FULL - 1, -1, -1):
            total = 0.0
            for n in range(6):
                total += means[to_come, NEXT[dice, n]]
            means[to_come, dice] = total / 6
