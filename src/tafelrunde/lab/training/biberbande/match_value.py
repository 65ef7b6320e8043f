"""How likely a match of Biberbande is won by the points between two rounds, counted from rounds that were played."""

import math
from typing import Any

import numpy as np

from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.compiled import compiled
from tafelrunde.kernel.targets.exponential import exp

FORGET = 0.97
"""What is left of older counts at each update."""

# for two

MATCH = int(biber.ROUNDS[2])
FARTHEST = MATCH * biber.HIGHEST
"""No lead is larger."""
LEADS = np.arange(-FARTHEST, FARTHEST + 1)
GAINS = np.arange(-biber.HIGHEST, biber.HIGHEST + 1)
NEAR = 3.0
"""Rounds that began with a lead about this far away count as evidence for a lead."""
USUAL_GAIN, LEAD_DOUBT = 8.0, 20.0
"""Before anything was counted: how far a round goes up or down, and how many rounds that assumption weighs."""


class LeadValue:
    """For two: the chance to win by opponent, rounds played, seat and lead."""

    def __init__(self, opponents: int) -> None:
        self.counts = np.zeros((opponents, MATCH, 2, len(LEADS), len(GAINS)))
        self.worth = np.zeros((opponents, MATCH + 1, 2, len(LEADS)), np.float32)
        self.worth[:, MATCH] = (np.sign(LEADS) + 1) / 2
        self.update()

    @property
    def arrays(self) -> tuple[Any, Any]:
        """What `win_chance` needs."""
        return self.worth, np.zeros((0, 0, 2))

    def count(self, ended: Any) -> None:
        """Count the rounds that have ended at these tables."""
        numbers, seats = np.arange(len(ended)), ended["seat"]
        kinds = ended["kinds"][numbers, 1 - seats]
        after, gain = (ended[name][numbers, 1 - seats] - ended[name][numbers, seats] for name in ("totals", "points"))
        self.count_leads(kinds, ended["round"], seats, after - gain, after)

    def count_leads(self, opponents: Any, rounds: Any, seats: Any, before: Any, after: Any) -> None:
        """Count rounds by the lead before and after them, as the seat sees it."""
        np.add.at(self.counts, (opponents, rounds, seats, before + FARTHEST, after - before + biber.HIGHEST), 1.0)

    def update(self) -> None:
        """Work out the worth of a lead, from the last round to the first, by how rounds that began alike went."""
        near = np.exp(-(((LEADS[:, None] - LEADS) / NEAR) ** 2) / 2)
        usual = np.exp(-((GAINS / USUAL_GAIN) ** 2) / 2)
        reached = np.clip(LEADS[:, None] + GAINS, -FARTHEST, FARTHEST) + FARTHEST
        for before in reversed(range(MATCH)):
            counts = self.counts[:, before]
            all_rounds = counts.sum(2, keepdims=True) + LEAD_DOUBT * usual / usual.sum()
            chances = near @ counts + LEAD_DOUBT * all_rounds / all_rounds.sum(-1, keepdims=True)
            chances /= chances.sum(-1, keepdims=True)
            self.worth[:, before] = (chances * self.worth[:, before + 1][..., reached]).sum(-1)
        self.counts *= FORGET


# for three to six

NODES, SHARES = np.polynomial.hermite_e.hermegauss(11)
SHARES = SHARES / SHARES.sum()
USUAL_ROW = np.array([14.0, 60.0])
"""Before anything was counted: the mean of a row at the end of a round, and its variance."""
ROW_DOUBT = 50.0
"""How many rows that assumption weighs."""


class PointsValue:
    """For three to six: the mean of a row at the end of a round and its variance, by number of players and kind."""

    def __init__(self, kinds: int) -> None:
        self.counts = np.zeros((biber.SEATS + 1, kinds, 3))
        self.worth = np.zeros((biber.SEATS + 1, kinds, 2))
        self.update()

    @property
    def arrays(self) -> tuple[Any, Any]:
        """What `win_chance` needs."""
        return np.zeros((0, 0, 2, len(LEADS)), np.float32), self.worth

    def count(self, ended: Any) -> None:
        """Count the rounds that have ended at these tables."""
        taken = np.arange(biber.SEATS) < ended["players"][:, None]
        players = np.broadcast_to(ended["players"][:, None], taken.shape)
        self.count_rows(players[taken], ended["kinds"][taken], ended["points"][taken])

    def count_rows(self, players: Any, kinds: Any, points: Any) -> None:
        """Count rows by the points that were written down."""
        for power in range(3):
            np.add.at(self.counts, (players, kinds, power), points.astype(float) ** power)

    def update(self) -> None:
        """Work out means and variances."""
        known, total, squares = np.moveaxis(self.counts, -1, 0)
        mean = (total + ROW_DOUBT * USUAL_ROW[0]) / (known + ROW_DOUBT)
        squares = (squares + ROW_DOUBT * (USUAL_ROW[1] + USUAL_ROW[0] ** 2)) / (known + ROW_DOUBT)
        self.worth[..., 0], self.worth[..., 1] = mean, squares - mean**2
        self.counts *= FORGET


@compiled
def share_of(points, seat, players):
    """A seat's share of a match that is over: those with equal points share it (BI-22)."""
    equal = 0
    for other in range(players):
        if points[other] < points[seat]:
            return 0.0
        equal += points[other] == points[seat]
    return 1.0 / equal


@compiled
def below(far):
    """How likely a normally distributed number is less than so many standard deviations; wrong by 1e-7 at most.

    After Abramowitz and Stegun, 26.2.17; the library of a graphics card is another one than that of a processor.
    """
    near = 1.0 / (1.0 + 0.2316419 * abs(far))
    poly = (
        (((1.330274429 * near - 1.821255978) * near + 1.781477937) * near - 0.356563782) * near + 0.319381530
    ) * near
    rest = 0.3989422804014327 * exp(-far * far / 2.0) * poly
    return 1.0 - rest if far > 0.0 else rest


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
                behind *= below(far / math.sqrt(rounds * usual[1]))
        chance += SHARES[i] * behind
    return chance


# for all


@compiled
def win_chance(table, written, values):
    """How likely the learning player wins the match, by the totals after so many rounds."""
    lead_worth, row_worth = values
    seat, players = np.int64(table.seat), np.int64(table.players)
    if players == 2:
        lead = table.totals[1 - seat] - table.totals[seat]
        return np.float64(lead_worth[table.kinds[1 - seat], written, seat, lead + FARTHEST])
    return likely(table.totals, seat, players, table.kinds, written, row_worth)
