"""Denkste!, rule by rule."""

from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde.kernel.match import Match


def table(*figures: list[int], turn: int = 0, **options: Any) -> Match:
    """A table with these figures."""
    return tr.from_position(
        {"game": "denkste", "options": {"players": len(figures), **options}, "figures": list(figures), "turn": turn}
    )


def turn(match: Match, go: int, *stop: int) -> list[list[int]]:
    """Play one turn; where the figures stand then."""
    seat = match.position()["turn"]
    match.play(seat, f"go {go}")
    match.play((seat - 1) % match.game.players, "stop " + " ".join(map(str, stop)))
    figures: list[list[int]] = match.position()["figures"]
    return figures


def test_dk_01_three_rings_of_24_16_and_8_fields_with_starts_a_quarter_apart() -> None:
    assert tr.load("denkste").options["rings"] == [24, 16, 8]
    # colour 1 starts six fields after colour 0: five fields before it, one step onto it
    assert turn(table([1, 5], [1, 0], [1, 12]), 1, 6)[0] == [1, 5]
    assert turn(table([1, 5], [1, 1], [1, 12]), 1, 6)[0] == [1, 6]
    # on level 2 a quarter is four fields, on level 3 two
    assert turn(table([2, 3], [2, 0], [1, 0]), 1, 5, 6)[0] == [2, 3]
    assert turn(table([3, 1], [3, 0], [1, 0]), 1, 4, 5, 6)[0] == [3, 1]


def test_dk_01_rings_are_an_option_in_multiples_of_four() -> None:
    assert turn(table([1, 8], [1, 0], rings=[8, 4, 4]), 1, 6)[0] == [2, 0]
    with pytest.raises(tr.BadOption, match="rings"):
        tr.load("denkste", rings=[24, 16, 9])


def test_dk_02_figures_begin_on_their_start_field_of_level_1() -> None:
    assert tr.load("denkste", players=4).new(seed=1).position()["figures"] == [[1, 0]] * 4


def test_dk_02_two_players_sit_diagonally_opposite() -> None:
    # seat 1 has the colour half a ring, twelve fields, further on
    assert turn(table([1, 11], [1, 0]), 1, 6)[0] == [1, 11]
    assert turn(table([1, 5], [1, 0]), 1, 6)[0] == [1, 6]


def test_dk_03_both_set_in_secret_and_are_shown_together() -> None:
    match = tr.load("denkste", players=3).new(seed=1)
    assert match.actors() == [0, 2]
    assert match.moves(0) == ["go 1", "go 2", "go 3", "go 4", "go 5", "go 6"]
    assert match.moves(1) == []
    match.play(0, "go 4")
    assert match.actors() == [2]
    assert match.view(0)["go"] == 4
    for other in (1, 2, None):
        assert match.view(other)["go"] is None and match.view(other)["go_set"]
        assert match.events(seat=other) == [{"n": 0, "type": "set_go", "seat": 0}]
    match.play(2, "stop 1")
    shown = {"seat": 0, "stopper": 2, "go": 4, "stop": [1], "from": [1, 0], "to": [1, 4]}
    assert match.events(since=2)[0] == {"n": 2, "type": "moved", **shown}


def test_dk_03_a_sealed_stop_is_known_to_its_holder_only() -> None:
    match = table([2, 3], [1, 0], [1, 1])
    match.play(2, "stop 5 2")
    assert match.view(2)["stop"] == [2, 5]
    assert match.view(0)["stop"] is match.view(1)["stop"] is match.view(None)["stop"] is None


@pytest.mark.parametrize(("figure", "choices"), [([1, 3], 6), ([2, 3], 15), ([3, 3], 20)])
def test_dk_04_as_many_dials_as_the_level(figure: list[int], choices: int) -> None:
    moves = table(figure, [1, 5]).moves(1)
    assert len(moves) == choices
    assert {len(move.split()) - 1 for move in moves} == {figure[0]}


def test_dk_05_in_the_basic_game_all_dials_differ() -> None:
    moves = table([3, 3], [1, 5]).moves(1)
    assert "stop 1 2 3" in moves and "stop 1 1 3" not in moves


def test_dk_06_different_numbers_move_equal_ones_stop() -> None:
    assert turn(table([1, 3], [1, 0]), 4, 5) == [[1, 7], [1, 0]]
    assert turn(table([1, 3], [1, 0]), 4, 4) == [[1, 3], [1, 0]]
    assert turn(table([3, 1], [1, 0]), 4, 1, 2, 4) == [[3, 1], [1, 0]]
    assert turn(table([3, 1], [1, 0]), 4, 1, 2, 3) == [[3, 5], [1, 0]]


