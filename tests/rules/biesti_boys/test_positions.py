"""Biesti Boys: positions are read and written, and impossible ones say which field is wrong."""

from typing import Any

import pytest

import tafelrunde as tr

EXAMPLE = {
    "game": "biesti-boys",
    "options": {"players": 2, "draw": "hand", "referee": "strict"},
    "lifts": ["2", "8", "S", "6"],
    "hands": [["3", "5", "G"], ["1", "7", "S"]],
    "piles": [["4", "0"], ["6"]],
    "boards": [["0", "4", "7", "3"]],
}
"""A position in the middle of a game."""
HONOUR = EXAMPLE | {"options": {"players": 2, "draw": "hand", "referee": "honour"}}
NOTHING = [None, None, None, None]


def test_a_position_round_trips() -> None:
    match = tr.from_position(EXAMPLE)
    assert match.position().items() >= EXAMPLE.items()
    assert match.moves(0) == ["lay 3 1", "lay 5 4", "lay G 3"]
    assert match.moves(1) == ["lay 1 1", "lay 7 2", "lay 7 4", "lay S 1", "lay S 2", "lay S 4"]


def test_piles_and_boards_are_written_top_first() -> None:
    match = tr.from_position(EXAMPLE | {"hands": [["3"], ["1"]], "boards": [list("0473"), list("158G")]})
    match.play(0, "draw")
    assert match.position()["hands"][0] == ["3", "4"]
    assert match.position()["piles"][0] == ["0"]
    assert match.position()["boards"][0] == list("0473")


def test_hands_are_written_in_order_and_nothing_else_changes() -> None:
    match = tr.from_position(EXAMPLE | {"hands": [["G", "5", "3"], ["S", "7", "1"]]})
    assert match.position() == tr.from_position(EXAMPLE).position()


def test_a_full_table_without_a_referee() -> None:
    position = HONOUR | {
        "hands": [[], ["1", "7", "7"]],
        "piles": [[], ["6"]],
        "laid": [{"seat": 0, "on": "5"}, None, {"seat": 1, "on": "4"}, None],
        "false_calls": [0, 3],
        "claims": [0],
        "excluded": [[], [[], list("01234568SG"), ["3"]]],
        "winner": None,
        "seed": 2**100,
        "chance": 5,
    }
    found = tr.from_position(position).position()
    assert found["excluded"][1] == [["3"], list("01234568SG"), []]  # which of the cards is which does not matter
    assert {**found, "excluded": None} == {**position, "excluded": None}
    assert tr.from_position(found).position() == found


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"lifts": ["2", "8", "S"]}, "lifts"),
        ({"lifts": ["2", "8", "S", "9"]}, "lifts[3]"),
        ({"lifts": ["2", "8", "S", 6]}, "lifts[3]"),
        ({"hands": [["3"]]}, "hands"),
        ({"hands": [["3"] * 8, ["1"]]}, "hands[0]"),
        ({"hands": [list("1234"), ["1"]]}, "hands[0]"),
        ({"hands": [["1"], list("1234")]}, "hands[1]"),
        ({"hands": [["3", None], ["1"]]}, "hands[0][1]"),
        ({"hands": [["0", "0"], ["0", "1"]]}, "piles[0][1]"),
        ({"hands": [[], []], "piles": [[], []]}, "hands"),
        ({"piles": [["4"], "6"]}, "piles[1]"),
        ({"piles": [list("22222222444444446666666633333335555"), []]}, "piles[0]"),
        ({"piles": [["4"] * 10**4, ["6"]]}, "piles[0]"),
        ({"boards": [["0", "4", "7", "9"]]}, "boards[0][3]"),
        ({"boards": [["0", "4", "7"]]}, "boards[0]"),
        ({"boards": [["0", "4", "7", "3"]] * 8}, "boards"),
        ({"boards": {"0": 1}}, "boards"),
        ({"laid": [{"seat": 0, "on": "1"}, None, None, None]}, "laid[0]"),
        ({"false_calls": [0, 1]}, "false_calls[1]"),
        ({"claims": [0]}, "claims"),
        ({"winner": 0}, "winner"),
        ({"winner": 2}, "winner"),
        ({"excluded": [[["3"], [], []], [[], [], []]]}, "excluded[0][0]"),
        ({"excluded": [[["1"], ["2"], []], [[], [], []]]}, "excluded[0][1]"),
        ({"excluded": [[["1"], ["1"], []], [[], [], ["2"]]]}, "excluded[1][2]"),
        ({"excluded": [[[], []], [[], [], []]]}, "excluded[0]"),
        ({"turn": 0}, "turn"),
        ({"seed": -1}, "seed"),
    ],
)
def test_impossible_positions_with_a_referee(change: dict[str, Any], field: str) -> None:
    with pytest.raises(tr.BadPosition) as caught:
        tr.from_position(EXAMPLE | change)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"laid": [None] * 3}, "laid"),
        ({"laid": [{"seat": 2, "on": "1"}, None, None, None]}, "laid[0].seat"),
        ({"laid": [{"seat": 0, "on": "X"}, None, None, None]}, "laid[0].on"),
        ({"laid": [{"seat": 0}, None, None, None]}, "laid[0].on"),
        ({"laid": [{"seat": 0, "on": "1", "by": 1}, None, None, None]}, "laid[0].by"),
        ({"laid": [3, None, None, None]}, "laid[0]"),
        ({"lifts": ["0", "0", "0", "6"], "laid": [{"seat": 0, "on": "1"}] * 4}, "laid[2]"),
        ({"hands": [list("1234567"), ["1"]], "laid": [None, None, None, {"seat": 0, "on": "1"}]}, "laid[3]"),
        ({"hands": [list("11223344"), ["1"]]}, "hands[0]"),
        ({"false_calls": [-1, 0]}, "false_calls[0]"),
        ({"false_calls": [0, 2**32]}, "false_calls[1]"),
        ({"false_calls": [0]}, "false_calls"),
        ({"hands": [[], ["1"]], "piles": [[], []], "claims": [1]}, "claims[0]"),
        ({"hands": [[], []], "piles": [[], []], "claims": [0, 0]}, "claims[1]"),
        ({"hands": [[], ["1"]], "piles": [[], []], "claims": [0], "winner": 0}, "claims"),
        ({"hands": [[], ["1"]], "piles": [[], []], "winner": 1}, "winner"),
    ],
)
def test_impossible_positions_without_a_referee(change: dict[str, Any], field: str) -> None:
    with pytest.raises(tr.BadPosition) as caught:
        tr.from_position(HONOUR | change)
    assert caught.value.field == field


