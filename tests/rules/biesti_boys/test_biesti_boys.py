"""Biesti Boys, rule by rule, with the referee."""

import pytest

import tafelrunde as tr
from tafelrunde.games.biesti_boys import state as biesti

from .table import hand, lifts, play, table, types

TIM, LISA = 0, 1


def test_the_first_picture_of_the_sheet() -> None:
    """Tim: the left lift to 5 and down to 4, then two cards. Lisa: the upper 2 to 3, the right 8 to 7, then two."""
    match = table("28S6", ["542", "37G"], ["32811", "144"])
    play(match, (TIM, "lay 5 4"), (TIM, "lay 4 4"), (TIM, "draw"), (TIM, "draw"))
    play(match, (LISA, "lay 3 1"), (LISA, "lay 7 2"), (LISA, "draw"), (LISA, "draw"))
    assert lifts(match) == "37S4"
    assert (hand(match, TIM), hand(match, LISA)) == ("223", "14G")


def test_the_second_picture_of_the_sheet() -> None:
    """Tim: upper lift to 2, left lift to 3. Lisa: Go on the stopped lift. Tim: 2 on Lisa's Go. She draws 1, he 3."""
    match = table("37S4", ["223", "14G"], ["811", "4"])
    play(match, (TIM, "lay 2 1"), (TIM, "lay 3 4"), (LISA, "lay G 3"), (TIM, "lay 2 3"))
    assert lifts(match) == "2723"
    play(match, (LISA, "draw"), (TIM, "draw"), (TIM, "draw"), (TIM, "draw"))
    assert (hand(match, TIM), hand(match, LISA)) == ("118", "144")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bb_01_72_cards_with_five_stop_and_five_go_and_eight_boards(players: int) -> None:
    position = tr.load("biesti-boys", players=players).new(seed=players).position()
    cards = sorted(card for cards in position["hands"] + position["piles"] for card in cards)
    assert len(cards) == 72
    assert (cards.count("S"), cards.count("G"), sum(card.isdigit() for card in cards)) == (5, 5, 62)
    assert len(position["boards"]) == 7 and len(position["lifts"]) == 4


def test_bb_02_0_and_8_are_there_three_times_and_1_to_7_eight_times() -> None:
    unseen = tr.load("biesti-boys").new(seed=1).view(None)["unseen"]
    assert [unseen[str(number)] for number in range(9)] == [3, 8, 8, 8, 8, 8, 8, 8, 3]
    with pytest.raises(tr.BadPosition) as caught:
        table("28S6", ["000", "0"])
    assert caught.value.field == "hands[1][0]"


def test_bb_03_the_eight_boards() -> None:
    position = tr.load("biesti-boys").new(seed=3).position()
    boards = {"".join(board) for board in [position["lifts"], *position["boards"]]}
    assert boards == {"28S6", "0473", "158G", "360S", "5271", "4816", "73S0", "5G24"}
    shown = "".join(boards)
    assert [shown.count(card) for card in biesti.CARDS] == [3] * 9 + [3, 2]


def test_bb_03_every_card_can_be_laid_on_some_board_so_the_game_cannot_stall_for_ever() -> None:
    """Whoever still has cards in hand lays one at the latest when all eight boards have been turned up."""
    for card in range(biesti.KINDS):
        assert any(biesti.fits(card, lift) for board in biesti.BOARDS for lift in board)
        match = table("SSSS" if biesti.CARDS[card] != "G" else "1111", [biesti.CARDS[card] + "5", "5"], boards="")
        assert types(match)[:2] == ["boards_shuffled", "new_board"]
        assert types(match).count("new_board") <= 8
        assert match.actors()


@pytest.mark.parametrize(("players", "share"), [(2, 36), (3, 24), (4, 18)])
def test_bb_04_the_cards_are_dealt_evenly_and_nobody_sees_a_pile(players: int, share: int) -> None:
    match = tr.load("biesti-boys", players=players).new(seed=1)
    position, view = match.position(), match.view(0)
    assert [len(h) + len(p) for h, p in zip(position["hands"], position["piles"], strict=True)] == [share] * players
    assert view["pile_sizes"] == [share - len(position["hands"][0])] * players
    assert not {"piles", "hands", "boards", "seed"} & set(view)
    twin = match.resample(0, seed=5)
    assert twin.position()["piles"][0] != position["piles"][0]
    assert twin.view(0) == view


def test_bb_04_the_boards_lie_face_down() -> None:
    match = table("28S6", ["35G", "17S"], ["40", "6"], "5271 0473 158G")
    assert match.view(0)["boards_left"] == [list("0473"), list("158G"), list("5271")]
    orders = {tuple(map(tuple, match.resample(0, seed).position()["boards"])) for seed in range(30)}
    assert len(orders) == 6


