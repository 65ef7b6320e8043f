"""Dog: cards, rounds and turns."""

import pytest

import tafelrunde as tr
from tests.rules.dog.table import HOME, IN, holding, pieces_of, position, rule_of, table, types

DECK = {"A": 8, "K": 8, "Q": 8, "J": 8, "10": 8, "9": 8, "8": 8, "7": 8, "6": 8, "5": 8, "4": 8, "3": 8, "2": 8, "X": 6}


def test_dg_01_a_side_wins_with_all_eight_pieces_in_its_goals() -> None:
    match = holding("A", IN, HOME, ["32", "g2", "g3", "g4"])
    assert match.result is None  # nobody wins alone
    match.play(0, "A 32>g1")
    assert match.result == {"winners": [0, 2], "scores": [8, 0, 8, 0]}
    assert match.events()[-1]["winners"] == [0, 2]


def test_dg_01_the_other_side_can_win_too() -> None:
    match = table(HOME, ["16", "g2", "g3", "g4"], HOME, IN, hands=[[], ["A"], [], []], turn=1)
    match.play(1, "A 16>g1")
    assert match.result == {"winners": [1, 3], "scores": [0, 8, 0, 8]}


def test_dg_02_64_fields_and_a_start_every_16() -> None:
    for seat, start in enumerate(["0", "16", "32", "48"]):
        hands = [["K"] if other == seat else [] for other in range(4)]
        assert table(hands=hands, turn=seat).moves(seat) == [f"K h>{start}"]
    assert holding("2", ["h", "h", "h", "63"]).moves(0) == ["2 63>1", "2 63>g1"]
    assert holding("2", ["h", "h", "h", "62"]).moves(0) == ["2 62>0"]
    assert tr.load("dog").new(seed=1).position()["pieces"] == [HOME] * 4


def test_dg_03_two_decks_and_six_jokers() -> None:
    stock = tr.load("dog").new(seed=1).position()
    counts = dict(stock["stock"])
    for hand in stock["hands"]:
        for card in hand:
            counts[card] += 1
    assert counts == DECK
    assert sum(counts.values()) == 110


def test_dg_03_by_default_the_stock_is_the_deck_less_the_hands() -> None:
    stock = table(["h", "h", "h", "5"], hands=[["2", "2"], ["X"], [], []]).position()["stock"]
    assert stock == DECK | {"2": 6, "X": 5}


def test_dg_04_deals_of_6_5_4_3_2_and_6_again() -> None:
    sizes = []
    for played in range(1, 8):
        match = table(hands=[["3"], [], [], []], round=played, starter=1, seed=3)
        dealt = match.events()[-1]
        assert match.position()["round"] == dealt["round"] == played + 1
        assert dealt["starter"] == match.position()["starter"] == 2
        assert {len(hand) for hand in match.position()["hands"]} == {dealt["cards"]}
        sizes.append(dealt["cards"])
    assert sizes == [5, 4, 3, 2, 6, 5, 4]
    first = tr.load("dog").new(seed=1).events(seat=0)[0]
    assert (first["type"], first["round"], first["cards"], first["starter"]) == ("dealt", 1, 6, 0)
    assert len(first["hand"]) == 6


def test_dg_05_a_stock_that_is_too_small_is_shuffled_with_all_cards() -> None:
    short = table(hands=[["3"], [], [], []], round=1, stock={"2": 8, "3": 7, "4": 4})  # 19 of the 20 cards needed
    assert types(short) == ["folded", "shuffled", "dealt"]
    assert sum(short.position()["stock"].values()) == 110 - 20
    enough = table(hands=[["3"], [], [], []], round=1, stock={"2": 8, "3": 7, "4": 5})
    assert types(enough) == ["folded", "dealt"]
    assert sum(enough.position()["stock"].values()) == 0


def test_dg_06_partners_give_each_other_a_card_face_down() -> None:
    hands = [["A", "2"], ["3", "4"], ["5", "K"], ["6", "7"]]
    match = table(hands=hands, phase="give", starter=2)
    assert match.actors() == [0, 1, 2, 3]
    assert match.moves(1) == ["give 4", "give 3"]
    match.play(0, "give A")
    assert match.actors() == [1, 2, 3]
    assert [match.view(seat)["given"][0] for seat in (None, 0, 1, 2, 3)] == [None, "A", None, None, None]
    assert match.view(1)["has_given"] == [True, False, False, False]
    match.play(2, "give 5")  # now both may look
    assert match.view(2)["given"] == ["A", None, "5", None]
    assert match.view(0)["given"] == ["A", None, "5", None]
    assert match.view(1)["given"] == [None] * 4
    assert match.events(seat=2)[-1]["card"] == "A"
    assert "card" not in match.events(seat=3)[-1]
    match.play(1, "give 3")
    match.play(3, "give 7")
    after = match.position()
    assert after["phase"] == "play"
    assert after["turn"] == 2
    assert after["hands"] == [["5", "2"], ["7", "4"], ["A", "K"], ["6", "3"]]
    assert after["given"] == ["A", "3", "5", "7"]


