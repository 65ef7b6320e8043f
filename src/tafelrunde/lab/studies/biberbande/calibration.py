"""Biberbande: what the learned player takes itself to be better by than those whom it plays, where they are its equals.

    python -m tafelrunde.lab.studies.biberbande.calibration [MATCHES]

plays matches between equals and prints EDGE of `bots/biberbande/network.py`, and by the part of the match that is left
what was said with it and what came true.
"""

import sys
from random import Random
from typing import Any

import numpy as np

import tafelrunde as tr
from tafelrunde.bots.biberbande import network
from tafelrunde.bots.seat import Seat

MATCHES, STEPS = 300, np.arange(-1.0, 1.51, 0.05)
among_equals: Any = np.vectorize(network.among_equals)


def match(players: int, seed: int) -> list[tuple[float, float, float]]:
    """A match between equals: at each choice what was said without any edge, how much was left, and what came true."""
    played, chance, said = tr.load("biberbande", players=players).new(seed=seed), Random(seed), []
    while played.actors():
        at = played.actors()[0]
        move = played.moves(at)[0]
        if len(played.moves(at)) > 1:
            seat = Seat.of(played, at)
            advice = network.advise(seat, chance, edge=0.0)[0]
            move = advice.move
            said.append((at, advice.win, network.rest_of_match(seat)))
        played.play(at, move)
    winners: Any = played.result and played.result["winners"]
    return [(win, left, (at in winners) / len(winners)) for at, win, left in said]


def measure(players: int, matches: int) -> None:
    """Find the edge with which what is said misses least of what comes true."""
    rows = [row for seed in range(matches) for row in match(players, seed)]
    win, left, true = np.array(rows).T

    def missed(edge: float) -> float:
        told = np.clip(among_equals(win, edge * left), 1e-4, 1 - 1e-4)
        return float(-(true * np.log(told) + (1 - true) * np.log(1 - told)).mean())

    edge = min(STEPS, key=missed)
    print(f"{players} players: {edge:.2f}")
    for part in np.unique(left):
        here = left == part
        told = among_equals(win[here], edge * part)
        print(
            f"  {part:.0%} left: said {told.mean():.1%}, without {win[here].mean():.1%}, true {true[here].mean():.1%}"
        )


if __name__ == "__main__":
    for count in range(2, 7):
        measure(count, int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES)
