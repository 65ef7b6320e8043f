"""What every level chooses at many positions, and what is worked out beside, as hashes: the same everywhere."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.denkste import multiplayer_solution
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel.match import Match
from tafelrunde.kernel.targets import kept, native
from tests.every import option_sets

BUDGET = {"dog": ":24"}
"""What the strongest may think, if it searches."""


def choices(game: str, positions: int) -> tuple[int, str]:
    """The choices at so many positions of random games with all sets of options; how many positions they are."""
    found, sets = [], option_sets(game)
    with undisturbed():
        for number, options in enumerate(sets):
            share = positions // len(sets) + (number < positions % len(sets))
            found += [at for at, _ in zip(choices_with(game, options), range(share), strict=False)]
    return len(found), _digest(found)


def choices_with(game: str, options: dict[str, Any]) -> Iterator[list[str | None]]:
    """What each level chooses at one position after the other."""
    chance, match = Random(3), tr.load(game, **options).new(seed=3)
    while True:
        if not match.actors():
            match = tr.load(game, **options).new(seed=chance.getrandbits(64))
        at = chance.choice(match.actors())
        if len(match.moves(at)) > 1:
            yield [level_choice(game, level, match, at) for level in bots.levels(game)]
        match.play(at, chance.choice(match.moves(at)))


def level_choice(game: str, level: str, match: Match, at: int) -> str | None:
    """What a player of this level chooses."""
    name = level + (BUDGET.get(game, "") if level == "strongest" else "")
    return bots.make(name, game).choose(Seat.of(match, at), Random(1))


def solved(players: int, *rings: int) -> tuple[int, str]:
    """Denkste! solved from one pause to the next: how many pauses there were, the solution, and choices by it."""
    pauses = sum(1 for _ in multiplayer_solution.solving(players, rings, False))
    found = kept.load(multiplayer_solution.name_of(players, rings, False))
    assert found is not None
    parts = [found[name].tolist() for name in ("values", "numbers", "go", "stop", "regret")]
    chosen = choices_with("denkste", {"players": players, "rings": list(rings)})
    return pauses, _digest([parts, [at for at, _ in zip(chosen, range(10), strict=False)]])


@contextmanager
def undisturbed() -> Iterator[None]:
    """No machine is too slow for what a bot wants to try, and none knows more than the others."""
    before = native.thread_seconds, kept.has, kept.work_beside
    _set(lambda: 0.0, lambda name: False, lambda work: None)
    try:
        yield
    finally:
        _set(*before)


def _set(thread_seconds: Any, has: Any, work_beside: Any) -> None:
    native.thread_seconds = thread_seconds
    vars(kept).update(has=has, work_beside=work_beside)


def _digest(found: list[Any]) -> str:
    return hashlib.sha256(json.dumps(found).encode()).hexdigest()
