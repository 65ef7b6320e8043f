"""Beam me up: learn the value of positions by self-play with solved turns, in compiled code.

    python -m tafelrunde.lab.training.beam_me_up.train --games 8000

The target of a position after a seat's turn is what the seat expects before its next throw, mixed with how the game
ended. With several `--learners` each of them plays and learns by itself, on a core of its own if there are so many,
and now and then all go on from the mean of what they have learned; their number decides what comes out, not the cores.
"""

import argparse
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from tafelrunde.bots.beam_me_up import network
from tafelrunde.bots.beam_me_up.turn_solver import DEPTH, new_room, solve_turn
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.games.beam_me_up.game import BeamMeUp
from tafelrunde.kernel.compiled import compiled, entry
from tafelrunde.lab.training.beam_me_up.games import deal, last_turn, take_turn, untrained, worth_before

LONGEST = 400
"""Turns after which a game is given up."""
FIRST_RATE, LAST_RATE = 0.02, 0.001
PLAYERS = (2, 3, 4)
BY_ITSELF = 800
"""Games after which learners meet."""


@compiled
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


@entry
def train(states, seed, first_game, games, net, first_rate, last_rate, desk):
    """Play and learn; returns the mean number of turns and the mean squared error of a turn."""
    room, ups, hopes, out, seen, hoped = desk
    players = np.int64(states[DEPTH].players)
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
            worth, last = 0.0, last_turn(seat, mover, length, players)
            if seat == winner:
                worth = worth_before(1.0, hoped[last])
                last -= players
            for turn in range(last, -1, -players):
                before = network.evaluate(seen[turn], players, net, room[1])
                surprise += (worth - before) ** 2
                correct(seen[turn], players, worth, net, room[1], rate)
                worth = worth_before(worth, hoped[turn])
    return turns / games, surprise / max(turns, 1)


def new_desk(players: int) -> tuple[Any, ...]:
    """What a learner works with: room for the solver and the turn, and the turns of a game."""
    return (
        new_room(players),
        np.zeros(beam.NEVER_UP),
        np.zeros((beam.THROWS + 1, len(beam.COUNTS))),
        np.zeros(beam.MAX_MOVES, np.int32),
        np.zeros((LONGEST, players, network.PRESENT), np.int64),
        np.zeros(LONGEST),
    )


def train_for(players: int, games: int, seed: int, learners: int) -> tuple[Any, ...]:
    """The network for so many players."""
    blank = BeamMeUp(players=players, boards="random").blank()
    desks = [(np.repeat(blank, DEPTH + 1), new_desk(players)) for _ in range(learners)]
    net, rounds = untrained(players, seed), max(games // (learners * BY_ITSELF), 1)
    share, rates = games // (rounds * learners), np.geomspace(FIRST_RATE, LAST_RATE, rounds + 1)
    began = time.perf_counter()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for number in range(rounds):
            nets = [tuple(part.copy() for part in net) for _ in range(learners)]

            def learn(each: int, nets: Any = nets, number: int = number) -> tuple[float, float]:
                states, desk = desks[each]
                first = (number * learners + each) * share
                rate = rates[number : number + 2]
                found: tuple[float, float] = train(states, np.uint64(seed), first, share, nets[each], *rate, desk)
                return found

            turns, surprise = np.mean(list(pool.map(learn, range(learners))), axis=0)
            net = tuple(np.mean(parts, axis=0, dtype=np.float32) for parts in zip(*nets, strict=True))
            print(
                f"{players} players, {(number + 1) * learners * share} games: {turns:.1f} turns, {surprise:.4f}, "
                f"{time.perf_counter() - began:.0f} s",
                flush=True,
            )
    return net


def train_on_card(players: int, games: int, seed: int) -> tuple[Any, ...]:
    """The same on a graphics card."""
    from tafelrunde.lab.training.beam_me_up import on_card

    return on_card.train(players, games, seed)


def main() -> None:
    """Train for two, three and four players, and write the weights."""
    options = argparse.ArgumentParser(description="Learn what positions of Beam me up are worth.")
    options.add_argument("--games", type=int, default=8_000, help="for each number of players")
    options.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    options.add_argument("--learners", type=int, default=1, help="on a processor")
    options.add_argument("--players", type=int, nargs="+", choices=PLAYERS, default=PLAYERS, help="the others are kept")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--file", type=Path, default=network.WEIGHTS)
    given = options.parse_args()
    learned: dict[str, Any] = {}
    if given.file.exists():
        with np.load(given.file) as kept:
            learned.update(kept)
    for players in given.players:
        if given.device == "cuda":
            net = train_on_card(players, given.games, given.seed)
        else:
            net = train_for(players, given.games, given.seed, given.learners)
        learned |= {f"{players}-{number}": part for number, part in enumerate(net)}
        np.savez_compressed(given.file, **learned)


if __name__ == "__main__":
    main()
