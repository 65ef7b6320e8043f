"""Solves Denkste! for two on small rings, over nothing but the public face: python examples/solve_small_denkste.py

Both set a number in secret, so at every position they play a matrix game: rows are Go numbers, columns what the Stop
card can show, and what it comes to is what the next position is worth to the other one. All these matrices are solved
at once by regret matching (CFR+), and the values that come out go into the matrices in front of them.

How good the result is need not be believed: best answers to both strategies give a lower and an upper bound of
the value. `tafelrunde solve denkste -o rings=[4,4,4]` has it exactly.
"""

import argparse
from typing import Any

import numpy as np
import numpy.typing as npt

import tafelrunde as tr

Array = npt.NDArray[Any]
Figure = tuple[int, int]
Position = tuple[Figure, Figure]
"""The figures of the one on turn and of the other one: both see the board alike, so it does not matter who that is."""
START: Position = (1, 0), (1, 0)
WON = -1
"""In place of a position: who was on turn has reached the centre."""


class Table:
    """Every position that can come up, and where each two choices lead."""

    def __init__(self, rings: list[int], haste_gedacht: bool = False) -> None:
        self.options = {"rings": rings, "haste_gedacht": haste_gedacht}
        self.numbers = {START: 0}
        waiting, found = [START], []
        while waiting:
            outcomes = self.outcomes(waiting.pop(0))
            for position in (each for row in outcomes for each in row):
                if position is not None and position not in self.numbers:
                    self.numbers[position] = len(self.numbers)
                    waiting.append(position)
            found.append([[WON if each is None else self.numbers[each] for each in row] for row in outcomes])
        most = max(len(row) for rows in found for row in rows)
        self.next = np.array([[row + [WON] * (most - len(row)) for row in rows] for rows in found])
        """By position, Go number and Stop card."""
        self.can_stop = np.array([[n < len(rows[0]) for n in range(most)] for rows in found])
        """Higher up the Stop card has more dials, and so more can be set on it."""

    def outcomes(self, position: Position) -> list[list[Position | None]]:
        """Where two choices lead, by Go number and Stop card; None if the game is won."""
        given = {"game": "denkste", "options": self.options, "figures": [list(figure) for figure in position]}
        match = tr.from_position(given)
        rows = []
        for go in match.moves(0):
            chosen = match.copy()
            chosen.play(0, go)
            rows.append([self.after(chosen, stop) for stop in chosen.moves(1)])
        return rows

    def after(self, chosen: Any, stop: str) -> Position | None:
        """The next position, as the other one sees it who is on turn then."""
        match = chosen.copy()
        match.play(1, stop)
        mine, other = (tuple(figure) for figure in match.position()["figures"])
        return None if match.result else (other, mine)

    def payoffs(self, worth: Array) -> Array:
        """What each two choices come to for the one on turn, if positions are worth so much to who is on turn there."""
        return np.where(self.next == WON, 1.0, 1 - worth[self.next])


class Mixture:
    """At every position, how often each choice is made: as much as it is regretted that it was not made more often."""

    def __init__(self, allowed: Array) -> None:
        self.allowed = allowed
        self.regret, self.made = np.zeros(allowed.shape), np.zeros(allowed.shape)

    def now(self) -> Array:
        """The mixture of this round."""
        return shares(self.regret, self.allowed)

    def mean(self) -> Array:
        """The mixture of all rounds, later ones counting more: this is the solution."""
        return shares(self.made, self.allowed)

    def learn(self, values: Array, number: int) -> None:
        """Regret what would have been better in round `number`; regrets do not fall below 0."""
        mixture = self.now()
        mean = (mixture * values).sum(1, keepdims=True)
        self.made += number * mixture
        self.regret = np.where(self.allowed, np.maximum(self.regret + values - mean, 0), 0)


def shares(weights: Array, allowed: Array) -> Array:
    """Weights as shares of 1; where there are none, all that is allowed alike."""
    weights = np.where(weights.sum(1, keepdims=True) > 0, weights, allowed)
    found: Array = weights / weights.sum(1, keepdims=True)
    return found


def solve(table: Table, rounds: int) -> tuple[Array, Array]:
    """How to set the Go card and the Stop card at every position."""
    worth = np.full(len(table.next), 0.5)
    go, stop = Mixture(np.ones(table.next.shape[:2], bool)), Mixture(table.can_stop)
    for number in range(1, rounds + 1):
        payoffs = table.payoffs(worth)
        go.learn(np.einsum("pgs,ps->pg", payoffs, stop.now()), number)
        stop.learn(-np.einsum("pgs,pg->ps", payoffs, go.now()), number)
        worth = np.einsum("pgs,pg,ps->p", payoffs, go.mean(), stop.mean())
    return go.mean(), stop.mean()


def bounds(table: Table, go: Array, stop: Array) -> tuple[float, float]:
    """Between what the one who begins surely wins with these mixtures, and what the other one leaves over with them."""
    moving, waiting = np.zeros(len(table.next)), np.full(len(table.next), -1.0)
    while True:  # against best answers, within more and more turns
        payoffs = np.where(table.next == WON, 0.0, moving[table.next])
        before, waiting = waiting, np.einsum("pgs,ps->pg", payoffs, stop).min(1)
        payoffs = np.where(table.next == WON, 1.0, waiting[table.next])
        moving = np.where(table.can_stop, np.einsum("pgs,pg->ps", payoffs, go), 1.0).min(1)
        if np.abs(waiting - before).max() < 1e-12:
            return float(moving[0]), float(1 - waiting[0])


def main() -> None:
    """Solve, and print the value of the start, and how to begin."""
    options = argparse.ArgumentParser(description="Solves Denkste! for two on small rings.")
    options.add_argument("--rings", default="4,4,4", help="three multiples of four, the outermost first")
    options.add_argument("--rounds", type=int, default=2000)
    chosen = options.parse_args()
    table = Table([int(ring) for ring in chosen.rings.split(",")])
    go, stop = solve(table, chosen.rounds)
    low, high = bounds(table, go, stop)
    print(f"{len(table.next)} positions. Who begins wins between {low:.4%} and {high:.4%} of the games.")
    print("Go:  ", "  ".join(f"{number} {share:.1%}" for number, share in enumerate(go[0], 1)))
    print("Stop:", "  ".join(f"{number} {share:.1%}" for number, share in enumerate(stop[0][:6], 1)))


if __name__ == "__main__":
    main()
