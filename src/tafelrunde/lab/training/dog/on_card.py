"""Dog: self-play and learning on a graphics card. The games are those of `train.play`, move for move."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tafelrunde.bots.dog.features import MOST_FEATURES
from tafelrunde.games.dog.game import Dog
from tafelrunde.kernel.targets.gpu.build import ptx
from tafelrunde.kernel.targets.gpu.cuda import Cuda, cupy
from tafelrunde.lab.training.card import BETWEEN, POSITIONS, SIDE_BY_SIDE, Arrays, Learner, SelfPlay, learn, samples
from tafelrunde.lab.training.dog import card_kernels
from tafelrunde.lab.training.dog.targets import ALL_RANDOM, EXPLORE
from tafelrunde.lab.training.dog.untrained import untrained

TURNS = 512
"""In an iteration every game goes on for so many."""
RANDOM_ITERATIONS = 4
FOLDERS = ("kernel", "games/dog", "bots/dog", "lab/training", "lab/training/dog")


def self_play(card: Any, games: int, positions: int, seed: int) -> SelfPlay:
    """Games against itself."""
    beside = card_kernels.beside(games, card.zeros)
    seeds, _, moved, *_ = beside
    seeds[:] = card.put(np.random.default_rng(seed).integers(2**63, size=games).astype(np.uint64))
    moved[:] = BETWEEN
    return SelfPlay(card, Dog().blank(), games, beside, samples(positions, MOST_FEATURES, card.zeros))


def train(games: int, seed: int, minutes: float | None = None) -> Iterator[tuple[Arrays, str]]:
    """Play and learn; yields the network and a line on progress now and then."""
    card = Cuda(Dog(), ptx(Dog(), FOLDERS, card_kernels.kernels))
    table = self_play(card, SIDE_BY_SIDE, POSITIONS, seed)
    learner = Learner(tuple(card.put(part) for part in untrained(seed)), cupy())

    def play(iteration: int, net: Arrays) -> Arrays:
        return table.play(TURNS, np.int64(ALL_RANDOM if iteration < RANDOM_ITERATIONS else EXPLORE), *net)

    for line in learn(table, play, learner, games, minutes):
        yield tuple(card.get(part) for part in learner.kept), line