@pytest.mark.parametrize(("players", "limit"), [(2, 3), (3, 3), (4, 2)])
@pytest.mark.parametrize("draw", ["auto", "hand"])
def test_bb_05_everybody_begins_with_three_cards_and_two_when_four_play(players: int, limit: int, draw: str) -> None:
    match = tr.load("biesti-boys", players=players, draw=draw).new(seed=9)
    assert match.view(None)["hand_sizes"] == [limit] * players
    assert len(match.view(1)["hand"]) == limit
    assert match.view(None)["hand"] is None


def test_bb_06_all_play_at_the_same_time_on_anybodys_cards() -> None:
    match = table("28S6", ["342", "21S", "888"], ["", "", ""])
    assert match.actors() == [0, 1]
    play(match, (1, "lay 1 1"), (0, "lay 2 1"), (1, "lay S 2"), (0, "lay 3 1"), (1, "lay 2 1"))
    assert lifts(match) == "2SS6"


@pytest.mark.parametrize(
    ("shown", "right"),
    [("6", "57S"), ("3", "24S"), ("8", "7S"), ("0", "1S"), ("5", "46S"), ("S", "G"), ("G", "012345678S")],
)
def test_bb_07_a_lift_goes_one_floor_up_or_down(shown: str, right: str) -> None:
    for card in biesti.CARDS:
        match = table(shown + "111", [card + "2", "2"])
        assert (match.explain(0, f"lay {card} 1") is None) == (card in right)


def test_bb_08_several_cards_may_be_laid_and_as_many_drawn_after() -> None:
    match = table("2SSS", ["345", "111"], ["6780", ""])
    play(match, (0, "lay 3 1"), (0, "lay 4 1"), (0, "lay 5 1"))
    assert match.moves(0) == ["draw"]
    play(match, (0, "draw"))
    assert match.moves(0) == ["lay 6 1", "draw"]
    play(match, (0, "draw"), (0, "draw"))
    assert hand(match, 0) == "678"
    assert match.moves(0) == ["lay 6 1"]


def test_bb_08_four_players_hold_two_cards() -> None:
    match = table("2SSS", ["3", "12", "77", "77"], ["66", "6", "", ""])
    assert match.moves(0) == ["lay 3 1", "draw"]
    match.play(0, "draw")
    assert match.moves(0) == ["lay 3 1"]


def test_bb_08_only_who_draws_sees_the_card() -> None:
    match = play(table("2SSS", ["3", "1"], ["6", ""]), (0, "draw"))
    assert match.events(seat=0)[-1] == {"n": 0, "type": "drew", "seat": 0, "card": "6"}
    assert match.events(seat=1)[-1] == match.events(seat=None)[-1] == {"n": 0, "type": "drew", "seat": 0}


def test_bb_09_stop_goes_on_anything_but_a_stop_and_blocks_the_lift() -> None:
    match = table("28SG", ["SSS", "123"])
    assert match.moves(0) == ["lay S 1", "lay S 2", "lay S 4"]
    match.play(0, "lay S 1")
    assert not any(move.endswith(" 1") for move in match.moves(0) + match.moves(1))


def test_bb_10_go_goes_on_stop_only_and_anything_but_go_on_go() -> None:
    match = table("28S6", ["GG5", "0S4"])
    assert match.moves(0) == ["lay 5 4", "lay G 3"]
    match.play(0, "lay G 3")
    assert "lay G 3" not in match.moves(0) and "lay 5 3" in match.moves(0)
    assert {"lay 0 3", "lay S 3", "lay 4 3"} <= set(match.moves(1))


def test_bb_11_what_is_printed_counts_like_a_card() -> None:
    printed = table("158G", ["24G", "S06"])
    laid = play(table("25SS", ["14G", "S06"]), (0, "lay 1 1"))
    assert printed.moves(0) == ["lay 2 1", "lay 2 4", "lay 4 2", "lay 4 4"]
    assert [move for move in printed.moves(1) if move.endswith("1")] == ["lay 0 1", "lay S 1"]
    assert [move for move in laid.moves(1) if move.endswith("1")] == ["lay 0 1", "lay S 1"]


def test_bb_12_if_nobody_can_lay_the_next_board_is_turned_up() -> None:
    match = table("48S5", ["70", "1"], boards="360S 5271 0473")
    match.play(0, "lay 7 2")
    assert lifts(match) == "360S"
    assert match.position()["boards"] == [list("5271"), list("0473")]
    assert match.events()[-1] == {"n": 1, "type": "new_board", "lifts": list("360S")}
    assert match.view(None)["unseen"]["7"] == 0  # what lay in the middle never comes back


def test_bb_12_boards_are_turned_up_until_somebody_can_lay() -> None:
    match = table("38SS", ["70", "0"], boards="28S6 0473 4816 5271")
    match.play(0, "lay 7 2")
    assert types(match) == ["laid", "new_board", "new_board", "new_board"]
    assert lifts(match) == "4816"
    assert match.position()["boards"] == [list("5271")]


def test_bb_12_nothing_happens_while_somebody_can_lay() -> None:
    match = play(table("38SS", ["78", "8"], boards="73S0"), (0, "lay 7 2"))
    assert types(match) == ["laid"]
    assert match.moves(1) == ["lay 8 2"]


