"""All levels of a game on one scale: each meets the next two, and openskill rates them by all their games.

The scale begins at the random player of the game, so that levels of different games can be compared: by how much
better they are than chance. Intervals come from deals drawn again with repetition, each time rated anew.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean, stdev

from tafelrunde import bots
from tafelrunde.kernel.game import Game
from tafelrunde.lab.arena import CONFIDENCE, Contest, GameResult, PairResult, contest, play_all, ratings_of, report
from tafelrunde.lab.findings import Findings

REACH = 2
"""How many levels above a level meets."""
AGAIN = 40
"""How often deals are drawn again."""


@dataclass(frozen=True)
class Rung:
    """A level: how much better than the random player openskill rates it."""

    level: str
    games: int
    rating: float
    low: float
    high: float


@dataclass(frozen=True)
class Ladder(Findings):
    """The levels of a game, the weakest first, and who met whom."""

    seed: int
    equal_speed: bool
    games: int
    confidence: float
    rungs: list[Rung]
    pairs: list[PairResult]
    seconds: float


Deals = list[list[GameResult]]
"""Played deals; who took part is counted by level."""


def contests(game: Game, games: int, seed: int, equal_speed: bool) -> list[Contest]:
    """Every two levels that meet, in so many games."""
    levels = bots.levels(game.name)
    pairs = ((one, other) for i, one in enumerate(levels) for other in levels[i + 1 : i + 1 + REACH])
    return [contest(game, pair, games, seed, equal_speed) for pair in pairs]


def climb(
    held: Sequence[Contest],
    workers: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    ray: str | None = None,
    folder: Path | None = None,
) -> Ladder:
    """Play all these contests, and rate the levels."""
    began, before, met, pairs = time.perf_counter(), 0, list[Deals](), list[PairResult]()
    first, levels = held[0], bots.levels(held[0].game.name)
    for each in held:
        done = before
        kept = folder / "-".join(each.bots) if folder else None
        played = play_all(each, workers, lambda number, done=done: progress(done + number), ray, kept)  # type: ignore[misc]
        before += each.deals * len(each.bots)
        pairs += report(each, played, 0.0).pairs
        met.append([[_by_level(result, each, levels) for result in games] for games in played])
    return Ladder(
        game=first.game.name,
        options=first.game.options,
        seed=first.seed,
        equal_speed=first.equal_speed,
        games=before,
        confidence=CONFIDENCE,
        rungs=rated(levels, met, first.seed),
        pairs=pairs,
        seconds=time.perf_counter() - began,
    )


def _by_level(played: GameResult, held: Contest, levels: Sequence[str]) -> GameResult:
    return replace(played, lineup=tuple(levels.index(held.bots[who]) for who in played.lineup))


def rated(levels: Sequence[str], met: Sequence[Deals], seed: int) -> list[Rung]:
    """The rating of each level, and where it lies when other deals had been dealt."""
    chance = Random(seed)
    found = ratings_above_random(levels, list(met), chance)
    others = [ratings_above_random(levels, list(_drawn_again(met, chance)), chance) for _ in range(AGAIN)]
    reach = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    rungs = []
    for number, level in enumerate(levels):
        middle = fmean([found[number], *(each[number] for each in others)])
        spread = reach * stdev(each[number] for each in others)
        games = sum(number in game.lineup for deals in met for games in deals for game in games)
        rungs.append(Rung(level, games, middle, middle - spread, middle + spread))
    return rungs


def _drawn_again(met: Sequence[Deals], chance: Random) -> Iterator[Deals]:
    for deals in met:
        yield chance.choices(deals, k=len(deals))


def ratings_above_random(levels: Sequence[str], met: Sequence[Deals], chance: Random) -> list[float]:
    """The ratings after all games, in an order by chance, counted from that of the weakest level."""
    games = [game for deals in met for games in deals for game in games]
    chance.shuffle(games)
    ratings = [rating for rating, _ in ratings_of(len(levels), games)]
    return [rating - ratings[0] for rating in ratings]
