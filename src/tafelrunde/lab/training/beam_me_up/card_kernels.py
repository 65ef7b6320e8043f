"""Beam me up: self-play as a graphics card does it, a game on each of its threads, a turn of each at a time."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numba
import numpy as np

from tafelrunde.bots.beam_me_up.network import FEATURES, HIDDEN, PRESENT, write_features
from tafelrunde.bots.beam_me_up.turn_solver import DEPTH, SHAPES, solve_turn
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel.compiled import compiled
from tafelrunde.kernel.targets.gpu.kernels import Kernel
from tafelrunde.kernel.targets.gpu.own import fetch_add, meet, own
from tafelrunde.lab.training.beam_me_up.games import deal, last_turn, take_turn, worth_before
from tafelrunde.lab.training.card import BETWEEN, GAMES, MOVES, samples

LONGEST = 400
"""Turns after which a game is given up."""
STATES, MOST_MOVES = DEPTH + 1, beam.MAX_MOVES


@compiled
def play_on(
    thread,
    threads,
    turns,
    options,
    states,
    numbers,
    lengths,
    movers,
    features,
    ups,
    hopes,
    seen,
    hoped,
    seed,
    first,
    bias,
    second,
    last,
    rows_kept,
    counts,
    targets,
    kept,
    played,
):
    """Play on in each game; the positions of those that end become samples, with what they were worth."""
    mine, moves, hidden = own(states, STATES), own(np.int32, MOST_MOVES), own(np.float32, HIDDEN)
    tried, best, shapes = own(np.int64, DEPTH), own(np.float64, DEPTH), own(np.float64, SHAPES)
    net, players = (first, bias, second, last), np.int64(options[0].players)
    for i in range(thread, len(lengths), threads):
        mine[0] = states[i]
        room = features[i], hidden, tried, best, shapes
        length = np.int64(lengths[i])
        for _ in range(turns):
            if length == BETWEEN:
                numbers[i] += len(lengths)
                mine[0] = options[0]
                deal(mine[0], seed, numbers[i], moves)
                movers[i], length = mine[0].turn, np.int64(0)
            meet()
            seat = np.int64(mine[0].turn)
            hoped[i, length] = solve_turn(mine, seat, net, room, ups[i], hopes[i])
            meet()
            take_turn(mine, seat, net, room, ups[i], hopes[i], moves)
            meet()
            write_features(mine[0], seat, room[0])
            for place in range(players):
                for k in range(PRESENT):
                    seen[i, length, place * PRESENT + k] = place * FEATURES + room[0][place, k]
            length += 1
            if mine[0].winners or length == LONGEST:
                remember(i, length, players, mine[0], movers[i], seen, hoped, rows_kept, counts, targets, kept)
                fetch_add(played, GAMES, 1)
                fetch_add(played, MOVES, length)
                length = np.int64(BETWEEN)
        states[i], lengths[i] = mine[0], length


@compiled
def remember(i, length, players, state, mover, seen, hoped, rows_kept, counts, targets, kept):
    """Go back through the turns of each seat: what each position was worth."""
    winner = (mover + length - 1) % players if state.winners else -1
    for seat in range(players):
        worth, turn = 0.0, last_turn(seat, mover, length, players)
        if seat == winner:
            worth = worth_before(1.0, hoped[i, turn])
            turn -= players
        while turn >= 0:
            at = fetch_add(kept, 0, 1)
            if at < len(targets):
                counts[at], targets[at] = players * PRESENT, worth
                for k in range(players * PRESENT):
                    rows_kept[at, k] = seen[i, turn, k]
            worth = worth_before(worth, hoped[i, turn])
            turn -= players


def kernels() -> Mapping[str, Kernel]:
    """The kernel with the types of what it is given, the same for any number of players."""
    zeros, players = partial(np.zeros, order="F"), 2
    states = np.zeros(1, beam.STATE)
    network = [np.zeros(shape, np.float32) for shape in ((players, FEATURES, HIDDEN), HIDDEN, HIDDEN, 1)]
    kept = samples(2, players * PRESENT, zeros)
    given = (0, 1, 0, states, states, *beside(2, players, zeros), np.uint64(0), *network, *kept, np.zeros(2, np.int64))
    return {"play_on": Kernel(play_on, tuple(map(numba.typeof, given)))}


def beside(games: int, players: int, zeros: Any) -> tuple[Any, ...]:
    """What is kept beside the states of games that go on."""
    return (
        zeros(games, np.int64),
        zeros(games, np.int32),
        zeros(games, np.int64),
        zeros((games, players, PRESENT), np.int64),
        zeros((games, beam.NEVER_UP), np.float64),
        zeros((games, beam.THROWS + 1, len(beam.COUNTS)), np.float64),
        zeros((games, LONGEST, players * PRESENT), np.int16),
        zeros((games, LONGEST), np.float64),
    )
