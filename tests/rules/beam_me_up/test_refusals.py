"""Beam me up: every refusal names its rule, the first of the list."""

from typing import Any

import pytest

import tafelrunde as tr

from .table import GROUND, drawn, position, stones

DICE = [1, 2, 2, 4, 6]
LIFT = position(GROUND, [0, 0, 1, 0, 0, 0, 0], GROUND, phase="lift", turn=2)
ROLL = position(GROUND, dice=DICE, phase="roll")
MOVE = position(GROUND, dice=DICE)
BOOST = position([7, 0, 0, 0, 0, 0, 0], dice=DICE, phase="boost", boosts=1)
JOKER = position(stones(drawn("B")[0]), dice=DICE)
OVER = position([6, 6, 6, 6, 6, 1, 1], dice=DICE)


@pytest.mark.parametrize(
    ("at", "seat", "move", "rule"),
    [
        # the game is over
        (OVER, 0, "up 2+1", "BM-19"),
        (OVER, 1, "lift 1", "BM-19"),
        (OVER, 0, "skip", "BM-19"),
        # not on turn
        (LIFT, 0, "lift 1 2", "BM-04"),
        (LIFT, 1, "stand", "BM-04"),
        (ROLL, 1, "stand", "BM-05"),
        (MOVE, 1, "up 2+1", "BM-05"),
        (MOVE, 1, "lift 1", "BM-05"),
        (BOOST, 1, "boost 2", "BM-05"),
        # before the first turn
        (LIFT, 2, "lift 1", "BM-04"),
        (LIFT, 2, "lift 1 2 3", "BM-04"),
        (LIFT, 2, "lift 1 2 3 4 5", "BM-04"),
        (LIFT, 2, "lift 3 3", "BM-04"),
        (LIFT, 2, "stand", "BM-04"),
        (LIFT, 2, "keep -", "BM-04"),
        (LIFT, 2, "up 2+1", "BM-04"),
        (LIFT, 2, "boost 2", "BM-04"),
        (LIFT, 2, "skip", "BM-04"),
        (ROLL, 0, "lift 1", "BM-04"),
        (MOVE, 0, "lift 1", "BM-04"),
        (BOOST, 0, "lift 1", "BM-04"),
        # throwing
        (MOVE, 0, "keep 2 2", "BM-05"),
        (MOVE, 0, "stand", "BM-05"),
        (BOOST, 0, "keep -", "BM-05"),
        (BOOST, 0, "stand", "BM-05"),
        (ROLL, 0, "up 2+1", "BM-05"),
        (ROLL, 0, "up 2+2 4+2", "BM-05"),
        (ROLL, 0, "keep 2 2 2", "BM-05"),
        (ROLL, 0, "keep 3", "BM-05"),
        (position(GROUND, dice=[1, 1, 1, 1, 1], phase="roll"), 0, "keep 1 1 1 1 1", "BM-05"),
        (ROLL, 0, "keep 1 2 2 4 6", "BM-05"),
        # rockets
        (BOOST, 0, "up 2+1", "BM-15"),
        (BOOST, 0, "up 2+9", "BM-15"),
        (ROLL, 0, "boost 2", "BM-15"),
        (MOVE, 0, "boost 2", "BM-15"),
        (ROLL, 0, "skip", "BM-15"),
        (BOOST, 0, "up 2+1 3+1 4+1", "BM-15"),
        (BOOST, 0, "boost 1", "BM-11"),
        # one possibility, and two different stones
        (MOVE, 0, "skip", "BM-09"),
        (MOVE, 0, "up 2+1 3+1 4+1", "BM-09"),
        (MOVE, 0, "up 2+2 4+1 5+1", "BM-09"),
        (MOVE, 0, "up 3+1 3+1 3+1 S+9", "BM-09"),
        (JOKER, 0, "up S+1 S+1 S+1", "BM-09"),
        (ROLL, 0, "up 2+1 3+1 4+1", "BM-05"),
        (MOVE, 0, "up 2+1 2+1", "BM-18"),
        (MOVE, 0, "up 3+1 3+1", "BM-18"),
        (MOVE, 0, "up S+2 S+9", "BM-18"),
        (JOKER, 0, "up 4+1 4+1", "BM-18"),
        # what the dice do not grant
        (MOVE, 0, "up 1+1", "BM-10"),
        (MOVE, 0, "up 4+3", "BM-10"),
        (MOVE, 0, "up 6+5", "BM-10"),
        (MOVE, 0, "up 3+1", "BM-17"),
        (MOVE | {"dice": [2, 2, 4, 4, 6]}, 0, "up 2+1 5+1", "BM-17"),
        (MOVE | {"dice": [2, 2, 4, 4, 6]}, 0, "up 2+1 6+1", "BM-17"),
        (MOVE | {"dice": [1, 2, 3, 4, 4]}, 0, "up 4+2", "BM-06"),
        (MOVE | {"dice": [1, 2, 3, 4, 4]}, 0, "up 5+2", "BM-17"),
        (MOVE | {"dice": [1, 2, 3, 4, 4]}, 0, "up 3+1 4+2", "BM-17"),
        (MOVE | {"dice": [2, 2, 4, 4, 4]}, 0, "up 2+2 4+1", "BM-07"),
        (MOVE | {"dice": [2, 2, 4, 4, 6]}, 0, "up 2+1 S+1", "BM-08"),
        (MOVE, 0, "up S+1", "BM-08"),
        (MOVE, 0, "up S+2", "BM-08"),
        (MOVE, 0, "up S+5", "BM-08"),
        (MOVE, 0, "up 2+1 S+2", "BM-08"),
        (MOVE, 0, "up 2+3 S+3", "BM-08"),
        (MOVE, 0, "up 2+1 4+1", "BM-07"),
        (MOVE, 0, "up 2+3 4+1", "BM-07"),
        (MOVE, 0, "up 2+2", "BM-06"),
        (MOVE, 0, "up 2+5", "BM-06"),
        (MOVE, 0, "up 3+2", "BM-06"),
        # with a joker neither BM-10 nor BM-17
        (JOKER, 0, "up 4+2", "BM-06"),
        (JOKER, 0, "up 3+2", "BM-06"),
        (JOKER, 0, "up 2+1 4+1", "BM-07"),
        (JOKER, 0, "up S+2", "BM-08"),
        # no move at all
        (MOVE, 0, "up", None),
        (MOVE, 0, "up 2+0", None),
        (MOVE, 0, "up 7+1", None),
        (MOVE, 0, "up 2+1 3+1 7+1", None),
        (MOVE, 0, "up 2+1 3+1 4", None),
        (ROLL, 0, "keep", None),
        (ROLL, 0, "keep - 2", None),
        (ROLL, 0, "keep 7", None),
        (ROLL, 0, "keep 1 2 2 4 6 6", None),
        (LIFT, 2, "lift", None),
        (LIFT, 2, "lift 12", None),
        (BOOST, 0, "boost", None),
        (BOOST, 0, "stand 1", None),
        (MOVE, 0, "", None),
        (MOVE, 2, "up 2+1", None),
    ],
)
def test_refusals(at: dict[str, Any], seat: int, move: str, rule: str | None) -> None:
    refusal = tr.from_position(at).explain(seat, move)
    assert refusal is not None
    assert refusal.rule == rule
    assert refusal.text("de") and refusal.text("en")


@pytest.mark.parametrize(
    ("at", "seat", "move"),
    [
        (LIFT, 2, "lift 5 2"),
        (ROLL, 0, "keep 2 1 2"),
        (MOVE, 0, "up 2+1"),
        (BOOST, 0, "boost 2"),
        (MOVE | {"dice": [1, 2, 3, 4, 4]}, 0, "up S+2 4+1"),
        (MOVE | {"dice": [1, 2, 3, 4, 4]}, 0, "up 4+1 S+2"),
        (JOKER | {"dice": [2, 2, 4, 4, 4]}, 0, "up S+1 4+2"),
        (JOKER | {"dice": [2, 2, 4, 4, 4]}, 0, "up S+1 1+1"),
    ],
)
def test_columns_and_dice_may_be_named_in_any_order(at: dict[str, Any], seat: int, move: str) -> None:
    assert tr.from_position(at).explain(seat, move) is None
