"""The reference of Beam me up against the examples of the sheet, worked out by hand."""

import tomllib
from collections import Counter
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.reference.beam_me_up import S, after, granted, moves, over, refusal, thrown, up_text

ROOT = Path(__file__).parents[2]
DATA = tomllib.loads((ROOT / "src/tafelrunde/games/beam_me_up/data.toml").read_text(encoding="utf-8"))
LAYOUTS = [board["rows"] for board in DATA["boards"]]
EMPTY = ["......."] * 8


def board(**things: str) -> list[str]:
    """An empty board with things: board(c2r3="R") is a rocket in column 2, row 3; column S is cS."""
    rows = [list(row) for row in EMPTY]
    for place, drawn in things.items():
        rows[7 - int(place[3])]["123456S".index(place[1])] = drawn
    return ["".join(row) for row in rows]


def position(stones: list[list[int]], dice: list[int] | None, phase: str = "move", **more: object) -> dict[str, Any]:
    players = len(stones)
    basis = {"game": "beam-me-up", "options": {"players": players}, "boards": [0] * players, "stones": stones}
    return basis | {"turn": 0, "phase": phase, "throw": 1, "dice": dice, "boosts": 0} | more


ZERO = [0] * 7
ONE = [1] * 7


def possibilities(*dice: int) -> set[str]:
    return {up_text(parts)[3:] for parts in granted(list(dice))}


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((2, 2, 2, 4, 6), {"2+1", "2+2"}),  # Ina's triple
        ((2, 2, 4, 4, 6), {"2+1", "4+1", "2+1 4+1"}),  # Sami's two pairs
        ((2, 2, 2, 4, 4), {"2+1", "2+2", "4+1", "2+1 4+1", "2+2 4+1"}),  # Ina's full house
        ((1, 2, 3, 4, 4), {"4+1", "S+2", "S+2 4+1"}),  # Sami's small straight
        ((2, 3, 4, 5, 6), {"S+2", "S+3"}),
        ((5, 5, 5, 5, 1), {"5+1", "5+2", "5+3"}),
        ((3, 3, 3, 3, 3), {"3+1", "3+2", "3+3", "3+4"}),
        ((1, 2, 3, 5, 6), set()),
    ],
)
def test_bm_06_07_08_what_the_dice_grant(dice: tuple[int, ...], expected: set[str]) -> None:
    assert possibilities(*dice) == expected


def test_bm_04_lifts_then_the_starter_throws() -> None:
    start = position([ZERO, ZERO, ZERO], None, "lift", turn=2, starter=1, throw=0)
    assert moves(start, 2, [EMPTY])[:2] == ["lift 1", "lift 2"]
    then = after(start, 2, "lift S", [EMPTY])
    assert len(moves(then, 0, [EMPTY])) == 21
    assert refusal(then, 0, "lift 3 3", [EMPTY]) == "BM-04"
    then = after(then, 0, "lift 6 2", [board(c2r1="R")])  # BM-16: no boost
    assert (then["turn"], then["phase"], then["pending"], then["dice"]) == (1, "roll", "throw", None)
    assert then["stones"] == [[0, 1, 0, 0, 0, 1, 0], ZERO, [0, 0, 0, 0, 0, 0, 1]]


def test_bm_05_keep_stand_and_three_throws() -> None:
    first = position([ZERO, ZERO], [2, 2, 4, 5, 6], "roll")
    assert moves(first, 0, [EMPTY])[:4] == ["keep -", "keep 2", "keep 4", "keep 5"]
    assert moves(first, 0, [EMPTY])[-1] == "stand"
    assert moves(first, 1, [EMPTY]) == []
    kept = after(first, 0, "keep 5 2", [EMPTY])
    assert kept["dice"] == [2, 5]
    assert kept["pending"] == "throw"
    second = thrown(kept, [5, 2, 1, 3, 6])
    assert (second["throw"], second["phase"]) == (2, "roll")
    assert moves(second, 0, [EMPTY])
    third = thrown(after(second, 0, "keep -", [EMPTY]), [1, 2, 3, 5, 6])
    assert (third["turn"], third["throw"], third["pending"]) == (1, 0, "throw")  # BM-09: nothing to use


def test_bm_11_12_13_14_cool_down() -> None:
    layouts = [board(c2r3="P"), EMPTY]
    before = position([[0, 6, 4, 1, 1, 1, 1], [0, 3, 3, 0, 0, 0, 0], ONE], [2, 2, 2, 3, 3], boards=[1, 0, 1])
    lapsed = after(before, 0, "up 2+2 3+1", layouts)
    assert lapsed["stones"][0][1:3] == [7, 5]
    assert lapsed["stones"][1:] == before["stones"][1:]
    before["stones"][0][1] = 2
    cooled = after(before, 0, "up 2+2", layouts)
    assert [stones[1] for stones in cooled["stones"]] == [4, 3, 0]  # the pink star protects seat 1


