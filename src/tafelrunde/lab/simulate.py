"""Random games by the thousand, and what they come to."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import floor
from pathlib import Path
from typing import Any

import numpy as np

import tafelrunde as tr
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.game import DEVICES, Game
from tafelrunde.kernel.seeds import WORD
from tafelrunde.lab.findings import Findings
from tafelrunde.lab.pieces import Piece, work

MOST_GAMES = 10**10
MOST_THREADS = 256
USUAL_PIECES, GAMES_IN_A_PIECE = 1000, (100, 100_000)
"""As many pieces, unless they would have fewer games than that, or more."""
QUANTILES = {"least": 0.0, "low": 0.05, "median": 0.5, "high": 0.95, "most": 1.0}


@dataclass(frozen=True)
class Summary(Findings):
    """Length of games, wins by seat and moves by kind of complete random games."""

    games: int
    seed: int
    decisions: int
    seconds: float
    """How long it has taken on all cores together."""
    length: dict[str, float]
    wins: list[float]
    scores: list[float]
    kinds: dict[str, int]


def simulate(
    game: Game,
    games: int,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[int], None] = lambda done: None,
    ray: str | None = None,
    folder: Path | None = None,
    device: str = "cpu",
) -> Summary:
    """Play complete random games, in so many threads, on a Ray cluster, or on graphics cards with `device="cuda"`; the
    same games wherever they are played.

    >>> found = simulate(tr.load("denkste"), games=1000, seed=7)
    >>> found.wins, found.length["median"]
    ([0.506, 0.494], 78.0)
    """
    games = Value(games, "games", BadOption).integer(1, MOST_GAMES)
    threads = Value(threads, "threads", BadOption).integer(1, MOST_THREADS)
    seed = Value(seed, "seed", BadOption).integer(0, WORD)
    pieces = pieces_of(game, games, seed, Value(device, "device", BadOption).choice(DEVICES))
    played = work(
        pieces,
        workers=1,
        threads=threads,
        ray=ray,
        folder=folder,
        progress=lambda done: progress(games * done // len(pieces)),
    )
    return summary(game, games, seed, played)


def pieces_of(game: Game, games: int, seed: int, device: str = "cpu") -> list[Piece]:
    """Ranges of the games, the same on every machine."""
    least, most = GAMES_IN_A_PIECE
    count = max(-(-games // most), min(USUAL_PIECES, -(-games // least)))
    bounds = [games * number // count for number in range(count + 1)]
    given = {"game": game.name, "options": game.options, "seed": seed}
    given |= {"device": device} if device != "cpu" else {}
    return [
        Piece(f"games-{first}-{end}", f"{__name__}:play_piece", given | {"first": first, "end": end})
        for first, end in pairwise(bounds)
    ]


def play_piece(
    game: str, options: dict[str, Any], seed: int, first: int, end: int, device: str = "cpu"
) -> dict[str, Any]:
    """The games from first to before end: totals, and how many had which length."""
    played = tr.load(game, **options).playouts(games=end - first, seed=seed, kinds=True, first=first, device=device)
    lengths, counts = np.unique(played.lengths, return_counts=True)
    return {
        "seconds": played.seconds,
        "lengths": list(zip(lengths.tolist(), counts.tolist(), strict=True)),
        "wins": played.wins,
        "scores": [round(score * played.games) for score in played.scores],
        "kinds": played.kinds,
    }


def summary(game: Game, games: int, seed: int, played: list[dict[str, Any]]) -> Summary:
    """Everything is added up in whole numbers, so that it does not matter how the games were divided."""
    lengths: Counter[int] = Counter()
    for part in played:
        lengths.update(dict(part["lengths"]))
    decisions = sum(length * count for length, count in lengths.items())
    return Summary(
        game=game.name,
        options=game.options,
        games=games,
        seed=seed,
        decisions=decisions,
        seconds=sum(part["seconds"] for part in played),
        length={name: quantile(lengths, share) for name, share in QUANTILES.items()} | {"mean": decisions / games},
        wins=[total / games for total in _totals([part["wins"] for part in played])],
        scores=[total / games for total in _totals([part["scores"] for part in played])],
        kinds={kind: sum(part["kinds"][kind] for part in played) for kind in game.KINDS},
    )


def _totals(rows: Sequence[Sequence[int]]) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]


def quantile(counts: Counter[int], share: float) -> float:
    """The value below which this share lies, between two values as `numpy.quantile` has it, to the last digit."""
    values = sorted(counts)
    ends = list(accumulate(counts[value] for value in values))
    place = (ends[-1] - 1) * share
    low, high = (
        values[np.searchsorted(ends, at, "right")] for at in (floor(place), min(floor(place) + 1, ends[-1] - 1))
    )
    part = place - floor(place)
    return float(high - (high - low) * (1 - part) if part >= 0.5 else low + (high - low) * part)
