"""Hints: every move with its chance to win, from what the seat knows and nothing else."""

import random

import pytest

import tafelrunde as tr
from tafelrunde.bots import Advice, Seat
from tafelrunde.bots.hints import by_random_games, hint

from .. import every


@pytest.mark.parametrize(
    ("name", "ask"), [*((name, hint) for name in tr.games()), ("denkste", by_random_games), ("dog", by_random_games)]
)
def test_the_same_view_gets_the_same_hint(name: str, ask: object) -> None:
    redraw = random.Random(6)
    for number, (match, at, _) in enumerate(every.random_match(tr.load(name), seed=24, most=60)):
        if number % 12 == 0:
            twin = match.resample(at, seed=redraw.getrandbits(64))
            seat, other = Seat.of(match, at), Seat.of(twin, at)
            found: list[Advice] = ask(seat, random.Random(3))  # type: ignore[operator]
            assert found == ask(other, random.Random(3))  # type: ignore[operator]
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
    best, *others = by_random_games(Seat.of(tr.from_position(position), 0), random.Random(1))
    assert (best.move, best.win, best.share) == ("3 62>g1", 1.0, 1.0)
    assert others and all(0 < other.win < 0.9 and other.share == 0 for other in others)
