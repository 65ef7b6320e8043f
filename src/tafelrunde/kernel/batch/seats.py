"""Seats as a seat counts them."""

import numpy as np

from tafelrunde.kernel.compiled import compiled


@compiled
def relative(seat, other, players):
    """Another seat, counted from this one, which is 0."""
    return (np.int64(other) - seat + players) % players