def test_bm_15_rockets_follow_one_another() -> None:
    layouts = [board(c4r2="R", c1r1="R")]
    before = position([[0, 0, 0, 1, 7, 0, 0], ONE], [4, 4, 1, 2, 6])
    boosting = after(before, 0, "up 4+1", layouts)
    assert (boosting["phase"], boosting["boosts"]) == ("boost", 1)
    assert moves(boosting, 0, layouts) == ["boost 1", "boost 2", "boost 3", "boost 4", "boost 6", "boost S", "skip"]
    assert refusal(boosting, 0, "boost 5", layouts) == "BM-11"
    again = after(boosting, 0, "boost 1", layouts)
    assert (again["phase"], again["boosts"]) == ("boost", 1)
    assert after(again, 0, "skip", layouts)["turn"] == 1


def test_bm_17_christians_joker() -> None:
    layouts = [board(c5r3="B")]
    before = position([[1, 7, 7, 2, 3, 0, 0], ONE], [2, 2, 3, 3, 3])
    assert refusal(before, 0, "up 4+1 1+2", layouts) is None
    assert after(before, 0, "up 4+1 1+2", layouts)["stones"] == [[3, 7, 7, 3, 3, 0, 0], [0, 1, 1, 1, 1, 1, 1]]
    assert refusal(before, 0, "up 1+3", layouts) == "BM-06"  # not regrouped
    assert refusal(before, 0, "up 1+1 1+2", layouts) == "BM-18"
    assert refusal(before, 0, "up 1+2 2+2", layouts) == "BM-07"
    assert refusal(before, 0, "up 4+1 1+2", [EMPTY]) == "BM-17"


def test_bm_19_the_goal() -> None:
    two = position([[6, 6, 7, 5, 5, 1, 6], ONE], [4, 4, 5, 5, 1])
    won = after(two, 0, "up 4+1 5+1", [EMPTY])
    assert over(won)
    assert moves(won, 0, [EMPTY]) == []
    assert refusal(won, 0, "stand", [EMPTY]) == "BM-19"
    two["stones"][0][5] = 0
    assert not over(after(two, 0, "up 4+1 5+1", [EMPTY]))


def test_refusals_in_their_order() -> None:
    rolling = position([ZERO, ZERO], [1, 2, 2, 4, 6], "roll")
    moving = rolling | {"phase": "move"}
    assert refusal(rolling, 1, "stand", [EMPTY]) == "BM-05"
    assert refusal(rolling, 0, "keep 2 2 2", [EMPTY]) == "BM-05"
    assert refusal(rolling, 0, "up 2+1", [EMPTY]) == "BM-05"
    assert refusal(rolling, 0, "lift 2", [EMPTY]) == "BM-04"
    assert refusal(rolling, 0, "boost 2", [EMPTY]) == "BM-15"
    assert refusal(moving, 0, "up 6+1", [EMPTY]) == "BM-10"
    assert refusal(moving, 0, "up 5+1", [EMPTY]) == "BM-17"
    assert refusal(moving, 0, "up S+2", [EMPTY]) == "BM-08"
    assert refusal(moving, 0, "up 2+1 4+1", [EMPTY]) == "BM-07"
    assert refusal(moving, 0, "up 2+2", [EMPTY]) == "BM-06"
    assert refusal(moving, 0, "skip", [EMPTY]) == "BM-09"
    assert refusal(moving, 0, "up 2+1 2+1 4+1", [EMPTY]) == "BM-09"
    assert refusal(moving, 0, "up S+1 S+1", [EMPTY]) == "BM-18"
    assert refusal(moving, 0, "up S+1", [EMPTY]) == "BM-08"
    assert refusal(moving | {"dice": [2, 2, 4, 4, 4]}, 0, "up 2+2 4+1", [EMPTY]) == "BM-07"


def test_notation_has_columns_in_order_but_a_straight_before_its_pair() -> None:
    assert up_text(((S, 3),)) == "up S+3"
    assert up_text(((0, 1), (S, 1))) == "up 1+1 S+1"
    assert up_text(((3, 2), (S, 1))) == "up 4+2 S+1"
    assert up_text(((3, 1), (S, 2))) == "up S+2 4+1"


def test_bm_03_the_boards() -> None:
    for rows in LAYOUTS:
        assert len(rows) == DATA["rows"] == 8
        assert {len(row) for row in rows} == {7}
        assert Counter("".join(rows)) == {"R": 6, "P": 5, "B": 3, ".": 42}
        assert rows[0] == rows[7] == "......."
    for one, other in ((0, 1), (2, 3)):
        assert LAYOUTS[other] == [row[5::-1] + row[6] for row in LAYOUTS[one]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_agree_with_themselves(players: int) -> None:
    chance = Random(players)
    now = position([list(ZERO) for _ in range(players)], None, "lift", turn=1, throw=0, boards=list(range(players)))
    while not over(now):
        if now.get("pending"):
            now = thrown(now, (now["dice"] or []) + chance.choices(range(1, 7), k=5 - len(now["dice"] or [])))
            continue
        legal = moves(now, now["turn"], LAYOUTS)
        assert len(legal) == len(set(legal)) > 0
        assert all(refusal(now, now["turn"], move, LAYOUTS) is None for move in legal)
        before = deepcopy(now)
        new = after(now, now["turn"], chance.choice(legal), LAYOUTS)
        assert now == before
        now = new
