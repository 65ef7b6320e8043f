"""Bots against each other on duplicate deals: who wins how often, and how certain that is.

Every deal is played once for each bot, with each bot once on every seat, so that the luck of the deal cancels out. The
games of one deal are not independent of each other, so intervals are computed from whole deals.
"""

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from functools import cache
from itertools import combinations, pairwise
from math import sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean, variance
from typing import Any

from openskill.models import PlackettLuce

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.warm_up import prepare
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.seeds import WORD
from tafelrunde.lab.bot_game import SeatedBot, play
from tafelrunde.lab.findings import Findings
from tafelrunde.lab.pieces import Piece, work
from tafelrunde.lab.sides import points, side_of, sides

CONFIDENCE = 0.95
MOST_BOTS = 8
MOST_GAMES = 10**7
MOST_PIECES = 1000


@dataclass(frozen=True)
class Contest:
    """These bots on so many deals. The same contest gives the same games, on however many machines.

    Only how long the bots have thought is never the same.
    """

    game: Game
    bots: tuple[str, ...]
    deals: int
    seed: int
    equal_speed: bool


@dataclass(frozen=True)
class Thinking:
    """How long somebody has thought."""

    decisions: int
    seconds: float
    longest: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> "Thinking":
        """These decisions, each with its seconds."""
        return cls(len(seconds), sum(seconds), max(seconds, default=0.0))


@dataclass(frozen=True)
class GameResult:
    """A game: which bot played each side, the points of each side, and how long it has thought."""

    lineup: tuple[int, ...]
    points: tuple[float, ...]
    thinking: tuple[Thinking, ...]

    @classmethod
    def read(cls, plain: list[list[Any]]) -> "GameResult":
        """From JSON."""
        lineup, points, thinking = plain
        return cls(tuple(lineup), tuple(points), tuple(Thinking(*each) for each in thinking))


@dataclass(frozen=True)
class BotResult:
    """How a bot did: its share of wins in the games that it played, beside what it would be among equals."""

    bot: str
    games: int
    share: float
    low: float
    high: float
    fair: float
    rating: float
    uncertainty: float
    mean_seconds: float
    longest_seconds: float


@dataclass(frozen=True)
class PairResult:
    """By how much more often one bot wins in the games that both played, on the same deals and seats."""

    one: str
    other: str
    difference: float
    low: float
    high: float


@dataclass(frozen=True)
class Report(Findings):
    """The figures of a contest."""

    seed: int
    equal_speed: bool
    deals: int
    games: int
    confidence: float
    lines: list[BotResult]
    pairs: list[PairResult]
    seconds: float


