"""Denkste! for three and four: a turn, by the solution of the whole game or by looking ahead."""

from functools import lru_cache

import numpy as np

from tafelrunde.bots.denkste import multiplayer_solution, two_player_estimate
from tafelrunde.bots.denkste import two_player_solver as solver
from tafelrunde.bots.denkste.bimatrix_game import solve_bimatrix
from tafelrunde.bots.denkste.multiplayer_lookahead import look_ahead
from tafelrunde.bots.denkste.multiplayer_solution import MultiplayerSolution
from tafelrunde.bots.denkste.two_player_solution import Counts, Figure, Numbers, Turn, TwoPlayerGame
from tafelrunde.games.denkste import state as denkste
from tafelrunde.games.denkste.game import Denkste

MOST_TURNS, MOST_POSITIONS = 40, 40_000
"""How far to look ahead: at most this many turns, and no more than this many positions to solve."""
REMEMBERED = 1000
Places = tuple[int, ...]


class MultiplayerGame:
    """The game for this many players, with the odds of each two of them, and its solution if there is one."""

    def __init__(
        self, players: int, pairs: TwoPlayerGame, solution: MultiplayerSolution | None, most_turns: int = MOST_TURNS
    ) -> None:
        self.players, self.pairs, self.solution, self.most_turns = players, pairs, solution, most_turns
        self.game = Denkste(players=players, rings=list(pairs.rings), haste_gedacht=pairs.haste_gedacht)
        self._turn = lru_cache(maxsize=REMEMBERED)(self._solve_turn)

    def turn(self, figures: list[Figure], turn: int) -> Turn:
        """How the player on turn and the holder of the Stop card mix, and what their choices win."""
        return self._turn(tuple(self.pairs.place(figure) for figure in figures), turn)

    def ends(self, places: Places, turn: int) -> Counts:
        """By Go number and dials that show it: where the figure on turn is then."""
        states = self.game.blank()
        for seat, place in enumerate(places):
            states[0]["level"][seat], states[0]["steps"][seat] = self.pairs.figure(place)
        ends = np.zeros((denkste.GO, solver.CAUGHT), np.int64)
        solver.outcomes(states, turn, ends)
        return ends

    def _solve_turn(self, places: Places, turn: int) -> Turn:
        """One turn solved."""
        level = int(self.pairs.levels[places[turn]])
        wins = self._looked_up(places, turn, self.solution) if self.solution else self._looked_ahead(places, turn)
        hits = solver.HITS[self.pairs.stops[level, : self.pairs.counts[level]]].T
        outcome = wins[np.arange(denkste.GO)[:, None], hits]
        by_go, by_stop = outcome[..., turn].copy(), outcome[..., turn - 1].copy()
        go, stop = self._stored(places, turn, hits.shape[1]) or mix(by_go, by_stop)
        return Turn(float(go @ by_go @ stop), go, stop, by_go, by_stop)

    def _stored(self, places: Places, turn: int, cards: int) -> tuple[Numbers, Numbers] | None:
        """The mixtures that the solution has for this position, if it has any."""
        found = self.solution and self.solution.mixtures(self.number_of(places, turn))
        return (found[0], found[1][:cards]) if found else None

    def number_of(self, places: Places, turn: int) -> int:
        """The number of a position."""
        number = turn
        for place in places:
            number = number * self.pairs.places + place
        return number

    def _looked_up(self, places: Places, turn: int, solution: MultiplayerSolution) -> Numbers:
        """By Go number and dials that show it: how likely each seat wins then, by the solution."""
        ends, after = self.ends(places, turn), (turn + 1) % self.players
        centre = np.eye(self.players)[turn]
        return np.array(
            [
                [
                    centre
                    if end == self.pairs.places
                    else solution.values[self.number_of((*places[:turn], end, *places[turn + 1 :]), after)]
                    for end in row
                ]
                for row in ends.tolist()
            ]
        )

    def _looked_ahead(self, places: Places, turn: int) -> Numbers:
        """The same, some turns ahead."""
        wins, pairs = np.zeros((denkste.GO, solver.CAUGHT, self.players)), self.pairs
        look_ahead(
            self.game.blank(),
            np.array(places),
            turn,
            pairs.stops,
            pairs.counts,
            pairs.levels,
            pairs.values,
            self.most_turns,
            MOST_POSITIONS,
            wins,
        )
        return wins


def mix(by_go: Numbers, by_stop: Numbers) -> tuple[Numbers, Numbers]:
    """How both mix if each wants to win itself."""
    go, stop = np.zeros(by_go.shape[0]), np.zeros(by_go.shape[1])
    solve_bimatrix(by_go, by_stop, go, stop)
    return go, stop


def regret(by_go: Numbers, by_stop: Numbers, go: Numbers, stop: Numbers) -> float:
    """What both could gain by another choice."""
    going, stopping = by_go @ stop, go @ by_stop
    return float(going.max() - go @ going + stopping.max() - stopping @ stop)


def multiplayer_game(players: int, rings: tuple[int, ...], haste_gedacht: bool) -> MultiplayerGame:
    """The game with what is known of it by now."""
    pairs = two_player_estimate.available(rings, haste_gedacht)
    return _multiplayer_game(players, pairs, multiplayer_solution.available(players, pairs))


def warm_up() -> None:
    """Compile the look ahead; what solves the whole game is compiled in the background, with the first one."""
    players, rings = 3, (denkste.SMALLEST_RING,) * denkste.LEVELS
    MultiplayerGame(players, two_player_estimate.available(rings, False), None, 1).turn([(1, 0)] * players, 0)


_multiplayer_game = lru_cache(maxsize=16)(MultiplayerGame)
