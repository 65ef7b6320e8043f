"""Hints: every move with its chance to win, from what the seat knows and nothing else."""

import random

import pytest

import tafelrunde as tr
from tafelrunde.bots import Seat
from tafelrunde.bots.hints import hint

from .. import every


@pytest.mark.usefixtures("endless")
@pytest.mark.parametrize("name", tr.games())
def test_the_same_view_gets_the_same_hint(name: str) -> None:
    redraw = random.Random(6)
    for number, (match, at, _) in enumerate(every.random_match(tr.load(name), seed=24, most=60)):
        if number % 12 == 0:
            twin = match.resample(at, seed=redraw.getrandbits(64))
            seat, other = Seat.of(match, at), Seat.of(twin, at)
            found = hint(seat, random.Random(3))
            assert found == hint(other, random.Random(3))
            assert found and {each.move for each in found} <= set(seat.moves)
            assert all(0 <= each.win <= 1 for each in found)
            assert found[0].share == max(each.share for each in found) > 0


def test_who_is_not_to_move_gets_no_hint() -> None:
    match = tr.load("dog").new(seed=1)
    match.play(0, match.moves(0)[0])
    assert hint(Seat.of(match, 0), random.Random(1)) == []


def test_what_wins_is_known_to_win() -> None:
    """In Dog both partners win; that is one win of the side, not half of one each."""
    pieces = [["62", "g2", "g3", "g4"], ["14", "g2", "g3", "g4"], ["g1", "g2", "g3", "g4"], ["g1", "g2", "g3", "g4"]]
    position = {"game": "dog", "pieces": pieces, "hands": [["3", "2"], ["3"], ["4"], ["4"]]}
    best, *others = hint(Seat.of(tr.from_position(position), 0), random.Random(1))
    assert best.move == "3 62>g1" and best.win == pytest.approx(1, abs=0.02)
    assert others and all(other.win < 0.9 and other.share == 0 for other in others)


@pytest.mark.parametrize("name", [name for name in tr.games() if name != "denkste"])
def test_a_move_without_a_choice_has_the_worth_of_the_position(name: str) -> None:
    wins = []
    for match, at, _ in every.random_match(tr.load(name, players=4 if name == "dog" else 2), seed=24, most=400):
        seat = Seat.of(match, at)
        if len(seat.moves) == 1:
            [only] = hint(seat, random.Random(3))
            assert only.share == 1
            wins.append(only.win)
        if len(wins) == 20:
            break
    assert len(wins) > 1 and max(wins) - min(wins) > 0.02, "it is not the same everywhere"


@pytest.mark.parametrize(("piles", "least", "most"), [([], 0.7, 1.0), (["3", "4", "7"] * 6, 0.0, 0.3)])
def test_who_is_ahead_is_told_so_even_where_all_is_obvious(piles: list[str], least: float, most: float) -> None:
    """In Biesti Boys one draws at once; the chance to win depends on how many cards are left."""
    position = {
        "game": "biesti-boys",
        "options": {"players": 2, "draw": "hand"},
        "lifts": ["2", "8", "0", "0"],
        "hands": [["1"], ["5", "5"]],
        "piles": [["1", *piles], ["6"] * 8],
    }
    [draw] = hint(Seat.of(tr.from_position(position), 0), random.Random(1))
    assert draw.move == "draw" and least <= draw.win <= most
