"""Batches of complete random games."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tafelrunde.kernel import engine, seeds
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.game import DEVICES, Game
from tafelrunde.kernel.targets.native import compiling


@dataclass(frozen=True)
class Playouts:
    """Totals over complete random games."""

    games: int
    decisions: int
    seconds: float
    wins: list[int]
    """By seat."""
    scores: list[float]
    """By seat, on average."""
    lengths: npt.NDArray[np.int64]
    """How many decisions each game had."""
    kinds: dict[str, int]
    """How many moves of each kind were made, if that was asked for."""


def play(game: Game, games: int, seed: int, threads: int, kinds: bool, first: int, device: str) -> Playouts:
    """Complete random games, numbered from `first`; the same on any number of threads, and on any device."""
    games = Value(games, "games", BadOption).integer(1, 10**9)
    threads = Value(threads, "threads", BadOption).integer(1, 256)
    word = np.uint64(Value(seed, "seed", BadOption).integer(0, seeds.WORD))
    if Value(device, "device", BadOption).choice(DEVICES) == "cuda":
        from tafelrunde.kernel.targets.gpu.playouts import play as play_on_card

        return play_on_card(game, games, int(word), kinds, first)[0]
    bounds = [first + games * i // threads for i in range(threads + 1)]
    shares = [_Share(game, word, low, high - low, kinds) for low, high in pairwise(bounds)]
    with compiling(game.name, "playouts") as fresh:
        if fresh:
            _Share(game, word, 0, 1, kinds).play()
    began = time.perf_counter()
    if threads == 1:
        shares[0].play()
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(_Share.play, shares))
    seconds = time.perf_counter() - began
    lengths = np.concatenate([share.lengths for share in shares])
    totals = sum(share.totals for share in shares)
    counts = sum(share.kinds for share in shares)
    return Playouts(
        games=games,
        decisions=int(lengths.sum()),
        seconds=seconds,
        wins=[int(n) for n in np.sum([share.wins for share in shares], axis=0)[: game.players]],
        scores=[float(total) / games for total in np.atleast_1d(totals)[: game.players]],
        lengths=lengths,
        kinds={name: int(n) for name, n in zip(game.KINDS, np.atleast_1d(counts), strict=False)} if kinds else {},
    )


class _Share:
    """One thread's share of many random games."""

    def __init__(self, game: Game, seed: np.uint64, first: int, games: int, kinds: bool) -> None:
        self.seed, self.first = seed, first
        self.states = np.concatenate([game.blank(), game.blank()])
        self.lengths = np.zeros(games, np.int64)
        self.buffer = np.zeros(game.MAX_MOVES, np.int32)
        self.scores = np.zeros(8, np.int32)
        self.wins = np.zeros(8, np.int64)
        self.totals = np.zeros(8, np.int64)
        self.kinds = np.zeros(len(game.KINDS) if kinds else 0, np.int64)

    def play(self) -> None:
        engine.playouts(
            self.states,
            self.seed,
            self.first,
            self.lengths,
            self.buffer,
            self.scores,
            self.wins,
            self.totals,
            self.kinds,
        )
