"""Beam me up: learn the value of positions by self-play with solved turns, in compiled code.

    python -m tafelrunde.lab.training.beam_me_up.train --games 8000

The target of a position after a seat's turn is what the seat expects before its next throw, mixed with how the game
ended.
"""

import time
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from tafelrunde.bots.beam_me_up import network
from tafelrunde.bots.beam_me_up.turn_solver import DEPTH, solve_turn, value_of
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.games.beam_me_up.game import BeamMeUp
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.chance import below, scramble
from tafelrunde.kernel.compiled import allocating, allocating_entry

HIDDEN = 32
TRACE = 0.6
"""How much a position learns from the outcome rather than from the next expectation."""
LONGEST = 400
"""Turns after which a game is given up."""
FIRST_RATE, LAST_RATE = 0.02, 0.001
PLAYERS = (2, 3, 4)


@allocating
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


@allocating
def correct(seen, players, target, net, hidden, rate):
    """One step of gradient descent towards a target."""
    first, bias, second, last = net
    error = np.float32(rate * (target - network.evaluate(seen, players, net, hidden)))
    last[0] += error
    for i in range(len(bias)):
        if hidden[i] > 0:
            back = error * second[i]
            second[i] += error * hidden[i]
            bias[i] += back
            for place in range(players):
                for k in range(network.PRESENT):
                    first[place, seen[place, k], i] += back


@allocating
def deal(state, seed, game, out):
    """A new game on random boards with a random head start."""
    engine.begin(state, seed, np.uint64(game))
    word = scramble(seed ^ scramble(np.uint64(game)))
    while state.phase == beam.LIFTING:
        word = scramble(word)
        engine.apply(state, state.turn, out[below(word, verbs.moves(state, state.turn, out))])


@allocating_entry
def train(states, seed, first_game, games, net, first_rate, last_rate, out):
    """Play and learn; returns the mean number of turns and the mean squared error of a turn."""
    players = np.int64(states[DEPTH].players)
    room, ups, hopes = (
        network.make_buffers(players, net),
        np.zeros(beam.NEVER_UP),
        np.zeros((beam.THROWS + 1, len(beam.COUNTS))),
    )
    seen, hoped = np.zeros((LONGEST, players, network.PRESENT), np.int64), np.zeros(LONGEST)
    turns, surprise = 0, 0.0
    for game in range(games):
        rate = first_rate * (last_rate / first_rate) ** (game / games)
        states[0] = states[DEPTH]
        deal(states[0], seed, first_game + game, out)
        length = 0
        mover = np.int64(states[0].turn)
        while states[0].winners == 0 and length < LONGEST:
            on_turn = np.int64(states[0].turn)
            hoped[length] = solve_turn(states, on_turn, net, room, ups, hopes)
            take_turn(states, on_turn, net, room, ups, hopes, out)
            network.write_features(states[0], on_turn, seen[length])
            length += 1
        turns += length
        winner = (mover + length - 1) % players if states[0].winners else -1
        for seat in range(players):
            target = 1.0 if seat == winner else 0.0
            last = length - 1 - (mover + length - 1 - seat) % players
            if seat == winner:
                target = TRACE + (1 - TRACE) * hoped[last]
                last -= players
            for turn in range(last, -1, -players):
                before = network.evaluate(seen[turn], players, net, room[1])
                surprise += (target - before) ** 2
                correct(seen[turn], players, target, net, room[1], rate)
                target = TRACE * target + (1 - TRACE) * hoped[turn]
    return turns / games, surprise / max(turns, 1)


def untrained(players: int, hidden: int, seed: int) -> tuple[Any, ...]:
    """A network that knows nothing but that stones want to go up."""
    chance = np.random.default_rng(seed)
    first = chance.normal(0, 0.05, (players, network.FEATURES, hidden)).astype(np.float32)
    second = chance.normal(0, 0.2, hidden).astype(np.float32)
    rows = np.tile(np.arange(beam.ROWS, dtype=np.float32), beam.STONES)[:, None] * 0.02 * np.sign(second)
    first[0, : len(rows)] += rows
    first[1:, : len(rows)] -= rows / (players - 1)
    return first, np.full(hidden, 0.1, np.float32), second, np.zeros(1, np.float32)


def train_for(players: int, games: int, seed: int, rounds: int = 10) -> tuple[Any, ...]:
    """The network for so many players."""
    states = np.repeat(BeamMeUp(players=players, boards="random").blank(), DEPTH + 1)
    net, out = untrained(players, HIDDEN, seed), np.zeros(beam.MAX_MOVES, np.int32)
    rates = np.geomspace(FIRST_RATE, LAST_RATE, rounds + 1)
    for number in range(rounds):
        began, share = time.perf_counter(), games // rounds
        turns, surprise = train(states, np.uint64(seed), number * share, share, net, *rates[number : number + 2], out)
        took = time.perf_counter() - began
        print(
            f"{players} players, {(number + 1) * share} games: {turns:.1f} turns, {surprise:.4f}, {took:.0f} s",
            flush=True,
        )
    return net


def main(
    games: Annotated[int, typer.Option(help="Games for each number of players.")] = 8_000,
    seed: int = 1,
    file: Path = network.WEIGHTS,
) -> None:
    """Train for two, three and four players, and write the weights."""
    learned = {}
    for players in PLAYERS:
        for number, part in enumerate(train_for(players, games, seed)):
            learned[f"{players}-{number}"] = part
    np.savez_compressed(file, **learned)


if __name__ == "__main__":
    typer.run(main)
