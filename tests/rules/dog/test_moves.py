"""Dog: starting, moving, goals, and what each card does."""

import pytest

from tests.rules.dog.table import HOME, IN, holding, pieces_of, rule_of, table, types


@pytest.mark.parametrize(("card", "moves"), [("A", ["A h>0"]), ("K", ["K h>0"]), ("X", ["X=A h>0", "X=K h>0"])])
def test_dg_10_ace_king_and_joker_put_a_piece_onto_its_start(card: str, moves: list[str]) -> None:
    match = holding(card)
    assert match.moves(0) == moves
    match.play(0, moves[0])
    assert pieces_of(match, 0) == ["h", "h", "h", "0*"]


def test_dg_10_no_other_card_starts() -> None:
    for card in ("Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"):
        assert types(holding(card)) == ["folded"]


def test_dg_11_a_protected_piece_is_not_passed_landed_on_or_swapped() -> None:
    guard = ["h", "h", "h", "16*"]
    assert types(holding("5", ["h", "h", "h", "13"], guard)) == ["folded"]
    assert types(holding("3", ["h", "h", "h", "13"], guard)) == ["folded"]
    assert types(holding("7", ["h", "h", "h", "13"], guard)) == ["folded"]
    assert types(holding("J", ["h", "h", "h", "13"], guard)) == ["folded"]
    assert holding("4", ["h", "h", "h", "18"], guard).moves(0) == ["4 18>22"]
    assert holding("2", ["h", "h", "h", "13"], guard).moves(0) == ["2 13>15"]


def test_dg_11_not_even_by_pieces_of_its_own_side() -> None:
    assert holding("8", ["h", "h", "0*", "60"]).moves(0) == ["8 0>8"]  # neither past it nor into the goal
    assert types(holding("5", ["h", "h", "h", "30"], HOME, ["h", "h", "h", "32*"])) == ["folded"]


def test_dg_12_a_piece_that_came_to_its_start_by_moving_is_not_protected() -> None:
    match = table(["h", "h", "h", "62"], ["h", "h", "h", "61"], hands=[["2"], ["3"], ["A"], ["A"]])
    match.play(0, "2 62>0")
    assert pieces_of(match, 0) == ["h", "h", "h", "0"]
    assert match.moves(1) == ["3 61>0"]
    match.play(1, "3 61>0")
    assert pieces_of(match, 0) == HOME


def test_dg_12_nor_one_that_was_swapped_there_or_came_back() -> None:
    match = holding("J", ["h", "h", "h", "20"], ["h", "h", "h", "0"])
    match.play(0, "J 20x0")
    assert pieces_of(match, 0) == ["h", "h", "h", "0"]
    back = holding("4", ["h", "h", "h", "4"])
    back.play(0, "4 4>0")
    assert pieces_of(back, 0) == ["h", "h", "h", "0"]


def test_dg_13_whoever_is_met_goes_home() -> None:
    match = holding("3", ["h", "h", "h", "5"], ["h", "h", "h", "8"])
    match.play(0, "3 5>8")
    assert pieces_of(match, 0) == ["h", "h", "h", "8"]
    assert pieces_of(match, 1) == HOME
    assert match.events()[-1] == {"n": 1, "type": "sent_home", "seat": 0, "owner": 1, "field": "8"}


def test_dg_13_own_pieces_and_the_partners_too() -> None:
    own = holding("3", ["h", "h", "5", "8"])
    own.play(0, "3 5>8")
    assert pieces_of(own, 0) == ["h", "h", "h", "8"]
    assert own.events()[-1]["owner"] == 0
    partner = holding("3", ["h", "h", "h", "5"], HOME, ["h", "h", "h", "8"])
    partner.play(0, "3 5>8")
    assert pieces_of(partner, 2) == HOME


