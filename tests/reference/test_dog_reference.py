"""The reference of Dog against the sheet, by hand."""

import copy

from tests.reference.dog import Position, after, moves, refusal

HOME = ["h", "h", "h", "h"]
IN = ["g1", "g2", "g3", "g4"]


def table(*pieces: list[str], hands: list[list[str]] | None = None, **more: object) -> Position:
    return {
        "game": "dog",
        "options": {"players": 4},
        "pieces": [*pieces, *[HOME] * (4 - len(pieces))],
        "hands": hands or [["2"], ["A"], ["A"], ["A"]],
        "turn": 0,
        "starter": 0,
        "round": 5,
        "phase": "play",
        "left": 0,
        "given": [None, None, None, None],
        "moved": [],
        "stock": {},
    } | more


def with_card(card: str, *pieces: list[str], **more: object) -> Position:
    return table(*pieces, hands=[[card], ["A"], ["A"], ["A"]], **more)


def test_dg_06_partners_exchange_a_card_each() -> None:
    position = table(hands=[["K", "2"], ["3", "4"], ["5", "A"], ["6", "7"]], phase="give", starter=2, turn=2)
    assert moves(position, 1) == ["give 4", "give 3"]
    assert refusal(position, 1, "give 9") == refusal(position, 1, "A h>16") == "DG-06"
    for seat, card in enumerate(["K", "4", "5"]):
        position = after(position, seat, f"give {card}")
    assert refusal(position, 0, "give 2") == "DG-06"
    assert moves(position, 0) == []
    assert position["hands"][0] == ["2"]
    assert position["phase"] == "give"
    position = after(position, 3, "give 6")
    assert position["phase"] == "play"
    assert position["turn"] == 2
    assert position["given"] == ["K", "4", "5", "6"]
    assert position["hands"] == [["5", "2"], ["6", "3"], ["A", "K"], ["7", "4"]]
    position = after(position, 2, "K h>32")  # DG-08: the three others cannot start and fold
    assert position["turn"] == 2
    assert position["hands"] == [[], [], ["A"], []]
    assert position["given"] == [None, None, None, None]


def test_dg_08_hands_that_cannot_be_played_are_put_away() -> None:
    before = table(["h", "h", "h", "3"], hands=[["2", "5"], ["Q"], ["9", "J"], ["A"]], given=["9", None, None, None])
    untouched = copy.deepcopy(before)
    position = after(before, 0, "2 3>5")
    assert before == untouched
    assert position["turn"] == 3
    assert position["hands"] == [["5"], [], [], ["A"]]
    assert position["given"][0] is None
    assert "pending" not in position


def test_dg_04_after_the_last_card_comes_a_deal() -> None:
    position = after(table(["h", "h", "h", "3"], hands=[["2"], ["Q"], [], ["J"]]), 0, "2 3>5")
    assert position["pending"] == "deal"
    assert position["hands"] == [[], [], [], []]
    assert [moves(position, seat) for seat in range(4)] == [[], [], [], []]


def test_dg_10_dg_14_start_and_protection() -> None:
    position = with_card("A", HOME, ["0", "h", "h", "h"])
    assert moves(position, 0) == ["A h>0"]
    position = after(position, 0, "A h>0")
    assert position["pieces"][:2] == [["h", "h", "h", "0*"], HOME]
    assert refusal(with_card("K", ["h", "h", "h", "0*"]), 0, "K h>0") == "DG-14"
    assert refusal(with_card("Q", HOME), 0, "Q h>0") == "DG-10"
    own = after(with_card("K", ["h", "h", "h", "0"]), 0, "K h>0")
    assert own["pieces"][0] == ["h", "h", "h", "0*"]


def test_dg_11_a_protected_piece_is_neither_passed_nor_landed_on_nor_swapped() -> None:
    guard = ["h", "h", "h", "16*"]
    assert refusal(with_card("5", ["h", "h", "h", "13"], guard), 0, "5 13>18") == "DG-15"
    assert refusal(with_card("3", ["h", "h", "h", "13"], guard), 0, "3 13>16") == "DG-13"
    assert refusal(with_card("4", ["h", "h", "h", "18"], guard), 0, "4 18>14") == "DG-15"
    assert refusal(with_card("7", ["h", "h", "h", "13"], guard), 0, "7 13>20") == "DG-15"
    assert refusal(with_card("J", ["h", "h", "h", "13"], guard), 0, "J 13x16") == "DG-22"
    assert refusal(with_card("8", ["h", "h", "0*", "60"]), 0, "8 60>g4") == "DG-15"
    assert moves(with_card("5", ["h", "h", "h", "13"], ["h", "h", "h", "16"]), 0) == ["5 13>18"]


def test_dg_16_dg_19_dg_20_into_the_goal() -> None:
    assert moves(with_card("5", ["h", "h", "h", "61"]), 0) == ["5 61>2", "5 61>g2"]
    assert moves(with_card("5", ["h", "h", "g1", "61"]), 0) == ["5 61>2"]
    assert refusal(with_card("5", ["h", "h", "g1", "61"]), 0, "5 61>g2") == "DG-20"
    assert refusal(with_card("9", ["h", "h", "h", "61"]), 0, "9 61>g4") == "DG-16"
    assert refusal(with_card("2", ["h", "h", "h", "61"]), 0, "2 61>g1") == "DG-21"
    assert moves(with_card("2", ["h", "h", "h", "g1"]), 0) == ["2 g1>g3"]
    assert refusal(with_card("2", ["h", "h", "h", "g3"]), 0, "2 g3>g1") == "DG-20"


