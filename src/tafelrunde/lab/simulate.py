"""Random games by the thousand, and what they come to."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.game import Game
from tafelrunde.lab.findings import Findings

CHUNKS = 100
MOST_GAMES = 10**8


@dataclass(frozen=True)
class Summary(Findings):
    """Length of games, wins by seat and moves by kind of complete random games."""

    games: int
    seed: int
    decisions: int
    seconds: float
    length: dict[str, float]
    wins: list[float]
    scores: list[float]
    kinds: dict[str, int]


def simulate(
    game: Game, games: int, seed: int = 0, threads: int = 1, progress: Callable[[int], None] = lambda done: None
) -> Summary:
    """Play complete random games, in chunks so that progress can be shown."""
    games = Value(games, "games", BadOption).integer(1, MOST_GAMES)
    bounds = np.linspace(0, games, min(games, CHUNKS) + 1).astype(int).tolist()
    parts = []
    for first, end in pairwise(bounds):
        parts.append(game.playouts(games=end - first, seed=seed, threads=threads, kinds=True, first=first))
        progress(end)
    lengths = np.concatenate([part.lengths for part in parts])
    weights = np.array([part.games for part in parts]) / games
    quantiles = np.quantile(lengths, [0, 0.05, 0.5, 0.95, 1])
    return Summary(
        game=game.name,
        options=game.options,
        games=games,
        seed=seed,
        decisions=int(lengths.sum()),
        seconds=sum(part.seconds for part in parts),
        length=dict(zip(("least", "low", "median", "high", "most"), quantiles.tolist(), strict=True))
        | {"mean": float(lengths.mean())},
        wins=(np.sum([part.wins for part in parts], axis=0) / games).tolist(),
        scores=(weights @ np.array([part.scores for part in parts])).tolist(),
        kinds={kind: sum(part.kinds[kind] for part in parts) for kind in game.KINDS},
    )
