"""Denkste! for three and four: who wins the race if all go on as two players would, and one turn solved against that.

Each figure's turns to the centre have a distribution, as if it ran against one figure equally far. The first to arrive
wins; the distributions are taken as independent.
"""

from functools import lru_cache

import numpy as np

from tafelrunde.bots import denkste_solver as solver
from tafelrunde.bots.denkste_solution import Figure, Numbers, Solution, Turn, solution
from tafelrunde.games.denkste import rules
from tafelrunde.games.denkste.game import Denkste

REST, MOST_TURNS = 1e-6, 3000
"""The race is followed until nobody is left in it but so many, and never longer than this."""


class Race:
    """The race on these rings, basic or variant."""

    def __init__(self, players: int, rings: tuple[int, ...], haste_gedacht: bool) -> None:
        self.solved: Solution = solution(rings, haste_gedacht)
        self.arrived = _arrivals(self.solved)
        self._game = Denkste(players=players, rings=list(rings), haste_gedacht=haste_gedacht)

    def chances(self, places: list[int]) -> Numbers:
        """How likely each figure is first, in the order in which they are on turn."""
        if self.solved.places in places:
            return np.array([float(place == self.solved.places) for place in places])
        arrived = self.arrived[:, places]
        now, before = 1 - arrived[1:], 1 - arrived[:-1]
        chances = np.empty(len(places))
        for i in range(len(places)):
            others = np.prod(now[:, :i], axis=1) * np.prod(before[:, i + 1 :], axis=1)
            chances[i] = ((before[:, i] - now[:, i]) * others).sum()
        chances /= chances.sum()
        return chances

    def turn(self, figures: list[Figure], turn: int) -> Turn:
        """How the player on turn and the holder of the Stop card mix, and what their choices win."""
        level = figures[turn][0]
        stops = self.solved.stops[level, : self.solved.counts[level]]
        moving, stopping = self._outcomes(figures, turn)
        hits = solver.HITS[stops].T
        by_go, by_stop = np.take_along_axis(moving, hits, axis=1), np.take_along_axis(stopping, hits, axis=1)
        go, stop = _mix(by_go, by_stop)
        return Turn(float(go @ by_go @ stop), go, stop, by_go @ stop, go @ by_stop)

    def _outcomes(self, figures: list[Figure], turn: int) -> tuple[Numbers, Numbers]:
        """What player on turn and holder of the Stop card win, by Go number and dials that show it."""
        order = [(turn + i) % len(figures) for i in range(1, len(figures) + 1)]
        places = [self.solved.place(figures[seat]) for seat in order]
        ends = self._ends(figures, turn)
        chances = {int(end): self.chances([*places[:-1], int(end)]) for end in np.unique(ends)}
        moving = np.array([[chances[int(end)][-1] for end in row] for row in ends])
        stopping = np.array([[chances[int(end)][-2] for end in row] for row in ends])
        return moving, stopping

    def _ends(self, figures: list[Figure], turn: int) -> Numbers:
        """Where the figure on turn is then."""
        states = self._game.blank()
        for seat, (level, steps) in enumerate(figures):
            states[0]["level"][seat], states[0]["steps"][seat] = level, steps
        ends = np.zeros((rules.GO, solver.CAUGHT))
        solver.outcomes(states, turn, ends)
        return ends


def _mix(by_go: Numbers, by_stop: Numbers) -> tuple[Numbers, Numbers]:
    """How both mix if each wants to win itself: the pair that leaves least to regret.

    Each may make the other indifferent, which is an equilibrium where the same numbers are in use, or be prudent.
    """
    prudent_go, harmful_stop = _solved(by_go)
    harmful_go, prudent_stop = _solved(-by_stop)
    pairs = [(go, stop) for go in (harmful_go, prudent_go) for stop in (harmful_stop, prudent_stop)]
    return min(pairs, key=lambda pair: _regret(by_go, by_stop, *pair))


def _solved(game: Numbers) -> tuple[Numbers, Numbers]:
    rows, columns = np.zeros(game.shape[0]), np.zeros(game.shape[1])
    solver.matrix(np.ascontiguousarray(game), rows, columns)
    return rows, columns


def _regret(by_go: Numbers, by_stop: Numbers, go: Numbers, stop: Numbers) -> float:
    """What both could gain by another choice."""
    going, stopping = by_go @ stop, go @ by_stop
    return float(going.max() - go @ going + stopping.max() - stopping @ stop)


def _arrivals(solved: Solution) -> Numbers:
    """By turns of its own and place: how likely a figure is in the centre by then."""
    moves = np.zeros((solved.places + 1, solved.places + 1))
    moves[-1, -1] = 1
    for place in range(solved.places):
        figure = solved.figure(place)
        turn = solved.turn(figure, figure)
        hits = solver.HITS[solved.stops[figure[0], : solved.counts[figure[0]]]]
        for number in range(rules.GO):
            np.add.at(moves[place], solved.to[place, place, number, hits[:, number]], turn.go[number] * turn.stop)
    arrived = [np.eye(solved.places + 1)[-1]]
    while arrived[-1].min() < 1 - REST and len(arrived) < MOST_TURNS:
        arrived.append(moves @ arrived[-1])
    return np.array(arrived)


@lru_cache(maxsize=16)
def race(players: int, rings: tuple[int, ...], haste_gedacht: bool) -> Race:
    """The race on these rings, reckoned once."""
    return Race(players, rings, haste_gedacht)
