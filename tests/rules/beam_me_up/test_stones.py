"""Beam me up, rule by rule: how stones move, rockets, stars, and the end."""

from collections import Counter
from itertools import combinations

import pytest

import tafelrunde as tr

from .table import GROUND, alike, drawn, name, rows, stones, table, uses


def test_bm_11_steps_beyond_the_top_lapse() -> None:
    match = table([0, 5, 0, 0, 0, 0, 0], dice=[2, 2, 2, 2, 1])
    match.play(0, "up 2+3")
    assert rows(match) == [0, 7, 0, 0, 0, 0, 0]


def test_bm_12_two_fields_up_send_everybody_elses_stone_down() -> None:
    match = table(GROUND, [0, 7, 7, 0, 0, 0, 0], [0, 7, 0, 0, 0, 0, 0], GROUND, dice=[2, 2, 2, 3, 3])
    match.play(0, "up 2+2 3+1")
    assert match.position()["stones"][1:] == [[0, 6, 7, 0, 0, 0, 0], [0, 6, 0, 0, 0, 0, 0], GROUND]
    cooled = [event for event in match.events() if event["type"] == "cooled_down"]
    assert cooled == [{"n": 1, "type": "cooled_down", "seat": 0, "column": "2", "seats": [1, 2]}]


def test_bm_12_a_straight_cools_down_column_s() -> None:
    match = table(GROUND, [0, 0, 0, 0, 0, 0, 7], dice=[1, 2, 3, 4, 6])
    match.play(0, "up S+2")
    assert rows(match, 1) == [0, 0, 0, 0, 0, 0, 6]


def test_bm_12_a_smaller_possibility_of_one_step_cools_nobody_down() -> None:
    match = table(GROUND, [0, 7, 0, 0, 0, 0, 0], dice=[2, 2, 2, 4, 6])
    match.play(0, "up 2+1")
    assert rows(match, 1) == [0, 7, 0, 0, 0, 0, 0]


def test_bm_13_only_fields_really_moved_count() -> None:
    for row, down in ((6, 0), (5, 1)):
        match = table([0, row, 0, 0, 0, 0, 0], [0, 7, 0, 0, 0, 0, 0], dice=[2, 2, 2, 4, 6])
        match.play(0, "up 2+2")
        assert rows(match)[1] == 7
        assert rows(match, 1)[1] == 7 - down


def test_bm_13_a_rockets_step_never_counts() -> None:
    column, row = drawn("R")[0]
    match = table(stones((column, row - 1)), stones((column, 7)), dice=alike(column))
    match.play(0, f"up {name(column)}+1")
    match.play(0, f"boost {name(column)}")
    assert rows(match)[column] == row + 1
    assert rows(match, 1)[column] == 7


@pytest.mark.parametrize("thing", ["P", "B"])
def test_bm_14_a_stone_on_a_star_does_not_move_down(thing: str) -> None:
    for column, row in drawn(thing, board=1):
        dice = [1, 2, 3, 4, 6] if column == 6 else [column + 1] * 5
        match = table(GROUND, stones((column, row)), dice=dice)
        match.play(0, f"up {name(column)}+2")
        assert rows(match, 1)[column] == row


@pytest.mark.parametrize(("column", "row"), drawn("R"))
def test_bm_15_a_stone_on_a_rocket_lets_any_stone_move_one_field(column: int, row: int) -> None:
    match = table(stones((column, row - 1), ((column + 1) % 6, 7)), dice=alike(column))
    match.play(0, f"up {name(column)}+1")
    at = match.position()
    assert (at["phase"], at["boosts"], match.actors()) == ("boost", 1, [0])
    free = [name(c) for c in range(7) if c != (column + 1) % 6]
    assert match.moves(0) == [f"boost {c}" for c in free] + ["skip"]
    match.play(0, "boost S")
    assert rows(match)[6] == 1
    assert match.actors() == [1]


def test_bm_15_a_rocket_after_a_rocket_gives_another_step() -> None:
    (one, row), (other, its_row) = drawn("R")[:2]
    match = table(stones((one, row - 1), (other, its_row - 1)), dice=alike(one))
    match.play(0, f"up {name(one)}+1")
    match.play(0, f"boost {name(other)}")
    assert match.position()["boosts"] == 1
    match.play(0, "boost S")
    assert match.actors() == [1]
    landed = [event["column"] for event in match.events() if event["type"] == "rocket"]
    assert landed == [name(one), name(other)]


