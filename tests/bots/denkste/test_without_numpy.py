"""Denkste!: the players need no NumPy outside compiled code, neither files nor threads, and play the same without."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots import Seat
from tafelrunde.bots.denkste import (
    greedy,
    multiplayer_solution,
    multiplayer_turn,
    two_player_estimate,
    two_player_solution,
)
from tafelrunde.bots.denkste.multiplayer_turn import MultiplayerGame
from tafelrunde.bots.denkste.two_player_estimate import Estimate, available
from tafelrunde.bots.denkste.two_player_solution import Solution
from tafelrunde.bots.hints import hint
from tafelrunde.browser.face import kept as kept_in_memory
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.targets import kept
from tafelrunde.lab.review import Reviewer

from ...wasm.test_without_numpy import without_numpy

__all__ = ["without_numpy"]

USUAL, SMALLEST, LARGE = [24, 16, 8], [4, 4, 4], [48, 40, 32]
TABLES = [(players, variant, USUAL) for players in (2, 3, 4) for variant in (False, True)]
TABLES += [(2, variant, LARGE) for variant in (False, True)]


def seats(game: Game) -> Iterator[Seat]:
    """Both players of the first turns."""
    match, chance = game.new(seed=5), random.Random(5)
    for _ in range(6):
        for at in match.actors():
            yield Seat.of(match, at)
            match.play(at, chance.choice(match.moves(at)))


def thoughts(players: int, variant: bool, rings: list[int]) -> list[Any]:
    """What all players do there, and what they say about it."""
    found: list[Any] = []
    for seat in seats(tr.load("denkste", players=players, haste_gedacht=variant, rings=rings)):
        for level in bots.levels("denkste"):
            found.append(bots.make(level, "denkste").choose(seat, random.Random(1)))
        found.append(hint(seat, random.Random(1)))
    return found


@pytest.fixture
def like_a_browser(without_numpy: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A function after which there are neither NumPy nor files nor threads."""

    def become() -> None:
        without_numpy()
        for name in ("has", "load", "keep", "forget", "work_beside"):
            monkeypatch.setattr(kept, name, getattr(kept_in_memory, name))
        monkeypatch.setattr(kept_in_memory, "_kept", {})
        monkeypatch.setattr(kept_in_memory, "_working", [])
        forget()

    yield become
    forget()


def forget() -> None:
    """What players remember holds arrays."""
    for remembered in (
        greedy._mixtures, two_player_solution.solution, two_player_estimate.estimate,
        multiplayer_solution.solution, multiplayer_turn._multiplayer_game,
    ):  # fmt: skip
        remembered.cache_clear()


@pytest.fixture
def nothing_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is worked out while others play."""
    monkeypatch.setattr(kept, "has", lambda name: False)
    monkeypatch.setattr(kept, "work_beside", lambda work: None)


@pytest.mark.usefixtures("nothing_beside")
@pytest.mark.parametrize(("players", "variant", "rings"), TABLES)
def test_every_level_plays_the_same(players: int, variant: bool, rings: list[int], like_a_browser: Any) -> None:
    expected = thoughts(players, variant, rings)
    like_a_browser()
    assert thoughts(players, variant, rings) == expected


def test_a_game_for_three_is_solved_between_moves_and_reviewed(like_a_browser: Any) -> None:
    game = tr.load("denkste", players=3, rings=SMALLEST)
    bots.load("denkste").prepare(game)
    expected, record = thoughts(3, False, SMALLEST), finished(game)
    reviewed = review(record)
    MultiplayerGame(3, available(tuple(SMALLEST), False), None).turn([(1, 0)] * 3, 0)
    like_a_browser()
    assert thoughts(3, False, SMALLEST) != expected, "by looking ahead"
    pauses = 0
    while kept_in_memory.step():
        pauses += 1
    assert pauses > 10
    assert thoughts(3, False, SMALLEST) == expected
    assert review(record) == reviewed


def test_large_rings_are_estimated_until_they_are_solved(like_a_browser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rings = (12, 12, 8)
    multiplayer_turn.warm_up()
    like_a_browser()
    monkeypatch.setattr("tafelrunde.bots.denkste.two_player_estimate.QUICK", 0)
    monkeypatch.setattr(two_player_solution, "PAUSE", 100)
    assert isinstance(available(rings, True), Estimate)
    while kept_in_memory.step():
        assert isinstance(available(rings, True), Estimate)
    assert isinstance(available(rings, True), Solution)


def finished(game: Game) -> dict[str, Any]:
    """The record of a random game."""
    match, chance = game.new(seed=3), random.Random(3)
    while not match.is_over:
        at = chance.choice(match.actors())
        match.play(at, chance.choice(match.moves(at)))
    return match.record()


def review(record: dict[str, Any]) -> dict[str, Any]:
    """What the laboratory says about it."""
    reviewer = Reviewer(record)
    while reviewer.done < reviewer.moves:
        reviewer.step()
    return reviewer.review().plain()


def test_how_it_is_divided_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solved at one go or with many pauses: the same bytes."""
    two_player_solution.solution((4, 4, 4), True)
    found = []
    monkeypatch.setattr(
        kept, "keep", lambda name, **tables: found.append({key: tables[key].tobytes() for key in tables})
    )
    for pause in (7, 10**9):
        for module in (two_player_solution, multiplayer_solution):
            monkeypatch.setattr(module, "PAUSE", pause)
        pauses = len([*two_player_solution.solving((4, 4, 4), True)])
        pauses += len([*multiplayer_solution.solving(2, (4, 4, 4), True)])
        assert (pauses > 10) == (pause == 7)
    assert found[:2] == found[2:]
