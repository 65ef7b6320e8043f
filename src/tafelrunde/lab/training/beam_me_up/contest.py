"""Beam me up: which of two networks plays better, both with solved turns.

    python -m tafelrunde.lab.training.beam_me_up.contest ONE.npz OTHER.npz --players 2 --deals 6000

One seat has the first network, all others have the other one, once for every seat of each deal; among equals it would
win one game of as many as there are players.
"""

import argparse
from pathlib import Path

import numpy as np

from tafelrunde.bots.beam_me_up.network import PARTS
from tafelrunde.bots.beam_me_up.turn_solver import DEPTH, solve_turn
from tafelrunde.games.beam_me_up.game import BeamMeUp
from tafelrunde.kernel.compiled import entry
from tafelrunde.lab.training.beam_me_up.games import deal, take_turn
from tafelrunde.lab.training.beam_me_up.train import PLAYERS, new_desk
from tafelrunde.lab.training.shares import share_with_interval


@entry
def play(states, seed, one, other, desk, won):
    """Write for each game whether the first network has won it."""
    room, ups, hopes, out, _, _ = desk
    players = np.int64(states[DEPTH].players)
    for game in range(len(won)):
        at = game % players
        states[0] = states[DEPTH]
        deal(states[0], seed, game // players, out)
        while states[0].winners == 0:
            seat = np.int64(states[0].turn)
            net = one if seat == at else other
            solve_turn(states, seat, net, room, ups, hopes)
            take_turn(states, seat, net, room, ups, hopes, out)
        won[game] = states[0].winners >> at & 1


def read(path, players):
    with np.load(path) as kept:
        return tuple(kept[f"{players}-{number}"] for number in range(PARTS))


def contest(one, other, players, deals, seed):
    """How the first network did in each game."""
    states = np.repeat(BeamMeUp(players=players, boards="random").blank(), DEPTH + 1)
    won = np.zeros(players * deals)
    play(states, np.uint64(seed), one, other, new_desk(players), won)
    return won


def main() -> None:
    options = argparse.ArgumentParser(description="Let two networks for Beam me up play each other.")
    options.add_argument("one", type=Path)
    options.add_argument("other", type=Path)
    options.add_argument("--players", type=int, choices=PLAYERS, default=2)
    options.add_argument("--deals", type=int, default=6000)
    options.add_argument("--seed", type=int, default=99)
    given = options.parse_args()
    nets = read(given.one, given.players), read(given.other, given.players)
    print(share_with_interval(contest(*nets, given.players, given.deals, given.seed), given.players))


if __name__ == "__main__":
    main()