def contest(game: Game, names: Sequence[str], games: int, seed: int = 0, equal_speed: bool = False) -> Contest:
    """A contest of at least so many games. Raises BadOption for what is not possible.

    >>> contest(tr.load("denkste"), ["greedy", "random"], games=99).deals      # each is played twice
    50
    """
    count = len(Value(list(names), "bots", BadOption).items(2, MOST_BOTS))
    for name in names:
        bots.make(name, game.name)
    wanted = Value(games, "games", BadOption).integer(1, MOST_GAMES)
    return Contest(
        game,
        tuple(names),
        -(-wanted // count),
        Value(seed, "seed", BadOption).integer(0, WORD),
        equal_speed,
    )


def compete(
    held: Contest,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    ray: str | None = None,
    folder: Path | None = None,
) -> Report:
    """Play a contest, on all cores unless told otherwise, or on a Ray cluster.

    >>> found = compete(contest(tr.load("beam-me-up"), ["greedy", "random"], games=10, seed=1), workers=1)
    >>> [(line.bot, line.games, line.share) for line in found.lines]
    [('greedy', 10, 1.0), ('random', 10, 0.0)]
    """
    began = time.perf_counter()
    played = play_all(held, workers, progress, ray, folder)
    return report(held, played, time.perf_counter() - began)


def play_all(
    held: Contest, workers: int | None, progress: Callable[[int], None], ray: str | None, folder: Path | None
) -> list[list[GameResult]]:
    """The games of all deals."""
    pieces, games = pieces_of(held), held.deals * len(held.bots)
    if ray is None:
        prepare(held.game)
    parts = work(
        pieces,
        workers=workers,
        ray=ray,
        folder=folder,
        progress=lambda done: progress(games * done // len(pieces)),
    )
    return [[GameResult.read(game) for game in deal] for part in parts for deal in part]


def pieces_of(held: Contest) -> list[Piece]:
    """Ranges of its deals, the same on every machine."""
    count = min(held.deals, MOST_PIECES)
    bounds = [held.deals * number // count for number in range(count + 1)]
    given = {
        "game": held.game.name,
        "options": held.game.options,
        "bots": list(held.bots),
        "seed": held.seed,
        "equal_speed": held.equal_speed,
    }
    return [
        Piece(f"deals-{first}-{end}", f"{__name__}:play_piece", given | {"first": first, "end": end})
        for first, end in pairwise(bounds)
    ]


def play_piece(
    game: str, options: dict[str, Any], bots: list[str], seed: int, equal_speed: bool, first: int, end: int
) -> list[list[tuple[Any, ...]]]:
    """The games of the deals from first to before end."""
    held = Contest(prepared(game, json.dumps(options)), tuple(bots), end - first, seed, equal_speed)
    return [[astuple(played) for played in play_deal(held, number)] for number in range(first, end)]


@cache
def prepared(name: str, options: str) -> Game:
    """A game for which everything is there that its players need, on whatever machine this is."""
    game = tr.load(name, **json.loads(options))
    prepare(game)
    return game


def play_deal(held: Contest, number: int) -> list[GameResult]:
    """Play a deal once for each bot, each bot once on every side; every other deal in the opposite order."""
    return [play_game(held, number, lineup) for lineup in lineups_of(held, number)]


def play_game(held: Contest, number: int, lineup: tuple[int, ...]) -> GameResult:
    """One game, and how long everybody has thought."""
    players = players_of(held, number, lineup)
    match = held.game.new(deal_seed(held.seed, number))
    play(match, players, held.equal_speed)
    assert match.result is not None
    seconds = ([spent for seat in seats for spent in players[seat].seconds] for seats in sides(held.game))
    return GameResult(lineup, tuple(points(held.game, match.result)), tuple(map(Thinking.of, seconds)))


def lineups_of(held: Contest, number: int) -> list[tuple[int, ...]]:
    """Which bot plays each side in the games of a deal."""
    count, step = len(held.bots), 1 if number % 2 == 0 else -1
    parties = range(len(sides(held.game)))
    return [tuple(step * (side + turn) % count for side in parties) for turn in range(count)]


def players_of(held: Contest, number: int, lineup: tuple[int, ...]) -> list[SeatedBot]:
    """A bot for every seat. Cards and random numbers belong to the seat, not to the bot that sits there."""
    return [
        SeatedBot(
            bots.make(held.bots[lineup[side_of(held.game, seat)]], held.game.name),
            Random(f"{held.seed} {number} {seat}"),
        )
        for seat in range(held.game.players)
    ]


def deal_seed(seed: int, number: int) -> int:
    """The seed of a deal."""
    return int.from_bytes(hashlib.blake2b(f"{seed} {number}".encode(), digest_size=16).digest())


# the figures


def report(held: Contest, played: list[list[GameResult]], seconds: float) -> Report:
    """The figures of all deals."""
    count = len(held.bots)
    ratings = ratings_of(count, [game for games in played for game in games])
    lines = [_bot_result(held, number, played, ratings[number]) for number in range(count)]
    pairs = [_pair_result(held, one, other, played) for one, other in combinations(range(count), 2)]
    return Report(
        game=held.game.name,
        options=held.game.options,
        seed=held.seed,
        equal_speed=held.equal_speed,
        deals=held.deals,
        games=held.deals * count,
        confidence=CONFIDENCE,
        lines=lines,
        pairs=[pair for pair in pairs if pair is not None],
        seconds=seconds,
    )


def _bot_result(held: Contest, bot: int, played: list[list[GameResult]], rating: tuple[float, float]) -> BotResult:
    own = [[game for game in games if bot in game.lineup] for games in played]
    share, low, high = interval([fmean(_points(game, bot) for game in games) for games in own])
    thoughts = [
        thinking
        for games in own
        for game in games
        for thinking, who in zip(game.thinking, game.lineup, strict=True)
        if who == bot
    ]
    decisions = sum(each.decisions for each in thoughts)
    return BotResult(
        bot=held.bots[bot],
        games=sum(map(len, own)),
        share=share,
        low=low,
        high=high,
        fair=1 / min(len(held.bots), len(sides(held.game))),
        rating=rating[0],
        uncertainty=rating[1],
        mean_seconds=sum(each.seconds for each in thoughts) / decisions if decisions else 0.0,
        longest_seconds=max((each.longest for each in thoughts), default=0.0),
    )


def _pair_result(held: Contest, one: int, other: int, played: list[list[GameResult]]) -> PairResult | None:
    """None if they never met."""
    common = [[game for game in games if {one, other} <= set(game.lineup)] for games in played]
    if not all(common):
        return None
    halves = [fmean((1 + _points(game, one) - _points(game, other)) / 2 for game in games) for games in common]
    middle, low, high = interval(halves)
    return PairResult(held.bots[one], held.bots[other], 2 * middle - 1, 2 * low - 1, 2 * high - 1)


def _points(game: GameResult, bot: int) -> float:
    return sum(got for got, who in zip(game.points, game.lineup, strict=True) if who == bot)


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean of shares between 0 and 1, and its confidence interval.

    Wilson's interval, for as many trials as would scatter like these shares; so it stays within 0 and 1, and does not
    shrink to nothing when all values are equal.
    """
    mean, count = fmean(values), len(values)
    scatter = variance(values) / count if count > 1 else 0.0
    trials = mean * (1 - mean) / scatter if scatter > 1e-12 and 0 < mean < 1 else count
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    middle = (mean + z * z / (2 * trials)) / (1 + z * z / trials)
    reach = z * sqrt(mean * (1 - mean) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
    return mean, max(0.0, min(mean, middle - reach)), min(1.0, max(mean, middle + reach))


def ratings_of(count: int, games: Sequence[GameResult]) -> list[tuple[float, float]]:
    """Skill and uncertainty of every bot, by Plackett-Luce over the games in order."""
    model = PlackettLuce()
    ratings = [model.rating() for _ in range(count)]
    for game in games:
        who = sorted(set(game.lineup))
        if len(who) > 1:
            scores = [_points(game, bot) for bot in who]
            for bot, [rating] in zip(who, model.rate([[ratings[bot]] for bot in who], scores=scores), strict=True):
                ratings[bot] = rating
    return [(rating.mu, rating.sigma) for rating in ratings]
