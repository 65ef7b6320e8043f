"""The search, on games whose right answer is known, and on ours."""

import random
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde.bots import Seat
from tafelrunde.bots.player import Advice, Budget
from tafelrunde.kernel.compiled import compiled
from tafelrunde.kernel.match import Match
from tafelrunde.lab.search import hooks, search, tree

from ..parts import thorough
from . import toy

SIMULATE, REPORT = compiled(tree.simulate.py_func), compiled(tree.report.py_func)
"""What a toy does may change without its record; nothing of it is kept on disk."""


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "simulate", SIMULATE)
    monkeypatch.setattr(search, "report", REPORT)


def think(simulations: int, seed: int = 1, number: int = 0, **fields: int) -> dict[str, Advice]:
    """What the search finds out about each move at a toy."""
    tree = search.Tree(toy.seat(number, **fields), seed, simulations)
    tree.think(Budget(simulations))
    return {advice.move: advice for advice in tree.found()}


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("seed", range(3))
def test_those_who_choose_together_mix_as_they_must(seed: int) -> None:
    """Each shows 1 in a third of all games, and seat 0 wins a third."""
    for number, value in ((0, 1 / 3), (1, 2 / 3)):
        found = think(30_000, seed, number, which=toy.PENNIES)
        assert found["1"].share == pytest.approx(1 / 3, abs=0.06)
        assert found["1"].win == pytest.approx(value, abs=0.08)


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("sticks", [5, 6, 7, 9, 10])
def test_those_who_act_in_turn_find_the_winning_move(sticks: int) -> None:
    """The other one has to be left with a multiple of four."""
    found = think(5_000, which=toy.STICKS, sticks=sticks)
    best = str(sticks % 4)
    assert next(iter(found)) == best
    assert found[best].win > 0.9 and found[best].share > 0.9


@pytest.mark.usefixtures("toys")
def test_nobody_wins_where_no_move_does() -> None:
    found = think(5_000, which=toy.STICKS, sticks=8)
    assert max(advice.win for advice in found.values()) < 0.4


@pytest.mark.usefixtures("toys")
def test_what_nobody_saw_is_of_no_use() -> None:
    """The coin lies under the first cup: who has not looked cannot know."""
    found = think(4_000, which=toy.CUP, coin=1, blind=1)
    assert max(advice.win for advice in found.values()) == pytest.approx(0.5, abs=0.05)


@pytest.mark.usefixtures("toys")
def test_what_will_be_seen_is_of_use() -> None:
    found = think(4_000, which=toy.CUP, coin=1)
    assert next(iter(found)) == "0"
    assert found["0"].win > 0.9 and found["1"].win == pytest.approx(0.5, abs=0.1)


@pytest.mark.usefixtures("toys")
def test_the_same_seed_finds_the_same() -> None:
    assert think(500, which=toy.PENNIES) == think(500, which=toy.PENNIES)
    assert think(500, seed=2, which=toy.PENNIES) != think(500, which=toy.PENNIES)


@pytest.mark.usefixtures("toys")
def test_more_simulations_may_follow() -> None:
    tree = search.Tree(toy.seat(which=toy.STICKS, sticks=9), 1, 600)
    tree.think(Budget(300))
    tree.think(Budget(300))
    assert {advice.move: advice for advice in tree.found()} == think(600, which=toy.STICKS, sticks=9)


@pytest.mark.usefixtures("toys")
def test_seconds_are_a_limit_too() -> None:
    tree = search.Tree(toy.seat(which=toy.STICKS, sticks=9), 1, 600)
    tree.think(Budget(10**12, seconds=0.01))
    assert 0 < tree.done < 10**12 and tree.done % search.SLICE == 0


@pytest.mark.usefixtures("toys")
def test_a_full_table_is_no_reason_to_stop() -> None:
    tree = search.Tree(toy.seat(which=toy.STICKS, sticks=250), 1, 1)
    tree.think(Budget(3_000))
    assert tree.done == 3_000 and sum(advice.share for advice in tree.found()) == pytest.approx(1.0)
    assert (tree.table["key"] != 0).mean() > 0.9


def test_a_hook_that_does_not_exist_is_refused() -> None:
    hook = hooks.of(toy.TOY)
    with pytest.raises(TypeError, match="is not a hook"):
        hook(lambda state: 0)

    def side(state: Any) -> int:
        return 0

    with pytest.raises(TypeError, match="is not a hook"):
        hook(side)


# our games


def a_choice(name: str, seed: int) -> tuple[Match, int]:
    """A position of a random game with something to choose."""
    match, chance = tr.load(name).new(seed=seed), random.Random(seed)
    for moves in range(10**6):
        seat = chance.choice(match.actors())
        if moves > 12 and len(match.moves(seat)) > 2:
            break
        match.play(seat, chance.choice(match.moves(seat)))
    return match, seat


@pytest.mark.parametrize(
    "name",
    [
        "denkste",
        pytest.param("biesti-boys", marks=thorough),
        pytest.param("biberbande", marks=thorough),
        pytest.param("dog", marks=thorough),
    ],
)
def test_the_search_depends_on_nothing_but_what_the_seat_knows(name: str) -> None:
    for seed in range(5):
        match, seat = a_choice(name, seed)
        twin = match.resample(seat, seed=99)
        here, there = (
            search.search(Seat.of(game, seat), Budget(100), random.Random(5), plain=True) for game in (match, twin)
        )
        assert here == there
        assert [advice.move for advice in here] != [] and {advice.move for advice in here} == set(match.moves(seat))
        assert sum(advice.share for advice in here) == pytest.approx(1.0)
