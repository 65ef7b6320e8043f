"""Denkste! for three and four: a turn, by the solution of the whole game or by looking ahead."""

from functools import lru_cache

from tafelrunde.bots.denkste import multiplayer_solution, multiplayer_solver, two_player_estimate
from tafelrunde.bots.denkste.multiplayer_lookahead import look_ahead
from tafelrunde.bots.denkste.multiplayer_solution import MultiplayerSolution
from tafelrunde.bots.denkste.two_player_solution import Figure, Turn, TurnRoom, TwoPlayerGame
from tafelrunde.bots.denkste.two_player_solver import CAUGHT, outcomes
from tafelrunde.games.denkste import state as denkste
from tafelrunde.games.denkste.game import Denkste
from tafelrunde.kernel.targets import arrays
from tafelrunde.kernel.targets.arrays import Array

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
        self._blank = self.game.blank()
        self._turn = lru_cache(maxsize=REMEMBERED)(self._solve_turn)

    def turn(self, figures: list[Figure], turn: int) -> Turn:
        """How the player on turn and the holder of the Stop card mix, and what their choices win."""
        return self._turn(tuple(self.pairs.place(figure) for figure in figures), turn)

    def ends(self, places: Places, turn: int) -> Array:
        """By Go number and dials that show it: where the figure on turn is then."""
        ends = arrays.zeros("i8", denkste.GO, CAUGHT)
        outcomes(self._blank.copy(), arrays.array("i8", places), turn, ends)
        return ends

    def _solve_turn(self, places: Places, turn: int) -> Turn:
        """One turn solved."""
        wins, cards = self._wins(places, turn), self.pairs.cards(places[turn])
        room = TurnRoom(len(cards))
        given = self.solution and self.solution.mixtures(self.number_of(places, turn))
        if given:
            room.go, room.stop = arrays.array("f8", given[0]), arrays.array("f8", given[1][: len(cards)])
        value = multiplayer_solver.solve_turn(wins, turn, cards, bool(given), *room.all)
        return room.solved(float(value))

    def number_of(self, places: Places, turn: int) -> int:
        """The number of a position."""
        number = turn
        for place in places:
            number = number * self.pairs.places + place
        return number

    def _wins(self, places: Places, turn: int) -> Array:
        """By Go number and dials that show it: how likely each seat wins then, by the solution or some turns ahead."""
        states, figures, pairs = self._blank.copy(), arrays.array("i8", places), self.pairs
        wins = arrays.zeros("f8", denkste.GO, CAUGHT, self.players)
        if self.solution:
            multiplayer_solver.look_up(states, figures, turn, pairs.places, self.solution.values, wins)
        else:
            board, limits = (pairs.stops, pairs.counts, pairs.levels), (self.most_turns, MOST_POSITIONS)
            look_ahead(states, figures, turn, *board, pairs.values, *limits, wins)
        return wins


def multiplayer_game(players: int, rings: tuple[int, ...], haste_gedacht: bool) -> MultiplayerGame:
    """The game with what is known of it by now."""
    pairs = two_player_estimate.available(rings, haste_gedacht)
    return _multiplayer_game(players, pairs, multiplayer_solution.available(players, pairs))


def warm_up() -> None:
    """Compile estimate, look ahead and look up; what solves the whole game is compiled beside, with the first one."""
    players, rings = 3, (denkste.SMALLEST_RING,) * denkste.LEVELS
    pairs = two_player_estimate.estimate(rings, False)
    for solution in (None, multiplayer_solution.blank(players, pairs)):
        MultiplayerGame(players, pairs, solution, 1).turn([(1, 0)] * players, 0)


_multiplayer_game = lru_cache(maxsize=16)(MultiplayerGame)