def test_dg_14_starting_sends_home_whatever_stands_there() -> None:
    for other, before in ((1, HOME), (2, HOME), (3, HOME)):
        pieces = [HOME, HOME, HOME, HOME]
        pieces[other] = ["h", "h", "h", "0"]
        match = holding("A", *pieces)
        match.play(0, "A h>0")
        assert pieces_of(match, 0) == ["h", "h", "h", "0*"]
        assert pieces_of(match, other) == before
    own = holding("K", ["h", "h", "h", "0"])
    own.play(0, "K h>0")
    assert pieces_of(own, 0) == ["h", "h", "h", "0*"]
    assert types(own) == ["played", "sent_home"]


def test_dg_14_but_not_the_own_protected_piece() -> None:
    match = holding("K", ["h", "h", "h", "0*"])
    assert match.moves(0) == ["K 0>13"]


def test_dg_15_passing_is_free() -> None:
    match = holding("5", ["h", "h", "13", "14"], ["h", "h", "15", "16"])
    assert match.moves(0) == ["5 13>18", "5 14>19"]
    match.play(0, "5 13>18")
    assert pieces_of(match, 1) == ["h", "h", "15", "16"]


def test_dg_16_every_card_is_moved_out_to_the_full() -> None:
    assert holding("5", ["h", "h", "h", "61"]).moves(0) == ["5 61>2", "5 61>g2"]
    assert holding("9", ["h", "h", "h", "61"]).moves(0) == ["9 61>6"]  # too high: round again
    assert types(holding("3", ["h", "h", "h", "g2"])) == ["folded"]


def test_dg_17_the_goal_is_entered_forwards_and_only_if_the_start_was_touched_twice() -> None:
    assert holding("3", ["h", "h", "h", "0*"]).moves(0) == ["3 0>3"]
    assert holding("3", ["h", "h", "h", "0"]).moves(0) == ["3 0>3", "3 0>g3"]
    assert holding("3", ["h", "h", "h", "15"]).moves(0) == ["3 15>18"]  # another's start leads to no goal of one's own


def test_dg_18_a_four_backwards_from_two_fields_behind_the_start() -> None:
    match = table(["h", "h", "h", "2"], hands=[["4", "5"], [], [], []])
    assert match.moves(0) == ["5 2>7", "4 2>6", "4 2>62"]
    assert rule_of(match, 0, "4 2>g2") == "DG-17"
    match.play(0, "4 2>62")
    assert match.moves(0) == ["5 62>3", "5 62>g3"]
    match.play(0, "5 62>g3")
    assert pieces_of(match, 0) == ["h", "h", "h", "g3"]


def test_dg_18_out_and_four_back_saves_a_lap() -> None:
    match = table(hands=[["K", "4", "6"], [], [], []])
    match.play(0, "K h>0")
    match.play(0, "4 0>60")
    assert "6 60>g2" in match.moves(0)


def test_dg_19_entering_is_a_choice() -> None:
    match = holding("5", ["h", "h", "h", "61"])
    match.play(0, "5 61>2")
    assert pieces_of(match, 0) == ["h", "h", "h", "2"]


def test_dg_20_in_the_goal_no_passing_and_no_moving_backwards() -> None:
    assert holding("2", ["h", "h", "h", "g1"]).moves(0) == ["2 g1>g3"]
    assert holding("2", ["h", "h", "g1", "g2"]).moves(0) == ["2 g2>g4"]
    assert types(holding("3", ["h", "h", "g1", "g2"])) == ["folded"]
    assert types(holding("4", ["h", "h", "h", "g4"])) == ["folded"]
    assert holding("5", ["h", "h", "g1", "61"]).moves(0) == ["5 61>2"]


@pytest.mark.parametrize(
    ("card", "targets"),
    [
        ("A", ["21", "31"]),
        ("K", ["33"]),
        ("Q", ["32"]),
        ("10", ["30"]),
        ("9", ["29"]),
        ("8", ["28"]),
        ("7", ["27"]),
        ("6", ["26"]),
        ("5", ["25"]),
        ("4", ["16", "24"]),
        ("3", ["23"]),
        ("2", ["22"]),
    ],
)
def test_dg_21_each_card_moves_its_value(card: str, targets: list[str]) -> None:
    moves = [f"{card} 20>{target}" for target in targets]
    assert [move for move in holding(card, ["h", "h", "h", "20"]).moves(0) if " h>" not in move] == moves