def test_bm_15_two_stones_on_rockets_give_two_steps() -> None:
    (one, row), (other, its_row) = drawn("R")[:2]
    match = table(stones((one, row - 1), (other, its_row - 1)), dice=[one + 1] * 2 + [other + 1] * 3)
    match.play(0, f"up {name(one)}+1 {name(other)}+1")
    assert match.position()["boosts"] == 2
    match.play(0, "skip")
    assert match.position()["boosts"] == 1
    match.play(0, "skip")
    assert match.actors() == [1]


def test_bm_15_it_may_be_left_out() -> None:
    column, row = drawn("R")[0]
    match = table(stones((column, row - 1)), dice=alike(column))
    match.play(0, f"up {name(column)}+1")
    match.play(0, "skip")
    assert rows(match) == stones((column, row))
    assert match.actors() == [1]


def test_bm_15_passing_over_a_rocket_does_nothing() -> None:
    column, row = next(place for place in drawn("R") if place[1] < 6 and (place[0], place[1] + 1) not in drawn("R"))
    match = table(stones((column, row - 1)), dice=[column + 1] * 5)
    match.play(0, f"up {name(column)}+2")
    assert match.actors() == [1]


def test_bm_15_a_stone_that_stays_on_its_rocket_does_not_land() -> None:
    column, row = drawn("R")[0]
    match = table(stones((column, row)), dice=alike((column + 1) % 6))
    match.play(0, f"up {name((column + 1) % 6)}+1")
    assert match.position()["boosts"] == int(((column + 1) % 6, 1) in drawn("R"))


def test_bm_16_a_rocket_reached_by_moving_down_does_nothing() -> None:
    column, row = next(place for place in drawn("R", board=1) if (place[0], place[1] + 1) not in drawn("PB", board=1))
    match = table(GROUND, stones((column, row + 1)), dice=[column + 1] * 5)
    match.play(0, f"up {name(column)}+4")
    assert rows(match, 1)[column] == row
    assert not any(event["type"] == "rocket" and event["seat"] == 1 for event in match.events())
    while match.actors() == [0]:
        match.play(0, "skip")
    assert match.position()["phase"] == "roll"


def test_bm_16_a_rocket_reached_before_the_first_turn_does_nothing() -> None:
    column, row = drawn("R", board=1)[0]
    match = table(GROUND, stones((column, row - 1)), turn=1, phase="lift")
    match.play(1, f"lift {name(column)}")
    assert rows(match, 1)[column] == row
    assert (match.actors(), match.position()["phase"], match.position()["boosts"]) == ([0], "roll", 0)


def joker_stones(board: int = 0) -> list[int]:
    """One stone on a blue star, the others at the bottom."""
    return stones(drawn("B", board)[0])


def test_bm_17_christian_moves_other_stones_by_his_joker() -> None:
    column, row = next(place for place in drawn("B") if place[0] not in (0, 1, 2, 3))
    match = table(stones((1, 7), (2, 7), (column, row)), dice=[2, 2, 3, 3, 3])
    match.play(0, "up 4+1 1+2")
    assert rows(match) == stones((0, 2), (1, 7), (2, 7), (3, 1), (column, row))


def test_bm_17_every_part_may_move_any_stone() -> None:
    assert uses(4, 4, 1, 2, 6, stones=joker_stones()) == [f"{column}+1" for column in "123456S"]
    found = uses(4, 4, 4, 1, 1, stones=joker_stones())
    assert len(found) == 14 + 21 + 42
    assert found[:3] == ["1+1", "1+2", "2+1"]
    assert found[14:18] == ["1+1 2+1", "1+1 2+2", "1+2 2+1", "1+1 3+1"]


def test_bm_17_a_straight_with_a_joker_moves_any_stone_by_two() -> None:
    assert uses(1, 2, 3, 4, 6, stones=joker_stones()) == [f"{column}+2" for column in "123456S"]


def test_bm_17_dice_are_not_regrouped() -> None:
    found = uses(2, 2, 4, 4, 6, stones=joker_stones())
    assert found == [f"{column}+1" for column in "123456S"] + [
        f"{one}+1 {other}+1" for one, other in combinations("123456S", 2)
    ]