def test_dk_07_the_cards_are_passed_on_clockwise() -> None:
    match = tr.load("denkste", players=4).new(seed=1)
    holders = []
    for _ in range(5):
        holders.append((match.view()["turn"], match.view()["stopper"]))
        turn(match, 3, 1)
    assert holders == [(0, 3), (1, 0), (2, 1), (3, 2), (0, 3)]


def test_dk_08_an_occupied_field_cannot_be_entered_but_others_may_be_passed() -> None:
    match = table([1, 2], [1, 0], [1, 3])  # seat 1 stands on field 6 of the ring
    assert turn(match, 4, 1)[0] == [1, 2]
    assert match.events()[-1]["type"] == "blocked"
    assert turn(table([1, 2], [1, 0], [1, 3]), 5, 1)[0] == [1, 7]


def test_dk_09_foreign_start_fields_are_ordinary() -> None:
    assert turn(table([1, 4], [1, 3], [1, 3]), 2, 1)[0] == [1, 6]  # the start field of seat 1, who has left it
    assert turn(table([1, 5], [1, 3], [1, 3]), 3, 1)[0] == [1, 8]


@pytest.mark.parametrize(
    ("start", "go", "end"),
    [([1, 22], 2, [1, 24]), ([1, 22], 3, [2, 0]), ([1, 22], 6, [2, 3]), ([1, 24], 1, [2, 0]), ([2, 16], 2, [3, 1])],
)
def test_dk_10_over_the_own_start_field_to_the_next_level(start: list[int], go: int, end: list[int]) -> None:
    stop = [1, 4, 5][: start[0]] if go not in (1, 4, 5) else [2, 3, 5][: start[0]]
    assert turn(table(start, [1, 3]), go, *stop)[0] == end


def test_dk_11_reaching_the_centre_wins_and_points_left_over_lapse() -> None:
    for steps, go in ((8, 1), (8, 6), (5, 4)):
        match = table([3, steps], [1, 3])
        assert turn(match, go, *[n for n in range(1, 7) if n != go][:3])[0] == [4, 0]
        assert match.result is not None and match.result["winners"] == [0]
        assert match.actors() == [] and match.moves(1) == []
    match = table([3, 5], [1, 3])
    assert turn(match, 3, 1, 2, 4)[0] == [3, 8]
    assert match.result is None


def test_dk_12_caught_by_a_double_means_back_to_the_start_of_the_level() -> None:
    match = table([2, 5], [1, 0], haste_gedacht=True)
    assert len(match.moves(1)) == 21
    assert turn(match, 3, 3, 3)[0] == [2, 0]
    assert match.events()[-1]["type"] == "thrown_back"
    assert turn(table([2, 5], [1, 0], haste_gedacht=True), 3, 4, 4)[0] == [2, 8]
    assert turn(table([2, 0], [1, 0], haste_gedacht=True), 3, 3, 3)[0] == [2, 0]


def test_dk_12_on_level_1_there_is_one_dial() -> None:
    assert len(table([1, 5], [1, 0], haste_gedacht=True).moves(1)) == 6


def test_dk_13_caught_by_three_alike_means_back_to_the_start_of_level_2() -> None:
    match = table([3, 5], [1, 0], haste_gedacht=True)
    assert len(match.moves(1)) == 56
    assert turn(match, 3, 3, 3, 3)[0] == [2, 0]
    assert turn(table([3, 0], [1, 0], haste_gedacht=True), 3, 3, 3, 3)[0] == [2, 0]


def test_dk_14_a_double_with_another_number_on_level_3() -> None:
    assert turn(table([3, 5], [1, 0], haste_gedacht=True), 3, 3, 5, 5)[0] == [3, 5]
    assert turn(table([3, 5], [1, 0], haste_gedacht=True), 5, 3, 5, 5)[0] == [3, 0]


def test_dk_15_a_figure_put_back_may_share_its_start_field() -> None:
    # seat 1's level-2 field 4 + 12 = 16 ≡ 0 is the start field of seat 0
    match = table([2, 5], [2, 12], [1, 0], haste_gedacht=True)
    assert turn(match, 3, 3, 3) == [[2, 0], [2, 12], [1, 0]]
    with pytest.raises(tr.BadPosition, match="figures"):
        table([2, 0], [2, 12], [1, 0])


def test_dk_16_a_lap_once_done_stays_done() -> None:
    assert turn(table([2, 16], [1, 0], haste_gedacht=True), 3, 3, 3)[0] == [2, 16]
    assert turn(table([3, 8], [1, 0], haste_gedacht=True), 3, 2, 3, 3)[0] == [3, 8]


def test_dk_17_with_two_the_opponent_is_both_neighbours() -> None:
    match = tr.load("denkste", players=2).new(seed=1)
    assert (match.view()["turn"], match.view()["stopper"]) == (0, 1)
    turn(match, 3, 1)
    assert (match.view()["turn"], match.view()["stopper"]) == (1, 0)
