"""Dog: how likely a side wins, by a small network of learned weights."""

import functools
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tafelrunde.bots.dog.features import features_of
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel.compiled import compiled

WEIGHTS = Path(__file__).with_name("weights.npz")
PARTS = ("rows", "bias", "out", "out_bias")
HIDDEN = 32


@functools.cache
def learned() -> tuple[NDArray[np.float32], ...]:
    """The weights that come with the package."""
    with np.load(WEIGHTS) as data:
        return tuple(data[name].astype(np.float32) for name in PARTS)


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
    return 1 / (1 + np.exp(-np.float64(total)))


@compiled
def win_chance(state, seat, net, features, hidden):
    """How likely the seat's side wins, as far as the seat can know."""
    if state.goal[seat] & state.goal[seat ^ 2] == dog.FULL:
        return 1.0
    if state.goal[seat ^ 1] & state.goal[seat ^ 3] == dog.FULL:
        return 0.0
    return evaluate(features, features_of(state, seat, features), net, hidden)
