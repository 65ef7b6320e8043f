"""The reference of Denkste! against the sheet."""

import random
from itertools import product
from typing import Any

import pytest

from tests.reference.denkste import after, moves, path, refusal

RINGS = [24, 16, 8]
EVERY_TEXT = [f"go {n}" for n in range(1, 7)] + [
    "stop " + " ".join(map(str, dials)) for k in (1, 2, 3) for dials in product(range(1, 7), repeat=k)
]


def table(
    figures: list[list[int]],
    turn: int = 0,
    haste_gedacht: bool = False,
    go: int | None = None,
    stop: list[int] | None = None,
) -> dict[str, Any]:
    options = {"players": len(figures), "haste_gedacht": haste_gedacht, "rings": RINGS}
    return {"game": "denkste", "options": options, "figures": figures, "turn": turn, "go": go, "stop": stop}


def reveal(position: dict[str, Any], go: int, *stop: int) -> list[int]:
    """Both set their cards, Go first; returns where the figure on turn then stands."""
    turn, players = position["turn"], position["options"]["players"]
    half = after(position, turn, f"go {go}")
    figures: list[list[int]] = after(half, (turn - 1) % players, "stop " + " ".join(map(str, stop)))["figures"]
    return figures[turn]


def test_different_numbers_move_equal_numbers_stay() -> None:
    assert reveal(table([[1, 0], [1, 0]]), 4, 2) == [1, 4]
    assert reveal(table([[1, 0], [1, 0]]), 4, 4) == [1, 0]


def test_cards_are_passed_on_clockwise() -> None:
    position = table([[1, 0], [1, 0], [1, 0]])
    assert [len(moves(position, seat)) for seat in range(3)] == [6, 0, 6]
    position = after(position, 2, "stop 2")
    assert (position["stop"], position["turn"], moves(position, 2)) == ([2], 0, [])
    position = after(position, 0, "go 2")
    assert (position["go"], position["stop"], position["turn"]) == (None, None, 1)
    assert [moves(position, seat)[:1] for seat in range(3)] == [["stop 1"], ["go 1"], []]


@pytest.mark.parametrize(("level", "basic", "variant"), [(1, 6, 6), (2, 15, 21), (3, 20, 56)])
def test_as_many_dials_as_the_level(level: int, basic: int, variant: int) -> None:
    assert len(moves(table([[level, 1], [1, 0]]), 1)) == basic
    assert len(moves(table([[level, 1], [1, 0]], haste_gedacht=True), 1)) == variant


def test_path_over_the_own_start_field() -> None:
    assert path([1, 22], 2, RINGS) == [1, 24]
    assert path([1, 22], 3, RINGS) == [2, 0]
    assert path([1, 24], 6, RINGS) == [2, 5]
    assert path([3, 8], 1, RINGS) == [4, 0]
    assert path([3, 6], 6, RINGS) == [4, 0]
    assert path([1, 3], 6, [4, 4, 4]) == [2, 4]


def test_an_occupied_field_stops_and_others_are_passed() -> None:
    # Two players sit on colours 0 and 2: seat 1 starts 12 fields after seat 0, on a foreign start field for it.
    assert reveal(table([[1, 8], [1, 0]]), 4, 1) == [1, 8]
    assert reveal(table([[1, 8], [1, 0]]), 5, 1) == [1, 13]
    # A start field with the lap done is the same field of the board.
    assert reveal(table([[1, 8], [1, 24]]), 4, 1) == [1, 8]
    # Three players: colours 0, 1, 2, a quarter ring apart.
    assert reveal(table([[2, 1], [2, 0], [1, 0]]), 3, 1, 2) == [2, 1]
    assert reveal(table([[2, 1], [1, 0], [2, 0]]), 3, 1, 2) == [2, 4]


def test_the_centre_wins_at_once() -> None:
    half = after(table([[1, 0], [3, 6]], turn=1), 0, "stop 1 2 3")
    won = after(half, 1, "go 6")
    assert won["figures"] == [[1, 0], [4, 0]]
    assert moves(won, 0) == moves(won, 1) == []
    assert refusal(won, 0, "go 1") == "DK-11"


def test_haste_gedacht_sends_back() -> None:
    def caught(figure: list[int], go: int, *stop: int) -> list[int]:
        return reveal(table([figure, [1, 0]], haste_gedacht=True), go, *stop)

    assert caught([2, 5], 4, 4, 4) == [2, 0]
    assert caught([2, 0], 4, 4, 4) == [2, 0]
    assert caught([2, 16], 4, 4, 4) == [2, 16]  # the lap stays done
    assert caught([3, 5], 4, 4, 4, 4) == [2, 0]
    assert caught([3, 8], 4, 4, 4, 4) == [2, 0]
    assert caught([3, 5], 4, 1, 4, 4) == [3, 0]
    assert caught([3, 5], 1, 1, 4, 4) == [3, 5]
    # Two figures may share the start field: seat 1 stands on seat 0's.
    assert reveal(table([[2, 5], [2, 8]], haste_gedacht=True), 4, 4, 4) == [2, 0]


def test_refusals_in_order() -> None:
    position = table([[2, 3], [1, 0], [1, 0], [1, 0]])
    assert refusal(position, 1, "go 3") == refusal(position, 2, "stop 1 2") == "DK-07"
    assert refusal(position, 0, "stop 1 2") == refusal(position, 3, "go 1") == "DK-03"
    assert refusal(after(position, 0, "go 1"), 0, "go 1") == "DK-03"
    assert refusal(after(position, 3, "stop 5 2"), 3, "stop 1 2") == "DK-03"
    assert refusal(position, 3, "stop 1") == refusal(position, 3, "stop 1 1 1") == "DK-04"
    assert refusal(position, 3, "stop 1 1") == "DK-05"
    assert refusal(position, 3, "stop 2 1") is None
    with pytest.raises(ValueError, match="no move"):
        refusal(position, 0, "go 7")


@pytest.mark.parametrize("haste_gedacht", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_and_moves_agree_with_refusal(players: int, haste_gedacht: bool) -> None:
    chance = random.Random(players)
    position = table([[1, 0]] * players, haste_gedacht=haste_gedacht)
    while any(moves(position, seat) for seat in range(players)):
        for seat in range(players):
            legal = {text for text in EVERY_TEXT if refusal(position, seat, text) is None}
            ascending = {text for text in legal if text.split()[1:] == sorted(text.split()[1:])}
            assert set(moves(position, seat)) == ascending
        seat = chance.choice([seat for seat in range(players) if moves(position, seat)])
        position = after(position, seat, chance.choice(moves(position, seat)))
    assert [4, 0] in position["figures"]
