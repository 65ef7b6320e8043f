"""Biesti Boys: how good it is to lay each card, by small networks of learned weights."""

import functools
from pathlib import Path
from typing import Any

from tafelrunde.bots.biesti_boys.features import NO_CARD, SIZE, WORKSPACE, write_all
from tafelrunde.bots.biesti_boys.memory import memory_of
from tafelrunde.bots.layers import run_shallow
from tafelrunde.bots.player import Advice, best_first
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel.compiled import entry
from tafelrunde.kernel.match import Match
from tafelrunde.kernel.targets import arrays
from tafelrunde.kernel.targets.exponential import logistic

WEIGHTS = Path(__file__).with_name("weights.npz")
PARTS = ("weight0", "bias0", "weight1", "bias1", "direct")
STEP = 0.02
"""The unit of the first output, in chances to win."""
BETTER, POSITION = range(2)
"""The outputs: by how many steps a card is better than others, and the logit of the chance to win."""
OUTPUTS = 2


@functools.cache
def learned(players: int) -> dict[str, Any]:
    """The weights of the network for this number of players."""
    parts = arrays.load(WEIGHTS)
    return {part: parts[f"{players}.{part}"] for part in PARTS}


@entry
def run(features, net, room, found):
    """The outputs of the network for each row of features; returns how likely the seat wins by the first."""
    for row in range(len(features)):
        run_shallow(features[row], net, room, found[row])
    return logistic(found[0, POSITION])


def evaluate(match: Match, memory: Any, seat: int, actions: list[int]) -> tuple[float, list[float]]:
    """How likely the seat wins from here, and how much each of these cards loses against the best one."""
    looked_at = arrays.array("i4", [NO_CARD, *actions])
    features, found = arrays.zeros("f4", len(looked_at), SIZE), arrays.zeros("f4", len(looked_at), OUTPUTS)
    write_all(match.states, memory, seat, looked_at, arrays.records(WORKSPACE), features)
    parts = learned(match.game.players)
    win: float = run(features, tuple(parts.values()), arrays.zeros("f4", len(parts["bias0"])), found)
    better = [STEP * outputs[BETTER] for outputs in found.tolist()[1:]]
    return win, [each - max(better) for each in better]


def advise(seat: Seat, lays: list[str], seed: int) -> list[Advice]:
    """These cards, best first; it always lays the best one."""
    win, less = _evaluate(seat, lays, seed)
    best = less.index(max(less))
    chances = (min(max(win + each, 0.0), 1.0) for each in less)
    return best_first(
        Advice(move, chance, float(i == best)) for i, (move, chance) in enumerate(zip(lays, chances, strict=True))
    )


def win_chance(seat: Seat, seed: int) -> float:
    """How likely the seat wins from here."""
    return _evaluate(seat, [], seed)[0]


def _evaluate(seat: Seat, lays: list[str], seed: int) -> tuple[float, list[float]]:
    actions = [int(seat.game.parse(move) or 0) for move in lays]
    return evaluate(seat.sample(seed), memory_of(seat.view, seat.events()), seat.number, actions)
