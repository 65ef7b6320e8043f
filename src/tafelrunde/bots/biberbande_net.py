"""Biberbande for two: how likely each move wins, by a small network of learned weights (`data/biberbande.npz`)."""

import functools
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from tafelrunde.bots.advice import Advice
from tafelrunde.bots.adviser import best_first
from tafelrunde.bots.biberbande_memory import PLAYERS, remembered
from tafelrunde.bots.biberbande_sight import ACTIONS, SCALE, SIZE, ZERO, see
from tafelrunde.bots.seat import Seat

__all__ = ["PLAYERS", "STEP", "WEIGHTS", "advise", "learned", "thought"]

WEIGHTS = Path(__file__).parent / "data" / "biberbande.npz"
STEP = 0.05
"""A step of worth, in chances to win."""


@functools.cache
def learned() -> tuple[list[tuple[Any, Any]], Any]:
    """The layers, first to last, and the direct way beside them."""
    with np.load(WEIGHTS) as data:
        weights = {name: data[name].astype(np.float32) for name in data.files}
    layers = range(len(weights) // 2)
    return [(weights[f"weight{i}"], weights[f"bias{i}"]) for i in layers], weights["direct"]


def thought(facts: Any) -> Any:
    """What the network makes of what is seen: the worth of each action in steps, then how likely a win is (a logit)."""
    given = (facts - ZERO) * SCALE
    (*hidden, (last_weight, last_bias)), direct = learned()
    values = given
    for weight, bias in hidden:
        values = np.maximum(values @ weight + bias, 0)
    return values @ last_weight + last_bias + given @ direct


def chances(found: Any, numbers: Any) -> Any:
    """How likely each of these actions wins: the mean of all is known, and by how much each one is better."""
    steps = found[numbers]
    mean = 1 / (1 + np.exp(-found[ACTIONS]))
    return np.clip(mean + STEP * (steps - steps.mean()), 0.0, 1.0)


def advise(seat: Seat, chance: Random) -> list[Advice]:
    """The seat's moves, the best first; it would make no other."""
    match = seat.sample(chance.getrandbits(64))
    actions = np.array([seat.game.parse(move) for move in seat.moves], np.int32)
    facts, numbers = np.zeros(SIZE, np.uint8), np.zeros(len(actions), np.int64)
    see(match.states, remembered(seat.events()), seat.number, actions, facts, numbers)
    wins = chances(thought(facts), numbers)
    best = int(np.argmax(wins))
    return best_first(
        Advice(move, float(win), float(i == best)) for i, (move, win) in enumerate(zip(seat.moves, wins, strict=True))
    )