def test_bb_13_nobody_is_stuck_while_somebody_can_draw() -> None:
    match = table("48S5", ["70", "1"], ["0", ""], "360S")
    match.play(0, "lay 7 2")
    assert lifts(match) == "47S5"
    assert match.actors() == [0] and match.moves(0) == ["draw"]
    match.play(0, "draw")
    assert hand(match, 0) == "00"
    assert lifts(match) == "360S"


def test_bb_13_whether_others_can_lay_is_not_shown() -> None:
    """Only seat 1 can lay; seat 0 sees the same as if only seat 2 could."""
    one, other = table("44S5", ["777", "311", "111"]), table("44S5", ["777", "111", "113"])
    assert one.actors() == [1] and other.actors() == [2]
    assert one.view(0) == other.view(0)


def test_bb_14_when_all_boards_are_used_up_all_eight_are_shuffled() -> None:
    match = play(table("48S5", ["70", "1"]), (0, "lay 7 2"))
    assert types(match)[:3] == ["laid", "boards_shuffled", "new_board"]
    turned_up = types(match).count("new_board")
    assert len(match.position()["boards"]) == 8 - turned_up
    seen = {lifts(play(table("48S5", ["70", "1"], more={"seed": seed}), (0, "lay 7 2"))) for seed in range(60)}
    assert len(seen) == 8


def test_bb_17_whoever_has_laid_all_own_cards_first_wins() -> None:
    match = table("28S6", ["3", "17S"], ["", "6"])
    match.play(0, "lay 3 1")
    assert match.result == {"winners": [0], "scores": [36, 32]}
    assert not match.actors() and not match.moves(0) and not match.moves(1)
    assert types(match) == ["laid", "finished", "over"]
    assert tr.from_position(match.position()).result == match.result


def test_bb_17_a_pile_must_be_empty_too() -> None:
    match = play(table("28S6", ["3", "17S"], ["4", "6"]), (0, "lay 3 1"))
    assert match.result is None
    assert match.actors() == [0, 1]


def test_bb_18_the_second_card_is_judged_against_what_lies_there_now() -> None:
    match = table("28S6", ["3", "3S"], ["4", "6"])
    assert "lay 3 1" in match.moves(0) and "lay 3 1" in match.moves(1)
    match.play(0, "lay 3 1")
    refusal = match.explain(1, "lay 3 1")
    assert refusal is not None and refusal.rule == "BB-07"
    assert match.explain(1, "lay S 1") is None


def test_bb_19_auto_draws_as_soon_as_a_card_is_laid() -> None:
    match = table("28S6", ["35G", "17S"], ["40", "6"], draw="auto")
    match.play(0, "lay 3 1")
    assert hand(match, 0) == "45G"
    assert match.position()["piles"] == [["0"], ["6"]]
    assert types(match) == ["laid", "drew"]
    assert "draw" not in match.moves(0)


def test_bb_19_auto_draws_one_card_for_one() -> None:
    match = table("5555", ["4", "87"], ["12", "6"], draw="auto")
    assert match.position()["hands"] == [["4"], ["7", "8"]]
    assert match.position()["piles"] == [["1", "2"], ["6"]]
    assert match.events() == []
    match.play(0, "lay 4 1")
    assert hand(match, 0) == "1"
    assert match.position()["piles"][0] == ["2"]
    assert match.events(seat=0)[1] == {"n": 1, "type": "drew", "seat": 0, "card": "1"}
    assert match.events(seat=1)[1] == {"n": 1, "type": "drew", "seat": 0}


def test_bb_19_an_empty_hand_beside_a_pile_is_filled_up() -> None:
    match = table("28S6", ["", "17S"], ["3402", "6"], draw="auto")
    assert hand(match, 0) == "034"
    assert [event["card"] for event in match.events(seat=0)] == ["3", "4", "0"]


def test_bb_13_small_hands_are_filled_up_while_nobody_can_lay() -> None:
    """The fullest hand first, and no more hands than it takes; only when all are full there is a dead end."""
    one = table("48SS", ["1", "11"], ["22", "63"], "360S", draw="auto")
    assert (hand(one, 0), hand(one, 1)) == ("122", "116")
    assert lifts(one) == "360S"
    assert types(one) == ["drew", "drew", "drew", "new_board"]
    assert [event["seat"] for event in one.events()[:3]] == [1, 0, 0]
    two = table("48SS", ["1", "11"], ["22", "36"], "360S", draw="auto")
    assert (hand(two, 0), hand(two, 1)) == ("1", "113")
    assert lifts(two) == "48SS" and two.actors() == [1]


def test_bb_19_by_hand_drawing_is_a_move() -> None:
    match = play(table("28S6", ["35G", "17S"], ["40", "6"]), (0, "lay 3 1"))
    assert hand(match, 0) == "5G"
    assert match.moves(0)[-1] == "draw"
