"""Biesti Boys: every refusal names its rule, the first of the list in the decisions."""

import pytest

import tafelrunde as tr
from tafelrunde.kernel.match import Match

from .table import honour, play, table

STRICT = table("28SG", ["35G", "1SS"], ["40", "6"], "0473")
AUTO = table("28SG", ["35G", "1SS"], ["40", "6"], "0473", draw="auto")
OVER = table("28SG", ["", "1SS"], ["", "6"])
EMPTY_PILE = table("28SG", ["35", "1SS"], ["", "6"])
FOUR = table("28SG", ["35", "1S", "12", "34"], ["4", "6", "1", "1"])
HONOUR = honour("28SG", ["35G", "1SS"], ["40", "6"], "0473")
LAID = play(honour("28SG", ["35G", "1SS"], ["40", "6"], "0473"), (0, "lay 5 1"))
CALLED = play(LAID.copy(), (1, "halt 1"))
BY_THE_TABLE = honour("28S6", ["5", "643"], more={"laid": [{"seat": 1, "on": "2"}, None, None, None]})


@pytest.mark.parametrize(
    ("match", "seat", "move", "rule"),
    [
        (OVER, 1, "lay 1 1", "BB-17"),
        (OVER, 1, "lay 7 1", "BB-17"),
        (OVER, 0, "draw", "BB-17"),
        (OVER, 1, "halt 1", "BB-17"),
        (OVER, None, "window", "BB-17"),
        (STRICT, 0, "lay 7 2", "BB-05"),
        (STRICT, 0, "lay S 3", "BB-05"),
        (STRICT, None, "lay 3 1", "BB-05"),
        (HONOUR, 0, "lay 7 2", "BB-05"),
        (STRICT, 0, "lay 3 3", "BB-09"),
        (STRICT, 1, "lay S 3", "BB-09"),
        (STRICT, 0, "lay G 1", "BB-10"),
        (STRICT, 0, "lay G 4", "BB-10"),
        (STRICT, 0, "lay 5 1", "BB-07"),
        (table("2388", ["278", "1"]), 0, "lay 2 1", "BB-07"),
        (table("2388", ["278", "1"]), 0, "lay 8 3", "BB-07"),
        (AUTO, 0, "draw", "BB-19"),
        (AUTO, None, "draw", "BB-19"),
        (STRICT, 0, "draw", "BB-08"),
        (STRICT, None, "draw", "BB-08"),
        (EMPTY_PILE, 0, "draw", "BB-08"),
        (FOUR, 0, "draw", "BB-08"),
        (STRICT, 0, "halt 1", "BB-16"),
        (HONOUR, 0, "halt 1", "BB-16"),
        (LAID, 0, "halt 1", "BB-16"),
        (LAID, 1, "halt 2", "BB-16"),
        (LAID, None, "halt 1", "BB-16"),
        (CALLED, 1, "halt 1", "BB-16"),
        (STRICT, None, "window", "BB-16"),
        (STRICT, 0, "window", "BB-16"),
        (LAID, None, "window", "BB-16"),
        (BY_THE_TABLE, 1, "halt 1", "BB-16"),
        (STRICT, 0, "lay 9 1", None),
        (STRICT, 0, "lay 3 5", None),
        (STRICT, 0, "lay 3", None),
        (STRICT, 0, "halt", None),
        (STRICT, 0, "", None),
        (STRICT, 2, "lay 3 1", None),
    ],
)
def test_refusals(match: Match, seat: int | None, move: str, rule: str | None) -> None:
    refusal = match.explain(seat, move)
    assert refusal is not None
    assert refusal.rule == rule
    assert refusal.text("de") and refusal.text("en")
    with pytest.raises(tr.IllegalMove):
        match.play(seat, move)


def test_nobody_but_the_table_ends_the_call_window() -> None:
    claim = play(honour("28S6", ["5", "643"]), (0, "lay 5 1"))
    refusals = [claim.explain(seat, "window") for seat in (0, 1)]
    assert [refusal and refusal.rule for refusal in refusals] == ["BB-16", "BB-16"]
    assert claim.explain(None, "window") is None