def test_dg_06_who_gave_knows_what_the_partner_holds_until_such_a_card_is_played() -> None:
    match = table(["h", "h", "h", "5"], hands=[["3"], ["A"], ["A", "K"], ["A"]], given=["K", None, None, None])
    assert match.view(0)["given"][0] == match.view(2)["given"][0] == "K"
    assert match.view(1)["given"][0] is None
    match.play(0, "3 5>8")
    match.play(1, "A h>16")
    match.play(2, "K h>32")
    assert match.view(0)["given"][0] is None


def test_dg_07_in_turn_each_plays_one_card_face_up() -> None:
    match = table(["h", "h", "h", "5"], hands=[["2", "3"], ["A", "5"], ["A"], ["A"]])
    assert match.actors() == [0]
    match.play(0, "2 5>7")
    assert pieces_of(match, 0) == ["h", "h", "h", "7"]
    assert match.actors() == [1]
    assert match.events()[-1]["move"] == "2 5>7"
    assert match.view(3)["put_away"]["2"] == 1
    assert match.view(3)["cards"] == [1, 2, 1, 1]
    assert match.view(3)["hands"] == [None, None, None, ["A"]]


def test_dg_07_every_round_the_next_player_begins() -> None:
    match = table(hands=[["3"], [], [], []], starter=3)
    assert match.position()["starter"] == 0


def test_dg_08_whoever_cannot_play_puts_the_hand_away() -> None:
    match = table(["h", "h", "h", "5"], hands=[["2"], ["Q", "9"], ["A"], ["J"]], given=[None, None, None, "9"])
    match.play(0, "2 5>7")
    assert match.events()[-1] == {"n": 1, "type": "folded", "seat": 1, "cards": ["Q", "9"]}
    assert match.actors() == [2]
    assert match.position()["hands"][1] == []
    assert match.position()["given"] == [None] * 4
    assert match.view(None)["put_away"]["Q"] == 1


def test_dg_08_a_jack_or_a_seven_that_nobody_can_use_is_put_away_too() -> None:
    for card in ("J", "7", "8"):
        match = table(["h", "h", "h", "g1"], hands=[[card], ["A"], ["A"], ["A"]])
        assert types(match) == ["folded"]
        assert match.actors() == [1]


def test_dg_08_seats_without_cards_are_passed_over() -> None:
    match = table(["h", "h", "h", "5"], hands=[["2"], [], [], ["A"]])
    match.play(0, "2 5>7")
    assert match.actors() == [3]


def test_dg_08_everybody_knows_that_the_seat_on_turn_can_play() -> None:
    """Of 20 unseen cards only the king can be played: whoever guesses the hidden hands guesses that."""
    match = table(
        hands=[["2", "3"], ["K", "5"], ["6", "8"], ["9", "9"]],
        turn=1,
        stock={"10": 8, "Q": 4},
        given=["6", None, None, None],
    )
    for seed in range(50):
        twin = match.resample(0, seed)
        assert twin.actors() == [1]
        assert "K" in twin.position()["hands"][1]
        assert "6" in twin.position()["hands"][2]  # what seat 0 gave
        assert tr.from_position(twin.position()).events() == []
    hands = {tuple(match.resample(0, seed).position()["hands"][3]) for seed in range(50)}
    assert len(hands) > 5


def test_dg_06_sealed_cards_stay_sealed() -> None:
    hands = [["A"], ["3", "4"], ["5", "K"], ["6", "7"]]
    match = table(hands=hands, phase="give", given=["2", None, "J", "Q"])
    both = [match.resample(0, seed).position()["given"] for seed in range(30)]
    assert {(given[0], given[1], given[2]) for given in both} == {("2", None, "J")}
    assert len({given[3] for given in both}) > 3
    assert len({match.resample(1, seed).position()["given"][0] for seed in range(30)}) > 3