def test_bm_17_columns_are_written_in_order_but_a_straight_before_its_pair() -> None:
    full_house = uses(4, 4, 4, 1, 1, stones=joker_stones())
    assert [move for move in full_house if "4" in move and "S" in move] == ["4+1 S+1", "S+2 4+1", "4+2 S+1"]
    match = table(joker_stones(), dice=[4, 4, 4, 1, 1])
    match.play(0, "up S+1 4+2")
    assert match.record()["moves"] == [[0, "up 4+2 S+1"]]
    assert match.events()[0]["up"] == "4+2 S+1"


def test_bm_17_with_a_joker_no_refusal_speaks_of_a_missing_one_or_of_single_dice() -> None:
    match = table(joker_stones(), dice=[1, 2, 2, 4, 6])
    for move, rule in (("up 4+2", "BM-06"), ("up 3+2", "BM-06"), ("up 1+1 4+1", "BM-07"), ("up S+2", "BM-08")):
        refusal = match.explain(0, move)
        assert refusal is not None and refusal.rule == rule


def test_bm_17_a_pink_star_is_no_joker() -> None:
    assert uses(4, 4, 1, 2, 6, stones=stones(drawn("P")[0])) == ["4+1"]


def test_bm_18_what_counts_is_where_the_stones_stand_when_the_dice_are_used() -> None:
    """Another player's joker does not count, and one's own counts although the stone leaves the star with this move."""
    assert table(GROUND, joker_stones(board=1), dice=[4, 4, 1, 2, 6]).moves(0) == ["up 4+1"]
    column, row = drawn("B")[0]
    match = table(stones((column, row)), dice=[4, 4, 1, 1, 6])
    match.play(0, f"up {name(column)}+1 S+1")
    assert rows(match)[column] == row + 1 and rows(match)[6] == 1


def test_bm_18_two_parts_move_two_different_stones() -> None:
    match = table(joker_stones(), dice=[4, 4, 1, 1, 6])
    for move in ("up 4+1 4+1", "up S+1 S+2", "up 2+9 2+1"):
        refusal = match.explain(0, move)
        assert refusal is not None and refusal.rule == "BM-18"


def test_bm_19_two_players_need_five_stones_in_space_and_none_at_the_bottom() -> None:
    match = table([6, 6, 7, 5, 5, 1, 6], dice=[4, 4, 5, 5, 1])
    match.play(0, "up 4+1")
    assert match.result == {"winners": [0], "scores": [5, 0]}
    assert match.actors() == [] and match.moves(0) == []
    assert match.events()[-1]["type"] == "over"
    four = table([6, 6, 5, 5, 5, 1, 6], dice=[4, 4, 1, 2, 6])
    four.play(0, "up 4+1")
    assert four.result is None
    grounded = table([6, 6, 7, 5, 5, 0, 6], dice=[4, 4, 1, 2, 6])
    grounded.play(0, "up 4+1")
    assert grounded.result is None


@pytest.mark.parametrize("players", [3, 4])
def test_bm_19_more_players_need_four(players: int) -> None:
    match = table([6, 6, 5, 5, 1, 1, 6], *[GROUND] * (players - 1), dice=[4, 4, 1, 2, 6])
    match.play(0, "up 4+1")
    assert match.result is not None and match.result["winners"] == [0]


def test_bm_19_the_game_ends_at_once_and_boosts_lapse() -> None:
    (one, row), (other, its_row) = drawn("R")[:2]
    high = stones((one, row - 1), (other, its_row - 1), other=6)
    match = table(high, dice=[one + 1] * 2 + [other + 1] * 3)
    match.play(0, f"up {name(one)}+1 {name(other)}+1")
    assert match.result is not None
    assert match.position()["boosts"] == 0


def test_bm_19_a_boost_can_win() -> None:
    match = table([6, 6, 6, 6, 5, 1, 1], phase="boost", boosts=1, dice=[1, 1, 2, 4, 6])
    match.play(0, "boost 5")
    assert match.result == {"winners": [0], "scores": [5, 0]}
    assert tr.from_position(match.position()).result == match.result


def test_bm_20_seat_0_begins_unless_chance_decides() -> None:
    assert tr.load("beam-me-up", players=3).new(seed=1).position()["starter"] == 0
    game = tr.load("beam-me-up", players=3, starter="random")
    starters = Counter(game.new(seed=seed).position()["starter"] for seed in range(300))
    assert set(starters) == {0, 1, 2} and min(starters.values()) > 60
    assert all(
        game.new(seed=seed).actors() == [(game.new(seed=seed).position()["starter"] + 1) % 3] for seed in range(9)
    )
