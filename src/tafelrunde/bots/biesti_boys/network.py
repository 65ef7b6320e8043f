"""Biesti Boys: how good it is to lay each card, by small networks of learned weights."""

import functools
from pathlib import Path
from typing import Any

import numpy as np

from tafelrunde.bots.biesti_boys.features import NO_CARD, SIZE, WORKSPACE, write_all
from tafelrunde.bots.biesti_boys.memory import memory_of
from tafelrunde.bots.player import Advice, best_first
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel.match import Match

WEIGHTS = Path(__file__).with_name("weights.npz")
PARTS = ("weight0", "bias0", "weight1", "bias1", "direct")
STEP = 0.02
"""The unit of the first output, in chances to win."""
BETTER, POSITION = range(2)
"""The outputs: by how many steps a card is better than others, and the logit of the chance to win."""


@functools.cache
def learned(players: int) -> dict[str, Any]:
    """The weights of the network for this number of players."""
    with np.load(WEIGHTS) as data:
        return {part: data[f"{players}.{part}"].astype(np.float32) for part in PARTS}


def run(players: int, features: Any) -> Any:
    """The outputs of the network for this number of players: a hidden layer, and direct weights beside it."""
    parts = learned(players)
    hidden = np.maximum(features @ parts["weight0"] + parts["bias0"], 0)
    return hidden @ parts["weight1"] + parts["bias1"] + features @ parts["direct"]


def evaluate(match: Match, memory: Any, seat: int, actions: list[int]) -> tuple[float, Any]:
    """How likely the seat wins from here, and how much each of these cards loses against the best one."""
    features = np.zeros((len(actions) + 1, SIZE), np.float32)
    write_all(match.states, memory, seat, np.array([NO_CARD, *actions], np.int32), np.zeros(1, WORKSPACE), features)
    found = run(match.game.players, features)
    better = STEP * found[1:, BETTER]
    return float(1 / (1 + np.exp(-found[0, POSITION]))), better - better.max(initial=-np.inf)


def advise(seat: Seat, lays: list[str], seed: int) -> list[Advice]:
    """These cards, best first; it always lays the best one."""
    win, less = _evaluate(seat, lays, seed)
    chances = np.clip(win + less, 0.0, 1.0)
    best = int(np.argmax(less))
    return best_first(
        Advice(move, float(chance), float(i == best))
        for i, (move, chance) in enumerate(zip(lays, chances, strict=True))
    )


def win_chance(seat: Seat, seed: int) -> float:
    """How likely the seat wins from here."""
    return _evaluate(seat, [], seed)[0]


def _evaluate(seat: Seat, lays: list[str], seed: int) -> tuple[float, Any]:
    actions = [int(seat.game.parse(move) or 0) for move in lays]
    return evaluate(seat.sample(seed), memory_of(seat.view, seat.events()), seat.number, actions)