def test_dg_09_whoever_can_play_must_play() -> None:
    match = holding("3", ["h", "h", "5", "8"])
    assert match.moves(0) == ["3 5>8", "3 8>11"]
    match.play(0, "3 5>8")  # and sends its own side's piece home
    assert pieces_of(match, 0) == ["h", "h", "h", "8"]
    assert holding("3", ["h", "h", "h", "8"]).explain(0, "pass").rule is None  # type: ignore[union-attr]


def test_dg_29_the_game_ends_the_moment_the_eighth_piece_is_in() -> None:
    match = table(IN, HOME, ["32", "g2", "g3", "g4"], hands=[["A", "2"], ["K"], ["3"], ["X"]])
    match.play(0, "A 32>g1")
    assert match.actors() == []
    assert match.moves(1) == []
    assert match.position()["hands"] == [["2"], ["K"], ["3"], ["X"]]
    assert tr.from_position(match.position()).position() == match.position()


def test_dg_29_a_seven_must_still_come_out_exactly() -> None:
    last = holding("7", IN, HOME, ["29", "g2", "g3", "g4"])  # 4 would be enough
    assert last.moves(0) == ["7 29>36"]
    assert rule_of(last, 0, "7 29>g1") == "DG-25"
    exact = holding("7", IN, HOME, ["26", "g2", "g3", "g4"])
    assert exact.moves(0) == ["7 26>33", "7 26>g1"]
    exact.play(0, "7 26>g1")
    assert exact.result is not None


def test_dg_06_positions_that_cannot_be_are_refused_by_field() -> None:
    def field(**more: object) -> str:
        try:
            tr.from_position(position(**more))
        except tr.BadPosition as bad:
            return bad.field
        return ""

    assert field(hands=[["A"] * 7, [], [], []]) == "hands[0]"
    assert field(hands=[["X"] * 4, ["X"] * 3, [], []]) == "hands[1][2]"
    assert field(given=["K", None, None, None]) == "given[0]"  # the partner does not hold it
    assert field(stock={"2": 8}) == "stock.2"  # one is in a hand
    assert field(stock={"1": 1}) == "stock.1"
    assert field(pieces=[["3", "3", "h", "h"], HOME, HOME, HOME]) == "pieces[0][1]"
    assert field(pieces=[["16*", "h", "h", "h"], HOME, HOME, HOME]) == "pieces[0][0]"
    assert field(pieces=[IN] * 4) == "pieces"
    assert field(left=3) == "left"
    assert field(left=7) == "left"
    assert field(moved=["3"]) == "moved"
    assert field(pieces=[["3", "9", "h", "h"], HOME, HOME, HOME], left=3, moved=["4"]) == "moved[0]"
    assert field(phase="give", left=1) == "left"
    assert field(round=0) == "round"


def test_dg_04_a_position_without_hands_is_dealt_its_round() -> None:
    first = tr.from_position({"game": "dog"})
    assert first.position()["round"] == 1 and first.view()["cards"] == [6] * 4 and first.view()["phase"] == "give"
    third = tr.from_position({"game": "dog", "round": 3, "seed": 5})
    assert [third.position()[key] for key in ("round", "starter", "phase")] == [3, 2, "give"]
    assert third.view()["cards"] == [4] * 4
    assert [event["type"] for event in third.events()] == ["dealt"]


def test_dg_25_parts_of_a_seven_that_cannot_have_been_are_refused() -> None:
    seven = {"game": "dog", "hands": [["5"], ["K"], [], []], "phase": "play"}
    home = ["h"] * 4
    for pieces, left, moved, field in (
        (["0*", "20", "h", "h"], 3, ["0"], "moved[0]"),
        (["5", "20", "30", "40"], 6, ["5", "20"], "left"),
        (["5", "20", "30", "40"], 5, ["6"], "moved[0]"),
    ):
        with pytest.raises(tr.BadPosition) as caught:
            tr.from_position(seven | {"pieces": [pieces, home, home, home], "left": left, "moved": moved})
        assert caught.value.field == field


def test_dg_26_own_goal_fields_in_moved_mean_nothing_for_the_partner() -> None:
    own, home = ["g1", "g2", "g3", "g4"], ["h"] * 4
    position = {"game": "dog", "pieces": [own, home, ["40", "31", "h", "h"], home], "hands": [[], ["K"], [], []]}
    match = tr.from_position(position | {"phase": "play", "left": 4, "moved": ["g1"]})
    assert "7 40>44" in match.moves(0) and "7 31>33" in match.moves(0)
