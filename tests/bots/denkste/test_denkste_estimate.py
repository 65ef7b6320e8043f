"""Denkste! on large rings: nobody waits for the solution, and it is used when it is there."""

import random
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import tafelrunde as tr
from tafelrunde.bots import Seat
from tafelrunde.bots.denkste import multiplayer_solution, two_player_estimate
from tafelrunde.bots.denkste.players import BOTS
from tafelrunde.bots.denkste.two_player_estimate import Estimate, available
from tafelrunde.bots.denkste.two_player_solution import Figure, Solution, Solver, TwoPlayerGame, name_of, solution
from tafelrunde.bots.warm_up import prepare
from tafelrunde.kernel.targets import kept, native
from tafelrunde.lab.studies.denkste.solution import exploitability

USUAL = (24, 16, 8)
RINGS = (12, 4, 8)
"""Rings that no other test uses."""
PATIENCE = 120.0


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[threading.Event]:
    """Nothing is solved in a moment, and a solution is found only when the event is set, or never if it is not.

    No other process solves.
    """
    may_solve, tested, solve = threading.Event(), threading.Event(), Solver.solve
    solution(USUAL, False), solution(USUAL, True)

    def waiting(self: Solver) -> Iterator[None]:
        if self.rings != USUAL and not may_solve.is_set():
            assert threading.current_thread().name == "solving", "somebody waits"
            assert may_solve.wait(PATIENCE)
        return iter(()) if tested.is_set() else solve(self)

    with monkeypatch.context() as patch:
        patch.setattr(two_player_estimate, "QUICK", 0)
        patch.setattr(multiplayer_solution, "MOST_POSITIONS", 0)
        patch.setattr(Solver, "solve", waiting)
        patch.setattr(native, "CACHE", tmp_path)
        yield may_solve
        tested.set()
        may_solve.set()
        wait_until_solved()


def wait_until_solved() -> None:
    for thread in threading.enumerate():
        if thread.name == "solving":
            thread.join(PATIENCE)


@pytest.mark.usefixtures("solved")
@pytest.mark.parametrize("players", [2, 3])
def test_the_first_move_does_not_wait_for_the_solution(players: int) -> None:
    seat = Seat.of(tr.load("denkste", players=players, rings=list(RINGS)).new(1), 0)
    for level in ("gentle", "good", "strongest"):
        assert BOTS.players[level].choose(seat, random.Random(1)) in seat.moves


def test_the_solution_is_used_as_soon_as_it_is_there(solved: threading.Event) -> None:
    assert isinstance(available(RINGS, False), Estimate)
    assert available(RINGS, False) is available(RINGS, False)
    solved.set()
    wait_until_solved()
    found = available(RINGS, False)
    assert isinstance(found, Solution) and exploitability(found).worst < 1e-6


def test_one_at_a_time_is_solved(solved: threading.Event) -> None:
    for rings in (RINGS, (96, 96, 96), (96, 96, 92)):
        assert isinstance(available(rings, False), Estimate)
    assert [thread.name for thread in threading.enumerate()].count("solving") == 1


def test_a_contest_begins_with_the_solution() -> None:
    kept.forget(name_of(RINGS, True))
    prepare(tr.load("denkste", rings=list(RINGS), haste_gedacht=True))
    assert kept.has(name_of(RINGS, True))


@pytest.mark.parametrize("variant", [False, True])
def test_an_estimate_is_near_the_solution(variant: bool) -> None:
    exact, estimate = solution(USUAL, variant), Estimate(USUAL, variant)
    assert np.sqrt(((exact.values - estimate.values) ** 2).mean()) < 0.05
    chance = random.Random(1)
    places = [[exact.figure(chance.randrange(exact.places)) for _ in range(2)] for _ in range(100)]
    assert np.mean([lost(exact, estimate, *figures) for figures in places]) < 0.01


def lost(exact: TwoPlayerGame, estimate: TwoPlayerGame, mover: Figure, other: Figure) -> float:
    """What a turn costs both together if they mix by the estimate and are answered as well as can be."""
    right, mixed = np.array(exact.turn(mover, other).by_go), estimate.turn(mover, other)
    return float((right @ mixed.stop).max() - (mixed.go @ right).min())
