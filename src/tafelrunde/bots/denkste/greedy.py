"""Denkste!: the greedy player. It mixes its numbers so that guessing them does not pay."""

from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import Any

from tafelrunde.bots.denkste.matrix_game import practise
from tafelrunde.bots.player import total
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel.targets import arrays

NUMBERS = range(1, 7)
CENTRE = 4
PACE = (0.0, 3.2, 2.1, 1.4)
"""Fields a turn by level, between players who mix well."""
ARRIVAL = 1.0
"""The last turn counts in full, however few fields are left."""
ROUNDS = 60
"""Rounds of practice after which a mixture is good enough."""


def choose(seat: Seat, chance: Random) -> str:
    """Go or Stop by a mixture that no opponent can exploit."""
    view = seat.view
    rings, turn = tuple(view["options"]["rings"]), view["turn"]
    level, steps = view["figures"][turn]
    gains = tuple(_gain(view, rings, turn, number) for number in NUMBERS)
    losses = tuple(_loss(rings, level, steps, caught) for caught in range(level + 1))
    stops = _stops(level, view["options"]["haste_gedacht"])
    go, stop = _mixtures(gains, losses, stops)
    if seat.number == turn:
        return f"go {chance.choices(NUMBERS, go)[0]}"
    return "stop " + " ".join(map(str, chance.choices(stops, stop)[0]))


def _stops(level: int, equal: bool) -> tuple[tuple[int, ...], ...]:
    """What the Stop card may show (DK-04, DK-05, DK-12)."""
    return tuple((combinations_with_replacement if equal else combinations)(NUMBERS, level))


# what a turn may bring, counted in turns


def _gain(view: dict[str, Any], rings: tuple[int, ...], turn: int, number: int) -> float:
    """The turns that a number saves if nobody stops it; none if it ends on an occupied field (DK-08)."""
    level, steps = view["figures"][turn]
    there = _way(rings, level, steps, number)
    return 0.0 if _occupied(view, rings, turn, *there) else _left(rings, level, steps) - _left(rings, *there)


def _loss(rings: tuple[int, ...], level: int, steps: int, caught: int) -> float:
    """The turns that being caught this many times costs (DK-12, DK-13, DK-16)."""
    if caught == 2 and steps < rings[level - 1]:
        return _left(rings, level, 0) - _left(rings, level, steps)
    return _left(rings, 2, 0) - _left(rings, level, steps) if caught == 3 else 0.0


def _left(rings: tuple[int, ...], level: int, steps: int) -> float:
    """How many turns it takes to the centre."""
    if level == CENTRE:
        return 0.0
    beyond = total((rings[i - 1] + 1) / PACE[i] for i in range(level + 1, CENTRE))
    return ARRIVAL + (rings[level - 1] + 1 - steps) / PACE[level] + beyond


def _way(rings: tuple[int, ...], level: int, steps: int, number: int) -> tuple[int, int]:
    """Level and steps after this many fields (DK-10, DK-11)."""
    steps += number
    while level < CENTRE and steps > rings[level - 1]:
        steps -= rings[level - 1] + 1
        level += 1
    return level, 0 if level == CENTRE else steps


def _occupied(view: dict[str, Any], rings: tuple[int, ...], turn: int, level: int, steps: int) -> bool:
    if level == CENTRE:
        return False
    ring, apart = rings[level - 1], 2 if len(view["figures"]) == 2 else 1
    fields = {
        (other * apart * ring // 4 + its_steps) % ring
        for other, (its_level, its_steps) in enumerate(view["figures"])
        if other != turn and its_level == level
    }
    return (turn * apart * ring // 4 + steps) % ring in fields


# how to mix


@lru_cache(maxsize=1024)
def _mixtures(
    gains: tuple[float, ...], losses: tuple[float, ...], stops: tuple[tuple[int, ...], ...]
) -> tuple[list[float], list[float]]:
    """How often to set each Go number and each Stop card: both practise against each other by regret matching."""
    outcome = [
        [-losses[stop.count(n)] if n in stop else gain for stop in stops]
        for n, gain in zip(NUMBERS, gains, strict=True)
    ]
    go, stop = arrays.zeros("f8", len(gains)), arrays.zeros("f8", len(stops))
    practise(arrays.array("f8", outcome), ROUNDS, go, stop)
    return go.tolist(), stop.tolist()
