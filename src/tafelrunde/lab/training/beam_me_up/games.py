"""Beam me up: games by solved turns, which the network learns from, on a processor as on a graphics card."""

from typing import Any

import numpy as np

from tafelrunde.bots.beam_me_up.network import FEATURES, HIDDEN
from tafelrunde.bots.beam_me_up.turn_solver import value_of
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.chance import below, scramble
from tafelrunde.kernel.compiled import compiled

TRACE = 0.6
"""How much a position learns from the outcome rather than from the next expectation."""


@compiled
def take_turn(states, seat, net, room, ups, hopes, out):
    """Play the best moves until the turn is over."""
    state = states[0]
    while state.winners == 0 and state.turn == seat:
        count = verbs.moves(state, seat, out)
        best, chosen = -1.0, out[0]
        for i in range(count):
            value = value_of(states, seat, out[i], net, room, ups, hopes)
            if value > best:
                best, chosen = value, out[i]
        engine.apply(state, seat, chosen)


@compiled
def deal(state, seed, game, out):
    """A new game on random boards with a random head start."""
    engine.begin(state, seed, np.uint64(game))
    word = scramble(seed ^ scramble(np.uint64(game)))
    while state.phase == beam.LIFTING:
        word = scramble(word)
        engine.apply(state, state.turn, out[below(word, verbs.moves(state, state.turn, out))])


@compiled
def last_turn(seat, mover, length, players):
    """The last turn of a seat in a game of so many turns that this one began; less than 0 if it had none."""
    return length - 1 - (mover + length - 1 - seat) % players


@compiled
def worth_before(worth, hoped):
    """Back by a turn of the seat: what the position was worth, by what came of it and what was hoped for then."""
    return TRACE * worth + (1 - TRACE) * hoped


def untrained(players: int, seed: int) -> tuple[Any, ...]:
    """A network that knows nothing but that stones want to go up."""
    chance = np.random.default_rng(seed)
    first = chance.normal(0, 0.05, (players, FEATURES, HIDDEN)).astype(np.float32)
    second = chance.normal(0, 0.2, HIDDEN).astype(np.float32)
    rows = np.tile(np.arange(beam.ROWS, dtype=np.float32), beam.STONES)[:, None] * 0.02 * np.sign(second)
    first[0, : len(rows)] += rows
    first[1:, : len(rows)] -= rows / (players - 1)
    return first, np.full(HIDDEN, 0.1, np.float32), second, np.zeros(1, np.float32)
