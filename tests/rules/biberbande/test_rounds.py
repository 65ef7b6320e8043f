"""Biberbande, rule by rule: the knock, the points and the rounds."""

import pytest

import tafelrunde as tr

from .tables import ALL_HAD_A_TURN, discard, happened, holding, play, row, table


def test_bi_17_nobody_knocks_before_everybody_had_a_turn() -> None:
    match = table("4705", "1213", "9999", stock="666")
    play(match, "draw", "discard", "draw", "discard")
    assert match.actors() == [2]
    refusal = match.explain(2, "knock")
    assert refusal is not None and refusal.rule == "BI-17"
    play(match, "draw", "discard")
    assert (match.position()["phase"], match.actors(), match.moves(2)) == ("end", [2], ["knock", "done"])


def test_bi_17_one_may_let_it_be() -> None:
    match = play(table("4705", "1213", phase="end", turn=1, **ALL_HAD_A_TURN), "done")
    assert (match.actors(), match.position()["phase"], match.position()["knocker"]) == ([0], "turn", None)


def test_bi_18_after_a_knock_all_others_have_one_more_turn() -> None:
    match = table("4705", "1213", "9999", phase="end", turn=1, turns=[1, 1, 1], stock="66677", discard="")
    play(match, "knock")
    assert match.view(None)["knocker"] == 1
    turns = []
    while match.position()["round"] == 1:
        turns.append(match.actors()[0])
        play(match, "draw", "discard")
    assert turns == [2, 0]
    assert [event["seat"] for event in happened(match, "show")] == [1, 2, 0]


def test_bi_18_nobody_knocks_a_second_time() -> None:
    match = table("4705", "1213", "9999", knocker=1, turn=2, turns=[1, 1, 1], stock="66")
    play(match, "draw", "discard")
    assert (match.position()["phase"], match.actors()) == ("turn", [0])
    refusal = match.explain(0, "knock")
    assert refusal is not None and refusal.rule == "BI-18"


def test_bi_19_the_cards_of_the_one_who_knocked_can_be_swapped() -> None:
    match = holding("T", "4705", "1213", "9999", knocker=2, turns=[1, 1, 1])
    assert "trade 1 2:1" in match.moves(0)
    play(match, "trade 1 2:1")
    assert (row(match, 0), row(match, 2)) == ("9705", "4999")


def test_bi_20_sarah_lisa_and_tim_have_11_7_and_12_points() -> None:
    match = holding("9", "4205", "1213", "04T0", stock="8", turn=2, knocker=0, turns=[2, 1, 1], round=3)
    play(match, "discard")
    assert match.position()["scores"] == [[11], [7], [12]]
    assert row(match, 2) == "0480"
    assert happened(match, "replace") == [
        {"n": 4, "type": "replace", "seat": 2, "slot": 3, "aside": "T", "card": "8"},
    ]
    assert match.result == {"winners": [1], "scores": [11, 7, 12]}


def test_bi_20_all_cards_are_shown() -> None:
    match = holding("9", "4205", "1213", turn=1, knocker=0, **ALL_HAD_A_TURN)
    play(match, "discard")
    assert happened(match, "show") == [
        {"n": 1, "type": "show", "seat": 0, "row": list("4205")},
        {"n": 2, "type": "show", "seat": 1, "row": list("1213")},
    ]
    assert happened(match, "score") == [{"n": 3, "type": "score", "round": 1, "points": [11, 7], "totals": [11, 7]}]


def test_bi_20_specials_are_replaced_from_the_knocker_on_until_a_number_comes() -> None:
    match = holding("9", "TZ00", "1P00", stock="2P34", knocker=1, turns=[2, 2])
    play(match, "discard")
    replaced = [[event[key] for key in ("seat", "slot", "aside", "card")] for event in happened(match, "replace")]
    assert replaced == [[1, 2, "P", "2"], [0, 1, "T", "P"], [0, 1, "P", "3"], [0, 2, "Z", "4"]]
    assert match.position()["scores"] == [[7], [3]]


def test_bi_20_what_is_put_aside_is_not_shuffled_in_again() -> None:
    match = holding("9", "T100", "1200", stock="P", discard="5", round=4, turn=1, knocker=0, turns=[2, 2])
    play(match, "discard")
    assert [event["type"] for event in match.events()[1:]] == [
        "show",
        "show",
        "replace",
        "shuffle",
        "replace",
        "score",
        "over",
    ]
    assert happened(match, "shuffle")[0]["count"] == 2
    position = match.position()
    cards = sum(position["rows"], position["stock"] + position["discard"])
    assert sorted(cards) == sorted("1001200" + "59")


