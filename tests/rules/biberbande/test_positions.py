"""Biberbande: positions, and what is wrong with those that cannot be."""

import random
from typing import Any

import pytest

import tafelrunde as tr

from .tables import happened, play, position

PLAIN = position("4705", "1213")
EXAMPLE: dict[str, Any] = {
    "game": "biberbande",
    "options": {"players": 2},
    "rows": [["4", "2", "T", "0"], ["1", "2", "1", "3"]],
    "stock": ["8", "P"],
    "discard": ["5"],
    "turn": 0,
    "phase": "turn",
    "drawn": None,
    "twos": 0,
    "knocker": None,
    "turns": [1, 1],
    "round": 1,
    "dealer": 1,
    "scores": [[], []],
    "seen": [[[1, 1, 0, 1], [0, 0, 0, 0]], [[0, 0, 0, 0], [1, 1, 1, 1]]],
}
"""A position in the middle of a round."""


def test_a_position_round_trips() -> None:
    match = tr.from_position(EXAMPLE)
    assert match.position().items() >= EXAMPLE.items()
    assert match.moves(0) == ["take 1", "take 2", "take 3", "take 4", "draw"]
    assert match.view(1)["rows"] == [[None] * 4, ["1", "2", "1", "3"]]


def test_what_may_be_left_out() -> None:
    full = tr.from_position(PLAIN).position()
    assert full["seen"] == [[[1, 0, 0, 1], [0] * 4], [[0] * 4, [1, 0, 0, 1]]]
    assert [full[key] for key in ("turn", "phase", "drawn", "twos", "used")] == [0, "turn", None, 0, 0]
    assert [full[key] for key in ("knocker", "turns", "round", "dealer")] == [None, [0, 0], 1, 1]
    assert [full[key] for key in ("ready", "scores", "told", "age")] == [[0, 0], [[], []], [[0] * 4] * 2, [[0] * 4] * 2]
    two = tr.from_position(PLAIN | {"phase": "drawn", "drawn": "3", "twos": 1})
    assert two.position()["used"] == 1


def test_a_card_in_hand_is_a_reason_for_phase_drawn() -> None:
    match = tr.from_position(PLAIN | {"drawn": "3", "twos": 1})
    assert [match.position()[key] for key in ("phase", "drawn", "twos", "used")] == ["drawn", "3", 1, 1]
    assert tr.from_position(PLAIN | {"drawn": None}).position()["phase"] == "turn"


@pytest.mark.parametrize("knocker", [0, 1, 2])
def test_bi_18_after_a_knock_the_next_seat_is_on_turn(knocker: int) -> None:
    start = position("4705", "1213", "9999", knocker=knocker, dealer=1)
    for more in ({}, {"drawn": "3"}):
        match = tr.from_position(start | more)
        assert (match.actors(), match.position()["turns"]) == ([(knocker + 1) % 3], [1, 1, 1])
    with pytest.raises(tr.BadPosition) as caught:
        tr.from_position(start | {"turn": knocker})
    assert (caught.value.field, caught.value.problem) == ("turn", "impossible")


def test_bi_18_in_a_finished_game_it_has_come_to_the_one_who_knocked() -> None:
    match = tr.from_position(PLAIN | {"drawn": "3", "knocker": 1, "round": 4})
    play(match, "discard")
    ended = match.position()
    assert (ended["phase"], ended["turn"], ended["knocker"]) == ("over", 1, 1)
    assert tr.from_position(ended).position() == ended


def test_a_step_that_is_due_is_taken() -> None:
    ready = tr.from_position(PLAIN | {"phase": "look", "ready": [1, 1]})
    assert (ready.position()["phase"], ready.events()[0]["type"]) == ("turn", "begin")


SMALL: dict[str, dict[str, Any]] = {
    "one card each in stock and discard": {
        "game": "biberbande",
        "options": {"players": 2},
        "rows": [["4", "2", "T", "0"], ["1", "2", "1", "3"]],
        "stock": ["P"],
        "discard": ["T"],
        "turn": 0,
        "phase": "turn",
        "turns": [1, 1],
    },
    "the rows and nothing else": {"game": "biberbande", "rows": [list("4705"), list("1213")]},
    "rows full of specials": position("TTTT", "PPPP", stock="", discard="Z"),
    "all specials, after a knock": position("TTTT", "TTTT", "TPPP", "PPPP", "ZZZZ", stock="", discard="Z", knocker=4),
    "draw-twos and nothing to draw": position("PPPP", "TTTT", stock="", discard="", drawn="Z", used=4),
    "six rows of numbers": position(*["0123"] * 4, "4567", "4567", stock="", discard="", drawn="Z", used=4, knocker=5),
    "the last draw-two on top": position("4705", "1213", stock="Z", discard="", drawn="Z", used=3),
}


