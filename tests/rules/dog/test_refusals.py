"""Dog: every refusal names its rule, in the order of docs/decisions/dog.md."""

from typing import Any

import pytest

import tafelrunde as tr
from tests.rules.dog.table import HOME, IN, position

GUARD = ["h", "h", "h", "16*"]
GIVING = position(hands=[["K", "2"], ["3"], ["5"], ["6"]], phase="give", given=[None, None, "5", None])
OVER = position(IN, HOME, IN)
LEFT = position(["h", "h", "19", "40"], hands=[["7", "5"], ["A"], [], []], left=5, moved=["19"])


def with_card(card: str, *pieces: list[str]) -> dict[str, Any]:
    """Seat 0 on turn; a second card keeps the hand from being put away."""
    return position(*pieces, hands=[[card, "X"], ["A"], ["A"], ["A"]])


@pytest.mark.parametrize(
    ("where", "seat", "move", "rule"),
    [
        # 1
        (OVER, 0, "2 3>5", "DG-29"),
        (OVER, 1, "give A", "DG-29"),
        # 2
        (GIVING, 0, "K h>0", "DG-06"),
        (with_card("K"), 0, "give K", "DG-06"),
        (GIVING, 2, "give 5", "DG-06"),
        (GIVING, 0, "give A", "DG-06"),
        # 3
        (with_card("K"), 1, "A h>16", "DG-07"),
        # 4
        (LEFT, 0, "5 40>45", "DG-25"),
        (LEFT, 0, "X=7 40>45", "DG-25"),
        (with_card("K"), 0, "A h>0", "DG-07"),
        (position(["h", "h", "h", "5"]), 0, "X=2 5>7", "DG-07"),
        # 5
        (with_card("Q"), 0, "Q h>0", "DG-10"),
        (with_card("K", ["g1", "g2", "g3", "9"]), 0, "K h>0", "DG-10"),
        (with_card("K"), 0, "K h>16", "DG-10"),
        (with_card("J"), 0, "J hx0", "DG-22"),
        (with_card("K", ["h", "h", "h", "0*"]), 0, "K h>0", "DG-14"),
        # 6
        (with_card("5", IN, ["h", "h", "h", "31"]), 0, "5 31>36", "DG-27"),
        (with_card("5", IN, ["h", "h", "h", "31"]), 0, "5 g1>g2", "DG-27"),
        (with_card("5", ["h", "h", "h", "3"], ["h", "h", "h", "31"]), 0, "5 31>36", "DG-07"),
        (with_card("5"), 0, "5 g1>g2", "DG-07"),
        # 7
        (with_card("J", ["h", "h", "h", "g1"], ["h", "h", "h", "31"]), 0, "J g1x31", "DG-22"),
        (with_card("J", ["h", "h", "h", "0*"], ["h", "h", "h", "31"]), 0, "J 0x31", "DG-22"),
        (with_card("J", ["h", "h", "h", "3"]), 0, "J 3x4", "DG-22"),
        (with_card("J", ["h", "h", "h", "3"]), 0, "J 3xh", "DG-22"),
        (with_card("J", ["h", "h", "h", "3"]), 0, "J 3xg2", "DG-22"),
        (with_card("J", ["h", "h", "3", "4"]), 0, "J 3x4", "DG-23"),
        (with_card("J", ["h", "h", "0*", "4"]), 0, "J 4x0", "DG-23"),
        (with_card("J", ["h", "h", "h", "3"], GUARD), 0, "J 3x16", "DG-22"),
        # 8
        (with_card("5", ["h", "h", "h", "3"]), 0, "5 3>h", "DG-21"),
        # 9
        (LEFT, 0, "7 19>24", "DG-25"),
        # 10
        (with_card("5", ["h", "h", "h", "g2"]), 0, "5 g2>7", "DG-20"),
        (with_card("2", ["h", "h", "h", "g3"]), 0, "2 g3>g1", "DG-20"),
        (with_card("2", ["h", "h", "h", "g3"]), 0, "2 g3>g3", "DG-20"),
        (with_card("3", ["h", "h", "h", "g1"]), 0, "3 g1>g2", "DG-16"),
        (with_card("A", ["h", "h", "h", "g1"]), 0, "A g1>g3", "DG-16"),
        (with_card("2", ["h", "h", "h", "g1"]), 0, "2 g1>g4", "DG-21"),
        (position(["h", "g1", "50", "40"], left=1, moved=[]), 0, "7 g1>g3", "DG-24"),
        (with_card("3", ["h", "h", "g1", "g3"]), 0, "3 g1>g4", "DG-20"),
        (with_card("2", ["h", "h", "g1", "g3"]), 0, "2 g1>g3", "DG-20"),
        # 11
        (with_card("5", ["h", "h", "h", "3"]), 0, "5 3>9", "DG-21"),
        (with_card("5", ["h", "h", "h", "7"]), 0, "5 7>2", "DG-21"),
        (with_card("7", ["h", "h", "h", "3"]), 0, "7 3>11", "DG-24"),
        (with_card("7", ["h", "h", "h", "3"]), 0, "7 3>3", "DG-24"),
        (LEFT, 0, "7 40>46", "DG-24"),
        (with_card("5", ["h", "h", "h", "13"], GUARD), 0, "5 13>18", "DG-15"),
        (with_card("4", ["h", "h", "h", "18"], GUARD), 0, "4 18>14", "DG-15"),
        (with_card("7", ["h", "h", "h", "13"], GUARD), 0, "7 13>20", "DG-15"),
        (with_card("3", ["h", "h", "h", "13"], GUARD), 0, "3 13>16", "DG-13"),
        (with_card("4", ["h", "h", "h", "20"], GUARD), 0, "4 20>16", "DG-13"),
        # 12
        (with_card("3", ["h", "h", "h", "0*"]), 0, "3 0>g3", "DG-17"),
        (with_card("4", ["h", "h", "h", "2"]), 0, "4 2>g2", "DG-17"),
        (with_card("9", ["h", "h", "h", "61"]), 0, "9 61>g4", "DG-16"),
        (with_card("2", ["h", "h", "h", "61"]), 0, "2 61>g1", "DG-21"),
        (with_card("7", ["h", "h", "h", "58"]), 0, "7 58>g2", "DG-24"),
        (with_card("8", ["h", "h", "0*", "60"]), 0, "8 60>g4", "DG-15"),
        (with_card("5", ["h", "h", "g1", "61"]), 0, "5 61>g2", "DG-20"),
        (with_card("5", ["h", "h", "g2", "61"]), 0, "5 61>g2", "DG-20"),
        # 13
        (with_card("7", ["h", "h", "h", "17"]), 0, "7 17>20", "DG-25"),
        (with_card("7", ["h", "h", "h", "61"]), 0, "7 61>g1", "DG-25"),
        # no move at all
        (with_card("5", ["h", "h", "h", "3"]), 0, "5 3>64", None),
        (with_card("5", ["h", "h", "h", "3"]), 0, "5 3x8", None),
        (with_card("J", ["h", "h", "h", "3"]), 0, "J 3>8", None),
        (with_card("X"), 0, "X h>0", None),
        (with_card("X"), 0, "X=X h>0", None),
        (with_card("5", ["h", "h", "h", "3"]), 0, "5 03>8", None),
        (GIVING, 0, "give", None),
        (GIVING, 0, "give 1", None),
        (with_card("5"), 4, "5 3>8", None),
    ],
)
def test_refusals(where: dict[str, Any], seat: int, move: str, rule: str | None) -> None:
    refusal = tr.from_position(where).explain(seat, move)
    assert refusal is not None
    assert refusal.rule == rule
    assert refusal.text("de") and refusal.text("en")