def test_dg_21_ace_and_king_may_start_as_well() -> None:
    assert holding("A", ["h", "h", "h", "20"]).moves(0) == ["A h>0", "A 20>21", "A 20>31"]
    assert holding("K", ["h", "h", "h", "20"]).moves(0) == ["K h>0", "K 20>33"]


def test_dg_22_a_jack_swaps_two_pieces_one_of_them_ones_own() -> None:
    match = holding("J", ["g1", "h", "12", "20"], ["h", "h", "0", "16*"], ["h", "h", "h", "40"], ["g2", "h", "h", "h"])
    assert match.moves(0) == ["J 12x0", "J 12x40", "J 20x0", "J 20x40"]
    match.play(0, "J 12x0")
    assert pieces_of(match, 0) == ["h", "0", "20", "g1"]
    assert pieces_of(match, 1) == ["h", "h", "12", "16*"]
    assert types(match)[0] == "played" and "sent_home" not in types(match)


def test_dg_22_an_own_protected_piece_cannot_be_swapped() -> None:
    assert types(holding("J", ["h", "h", "h", "0*"], ["h", "h", "h", "5"])) == ["folded"]


def test_dg_23_the_other_piece_is_somebody_elses() -> None:
    assert types(holding("J", ["h", "h", "12", "20"])) == ["folded"]
    partner = holding("J", ["h", "h", "h", "12"], HOME, ["h", "h", "h", "40"])
    assert partner.moves(0) == ["J 12x40"]
    partner.play(0, "J 12x40")
    assert (pieces_of(partner, 0)[-1], pieces_of(partner, 2)[-1]) == ("40", "12")


def test_dg_27_playing_on_with_the_partners_pieces_and_the_own_cards() -> None:
    partner = ["h", "h", "g4", "33"]
    assert holding("A", IN, HOME, partner).moves(0) == ["A h>32", "A 33>34", "A 33>44"]
    assert holding("2", IN, HOME, ["h", "h", "g1", "31"]).moves(0) == ["2 31>33", "2 g1>g3"]
    assert holding("J", IN, ["h", "h", "h", "9"], partner).moves(0) == ["J 33x9"]
    assert holding("7", IN, HOME, ["h", "h", "33", "50"]).moves(0)[:2] == ["7 33>34", "7 33>35"]
    match = holding("K", IN, HOME, ["h", "g2", "g3", "g4"])
    assert all(match.view(seat)["owners"] == [2, 1, 2, 3] for seat in (None, 0, 1, 2, 3))
    match.play(0, "K h>32")
    assert pieces_of(match, 2) == ["32*", "g2", "g3", "g4"]
    assert match.events()[0]["owner"] == 2


def test_dg_28_a_joker_is_any_card() -> None:
    moves = holding("X", ["h", "h", "h", "17"], ["h", "h", "h", "40"]).moves(0)
    assert moves == [
        *["X=A h>0", "X=A 17>18", "X=A 17>28", "X=K h>0", "X=K 17>30", "X=Q 17>29", "X=J 17x40", "X=10 17>27"],
        *["X=9 17>26", "X=8 17>25", "X=7 17>24", "X=6 17>23", "X=5 17>22", "X=4 17>13", "X=4 17>21"],
        *["X=3 17>20", "X=2 17>19"],
    ]


def test_dg_28_a_joker_is_spent_as_a_joker() -> None:
    match = table(["h", "h", "h", "17"], hands=[["X", "5"], ["A"], ["A"], ["A"]])
    match.play(0, "X=5 17>22")
    assert match.position()["hands"][0] == ["5"]
    assert match.events()[0]["card"] == "X"
