"""Biberbande for two: how likely each move wins, by small networks of learned weights (`data/biberbande.npz`).

One knows opponents who mean what they do, one those who play at random; a third tells which the other one seems to be.
"""

import functools
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from tafelrunde.bots.advice import Advice
from tafelrunde.bots.adviser import best_first
from tafelrunde.bots.biberbande_memory import PLAYERS, remembered
from tafelrunde.bots.biberbande_sight import (
    ACTIONS,
    HAD_TURNS,
    ODDNESS,
    ROUND,
    SCALE,
    SHOWN,
    SIZE,
    TURNS,
    ZERO,
    see,
)
from tafelrunde.bots.seat import Seat
from tafelrunde.games.biberbande.tables import ROUNDS

__all__ = ["PLAYERS", "STEP", "WEIGHTS", "WHOM", "advise", "learned", "thought"]

WEIGHTS = Path(__file__).parent / "data" / "biberbande.npz"
STEP = 0.05
"""A step of worth, in chances to win."""
WHOM = np.r_[ODDNESS:SHOWN, ROUND : ROUND + ROUNDS[PLAYERS], HAD_TURNS : HAD_TURNS + PLAYERS * TURNS]
"""What of all that is seen tells how the other one plays."""


@functools.cache
def learned() -> dict[str, dict[str, Any]]:
    """The weights of the three networks."""
    found: dict[str, dict[str, Any]] = {}
    with np.load(WEIGHTS) as data:
        for name in data.files:
            network, _, part = name.partition(".")
            found.setdefault(network, {})[part] = data[name].astype(np.float32)
    return found


def answer(network: str, given: Any) -> Any:
    """What a network makes of what it is given: hidden layers, and the direct way beside them."""
    parts = learned()[network]
    values, last = given, len(parts) // 2 - 1
    for i in range(last):
        values = np.maximum(values @ parts[f"weight{i}"] + parts[f"bias{i}"], 0)
    return values @ parts[f"weight{last}"] + parts[f"bias{last}"] + given @ parts["direct"]


def likely(logit: Any) -> Any:
    return 1 / (1 + np.exp(-logit))


def thought(facts: Any, numbers: Any) -> Any:
    """How likely each of these actions wins: what is known is the mean of all, and by how much each one is better."""
    given = (facts - ZERO) * SCALE
    at_random = likely(answer("whom", given[WHOM])[0])
    wins = np.zeros(len(numbers))
    for network, share in (("usual", 1 - at_random), ("random", at_random)):
        found = answer(network, given)
        steps = found[numbers]
        wins += share * (likely(found[ACTIONS]) + STEP * (steps - steps.mean()))
    return np.clip(wins, 0.0, 1.0)


def advise(seat: Seat, chance: Random) -> list[Advice]:
    """The seat's moves, the best first; it would make no other."""
    match = seat.sample(chance.getrandbits(64))
    actions = np.array([seat.game.parse(move) for move in seat.moves], np.int32)
    facts, numbers = np.zeros(SIZE, np.uint8), np.zeros(len(actions), np.int64)
    see(match.states, remembered(seat.events()), seat.number, actions, facts, numbers)
    wins = thought(facts, numbers)
    best = int(np.argmax(wins))
    return best_first(
        Advice(move, float(win), float(i == best)) for i, (move, win) in enumerate(zip(seat.moves, wins, strict=True))
    )
