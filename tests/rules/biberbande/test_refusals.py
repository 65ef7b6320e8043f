"""Biberbande: every refusal names its rule."""

from typing import Any

import pytest

import tafelrunde as tr

from .tables import ALL_HAD_A_TURN, position

TURN = position("4705", "1213")
LOOK = TURN | {"phase": "look", "ready": [1, 0]}
OVER = TURN | {"phase": "over", "round": 4, "scores": [[1, 2, 3, 4], [4, 3, 2, 1]]}
END = TURN | {"phase": "end"} | ALL_HAD_A_TURN
KNOCKED = TURN | {"knocker": 1} | ALL_HAD_A_TURN


def drawn(card: str) -> dict[str, Any]:
    return TURN | {"phase": "drawn", "drawn": card}


@pytest.mark.parametrize(
    ("position", "seat", "move", "rule"),
    [
        *[(OVER, seat, move, "BI-21") for seat in (0, 1) for move in ("ready", "draw", "knock", "trade 1 1:1")],
        (LOOK, 0, "ready", "BI-03"),
        (LOOK, 1, "draw", "BI-03"),
        (LOOK, 1, "knock", "BI-03"),
        (LOOK, 0, "trade 1 5:1", "BI-03"),
        (TURN, 0, "ready", "BI-03"),
        (TURN, 1, "ready", "BI-03"),
        (END, 0, "ready", "BI-03"),
        *[(TURN, 1, move, "BI-04") for move in ("draw", "take 1", "discard", "knock", "done", "spy 1", "two")],
        (END, 1, "knock", "BI-04"),
        (KNOCKED, 1, "knock", "BI-04"),
        (KNOCKED, 0, "knock", "BI-18"),
        (KNOCKED, 0, "done", "BI-17"),
        (drawn("3"), 0, "knock", "BI-17"),
        (TURN, 0, "knock", "BI-17"),
        (TURN, 0, "done", "BI-17"),
        *[(END, 0, move, "BI-17") for move in ("draw", "take 1", "discard", "swap 1", "trade 1 1:1", "spy 1", "two")],
        (drawn("3"), 0, "draw", "BI-05"),
        (drawn("3"), 0, "take 1", "BI-05"),
        (drawn("3") | {"discard": ["T"]}, 0, "take 1", "BI-05"),
        (TURN | {"discard": []}, 0, "take 1", "BI-16"),
        (TURN | {"discard": ["5", "T"]}, 0, "take 4", "BI-07"),
        (TURN | {"discard": ["5", "P"]}, 0, "take 4", "BI-07"),
        (TURN | {"discard": ["5", "Z"]}, 0, "take 4", "BI-07"),
        *[(TURN, 0, move, "BI-08") for move in ("discard", "swap 1", "trade 1 0:1", "trade 1 1:1", "spy 1", "two")],
        *[(drawn(card), 0, "swap 2", "BI-08") for card in "TPZ"],
        *[(drawn(card), 0, "trade 1 1:1", "BI-11") for card in "3PZ"],
        (drawn("T"), 0, "trade 1 0:2", "BI-11"),
        (drawn("T"), 0, "trade 1 2:1", "BI-11"),
        (drawn("T"), 0, "trade 1 6:1", "BI-11"),
        (drawn("T"), 0, "trade 1 99999999999999999999:1", "BI-11"),
        *[(drawn(card), 0, "spy 1", "BI-12") for card in "3TZ"],
        *[(drawn(card), 0, "two", "BI-13") for card in "3TP"],
        *[(drawn("T"), 0, move, None) for move in ("take 0", "take 5", "swap", "trade 1 -1:1", "trade 1 1", "spy 1 1")],
        *[(TURN, 0, move, None) for move in ("", "look", "Draw", "take ٣", "trade 1 ١:1", "trade 1 1:1:1")],
        (TURN, 2, "draw", None),
        (TURN, None, "draw", None),
    ],
)
def test_refusals(position: dict[str, Any], seat: int | None, move: str, rule: str | None) -> None:
    match = tr.from_position(position)
    refusal = match.explain(seat, move)
    assert refusal is not None
    assert refusal.rule == rule
    assert refusal.text("de") != refusal.text("en")
    with pytest.raises(tr.IllegalMove):
        match.play(seat, move)


def test_a_move_is_read_with_blanks_around() -> None:
    match = tr.from_position(drawn("T"))
    match.play(0, "  trade  2   1:3 ")
    assert match.record()["moves"] == [[0, "trade 2 1:3"]]