def test_dg_17_dg_18_the_four_backwards_across_the_start() -> None:
    position = with_card("4", ["h", "h", "h", "2"])
    assert moves(position, 0) == ["4 2>6", "4 2>62"]
    assert refusal(position, 0, "4 2>g2") == "DG-17"
    assert moves(with_card("4", ["h", "h", "h", "62"]), 0) == ["4 62>2", "4 62>58", "4 62>g2"]
    assert refusal(with_card("3", ["h", "h", "h", "0*"]), 0, "3 0>g3") == "DG-17"
    assert moves(with_card("3", ["h", "h", "h", "0"]), 0) == ["3 0>3", "3 0>g3"]


def test_dg_22_dg_23_the_jack() -> None:
    position = with_card("J", ["g1", "h", "12", "20"], ["h", "h", "0", "16*"], ["h", "h", "h", "40"])
    assert moves(position, 0) == ["J 12x0", "J 12x40", "J 20x0", "J 20x40"]
    assert refusal(position, 0, "J 12x20") == "DG-23"
    assert refusal(position, 0, "J g1x40") == refusal(position, 0, "J 12x13") == "DG-22"
    assert after(position, 0, "J 12x0")["pieces"][:2] == [["h", "0", "20", "g1"], ["h", "h", "12", "16*"]]


def test_dg_24_dg_25_a_seven_of_five_and_two() -> None:
    position = with_card("7", ["h", "h", "17", "33"], ["h", "h", "19", "21"], ["h", "h", "h", "35"])
    position = after(position, 0, "7 17>22")
    assert position["pieces"][1] == HOME
    assert position["left"] == 2
    assert position["moved"] == ["22"]
    assert position["turn"] == 0
    assert position["hands"][0] == []
    assert moves(position, 0) == ["7 33>35"]
    assert refusal(position, 0, "7 22>24") == refusal(position, 0, "X=7 33>35") == "DG-25"
    assert refusal(position, 0, "7 33>36") == "DG-24"
    position = after(position, 0, "7 33>35")
    assert position["pieces"][0] == ["h", "h", "22", "35"]
    assert position["pieces"][2] == HOME
    assert position["left"] == 0
    assert position["moved"] == []
    assert position["turn"] == 1


def test_dg_25_a_part_must_leave_a_rest_that_can_be_played() -> None:
    alone = with_card("7", ["h", "h", "h", "17"])
    assert moves(alone, 0) == ["7 17>24"]
    assert refusal(alone, 0, "7 17>20") == "DG-25"
    own = with_card("7", ["h", "h", "17", "20"])  # whoever takes 17 past 20 has nobody left for the rest
    assert moves(own, 0) == ["7 17>18", "7 17>19", "7 17>24", *[f"7 20>{field}" for field in range(21, 28)]]
    after_part = after(own, 0, "7 20>23")
    assert moves(after_part, 0) == ["7 17>21"]


def test_dg_26_five_for_the_last_piece_and_two_for_the_partner() -> None:
    position = with_card("7", ["60", "g2", "g3", "g4"], HOME, ["h", "h", "g1", "40"])
    assert moves(position, 0) == ["7 60>3", "7 60>g1"]
    position = after(position, 0, "7 60>g1")
    assert position["left"] == 2
    assert position["moved"] == []
    assert moves(position, 0) == ["7 40>41", "7 40>42", "7 g1>g2", "7 g1>g3"]
    position = after(position, 0, "7 g1>g2")
    assert position["moved"] == ["g2"]
    assert moves(position, 0) == ["7 40>41"]
    assert refusal(with_card("7", ["60", "g2", "g3", "g4"]), 0, "7 60>g1") == "DG-25"


def test_dg_27_dg_29_playing_for_the_partner_to_the_end() -> None:
    position = with_card("K", IN, HOME, ["32", "g2", "g3", "g4"])
    assert moves(position, 0) == ["K 32>45"]
    position = with_card("A", IN, ["h", "h", "h", "31"], ["32", "g2", "g3", "g4"])
    assert moves(position, 0) == ["A 32>33", "A 32>43", "A 32>g1"]
    assert refusal(position, 0, "A 31>32") == "DG-27"
    end = after(position, 0, "A 32>g1")
    assert "pending" not in end
    assert moves(end, 1) == []
    assert refusal(end, 1, "A h>16") == "DG-29"
    assert moves(with_card("K", IN, HOME, ["h", "g2", "g3", "g4"]), 0) == ["K h>32"]


def test_dg_28_a_joker_names_its_value() -> None:
    assert moves(with_card("X", HOME), 0) == ["X=A h>0", "X=K h>0"]
    listed = moves(with_card("X", ["h", "h", "h", "17"], ["h", "h", "h", "40"]), 0)
    assert listed[:6] == ["X=A h>0", "X=A 17>18", "X=A 17>28", "X=K h>0", "X=K 17>30", "X=Q 17>29"]
    assert listed[6:8] == ["X=J 17x40", "X=10 17>27"]
    assert listed[-4:] == [
        "X=4 17>13",
        "X=4 17>21",
        "X=3 17>20",
        "X=2 17>19",
    ]
