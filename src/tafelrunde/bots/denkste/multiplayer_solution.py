"""Denkste! for three and four where all positions can be solved: the solved game, kept once it is solved."""

from collections.abc import Iterator
from functools import lru_cache

from tafelrunde.bots.denkste import multiplayer_solver, two_player_solution
from tafelrunde.bots.denkste.two_player_solution import TwoPlayerGame
from tafelrunde.bots.denkste.two_player_solver import fill
from tafelrunde.bots.player import total
from tafelrunde.games.denkste import state as denkste
from tafelrunde.games.denkste.game import Denkste
from tafelrunde.kernel.targets import arrays, kept
from tafelrunde.kernel.targets.arrays import Array

MOST_POSITIONS, VARIANT = 500_000, 10
"""This many are solved in a minute; one of the variant takes as long as this many of the basic game."""
MIXTURES = 2
"""There is room to keep a mixture for one position in this many."""
PAUSE = 2000
"""Solving pauses after this many positions, which take a few hundredths of a second."""


class MultiplayerSolution:
    """The values of all positions, and mixtures where they do not follow from the values."""

    def __init__(self, found: dict[str, Array]) -> None:
        self.values, self.numbers, self.go, self.stop = (found[name] for name in ("values", "numbers", "go", "stop"))
        self.regret: float = found["regret"].tolist()[0]
        """What remains at the worst position."""
        self._at = {number: at for at, number in enumerate(self.numbers.tolist())}

    def mixtures(self, number: int) -> tuple[list[float], list[float]] | None:
        """How both mix at a position, if that is kept."""
        at = self._at.get(number)
        return None if at is None else (_shares(self.go[at].tolist()), _shares(self.stop[at].tolist()))


def _shares(often: list[float]) -> list[float]:
    """What is kept is rounded, so it does not quite add up to 1."""
    whole = total(often)
    return [each / whole for each in often]


def can_be_solved(players: int, pairs: TwoPlayerGame) -> bool:
    """Whether there are not too many positions."""
    positions: int = players * pairs.places**players
    return positions * (VARIANT if pairs.haste_gedacht else 1) <= MOST_POSITIONS


def available(players: int, pairs: TwoPlayerGame) -> MultiplayerSolution | None:
    """The solution if it is there; else None, while it is solved beside."""
    if not can_be_solved(players, pairs):
        return None
    if kept.has(name_of(players, pairs.rings, pairs.haste_gedacht)):
        return solution(players, pairs.rings, pairs.haste_gedacht)
    kept.work_beside(lambda: solving(players, pairs.rings, pairs.haste_gedacht))
    return None


@lru_cache(maxsize=16)
def solution(players: int, rings: tuple[int, ...], haste_gedacht: bool) -> MultiplayerSolution:
    """The game, solved now if it was not before."""
    name = name_of(players, rings, haste_gedacht)
    found = kept.load(name)
    if found is None:
        for _ in solving(players, rings, haste_gedacht):
            pass
        found = kept.load(name)
        assert found is not None
    return MultiplayerSolution(found)


def solving(players: int, rings: tuple[int, ...], haste_gedacht: bool) -> Iterator[None]:
    """Solve the game and keep it, with pauses."""
    pairs = two_player_solution.solution(rings, haste_gedacht)
    game = Denkste(players=players, rings=list(rings), haste_gedacht=haste_gedacht)
    positions, parts, most_cards = players * pairs.places**players, pairs.parts(), max(pairs.counts.tolist())
    board = pairs.stops, pairs.counts, pairs.levels, parts
    room, cell = positions // MIXTURES, multiplayer_solver.largest_cell(parts, players)
    values = arrays.zeros("f8", positions, players)
    fill(values, 1 / players)
    mixtures = (
        arrays.zeros("i8", room), arrays.zeros("f4", room, denkste.GO), arrays.zeros("f4", room, most_cards),
    )  # fmt: skip
    cell_data = (
        arrays.zeros("f8", cell, denkste.GO), arrays.zeros("f8", cell, most_cards),
        arrays.zeros("i8", cell, multiplayer_solver.ENDS), arrays.zeros("f8", cell, multiplayer_solver.ENDS),
        arrays.zeros("i8", cell),
    )  # fmt: skip
    reached, regret = arrays.zeros("i8", 4), arrays.zeros("f8", 2)
    while not multiplayer_solver.solve(game.blank(), board, values, mixtures, cell_data, reached, regret, PAUSE):
        yield
    short, count = arrays.zeros("f4", positions, players), int(reached[3])
    multiplayer_solver.shorten(values, short)
    numbers, go, stop = (each[:count].copy() for each in mixtures)
    kept.keep(
        name_of(players, rings, haste_gedacht),
        values=short,
        numbers=numbers,
        go=go,
        stop=stop,
        regret=regret[:1].copy(),
    )


def solve_small() -> None:
    """Solve the smallest game for three, whatever is kept; that of two players is solved with it."""
    rings = (denkste.SMALLEST_RING,) * denkste.LEVELS
    two_player_solution.Solver(rings, False).solve_now()
    for _ in solving(3, rings, False):
        pass


def blank(players: int, pairs: TwoPlayerGame) -> MultiplayerSolution:
    """A solution by which nobody wins: to compile what looks it up."""
    values, numbers = arrays.zeros("f4", players * pairs.places**players, players), arrays.zeros("i8", 0)
    go, stop = arrays.zeros("f4", 0, denkste.GO), arrays.zeros("f4", 0, 1)
    return MultiplayerSolution(
        {"values": values, "numbers": numbers, "go": go, "stop": stop, "regret": arrays.zeros("f8", 1)}
    )


def name_of(players: int, rings: tuple[int, ...], haste_gedacht: bool) -> str:
    """Under which the solution is kept."""
    return f"denkste-{players}-{'variant' if haste_gedacht else 'basic'}-{'-'.join(map(str, rings))}"
