"""Hints: every move with its chance to win, from what the seat knows and nothing else."""

import random

import pytest

import tafelrunde as tr
from tafelrunde.bots import Advice, Seat
from tafelrunde.bots.hints import by_random_games, hint

from .. import every


@pytest.mark.parametrize("name", tr.games())
@pytest.mark.parametrize("ask", [hint, by_random_games])
def test_the_same_view_gets_the_same_hint(name: str, ask: object) -> None:
    redraw = random.Random(6)
    for number, (match, at, _) in enumerate(every.random_match(tr.load(name), seed=24, most=60)):
        if number % 12 == 0:
            twin = match.resample(at, seed=redraw.getrandbits(64))
            seat, other = Seat.of(match, at), Seat.of(twin, at)
            found: list[Advice] = ask(seat, random.Random(3))  # type: ignore[operator]
            assert found == ask(other, random.Random(3))  # type: ignore[operator]
            assert found and {each.move for each in found} <= set(seat.moves)
            wins = [each.win for each in found]
            assert all(0 <= win <= 1 for win in wins) and wins == sorted(wins, reverse=True)


def test_who_is_not_to_move_gets_no_hint() -> None:
    match = tr.load("dog").new(seed=1)
    match.play(0, match.moves(0)[0])
    assert hint(Seat.of(match, 0), random.Random(1)) == []


def test_what_wins_is_known_to_win() -> None:
    stones = [[6, 6, 6, 6, 5, 1, 1], [0] * 7]
    position = {"game": "beam-me-up", "options": {"players": 2}, "boards": [0, 1], "turn": 0, "stones": stones}
    seat = Seat.of(tr.from_position(position | {"phase": "move", "throw": 1, "dice": [1, 2, 3, 5, 5]}), 0)
    best, *others = by_random_games(seat, random.Random(1))
    assert (best.move, best.win, best.share) == ("up 5+1", 1.0, 1.0)
    assert all(other.win < 1 and other.share == 0 for other in others)


def test_a_side_wins_with_either_partner() -> None:
    """In Dog both partners win; that is one win of the side, not half of one each."""
    pieces = [["62", "g2", "g3", "g4"], ["h"] * 4, ["g1", "g2", "g3", "g4"], ["h"] * 4]
    position = {"game": "dog", "pieces": pieces, "hands": [["3", "2"], ["2"], ["3"], ["2"]]}
    best, *_ = by_random_games(Seat.of(tr.from_position(position), 0), random.Random(1))
    assert (best.move, best.win) == ("3 62>g1", 1.0)
