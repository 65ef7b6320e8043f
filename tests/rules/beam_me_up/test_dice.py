"""Beam me up, rule by rule: the boards, the dice and what they grant."""

from collections import Counter

import pytest

import tafelrunde as tr
from tafelrunde.games.beam_me_up import state as beam

from .table import GROUND, rows, table, uses


def test_bm_01_everybody_has_seven_stones_in_the_bottom_row() -> None:
    match = tr.load("beam-me-up", players=4).new(seed=1)
    assert match.position()["stones"] == [GROUND] * 4
    assert match.position()["boards"] == [0, 1, 2, 3]


def test_bm_01_boards_can_be_handed_out_at_random_and_nobody_has_the_same() -> None:
    game = tr.load("beam-me-up", players=3, boards="random")
    seen = {tuple(game.new(seed=seed).position()["boards"]) for seed in range(400)}
    assert len(seen) == 24
    assert all(len(set(boards)) == 3 for boards in seen)


def test_bm_02_eight_rows_of_which_the_two_highest_are_space() -> None:
    assert all(len(board) == 8 for board in beam.BOARDS)
    assert table([6, 7, 5, 0, 0, 0, 0], dice=[1, 1, 2, 3, 5]).view(0)["in_space"] == [2, 0]
    with pytest.raises(tr.BadPosition, match=r"stones\[0\]\[3\]"):
        table([0, 0, 0, 8, 0, 0, 0], dice=[1, 1, 2, 3, 5])


def test_bm_03_boards_hold_the_same_in_different_places() -> None:
    for board in beam.BOARDS:
        assert Counter("".join(board)) == {"R": 6, "P": 5, "B": 3, ".": 42}
        assert board[0] == board[7] == "......."
    assert len({tuple(board) for board in beam.BOARDS}) == 4


def test_bm_03_two_pairs_of_boards_are_mirror_images() -> None:
    for one, other in ((0, 1), (2, 3)):
        assert beam.BOARDS[other] == [row[5::-1] + row[6] for row in beam.BOARDS[one]]


def test_bm_04_the_second_lifts_one_stone_the_third_two_the_last_three() -> None:
    match = tr.load("beam-me-up", players=4).new(seed=1)
    assert match.actors() == [1]
    assert match.moves(1) == [f"lift {column}" for column in "123456S"]
    match.play(1, "lift 2")
    assert match.actors() == [2]
    assert match.moves(2)[:7] == ["lift 1 2", "lift 1 3", "lift 1 4", "lift 1 5", "lift 1 6", "lift 1 S", "lift 2 3"]
    assert len(match.moves(2)) == 21
    match.play(2, "lift S 1")
    assert len(match.moves(3)) == 35
    match.play(3, "lift 2 5 S")
    assert match.position()["stones"] == [GROUND, [0, 1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 1], [0, 1, 0, 0, 1, 0, 1]]
    assert (match.position()["phase"], match.actors()) == ("roll", [0])
    assert match.events()[2] == {"n": 2, "type": "lifted", "seat": 3, "columns": ["2", "5", "S"]}


def test_bm_04_the_order_begins_after_the_starter() -> None:
    match = table(GROUND, GROUND, GROUND, phase="lift", starter=2, turn=0)
    match.play(0, "lift 3")
    assert len(match.moves(1)) == 21
    match.play(1, "lift 3 4")
    assert match.actors() == [2]
    assert match.position()["phase"] == "roll"


def test_bm_05_five_dice_are_thrown_and_any_may_be_thrown_again() -> None:
    match = table(GROUND, phase="roll", dice=[2, 2, 4, 5, 6])
    moves = match.moves(0)
    assert moves[:6] == ["keep -", "keep 2", "keep 4", "keep 5", "keep 6", "keep 2 2"]
    assert moves[-2:] == ["keep 2 4 5 6", "stand"]
    assert len(moves) == 3 * 2 * 2 * 2
    match.play(0, "keep 5 2")
    after = match.position()
    assert (after["throw"], after["phase"], len(after["dice"])) == (2, "roll", 5)
    assert {2, 5} <= set(after["dice"])


def test_bm_05_dice_put_aside_may_be_thrown_again() -> None:
    match = table(GROUND, phase="roll", dice=[2, 2, 4, 5, 6])
    match.play(0, "keep 2 2")
    assert "keep -" in match.moves(0)
    match.play(0, "keep -")
    assert match.events()[-1]["type"] in ("thrown", "passed")


def test_bm_05_after_the_third_throw_the_dice_are_used() -> None:
    match = table(GROUND, phase="roll", throw=2, dice=[3, 3, 4, 5, 6])
    match.play(0, "keep 3 3")
    assert (match.position()["throw"], match.position()["phase"]) == (3, "move")
    assert all(move.startswith("up ") for move in match.moves(0))


def test_bm_05_one_may_stop_earlier() -> None:
    match = table(GROUND, phase="roll", dice=[3, 3, 4, 5, 6])
    match.play(0, "stand")
    assert match.moves(0) == ["up 3+1", "up S+2", "up S+2 3+1"]


