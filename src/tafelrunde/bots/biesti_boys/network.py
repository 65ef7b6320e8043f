"""Biesti Boys: how good each card is to lay, by small networks of learned weights (`data/biesti_boys.npz`)."""

import functools
from pathlib import Path
from typing import Any

import numpy as np

from tafelrunde.bots.advice import Advice
from tafelrunde.bots.adviser import best_first
from tafelrunde.bots.biesti_boys.features import DESK, NO_CARD, SIZE, see
from tafelrunde.bots.biesti_boys.memory import remembered
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel.match import Match

WEIGHTS = Path(__file__).with_name("weights.npz")
PARTS = ("weight0", "bias0", "weight1", "bias1", "direct")
STEP = 0.02
"""A step of worth, in chances to win."""
BETTER, WORTH = range(2)
"""What a network tells: of a card by how many steps it is better than another one, of a position what it is worth."""


@functools.cache
def learned(players: int) -> dict[str, Any]:
    """The weights of the network for so many players."""
    with np.load(WEIGHTS) as data:
        return {part: data[f"{players}.{part}"].astype(np.float32) for part in PARTS}


def answer(players: int, facts: Any) -> Any:
    """What the network for so many players tells: a hidden layer, and the direct way beside it."""
    parts = learned(players)
    hidden = np.maximum(facts @ parts["weight0"] + parts["bias0"], 0)
    return hidden @ parts["weight1"] + parts["bias1"] + facts @ parts["direct"]


def thought(match: Match, memory: Any, seat: int, actions: list[int]) -> tuple[float, Any]:
    """How likely the seat wins from here, and by how much that is less with each of these cards than with the best."""
    facts = np.zeros((len(actions) + 1, SIZE), np.float32)
    see(match.states, memory, seat, np.array([NO_CARD, *actions], np.int32), np.zeros(1, DESK), facts)
    found = answer(match.game.players, facts)
    better = STEP * found[1:, BETTER]
    return float(1 / (1 + np.exp(-found[0, WORTH]))), better - better.max(initial=-np.inf)


def advise(seat: Seat, lays: list[str], seed: int) -> list[Advice]:
    """These cards, the best first; it would lay no other."""
    win, less = _thought(seat, lays, seed)
    chances = np.clip(win + less, 0.0, 1.0)
    best = int(np.argmax(less))
    return best_first(
        Advice(move, float(chance), float(i == best))
        for i, (move, chance) in enumerate(zip(lays, chances, strict=True))
    )


def worth(seat: Seat, seed: int) -> float:
    """How likely the seat wins from here."""
    return _thought(seat, [], seed)[0]


def _thought(seat: Seat, lays: list[str], seed: int) -> tuple[float, Any]:
    actions = [int(seat.game.parse(move) or 0) for move in lays]
    return thought(seat.sample(seed), remembered(seat.view, seat.events()), seat.number, actions)
