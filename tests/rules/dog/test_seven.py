"""Dog: the seven."""

import pytest

from tests.rules.dog.table import HOME, IN, holding, pieces_of, rule_of, table, types


@pytest.mark.parametrize("first", [5, 4])
def test_dg_24_the_sheets_examples_5_and_2_or_4_and_3(first: int) -> None:
    match = holding("7", ["h", "h", "17", "33"])
    match.play(0, f"7 17>{17 + first}")
    assert match.position()["left"] == 7 - first
    assert match.position()["moved"] == [str(17 + first)]
    assert match.actors() == [0]
    assert match.moves(0) == [f"7 33>{33 + 7 - first}"]
    match.play(0, match.moves(0)[0])
    assert pieces_of(match, 0) == ["h", "h", str(17 + first), str(40 - first)]
    assert match.actors() == [1]
    assert match.position()["moved"] == []


def test_dg_24_everybody_passed_or_met_goes_home_own_pieces_too() -> None:
    match = holding("7", ["h", "h", "17", "20"], ["h", "h", "19", "24"], ["h", "h", "h", "18"], ["h", "h", "h", "25"])
    match.play(0, "7 17>24")
    assert [pieces_of(match, seat)[2:] for seat in range(4)] == [["h", "24"], ["h", "h"], ["h", "h"], ["h", "25"]]
    assert types(match)[:5] == ["played"] + ["sent_home"] * 4


def test_dg_24_whoever_stands_on_the_start_is_passed_on_the_way_to_the_goal() -> None:
    match = holding("7", ["h", "h", "h", "60"], ["h", "h", "h", "0"], ["h", "h", "h", "1"])
    match.play(0, "7 60>g3")
    assert pieces_of(match, 0) == ["h", "h", "h", "g3"]
    assert pieces_of(match, 1) == HOME
    assert pieces_of(match, 2) == ["h", "h", "h", "1"]


def test_dg_24_pieces_in_goals_stay_and_protected_ones_block() -> None:
    match = holding("7", ["h", "h", "h", "12"], ["g1", "g2", "h", "16*"])
    assert types(match) == ["folded"]
    free = holding("7", ["h", "h", "h", "12"], ["g1", "g2", "h", "16"])
    free.play(0, "7 12>19")
    assert pieces_of(free, 1) == ["h", "h", "g1", "g2"]


def test_dg_24_over_three_pieces_and_inside_the_goal() -> None:
    match = holding("7", ["h", "g1", "17", "33"])
    match.play(0, "7 g1>g3")
    match.play(0, "7 33>36")
    assert match.moves(0) == ["7 17>19"]
    match.play(0, "7 17>19")
    assert pieces_of(match, 0) == ["h", "19", "36", "g3"]


def test_dg_24_own_protected_piece_opens_the_way_by_moving_first() -> None:
    match = holding("7", ["h", "h", "0*", "61"])
    assert "7 61>62" in match.moves(0)  # 62 is before the start; the rest is for the other piece
    assert "7 61>1" not in match.moves(0)
    match.play(0, "7 0>3")
    assert match.moves(0) == ["7 61>1", "7 61>g1"]


def test_dg_25_a_part_needs_a_rest_that_can_be_played() -> None:
    alone = holding("7", ["h", "h", "h", "17"])
    assert alone.moves(0) == ["7 17>24"]
    own = holding("7", ["h", "h", "17", "20"])  # whoever takes 17 past 20 has nobody left for the rest
    assert own.moves(0) == ["7 17>18", "7 17>19", "7 17>24", *[f"7 20>{field}" for field in range(21, 28)]]


def test_dg_25_each_piece_takes_at_most_one_part() -> None:
    match = holding("7", ["h", "h", "17", "40"])
    match.play(0, "7 17>19")
    assert rule_of(match, 0, "7 19>24") == "DG-25"
    assert match.moves(0) == ["7 40>45"]


def test_dg_25_several_parts_together_may_make_up_the_rest() -> None:
    # nobody can take 7 or 6 alone: 3 to the protected piece, 3 to the next, 1 in the goal
    guards = (["h", "h", "h", "16*"], ["h", "h", "h", "32*"])
    match = holding("7", ["h", "g3", "12", "28"], *guards)
    assert match.moves(0) == ["7 12>15", "7 28>31", "7 g3>g4"]
    assert types(holding("7", ["h", "g4", "12", "28"], *guards)) == ["folded"]


def test_dg_25_a_jokers_seven_goes_on_as_a_seven() -> None:
    match = holding("X", ["h", "h", "17", "40"])
    match.play(0, "X=7 17>19")
    assert match.moves(0) == ["7 40>45"]
    assert match.events()[0]["card"] == "X"
    assert rule_of(match, 0, "X=7 40>45") == "DG-25"


def test_dg_26_five_for_the_last_piece_and_two_for_the_partner() -> None:
    match = holding("7", ["60", "g2", "g3", "g4"], HOME, ["h", "h", "g1", "40"])
    assert match.moves(0) == ["7 60>3", "7 60>g1"]
    match.play(0, "7 60>g1")
    assert match.position()["left"] == 2
    assert match.moves(0) == ["7 40>41", "7 40>42", "7 g1>g2", "7 g1>g3"]
    match.play(0, "7 g1>g2")
    assert match.moves(0) == ["7 40>41"]
    match.play(0, "7 40>41")
    assert pieces_of(match, 0) == IN
    assert pieces_of(match, 2) == ["h", "h", "41", "g2"]
    assert match.actors() == [1]


def test_dg_26_not_if_the_partner_cannot_move_the_rest() -> None:
    match = holding("7", ["60", "g2", "g3", "g4"])
    assert match.moves(0) == ["7 60>3"]
    assert rule_of(match, 0, "7 60>g1") == "DG-25"


def test_dg_25_a_position_within_a_seven_goes_on_where_it_stopped() -> None:
    match = table(["h", "h", "19", "40"], hands=[[], ["A"], [], []], left=5, moved=["19"])
    assert match.moves(0) == ["7 40>45"]
    assert match.view(1)["left"] == 5
    anew = table(["h", "h", "19", "40"], hands=[[], ["A"], [], []], left=1)
    assert anew.moves(0) == ["7 19>20", "7 40>41"]