def test_bm_05_every_way_the_dice_fall_is_equally_likely() -> None:
    """Of 7776 ways to throw five dice 240 show a large straight; with four dice kept, one falls."""
    game = tr.load("beam-me-up")
    first, last = Counter[tuple[int, ...]](), Counter[int]()
    for seed in range(6000):
        match = game.new(seed=seed)
        match.play(1, "lift 1")
        dice = match.position()["dice"]
        first[tuple(dice)] += 1
        match.play(0, "keep " + " ".join(map(str, dice[:4])))
        rest = Counter(match.events()[3]["dice"]) - Counter(dice[:4])
        last[next(iter(rest))] += 1
    straights = first[1, 2, 3, 4, 5] + first[2, 3, 4, 5, 6]
    assert abs(straights - 6000 * 240 / 7776) < 5 * (6000 * 240 / 7776) ** 0.5
    assert all(abs(last[value] - 1000) < 5 * (1000 * 5 / 6) ** 0.5 for value in range(1, 7))


def test_bm_06_ina_moves_the_stone_of_her_triple_two_fields() -> None:
    match = table(GROUND, dice=[2, 2, 2, 4, 6])
    match.play(0, "up 2+2")
    assert rows(match) == [0, 2, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(("alike", "steps"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_bm_06_a_pair_moves_1_a_triple_2_four_alike_3_five_alike_4(alike: int, steps: int) -> None:
    for value in range(1, 7):
        others = [other for other in (1, 3, 5, 2, 4, 6) if other != value][: 5 - alike]
        match = table(GROUND, dice=[value] * alike + others)
        furthest = [move for move in match.moves(0) if move.startswith(f"up {value}+") and len(move) == 6][-1]
        assert furthest == f"up {value}+{steps}"
        match.play(0, furthest)
        assert rows(match)[value - 1] == steps


def test_bm_07_sami_moves_both_stones_of_two_pairs() -> None:
    match = table(GROUND, dice=[2, 2, 4, 4, 6])
    assert match.moves(0) == ["up 2+1", "up 4+1", "up 2+1 4+1"]
    match.play(0, "up 2+1 4+1")
    assert rows(match) == [0, 1, 0, 1, 0, 0, 0]


def test_bm_07_ina_moves_two_and_one_by_a_full_house() -> None:
    match = table(GROUND, dice=[2, 2, 2, 4, 4])
    assert match.moves(0) == ["up 2+1", "up 2+2", "up 4+1", "up 2+1 4+1", "up 2+2 4+1"]
    match.play(0, "up 4+1 2+2")
    assert rows(match) == [0, 2, 0, 1, 0, 0, 0]


def test_bm_08_sami_moves_column_s_and_his_pair() -> None:
    match = table(GROUND, dice=[1, 2, 3, 4, 4])
    match.play(0, "up S+2 4+1")
    assert rows(match) == [0, 0, 0, 1, 0, 0, 2]
    assert uses(1, 2, 3, 4, 4) == ["4+1", "S+2", "S+2 4+1"]


def test_bm_08_a_large_straight_moves_column_s_three_fields() -> None:
    for dice in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]):
        match = table(GROUND, dice=dice)
        assert match.moves(0) == ["up S+2", "up S+3"]
        match.play(0, "up S+3")
        assert rows(match) == [0, 0, 0, 0, 0, 0, 3]


def test_bm_08_a_small_straight_is_four_in_a_row() -> None:
    assert uses(1, 2, 3, 4, 6) == uses(1, 3, 4, 5, 6) == ["S+2"]
    assert uses(1, 2, 3, 5, 6) == []


def test_bm_09_any_possibility_in_the_dice_may_be_chosen() -> None:
    assert uses(5, 5, 5, 5, 1) == ["5+1", "5+2", "5+3"]
    assert uses(3, 3, 3, 3, 3) == ["3+1", "3+2", "3+3", "3+4"]


def test_bm_09_if_there_is_one_it_must_be_used() -> None:
    match = table([7] * 3 + [0] * 4, dice=[1, 1, 2, 4, 6])
    assert match.moves(0) == ["up 1+1"]  # although that stone is at the top
    refusal = match.explain(0, "skip")
    assert refusal is not None and refusal.rule == "BM-09"


def test_bm_09_one_possibility_moves_two_stones_at_most() -> None:
    refusal = table(GROUND, dice=[2, 2, 2, 4, 4]).explain(0, "up 2+2 4+1 5+1")
    assert refusal is not None and refusal.rule == "BM-09"


def test_bm_09_if_there_is_none_the_turn_passes() -> None:
    match = table(GROUND, phase="roll", dice=[1, 2, 3, 5, 6])
    match.play(0, "stand")
    assert [event["type"] for event in match.events()] == ["stood", "passed", "thrown"]
    assert match.actors() == [1]
    assert rows(match) == GROUND


def test_bm_10_dice_that_fit_nothing_are_not_used() -> None:
    assert uses(2, 2, 2, 4, 6) == ["2+1", "2+2"]
    refusal = table(GROUND, dice=[2, 2, 2, 4, 6]).explain(0, "up 4+1")
    assert refusal is not None and refusal.rule == "BM-10"
