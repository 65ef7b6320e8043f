"""Biberbande for three to six: how likely the points between two rounds win, as rounds were counted to go."""

import math
from typing import Any

import numpy as np

from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.compiled import compiled

NODES, SHARES = np.polynomial.hermite_e.hermegauss(11)
SHARES = SHARES / SHARES.sum()
USUAL = np.array([14.0, 60.0])
"""Before anything was counted: the mean of a row at the end, and its variance."""
DOUBT, FORGET = 50.0, 0.97


@compiled
def share_of(points, seat, players):
    """What somebody has of a match that is over: equal ones share it (BI-22)."""
    equal = 0
    for other in range(players):
        if points[other] < points[seat]:
            return 0.0
        equal += points[other] == points[seat]
    return 1.0 / equal


@compiled
def likely(points, seat, players, kinds, written, worth):
    """How likely the seat wins: what each one will add is taken to be as independent as dice."""
    rounds = biber.ROUNDS[players] - written
    if rounds == 0:
        return share_of(points, seat, players)
    own, chance = worth[players, kinds[seat]], 0.0
    for i in range(len(NODES)):
        total = points[seat] + rounds * own[0] + NODES[i] * math.sqrt(rounds * own[1])
        behind = 1.0
        for other in range(players):
            if other != seat:
                usual = worth[players, kinds[other]]
                far = points[other] + rounds * usual[0] - total
                behind *= 0.5 + 0.5 * math.erf(far / math.sqrt(2.0 * rounds * usual[1]))
        chance += SHARES[i] * behind
    return chance


class Standings:
    """By the number of players and their kind: the mean of a row at the end of a round, and its variance."""

    def __init__(self, kinds: int) -> None:
        self.counts = np.zeros((biber.SEATS + 1, kinds, 3))
        self.worth = np.zeros((biber.SEATS + 1, kinds, 2))
        self.reckon()

    def count(self, players: Any, kinds: Any, points: Any) -> None:
        """Rows as they were written down."""
        for power in range(3):
            np.add.at(self.counts, (players, kinds, power), points.astype(float) ** power)

    def reckon(self) -> None:
        """What is known now."""
        known, total, squares = np.moveaxis(self.counts, -1, 0)
        mean = (total + DOUBT * USUAL[0]) / (known + DOUBT)
        squares = (squares + DOUBT * (USUAL[1] + USUAL[0] ** 2)) / (known + DOUBT)
        self.worth[..., 0], self.worth[..., 1] = mean, squares - mean**2
        self.counts *= FORGET
