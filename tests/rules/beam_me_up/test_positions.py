"""Beam me up: positions that are complete, incomplete or impossible, and what is said of them."""

from typing import Any

import pytest

import tafelrunde as tr

from .table import GROUND, drawn, position, table


def test_position_with_everything_left_out_is_the_start() -> None:
    assert tr.from_position({"game": "beam-me-up"}).position() == tr.load("beam-me-up").new(seed=0).position()


LIFTED = [0, 0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize(
    "given",
    [
        {"dice": [2, 2, 4, 5, 6]},
        {"dice": [2, 2, 4, 5, 6], "throw": 2},
        {"throw": 0},
        {"boosts": 0},
        {"turn": 0},
        {"turn": 1},
        {"stones": [[3] * 7, [2] * 7]},
        {"stones": [[3] * 7, [2] * 7], "turn": 1, "dice": None},
    ],
)
def test_position_of_a_turn_without_its_phase_is_one_of_throwing(given: dict[str, Any]) -> None:
    match = tr.from_position({"game": "beam-me-up"} | given)
    at = match.position()
    assert (at["phase"], at["throw"], at["turn"]) == ("roll", given.get("throw") or 1, given.get("turn", 0))
    assert at["stones"] == given.get("stones", [GROUND, GROUND])
    assert [event["type"] for event in match.events()] == ([] if given.get("dice") else ["thrown"])


def test_position_with_boosts_and_without_a_phase_is_one_of_boosting() -> None:
    at = tr.from_position({"game": "beam-me-up", "boosts": 2}).position()
    assert (at["phase"], at["boosts"], at["turn"]) == ("boost", 2, 0)


def test_position_that_says_nothing_of_a_turn_is_the_start() -> None:
    at = tr.from_position({"game": "beam-me-up", "starter": 1, "boards": [3, 2], "dice": None}).position()
    assert (at["phase"], at["turn"]) == ("lift", 0)


def test_position_before_the_first_turn_has_lifted_stones_only_of_those_before() -> None:
    match = table(GROUND, LIFTED, [0, 1, 0, 0, 0, 0, 1], GROUND, phase="lift", turn=3)
    assert len(match.moves(3)) == 35
    assert tr.from_position(match.position()).position() == match.position()


@pytest.mark.parametrize(
    ("field", "stones", "more"),
    [
        ("stones[0]", [LIFTED, LIFTED, GROUND], {"turn": 2}),
        ("stones[1]", [GROUND, GROUND, GROUND], {"turn": 2}),
        ("stones[1]", [GROUND, [1, 1, 0, 0, 0, 0, 0], GROUND], {"turn": 2}),
        ("stones[1]", [GROUND, [2, 0, 0, 0, 0, 0, 0], GROUND], {"turn": 2}),
        ("stones[2]", [GROUND, LIFTED, LIFTED], {"turn": 2}),
        ("stones[1]", [GROUND, LIFTED, GROUND], {"turn": 1}),
        ("stones[2]", [GROUND, GROUND, [6] * 7], {"turn": 1}),
        ("stones[0]", [GROUND, LIFTED, GROUND], {"turn": 1, "starter": 2}),
    ],
)
def test_other_stones_before_the_first_turn_are_impossible(
    field: str, stones: list[list[int]], more: dict[str, Any]
) -> None:
    with pytest.raises(tr.BadPosition) as caught:
        table(*stones, phase="lift", **more)
    assert caught.value.field == field


def test_layouts_are_told_from_the_bottom_and_may_be_changed() -> None:
    match = table(GROUND, dice=[2, 2, 4, 5, 6])
    before = match.view(0)
    for seat in range(2):
        for column, row in drawn("RPB", board=seat):
            assert before["layouts"][seat][row][column] in "RPB"
    assert before["layouts"][0][1] == "...PR.."
    spoilt = match.view(0)
    for rows in spoilt["layouts"] + spoilt["stones"]:
        rows.clear()
    assert match.view(0) == before
    assert table(GROUND, dice=[2, 2, 4, 5, 6]).view(0) == before


def test_position_in_which_the_first_throw_is_pending() -> None:
    match = table(GROUND, phase="roll", turn=1)
    assert match.position()["throw"] == 1
    assert [event["type"] for event in match.events()] == ["thrown"]


def test_position_after_the_third_throw_is_one_of_using_the_dice() -> None:
    match = table(GROUND, phase="roll", throw=3, dice=[2, 2, 4, 5, 6])
    assert match.moves(0) == ["up 2+1"]


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("boards", {"boards": [1, 1]}),
        ("boards[1]", {"boards": [0, 4]}),
        ("stones", {"stones": [GROUND]}),
        ("stones", {"stones": [[6] * 7] * 2}),
        ("stones[1]", {"stones": [GROUND, [0] * 6]}),
        ("stones[1][6]", {"stones": [GROUND, [0] * 6 + [-1]]}),
        ("stones[1]", {"phase": "lift", "turn": 1, "stones": [GROUND, [1] + [0] * 6], "dice": None, "throw": 0}),
        ("turn", {"turn": 2}),
        ("turn", {"phase": "lift", "dice": None, "throw": 0}),
        ("phase", {"phase": "over"}),
        ("throw", {"throw": 4}),
        ("throw", {"throw": 0}),
        ("throw", {"phase": "roll", "dice": None}),
        ("dice", {"dice": [1, 2, 3, 4]}),
        ("dice[4]", {"dice": [1, 2, 3, 4, 7]}),
        ("dice", {"dice": None, "throw": 0}),
        ("dice", {"phase": "lift", "turn": 1}),
        ("boosts", {"boosts": 1}),
        ("boosts", {"boosts": 3}),
        ("boosts", {"phase": "boost", "boosts": 0}),
        ("starter", {"starter": True}),
        ("sarter", {"sarter": 0}),
    ],
)
def test_impossible_positions_name_the_field(field: str, change: dict[str, object]) -> None:
    with pytest.raises(tr.BadPosition) as caught:
        tr.from_position(position(GROUND, dice=[2, 2, 4, 5, 6]) | change)
    assert caught.value.field.strip("'") == field


def test_the_words_show_boards_dice_and_what_is_to_do() -> None:
    match = table([6, 0, 0, 0, 0, 0, 0], dice=[2, 2, 4, 5, 6])
    said = match.game.describe(match.view(0), "en")
    assert "6 ●" in said and "in space: 1" in said and "Roll 1: 2 2 4 5 6" in said
    assert "5 Steine" in match.game.describe(match.view(None), "de")