@pytest.mark.parametrize(("players", "limit"), [(2, 3), (3, 3), (4, 2)])
def test_bb_08_a_hand_over_the_limit_is_impossible_with_a_referee(players: int, limit: int) -> None:
    def position(cards: int, referee: str) -> dict[str, Any]:
        hands = [list("12345678")[:cards], *[["1"]] * (players - 1)]
        options = {"players": players, "referee": referee}
        return {"game": "biesti-boys", "options": options, "lifts": list("2222"), "hands": hands}

    for referee, most in (("strict", limit), ("honour", limit + 4)):
        assert len(tr.from_position(position(most, referee)).position()["hands"][0]) == most
        with pytest.raises(tr.BadPosition) as caught:
            tr.from_position(position(most + 1, referee))
        assert caught.value.field == "hands[0]"


def test_bb_16_a_false_call_needs_a_right_card_of_somebody_else() -> None:
    match = tr.load("biesti-boys", referee="honour").new(seed=1)
    start = match.position()
    match.play(0, tr.load("biesti-boys").new(seed=1).moves(0)[0])
    right = match.position()
    assert tr.from_position(right | {"false_calls": [0, 100]}).position()["false_calls"] == [0, 100]
    for position, calls, field in (
        (start, [0, 1], "false_calls[1]"),
        (start, [1, 0], "false_calls[0]"),
        (right, [1, 0], "false_calls[0]"),
    ):
        with pytest.raises(tr.BadPosition) as caught:
            tr.from_position(position | {"false_calls": calls})
        assert caught.value.field == field


def test_whoever_has_no_cards_and_is_not_named_stands_first_in_line() -> None:
    position = HONOUR | {"hands": [[], []], "piles": [[], []], "claims": [0]}
    assert tr.from_position(position).position()["winner"] == 1
    waits = position | {"laid": [None, {"seat": 1, "on": "2"}, None, None]}
    assert tr.from_position(waits).position()["claims"] == [1, 0]


def test_a_finished_position_stays_finished() -> None:
    match = tr.from_position(EXAMPLE | {"hands": [[], ["1"]], "piles": [[], ["6"]]})
    assert match.result == {"winners": [0], "scores": [36, 34]}
    assert tr.from_position(match.position()).result == match.result
    assert tr.from_position(match.position()).position() == match.position()


def test_words_for_people() -> None:
    match = tr.from_position(HONOUR | {"laid": [{"seat": 1, "on": "1"}, *NOTHING[1:]], "false_calls": [1, 0]})
    assert match.game.describe(match.view(0), "en").splitlines() == [
        "Lifts  1: 2 (seat 1, on 1) · 2: 8 · 3: S · 4: 6",
        "Seat 0: 3 in hand, 2 in the pile, false calls: 1",
        "Seat 1: 3 in hand, 1 in the pile, false calls: 0",
        "Your cards: 3 5 G",
        "Boards face down: 1",
    ]
    assert "Deine Karten" not in match.game.describe(match.view(None), "de")


def test_boards_of_ones_own_are_turned_up_too() -> None:
    match = tr.from_position(
        {
            "game": "biesti-boys",
            "lifts": list("2222"),
            "hands": [list("555"), list("555")],
            "boards": [list("0000"), list("4SSS")],
        }
    )
    assert match.position()["lifts"] == list("4SSS")
    assert [event["type"] for event in match.events()] == ["new_board", "new_board"]
    assert match.position()["boards"] == []
