"""Denkste! for three and four: the whole game solved where it can be, else as many turns ahead as there is time for."""

from functools import lru_cache

import numpy as np

from tafelrunde.bots.denkste import lookahead as ahead
from tafelrunde.bots.denkste import solver
from tafelrunde.bots.denkste.estimate import at_hand
from tafelrunde.bots.denkste.lemke_howson import both
from tafelrunde.bots.denkste.solution import Counts, Figure, Numbers, Outlook, Turn
from tafelrunde.bots.denkste.solved_table import Table
from tafelrunde.bots.denkste.solved_table import at_hand as table_at_hand
from tafelrunde.games.denkste import state as denkste
from tafelrunde.games.denkste.game import Denkste

MOST_TURNS, MOST_POSITIONS = 40, 40_000
"""Turns are looked ahead as long as no more positions than these are to be solved."""
REMEMBERED = 1000
Places = tuple[int, ...]


class Company:
    """So many players, with what is known of each two of them, and of all if there is a table."""

    def __init__(self, players: int, pairs: Outlook, table: Table | None, most_turns: int = MOST_TURNS) -> None:
        self.players, self.solved, self.table, self.most_turns = players, pairs, table, most_turns
        self.game = Denkste(players=players, rings=list(pairs.rings), haste_gedacht=pairs.haste_gedacht)
        self._turn = lru_cache(maxsize=REMEMBERED)(self._think)

    def turn(self, figures: list[Figure], turn: int) -> Turn:
        """How the player on turn and the holder of the Stop card mix, and what their choices win."""
        return self._turn(tuple(self.solved.place(figure) for figure in figures), turn)

    def ends(self, places: Places, turn: int) -> Counts:
        """By Go number and dials that show it: where the figure on turn is then."""
        states = self.game.blank()
        for seat, place in enumerate(places):
            states[0]["level"][seat], states[0]["steps"][seat] = self.solved.figure(place)
        ends = np.zeros((denkste.GO, solver.CAUGHT), np.int64)
        solver.outcomes(states, turn, ends)
        return ends

    def _think(self, places: Places, turn: int) -> Turn:
        """One turn solved."""
        level = int(self.solved.levels[places[turn]])
        wins = self._looked_up(places, turn, self.table) if self.table else self._looked_ahead(places, turn)
        hits = solver.HITS[self.solved.stops[level, : self.solved.counts[level]]].T
        outcome = wins[np.arange(denkste.GO)[:, None], hits]
        by_go, by_stop = outcome[..., turn].copy(), outcome[..., turn - 1].copy()
        go, stop = self._kept(places, turn, hits.shape[1]) or mix(by_go, by_stop)
        return Turn(float(go @ by_go @ stop), go, stop, by_go, by_stop)

    def _kept(self, places: Places, turn: int, cards: int) -> tuple[Numbers, Numbers] | None:
        """Mixtures of the table, if it has some for this position."""
        kept = self.table and self.table.kept(self._number(places, turn))
        return (kept[0], kept[1][:cards]) if kept else None

    def _number(self, places: Places, turn: int) -> int:
        number = turn
        for place in places:
            number = number * self.solved.places + place
        return number

    def _looked_up(self, places: Places, turn: int, table: Table) -> Numbers:
        """By Go number and dials that show it: how likely each seat wins then, by the table."""
        ends, after = self.ends(places, turn), (turn + 1) % self.players
        centre = np.eye(self.players)[turn]
        return np.array(
            [
                [
                    centre
                    if end == self.solved.places
                    else table.values[self._number((*places[:turn], end, *places[turn + 1 :]), after)]
                    for end in row
                ]
                for row in ends.tolist()
            ]
        )

    def _looked_ahead(self, places: Places, turn: int) -> Numbers:
        """The same, some turns ahead."""
        wins, solved = np.zeros((denkste.GO, solver.CAUGHT, self.players)), self.solved
        ahead.think(
            self.game.blank(),
            np.array(places),
            turn,
            solved.stops,
            solved.counts,
            solved.levels,
            solved.values,
            self.most_turns,
            MOST_POSITIONS,
            wins,
        )
        return wins


def mix(by_go: Numbers, by_stop: Numbers) -> tuple[Numbers, Numbers]:
    """How both mix if each wants to win itself."""
    go, stop = np.zeros(by_go.shape[0]), np.zeros(by_go.shape[1])
    both(by_go, by_stop, go, stop)
    return go, stop


def regret(by_go: Numbers, by_stop: Numbers, go: Numbers, stop: Numbers) -> float:
    """What both could gain by another choice."""
    going, stopping = by_go @ stop, go @ by_stop
    return float(going.max() - go @ going + stopping.max() - stopping @ stop)


def company(players: int, rings: tuple[int, ...], haste_gedacht: bool) -> Company:
    """The players at a table."""
    pairs = at_hand(rings, haste_gedacht)
    return _company(players, pairs, table_at_hand(players, pairs))


@lru_cache(maxsize=1)
def warm_up() -> None:
    """Compile what more than two players need at once; what solves tables is compiled beside, with the first one."""
    players, rings = 3, (denkste.SMALLEST_RING,) * denkste.LEVELS
    Company(players, at_hand(rings, False), None, 1).turn([(1, 0)] * players, 0)


_company = lru_cache(maxsize=16)(Company)
