"""Denkste! for three and four: a few turns ahead, each solved, then what the game for two says of every pair.

Who is likely to win at the end of the look ahead follows from the odds of each two alone, as if the winner were drawn
by weights that give these odds; for two players that is the exact value.
"""

from functools import lru_cache

import numpy as np

from tafelrunde.bots import denkste_solver as solver
from tafelrunde.bots.denkste_sketch import at_hand
from tafelrunde.bots.denkste_solution import Counts, Figure, Numbers, Outlook, Turn
from tafelrunde.games.denkste import rules
from tafelrunde.games.denkste.game import Denkste

AHEAD = 3
"""Turns that are solved, the one on the table included."""
SURE = 1e-12
REMEMBERED = 100_000
Places = tuple[int, ...]


class Company:
    """So many players, with what is known of each two of them."""

    def __init__(self, players: int, pairs: Outlook, ahead: int) -> None:
        self.players, self.solved, self.ahead = players, pairs, ahead
        self._game = Denkste(players=players, rings=list(pairs.rings), haste_gedacht=pairs.haste_gedacht)
        self._chances = lru_cache(maxsize=REMEMBERED)(self._think)

    def turn(self, figures: list[Figure], turn: int) -> Turn:
        """How the player on turn and the holder of the Stop card mix, and what their choices win."""
        return self._stage(tuple(self.solved.place(figure) for figure in figures), turn, self.ahead)[0]

    def chances(self, places: Places, turn: int) -> Numbers:
        """How likely each seat wins, by the odds of each two of them."""
        centre = self.solved.places
        if centre in places:
            return np.array([float(place == centre) for place in places])
        weights = np.array([1 / self._odds_against(places, turn, seat) for seat in range(self.players)])
        weights /= weights.sum()
        return weights

    def ends(self, places: Places, turn: int) -> Counts:
        """By Go number and dials that show it: where the figure on turn is then."""
        states = self._game.blank()
        for seat, place in enumerate(places):
            states[0]["level"][seat], states[0]["steps"][seat] = self.solved.figure(place)
        ends = np.zeros((rules.GO, solver.CAUGHT), np.int64)
        solver.outcomes(states, turn, ends)
        return ends

    def _odds_against(self, places: Places, turn: int, seat: int) -> float:
        """One and, of every other, how much likelier that one wins of the two."""
        total = 1.0
        for other in range(self.players):
            if other != seat:
                sooner = (seat - turn) % self.players < (other - turn) % self.players
                one, two = (seat, other) if sooner else (other, seat)
                won = float(self.solved.values[places[one], places[two]])
                won = min(max(won if sooner else 1 - won, SURE), 1 - SURE)
                total += (1 - won) / won
        return total

    def _think(self, places: Places, turn: int, ahead: int) -> Numbers:
        """How likely each seat wins, after so many turns ahead."""
        if ahead == 0 or self.solved.places in places:
            return self.chances(places, turn)
        return self._stage(places, turn, ahead)[1]

    def _stage(self, places: Places, turn: int, ahead: int) -> tuple[Turn, Numbers]:
        """One turn solved, and how likely each seat wins by it."""
        level, after = self.solved.figure(places[turn])[0], (turn + 1) % self.players
        ends = self.ends(places, turn)
        reached = {
            end: self._chances((*places[:turn], end, *places[turn + 1 :]), after, ahead - 1)
            for end in set(ends.ravel().tolist())
        }
        wins = np.array([[reached[end] for end in row] for row in ends.tolist()])
        hits = solver.HITS[self.solved.stops[level, : self.solved.counts[level]]].T
        outcome = wins[np.arange(rules.GO)[:, None], hits]
        by_go, by_stop = outcome[..., turn], outcome[..., turn - 1]
        go, stop = mix(by_go, by_stop)
        everybody = np.einsum("i,ijk,j", go, outcome, stop)
        return Turn(float(everybody[turn]), go, stop, by_go, by_stop), everybody


def mix(by_go: Numbers, by_stop: Numbers) -> tuple[Numbers, Numbers]:
    """How both mix if each wants to win itself: the pair that leaves least to regret.

    Each may make the other indifferent, which is an equilibrium where the same numbers are in use, or be prudent.
    """
    prudent_go, harmful_stop = _solved(by_go)
    harmful_go, prudent_stop = _solved(-by_stop)
    pairs = [(go, stop) for go in (harmful_go, prudent_go) for stop in (harmful_stop, prudent_stop)]
    return min(pairs, key=lambda pair: regret(by_go, by_stop, *pair))


def regret(by_go: Numbers, by_stop: Numbers, go: Numbers, stop: Numbers) -> float:
    """What both could gain by another choice."""
    going, stopping = by_go @ stop, go @ by_stop
    return float(going.max() - go @ going + stopping.max() - stopping @ stop)


def _solved(game: Numbers) -> tuple[Numbers, Numbers]:
    rows, columns = np.zeros(game.shape[0]), np.zeros(game.shape[1])
    solver.matrix(np.ascontiguousarray(game), rows, columns)
    return rows, columns


def company(players: int, rings: tuple[int, ...], haste_gedacht: bool, ahead: int = AHEAD) -> Company:
    """The players at a table."""
    return _company(players, at_hand(rings, haste_gedacht), ahead)


_company = lru_cache(maxsize=16)(Company)
