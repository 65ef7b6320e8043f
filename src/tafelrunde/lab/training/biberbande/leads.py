"""Biberbande for two: what a lead between two rounds is worth, counted from the rounds that were played."""

from typing import Any

import numpy as np

from tafelrunde.games.biberbande import state as biber

MATCH = int(biber.ROUNDS[2])
FARTHEST = MATCH * biber.HIGHEST
"""No lead is larger."""
LEADS = np.arange(-FARTHEST, FARTHEST + 1)
GAINS = np.arange(-biber.HIGHEST, biber.HIGHEST + 1)
NEAR = 3.0
"""Rounds that began with a lead about so far off tell something of a lead."""
USUAL, DOUBT = 8.0, 20.0
"""Before anything was counted: how far a round goes up or down, and how many rounds that assumption counts."""
FORGET = 0.97


class Leads:
    """For each opponent, after each round, for each seat: how likely a match is won by the lead."""

    def __init__(self, opponents: int) -> None:
        self.counts = np.zeros((opponents, MATCH, 2, len(LEADS), len(GAINS)))
        self.worth = np.zeros((opponents, MATCH + 1, 2, len(LEADS)), np.float32)
        self.worth[:, MATCH] = (np.sign(LEADS) + 1) / 2
        self.reckon()

    def count(self, opponents: Any, rounds: Any, seats: Any, before: Any, after: Any) -> None:
        """Rounds that have ended: the lead before and after, as the seat sees it."""
        np.add.at(self.counts, (opponents, rounds, seats, before + FARTHEST, after - before + biber.HIGHEST), 1.0)

    def reckon(self) -> None:
        """From the last round to the first: what a round leads to, as those went that began alike."""
        near = np.exp(-(((LEADS[:, None] - LEADS) / NEAR) ** 2) / 2)
        usual = np.exp(-((GAINS / USUAL) ** 2) / 2)
        reached = np.clip(LEADS[:, None] + GAINS, -FARTHEST, FARTHEST) + FARTHEST
        for before in reversed(range(MATCH)):
            counts = self.counts[:, before]
            all_rounds = counts.sum(2, keepdims=True) + DOUBT * usual / usual.sum()
            chances = near @ counts + DOUBT * all_rounds / all_rounds.sum(-1, keepdims=True)
            chances /= chances.sum(-1, keepdims=True)
            self.worth[:, before] = (chances * self.worth[:, before + 1][..., reached]).sum(-1)
        self.counts *= FORGET
