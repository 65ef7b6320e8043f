"""What the tests that play every game share: all option sets and random games."""

import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import tafelrunde as tr
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Match

EXTRA: dict[str, list[dict[str, Any]]] = {
    "denkste": [{"players": players, "haste_gedacht": True, "rings": [4, 8, 4]} for players in (2, 3, 4)],
}
"""Option sets beside all combinations of the options that have a few values each."""


def option_sets(name: str) -> list[dict[str, Any]]:
    """Every combination of the options of a game."""
    offered = [option for option in tr.load(name).OPTIONS if option.choices]
    combined = itertools.product(*(option.choices for option in offered))
    return [dict(zip((option.name for option in offered), values, strict=True)) for values in combined] + EXTRA.get(
        name, []
    )


ALL = [(name, options) for name in tr.games() for options in option_sets(name)]


def label(case: object) -> str:
    """A readable id for a parametrised test."""
    if isinstance(case, dict):
        return ",".join(str(value).replace(" ", "") for value in case.values())
    return str(case)


def canonical(data: object) -> str:
    """JSON text in which equal things are equal."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False)


def random_match(game: Game, seed: int, most: int = 10**9) -> Iterator[tuple[Match, int, str]]:
    """A random game: yields the match, who acts and the move that comes next, before it is played."""
    choice = random.Random(seed)
    match = game.new(seed=seed)
    for _ in range(most):
        actors = match.actors()
        if not actors:
            return
        seat = choice.choice(actors)
        move = choice.choice(match.moves(seat))
        yield match, seat, move
        match.play(seat, move)