def test_bi_20_without_any_other_card_what_was_put_aside_is_shuffled_in_too() -> None:
    match = holding("P", "TT00", "1200", stock="", discard="", round=4, turn=1, knocker=0, turns=[2, 2])
    play(match, "discard")
    kinds = [event["type"] for event in match.events()]
    assert kinds[3:6] == ["shuffle", "replace", "bring_back"]
    assert happened(match, "shuffle")[0]["count"] == 1
    assert happened(match, "bring_back")[0]["count"] == 66 - 8
    assert kinds[-2:] == ["score", "over"]
    assert all(card.isdigit() for seat in (0, 1) for card in row(match, seat))


@pytest.mark.parametrize("seed", range(40))
def test_bi_20_there_is_always_a_number_for_every_special_card(seed: int) -> None:
    """All 21 specials are on the table, and those put aside come back; the 45 numbers are enough all the same."""
    rows = ("TTTT", "TTTT", "TPPP", "PPPP", "ZZZZ", "0123")
    match = holding("Z", *rows, stock="", discard="", turn=5, knocker=0, round=6, seed=seed)
    play(match, "discard")
    assert match.result is not None
    assert len(happened(match, "bring_back")) == 1
    assert all(card.isdigit() for seat in range(6) for card in row(match, seat))


@pytest.mark.parametrize(("players", "rounds"), [(2, 4), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_bi_21_as_many_rounds_as_players_and_four_for_two(players: int, rounds: int) -> None:
    match = tr.load("biberbande", players=players).new(seed=21)
    while match.actors():
        play(match, match.moves(match.actors()[0])[0])
    assert match.position()["round"] == rounds
    assert [len(scores) for scores in match.position()["scores"]] == [rounds] * players
    assert len(happened(match, "deal")) == rounds


def test_bi_21_the_lowest_total_wins() -> None:
    match = holding("9", "9999", "1213", round=4, scores=[[0, 1, 2], [30, 20, 10]], turn=1, knocker=0, turns=[2, 2])
    play(match, "discard")
    assert match.result == {"winners": [0], "scores": [39, 67]}
    assert match.events()[-1]["type"] == "over"
    assert match.actors() == []


def test_bi_21_in_a_finished_game_the_rows_stay_shown() -> None:
    match = play(holding("9", "4205", "1213", round=4, turn=1, knocker=0, turns=[2, 2]), "discard")
    assert match.view(None)["rows"] == [list("4205"), list("1213")]
    assert tr.from_position(match.position()).view(None)["rows"] == [list("4205"), list("1213")]


def test_bi_22_the_deal_passes_to_the_left_and_all_cards_are_dealt_again() -> None:
    match = holding("9", "4205", "1213", turn=1, knocker=0, dealer=1, seed=5, **ALL_HAD_A_TURN)
    play(match, "discard")
    position = match.position()
    assert [position[key] for key in ("round", "dealer", "turn", "phase", "knocker")] == [2, 0, 1, "look", None]
    assert len(sum(position["rows"], position["stock"] + position["discard"])) == 66
    assert position["seen"] == [[[1, 0, 0, 1], [0] * 4], [[0] * 4, [1, 0, 0, 1]]]
    play(match, "ready", "ready")
    assert match.actors() == [1]


def test_bi_22_equal_lowest_totals_share_the_win() -> None:
    scores = [[1, 2], [8, 0], [0, 30]]
    match = holding("9", "4205", "1113", "0450", round=3, scores=scores, turn=2, knocker=0, turns=[2, 1, 1])
    play(match, "discard")
    assert match.result == {"winners": [0, 1], "scores": [14, 14, 39]}


def test_bi_23_a_first_discard_that_is_special_stays_and_the_first_player_must_draw() -> None:
    game = tr.load("biberbande")
    specials = 0
    for seed in range(60):
        match = play(game.new(seed=seed), "ready", "ready")
        assert len(match.position()["discard"]) == 1
        if discard(match) in "TPZ":
            specials += 1
            assert match.moves(0) == ["draw"]
    assert specials > 5
