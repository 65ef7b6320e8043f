"""Dog: how likely a side wins, by a small network of learned weights."""

import functools
from pathlib import Path

import numpy as np

from tafelrunde.bots.dog.features import features_of
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel.compiled import compiled
from tafelrunde.kernel.targets import arrays
from tafelrunde.kernel.targets.arrays import Array
from tafelrunde.kernel.targets.exponential import logistic

WEIGHTS = Path(__file__).with_name("weights.npz")
PARTS = ("rows", "bias", "out", "out_bias")
HIDDEN = 32


@functools.cache
def learned() -> tuple[Array, ...]:
    """The weights that come with the package."""
    parts = arrays.load(WEIGHTS)
    return tuple(parts[name] for name in PARTS)


@compiled
def evaluate(features, count, net, hidden):
    """The chance to win by the network; `hidden` is room for the sums of the first layer."""
    rows, bias, out, out_bias = net
    for i in range(HIDDEN):
        hidden[i] = bias[i]
    for k in range(count):
        row = rows[features[k]]
        for i in range(HIDDEN):
            hidden[i] += row[i]
    total = out_bias[0]
    for i in range(HIDDEN):
        total += max(hidden[i], np.float32(0)) * out[i]
    return logistic(total)


@compiled
def win_chance(state, seat, net, features, hidden):
    """How likely the seat's side wins, as far as the seat can know."""
    if state.goal[seat] & state.goal[seat ^ 2] == dog.FULL:
        return 1.0
    if state.goal[seat ^ 1] & state.goal[seat ^ 3] == dog.FULL:
        return 0.0
    return evaluate(features, features_of(state, seat, features), net, hidden)
