"""Beam me up: self-play and learning on a graphics card. The games are those of `train.train`, turn for turn."""

from typing import Any

import numpy as np

from tafelrunde.bots.beam_me_up.network import FEATURES, HIDDEN, PRESENT
from tafelrunde.games.beam_me_up.game import BeamMeUp
from tafelrunde.kernel.targets.gpu.build import ptx
from tafelrunde.kernel.targets.gpu.cuda import Cuda, cupy
from tafelrunde.lab.training.beam_me_up import card_kernels
from tafelrunde.lab.training.beam_me_up.games import untrained
from tafelrunde.lab.training.card import BETWEEN, POSITIONS, SIDE_BY_SIDE, Arrays, Learner, SelfPlay, learn, samples

TURNS = 24
"""In an iteration every game goes on for so many."""
FOLDERS = ("kernel", "games/beam_me_up", "bots/beam_me_up", "lab/training", "lab/training/beam_me_up")


def self_play(card: Any, players: int, games: int, positions: int) -> SelfPlay:
    """Games on random boards."""
    beside = card_kernels.beside(games, players, card.zeros)
    numbers, lengths, *_ = beside
    numbers[:] = card.put(np.arange(-games, 0))
    lengths[:] = BETWEEN
    blank = BeamMeUp(players=players, boards="random").blank()
    return SelfPlay(card, blank, games, beside, samples(positions, players * PRESENT, card.zeros))


def train(players: int, games: int, seed: int) -> Arrays:
    """Play and learn; the network for so many players."""
    card = Cuda(BeamMeUp(), ptx(BeamMeUp(), FOLDERS, card_kernels.kernels))
    table = self_play(card, players, SIDE_BY_SIDE, POSITIONS)
    first, *others = (card.put(part) for part in untrained(players, seed))
    learner = Learner((first.reshape(players * FEATURES, HIDDEN), *others), cupy())

    def play(_: int, net: Arrays) -> Arrays:
        return table.play(TURNS, np.uint64(seed), net[0].reshape(players, FEATURES, HIDDEN), *net[1:])

    for line in learn(table, play, learner, games, None):
        print(f"{players} players, {line}", flush=True)
    first, *others = (card.get(part) for part in learner.kept)
    return first.reshape(players, FEATURES, HIDDEN), *others
