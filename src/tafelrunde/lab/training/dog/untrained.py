"""Dog: the network before it has learned anything."""

import numpy as np

from tafelrunde.bots.dog.features import ROWS
from tafelrunde.bots.dog.network import HIDDEN


def untrained(seed):
    """A network that knows nothing."""
    chance = np.random.default_rng(seed)
    return (
        chance.normal(0, 0.05, (ROWS, HIDDEN)).astype(np.float32),
        np.full(HIDDEN, 0.1, np.float32),
        chance.normal(0, 0.2, HIDDEN).astype(np.float32),
        np.zeros(1, np.float32),
    )