@pytest.mark.parametrize("start", SMALL.values(), ids=list(SMALL))
def test_bi_16_with_hardly_any_cards_a_game_can_be_played_to_its_end(start: dict[str, Any]) -> None:
    choice = random.Random(16)
    brought_back = 0
    for seed in range(60):
        match = tr.from_position(start | {"seed": seed})
        while match.actors():
            seat = match.actors()[0]
            moves = match.moves(seat)
            match.play(seat, "two" if "two" in moves and seed % 2 else choice.choice(moves))
            if choice.random() < 0.2:
                assert tr.from_position(match.position()).position() == match.position()
        brought_back += len(happened(match, "bring_back"))
        assert len(match.position()["scores"][0]) == len(happened(match, "deal")) + 1
        assert len(happened(match, "bring_back")) <= 1  # then all 66 cards are in play
    assert brought_back > 0


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"rows": [list("4705")]}, "rows"),
        ({"rows": [list("4705"), list("121")]}, "rows[1]"),
        ({"rows": [list("4705"), ["1", "2", "1", 3]]}, "rows[1][3]"),
        ({"rows": [list("4705"), ["1", "2", "1", "X"]]}, "rows[1][3]"),
        ({"stock": ["1", "1", "1"]}, "stock[2]"),
        ({"stock": ["T"] * 10}, "stock[9]"),
        ({"stock": ["9"] * 67}, "stock"),
        ({"stock": []}, None),
        ({"stock": [], "discard": []}, None),
        ({"stock": ["Z"], "discard": []}, None),
        ({"rows": [list("TTTT"), list("PPPP")], "stock": []}, None),
        ({"rows": [list("TTTT"), list("ZZZZ")], "stock": ["Z", "Z"]}, "stock[1]"),
        ({"stock": None}, "stock"),
        ({"discard": None}, "discard"),
        ({"discard": "5"}, "discard"),
        ({"turn": 2}, "turn"),
        ({"turn": 10**40}, "turn"),
        ({"phase": "shown"}, "phase"),
        ({"drawn": "3"}, None),
        ({"drawn": "Q"}, "drawn"),
        ({"drawn": "3", "phase": "turn"}, "drawn"),
        ({"drawn": "3", "phase": "end", "turns": [1, 1]}, "drawn"),
        ({"phase": "drawn"}, "drawn"),
        ({"phase": "drawn", "drawn": None}, "drawn"),
        ({"phase": "drawn", "drawn": None, "twos": 1}, "drawn"),
        ({"phase": "drawn", "drawn": "Q"}, "drawn"),
        ({"phase": "drawn", "drawn": "1", "stock": ["1", "6"]}, None),
        ({"phase": "drawn", "drawn": "1", "stock": ["1", "1"]}, "drawn"),
        ({"twos": 1}, "twos"),
        ({"used": 1}, "used"),
        ({"phase": "drawn", "drawn": "3", "twos": 2}, "twos"),
        ({"phase": "drawn", "drawn": "3", "twos": 1, "used": 0}, "used"),
        ({"phase": "drawn", "drawn": "3", "used": 6}, "used"),
        ({"phase": "drawn", "drawn": "Z", "used": 5}, "used"),
        ({"knocker": 2}, "knocker"),
        ({"knocker": 1, "turn": 1}, "turn"),
        ({"knocker": 0, "turn": 0, "drawn": "3"}, "turn"),
        ({"knocker": 0, "turn": 0, "turns": [1, 1], "phase": "end"}, "knocker"),
        ({"knocker": 1, "turns": [1, 1], "phase": "end"}, "knocker"),
        ({"knocker": 1, "turns": [1, 1], "phase": "look"}, "knocker"),
        ({"knocker": 1, "turns": [0, 1]}, "turns"),
        ({"phase": "end", "turns": [1, 0]}, "turns"),
        ({"turns": [1]}, "turns"),
        ({"turns": [-1, 0]}, "turns[0]"),
        ({"turns": [2**32, 0]}, "turns[0]"),
        ({"round": 0}, "round"),
        ({"round": 5}, "round"),
        ({"dealer": -1}, "dealer"),
        ({"ready": [1, 0]}, "ready"),
        ({"phase": "look", "ready": [1, 2]}, "ready[1]"),
        ({"scores": [[3], [4]]}, "scores[0]"),
        ({"round": 2, "scores": [[3], []]}, "scores[1]"),
        ({"round": 2, "scores": [[37], [4]]}, "scores[0][0]"),
        ({"phase": "over"}, "round"),
        ({"phase": "over", "round": 4}, "scores[0]"),
        ({"phase": "over", "round": 4, "scores": [[3], [4]], "rows": [list("470T"), list("1213")]}, "rows"),
        ({"seen": [[[1, 0, 0, 1], [0] * 4]]}, "seen"),
        ({"seen": [[[1, 0, 0, 1], [0] * 4], [[0] * 4, [1, 0, 0, 2]]]}, "seen[1][1][3]"),
        ({"told": [[2, 0, 0, 0], [0] * 4]}, "told[0][0]"),
        ({"told": [[3, 0, 0, 0], [0] * 4]}, "told[0][0]"),
        ({"rows": [list("470T"), list("1213")], "told": [[0, 0, 0, 1], [0] * 4]}, "told[0][3]"),
        ({"age": [[256, 0, 0, 0], [0] * 4]}, "age[0][0]"),
        ({"cards": []}, "cards"),
    ],
)
def test_wrong_positions_name_the_field(changes: dict[str, Any], field: str | None) -> None:
    if field is None:
        assert tr.from_position(PLAIN | changes).actors() == [0]
        return
    with pytest.raises(tr.BadPosition) as caught:
        tr.from_position(PLAIN | changes)
    assert caught.value.field == field
    assert all(caught.value.text(lang).startswith(f"{field}: ") for lang in ("de", "en"))


def test_rows_may_not_be_left_out_but_the_piles_may() -> None:
    with pytest.raises(tr.BadPosition) as caught:
        tr.from_position({key: value for key, value in PLAIN.items() if key != "rows"})
    assert (caught.value.field, caught.value.problem) == ("rows", "missing")
    for field in ("stock", "discard"):
        match = tr.from_position({key: value for key, value in PLAIN.items() if key != field})
        assert match.position()[field] == []
