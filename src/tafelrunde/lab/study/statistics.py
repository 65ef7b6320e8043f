"""Means, shares and effects with their 95 % intervals. Whatever belongs to one deal counts as one observation."""

from collections.abc import Sequence
from math import ceil, sqrt
from statistics import NormalDist, fmean
from typing import Any

import numpy as np

from tafelrunde.lab.arena import CONFIDENCE, interval

Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
POWER = 0.8
"""How likely it shall be that a difference which is there is noticed."""
DIGITS = 6
"""Figures are kept with so many, which every machine works out alike."""
NOTHING = 1e-9
FEW = 400
"""So many games can be reckoned with exactly."""


def kept(value: float) -> float:
    """A figure as it is kept."""
    return float(f"{value:.{DIGITS}g}") if value else 0.0


def estimate(value: float, low: float, high: float) -> dict[str, float]:
    """A value and its interval, JSON-ready."""
    return {"value": kept(value), "low": kept(low), "high": kept(high)}


def share(values: Sequence[float]) -> dict[str, float]:
    """The mean of shares between 0 and 1, one for each deal."""
    return estimate(*interval(values))


def ratio(pairs: Sequence[tuple[float, float]]) -> dict[str, float] | None:
    """What totals come to for each time that something was counted: pairs of both, one for each deal."""
    totals, times = (np.array(column, float) for column in zip(*pairs, strict=True))
    if not times.sum():
        return None
    value = totals.sum() / times.sum()
    rest, count = totals - value * times, len(pairs)
    reach = Z * sqrt((rest * rest).sum() * count / max(1, count - 1)) / times.sum()
    return estimate(value, value - reach, value + reach)


def differs(one: dict[str, float], other: dict[str, float]) -> float:
    """How clearly two estimates differ: 1 if the interval of the difference just reaches 0, more if it does not."""
    reach = sqrt(sum((each["high"] - each["low"]) ** 2 for each in (one, other))) / 2
    return abs(one["value"] - other["value"]) / max(reach, NOTHING)


def corrected(tests: int) -> float:
    """How clear each of so many differences has to be, as `differs` says it, so that hardly one is there by chance."""
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / max(1, tests)) / Z


def games_needed(better: float) -> int | None:
    """So many games have to be played to tell apart two of whom one wins this share; None if neither is better.

    Then in 80 of 100 cases an exact two-sided test excludes that both are equal. Beyond FEW games it is approximate.
    """
    if abs(better - 0.5) < 1e-6:
        return None
    likely = min(max(better, 1 - better), 1 - 1e-6)
    root = Z * 0.5 + NormalDist().inv_cdf(POWER) * sqrt(likely * (1 - likely))
    rough = ceil((root / (likely - 0.5)) ** 2)
    if rough > FEW:
        return rough
    return next((games for games in range(1, FEW) if _noticed(games, likely) >= POWER), rough)


def _noticed(games: int, likely: float) -> float:
    """How likely whoever wins this share wins so many of the games that equals would do so in one case of 40."""
    by_chance = noticed = 0.0
    equal, real = 0.5**games, likely**games
    for won in range(games, 0, -1):
        by_chance += equal
        if by_chance > (1 - CONFIDENCE) / 2:
            break
        noticed += real
        equal *= won / (games - won + 1)
        real *= won / (games - won + 1) * (1 - likely) / likely
    return noticed


def shares_of_variance(deals: Sequence[Sequence[dict[str, float]]]) -> dict[str, Any]:
    """How much of what made results differ from an equal share was luck; the rest is what players decided.

    A side's result is its start + luck + skill, so the two parts add up to 1. The interval is a jackknife over deals.
    """
    parts = np.array(
        [
            [
                sum(each["luck"] * (each["result"] - each["start"]) for each in deal),
                sum((each["result"] - each["start"]) ** 2 for each in deal),
            ]
            for deal in deals
        ]
    )
    luck, all_of_it = parts.sum(axis=0)
    value, count = luck / all_of_it, len(parts)
    if count < 3:
        return estimate(value, min(value, 0.0), max(value, 1.0))
    left_out = (luck - parts[:, 0]) / (all_of_it - parts[:, 1])
    reach = Z * sqrt((count - 1) * ((left_out - left_out.mean()) ** 2).mean())
    return estimate(value, value - reach, value + reach)


def effects(games: Sequence[Sequence[tuple[dict[str, float], float]]], things: Sequence[str]) -> list[dict[str, Any]]:
    """What one more of each thing is worth, compared with the mean of all things.

    A game is what each side had, and what came of it; both count against the mean of the game's other sides. Least
    squares; each game is one observation, however many sides it has. Fewer games than things say next to nothing.
    """
    size = len(things)
    products, moments, scores = np.zeros((size, size)), np.zeros(size), []
    for game in games:
        had, came = _against_others(game, things)
        products += had.T @ had
        moments += had.T @ came
        scores.append((had, came))
    inverse = np.linalg.pinv(products, rcond=NOTHING, hermitian=True)
    values = inverse @ moments
    middle = np.zeros((size, size))
    for had, came in scores:
        score = had.T @ (came - had @ values)
        middle += np.outer(score, score)
    reach = Z * np.sqrt(np.maximum(np.diag(inverse @ middle @ inverse), 0.0))
    if len(games) <= size:
        reach += Z * float(np.concatenate([came for _, came in scores]).std())
    return [
        {"thing": thing, **estimate(value, value - by, value + by)}
        for thing, value, by in zip(things, values.tolist(), reach.tolist(), strict=True)
    ]


def _against_others(game: Sequence[tuple[dict[str, float], float]], things: Sequence[str]) -> tuple[Any, Any]:
    had = np.array([[amounts.get(thing, 0.0) for thing in things] for amounts, _ in game], float)
    came = np.array([result for _, result in game], float)
    count = len(game)
    return (had - had.mean(axis=0)) * count / (count - 1), (came - came.mean()) * count / (count - 1)


def mean(values: Sequence[float]) -> dict[str, float]:
    """A mean, one value for each deal."""
    found = ratio([(value, 1.0) for value in values])
    assert found is not None
    return found | {"value": kept(fmean(values))}


def by_amounts(
    deals: Sequence[Sequence[dict[str, Any]]], things: Sequence[str], outcome: str | None = None
) -> list[dict[str, Any]]:
    """What one more of each thing is worth in these games, in wins or in something else that the sides had."""
    games = []
    for deal in deals:
        for row in deal:
            came = row["points"] if outcome is None else [amounts[outcome] for amounts in row["had"]]
            games.append(list(zip(row["had"], came, strict=True)))
    return effects(games, things)
