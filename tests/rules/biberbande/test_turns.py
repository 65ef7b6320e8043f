"""Biberbande, rule by rule: the deal, a turn, special cards and the stock."""

from collections import Counter

import pytest

import tafelrunde as tr

from .tables import discard, happened, holding, play, row, table

PLAYERS = (2, 3, 4, 5, 6)
DECK = {**{str(n): 4 for n in range(9)}, "9": 9, "T": 9, "P": 7, "Z": 5}


@pytest.mark.parametrize("players", PLAYERS)
def test_bi_01_there_are_66_cards(players: int) -> None:
    position = tr.load("biberbande", players=players).new(seed=1).position()
    cards = Counter(sum(position["rows"], position["stock"] + position["discard"]))
    assert cards == DECK
    assert cards.total() == 66


@pytest.mark.parametrize("players", PLAYERS)
def test_bi_02_four_cards_each_and_one_turned_up(players: int) -> None:
    match = tr.load("biberbande", players=players).new(seed=2)
    position = match.position()
    assert [len(row) for row in position["rows"]] == [4] * players
    assert len(position["discard"]) == 1
    assert len(position["stock"]) == 66 - 4 * players - 1
    assert match.view(None)["rows"] == [[None] * 4] * players
    assert match.view(None)["discard"] == position["discard"]
    assert match.events()[0] == {
        "n": 0,
        "type": "deal",
        "round": 1,
        "dealer": players - 1,
        "card": position["discard"][0],
    }


def test_bi_03_everybody_looks_at_the_two_outer_cards_before_play() -> None:
    match = tr.load("biberbande", players=3).new(seed=3)
    rows = match.position()["rows"]
    for seat in range(3):
        own = [rows[seat][0], None, None, rows[seat][3]]
        assert match.view(seat)["rows"] == [own if other == seat else [None] * 4 for other in range(3)]
        assert happened(match, "deal", seat)[0]["outer"] == [rows[seat][0], rows[seat][3]]
    assert "outer" not in happened(match, "deal")[0]


def test_bi_03_all_are_ready_in_any_order_before_anybody_plays() -> None:
    match = tr.load("biberbande", players=3).new(seed=3)
    assert match.actors() == [0, 1, 2]
    match.play(2, "ready")
    match.play(0, "ready")
    assert match.actors() == [1]
    assert (match.moves(0), match.moves(1)) == ([], ["ready"])
    assert match.view(None)["ready"] == [1, 0, 1]
    match.play(1, "ready")
    assert match.position()["phase"] == "turn"
    assert match.events()[-1]["type"] == "begin"


def test_bi_04_the_player_left_of_the_dealer_begins_and_it_goes_clockwise() -> None:
    match = tr.load("biberbande", players=3).new(seed=4)
    assert match.position()["dealer"] == 2
    play(match, "ready", "ready", "ready")
    turns = []
    for _ in range(3):
        turns.append(match.actors())
        play(match, "draw", "discard")
    assert turns == [[0], [1], [2]]
    later = table("1234", "5678", "0123", phase="look", dealer=0, ready=[1, 1, 0])
    later.play(2, "ready")
    assert later.actors() == [1]


def test_bi_05_one_takes_from_the_discard_or_draws() -> None:
    match = table("4705", "1213", discard="2")
    assert match.moves(0) == ["take 1", "take 2", "take 3", "take 4", "draw"]
    play(match, "take 1")
    assert match.actors() == [1]
    assert play(table("4705", "1213", stock="3"), "draw").moves(0) == [
        "discard",
        "swap 1",
        "swap 2",
        "swap 3",
        "swap 4",
    ]


def test_bi_06_sarah_takes_the_two_from_the_discard_into_her_second_slot() -> None:
    match = table("4705", "1213", discard="62")
    match.play(0, "take 2")
    assert row(match, 0) == "4205"
    assert discard(match) == "67"
    assert match.events()[-1] == {"n": 0, "type": "take", "seat": 0, "slot": 2, "card": "2", "discarded": "7"}
    assert match.actors() == [1]


def test_bi_06_everybody_knows_the_card_that_was_taken() -> None:
    match = play(table("4705", "1213", discard="62"), "take 2")
    assert match.view(1)["rows"][0] == [None, "2", None, None]
    assert match.view(None)["rows"][0] == [None, "2", None, None]
    assert match.view(0)["rows"][0] == ["4", "2", None, "5"]


def test_bi_07_a_special_card_on_the_discard_cannot_be_taken() -> None:
    for card in "TPZ":
        match = table("4705", "1213", discard="2" + card)
        assert match.moves(0) == ["draw"]
        refusal = match.explain(0, "take 1")
        assert refusal is not None and refusal.rule == "BI-07"


def test_bi_08_a_drawn_number_is_discarded() -> None:
    match = play(holding("3", "4705", "1213"), "discard")
    assert (row(match, 0), discard(match), match.position()["drawn"]) == ("4705", "53", None)
    assert match.actors() == [1]


def test_bi_08_a_drawn_number_replaces_one_of_the_own_four() -> None:
    match = play(holding("3", "4705", "1213"), "swap 3")
    assert (row(match, 0), discard(match)) == ("4735", "50")
    assert match.events()[-1] == {"n": 0, "type": "swap", "seat": 0, "slot": 3, "discarded": "0"}
    assert match.events(seat=0)[-1]["card"] == "3"
    assert match.view(0)["rows"][0] == ["4", None, "3", "5"]
    assert match.view(1)["rows"][0] == [None] * 4


def test_bi_08_only_who_draws_sees_the_card() -> None:
    match = play(table("4705", "1213", stock="38"), "draw")
    assert [match.view(seat)["drawn"] for seat in (0, 1, None)] == ["3", None, None]
    assert [match.view(seat)["has_drawn"] for seat in (0, 1, None)] == [True] * 3
    assert match.events(seat=0)[-1] == {"n": 0, "type": "draw", "seat": 0, "card": "3"}
    assert match.events(seat=1)[-1] == {"n": 0, "type": "draw", "seat": 0}
    assert match.view(1)["stock"] == 1


@pytest.mark.parametrize(
    ("card", "uses"),
    [
        ("T", [f"trade {own} 1:{slot}" for own in range(1, 5) for slot in range(1, 5)]),
        ("P", ["spy 1", "spy 2", "spy 3", "spy 4"]),
        ("Z", ["two"]),
    ],
)
def test_bi_08_a_drawn_special_card_is_discarded_or_used(card: str, uses: list[str]) -> None:
    assert holding(card, "4705", "1213").moves(0) == ["discard", *uses]


@pytest.mark.parametrize("card", ["T", "P", "Z"])
def test_bi_09_a_discarded_special_card_has_no_effect(card: str) -> None:
    match = holding(card, "4705", "1213", stock="88")
    before = match.position()
    play(match, "discard")
    assert discard(match) == "5" + card
    assert [match.position()[key] for key in ("rows", "seen", "stock")] == [
        before[key] for key in ("rows", "seen", "stock")
    ]
    assert match.moves(1) == ["draw"]


def test_bi_10_a_used_special_card_lies_on_top_of_the_discard() -> None:
    assert discard(play(holding("T", "4705", "1213"), "trade 1 1:1")) == "5T"
    assert discard(play(holding("P", "4705", "1213"), "spy 1")) == "5P"


def test_bi_10_a_draw_two_comes_on_top_of_what_its_action_discarded() -> None:
    match = holding("Z", "4705", "1213", stock="93")
    play(match, "two")
    assert discard(match) == "5"
    assert match.position()["used"] == 1
    play(match, "discard", "swap 1")
    assert discard(match) == "594Z"
    assert happened(match, "put_away") == [{"n": 5, "type": "put_away", "seat": 0, "count": 1}]


def test_bi_11_swap_exchanges_two_cards_unseen() -> None:
    match = holding("T", "4705", "1213", "8888")
    play(match, "trade 2 2:4")
    assert [row(match, seat) for seat in range(3)] == ["4805", "1213", "8887"]
    told = {"n": 0, "type": "trade", "seat": 0, "slot": 2, "other": 2, "other_slot": 4}
    assert [match.events(seat=seat) for seat in (None, 0, 1, 2)] == [[told]] * 4
    assert match.view(0)["rows"][0] == ["4", None, None, "5"]


def test_bi_11_who_knew_the_cards_knows_where_they_are_now() -> None:
    match = play(holding("T", "4705", "1213"), "trade 1 1:4")
    assert match.view(0)["rows"] == [[None, None, None, "5"], [None, None, None, "4"]]
    assert match.view(1)["rows"] == [["3", None, None, None], ["1", None, None, None]]


def test_bi_12_spy_looks_at_an_own_card_which_stays() -> None:
    match = play(holding("P", "4705", "1213"), "spy 2")
    assert row(match, 0) == "4705"
    assert match.view(0)["rows"][0] == ["4", "7", None, "5"]
    assert match.view(1)["rows"][0] == [None] * 4
    assert match.events(seat=0) == [{"n": 0, "type": "spy", "seat": 0, "slot": 2, "card": "7"}]
    assert match.events(seat=1) == [{"n": 0, "type": "spy", "seat": 0, "slot": 2}]


def test_bi_13_using_the_first_card_of_a_draw_two_ends_the_action() -> None:
    match = play(holding("Z", "4705", "1213", stock="93"), "two")
    assert (match.position()["drawn"], match.position()["twos"]) == ("9", 1)
    play(match, "swap 1")
    assert (match.actors(), match.position()["stock"]) == ([1], ["3"])
    assert (row(match, 0), discard(match)) == ("9705", "54Z")


def test_bi_13_discarding_the_first_card_draws_a_second_that_must_be_used() -> None:
    match = play(holding("Z", "4705", "1213", stock="93"), "two", "discard")
    assert (match.position()["drawn"], match.position()["twos"], discard(match)) == ("3", 0, "59")
    assert match.moves(0) == ["discard", "swap 1", "swap 2", "swap 3", "swap 4"]
    play(match, "discard")
    assert (match.actors(), discard(match)) == ([1], "593Z")


@pytest.mark.parametrize(("drawn", "use"), [("T", "trade 1 1:1"), ("P", "spy 2")])
def test_bi_14_a_special_card_from_a_draw_two_may_be_used(drawn: str, use: str) -> None:
    first = play(holding("Z", "4705", "1213", stock=drawn + "3"), "two", use)
    assert (first.actors(), discard(first)) == ([1], "5" + drawn + "Z")
    second = play(holding("Z", "4705", "1213", stock="9" + drawn), "two", "discard", use)
    assert (second.actors(), discard(second)) == ([1], "59" + drawn + "Z")


def test_bi_14_a_draw_two_within_a_draw_two_starts_its_own() -> None:
    match = play(holding("Z", "4705", "1213", stock="Z8T3"), "two", "two")
    assert [match.position()[key] for key in ("drawn", "twos", "used")] == ["8", 1, 2]
    play(match, "discard")
    assert [match.position()[key] for key in ("drawn", "twos", "used")] == ["T", 0, 2]
    play(match, "trade 1 1:1")
    assert (match.actors(), discard(match), match.position()["used"]) == ([1], "58TZZ", 0)


def test_bi_14_five_draw_twos_in_one_turn() -> None:
    match = play(holding("Z", "4705", "1213", stock="Z1ZZZ93"), "two", "two", "discard", "two", "two", "two")
    assert [match.position()[key] for key in ("drawn", "twos", "used")] == ["9", 1, 5]
    play(match, "discard", "swap 4")
    assert (row(match, 0), discard(match)) == ("4703", "5195ZZZZZ")
    assert (match.actors(), match.position()["turns"]) == ([1], [1, 0])


def test_bi_15_the_discard_becomes_the_stock_when_that_is_used_up() -> None:
    match = table("4705", "1213", stock="", discard="689")
    play(match, "draw")
    position = match.position()
    assert sorted([position["drawn"], *position["stock"]]) == ["6", "8", "9"]
    assert position["discard"] == []
    assert [event["type"] for event in match.events()] == ["shuffle", "draw"]
    assert match.events()[0]["count"] == 3


def test_bi_15_the_order_of_the_shuffle_is_up_to_chance() -> None:
    found: Counter[tuple[str, ...]] = Counter()
    for seed in range(600):
        match = play(table("4705", "1213", stock="", discard="689", seed=seed), "draw")
        found[match.position()["drawn"], *match.position()["stock"]] += 1
    assert len(found) == 6
    assert min(found.values()) > 60


def test_bi_16_the_shuffle_waits_until_a_card_has_to_be_drawn() -> None:
    match = play(table("4705", "1213", stock="3"), "draw", "discard")
    assert (match.position()["stock"], discard(match)) == ([], "53")
    assert match.moves(1) == ["take 1", "take 2", "take 3", "take 4", "draw"]


def test_bi_16_after_the_shuffle_there_is_none_to_take_until_one_is_discarded() -> None:
    match = table("4705", "1213", stock="66", discard="")
    assert match.moves(0) == ["draw"]
    play(match, "draw", "discard")
    assert match.moves(1)[0] == "take 1"


def test_bi_16_a_shuffle_in_the_middle_of_a_draw_two_leaves_the_draw_two_beside() -> None:
    match = play(holding("Z", "4705", "1213", stock="9", discard="58"), "two")
    assert (match.position()["stock"], match.position()["drawn"]) == ([], "9")
    play(match, "discard")
    position = match.position()
    assert sorted([position["drawn"], *position["stock"]]) == ["5", "8", "9"]
    assert (position["discard"], position["used"]) == ([], 1)
    second = position["drawn"]
    play(match, "discard")
    assert discard(match) == second + "Z"


def test_bi_16_if_the_discard_is_empty_too_what_is_out_of_the_round_is_shuffled() -> None:
    match = play(table("4705", "1213", stock="", discard=""), "draw")
    position = match.position()
    assert match.events()[0] == {"n": 0, "type": "bring_back", "count": 58}
    assert [event["type"] for event in match.events()] == ["bring_back", "draw"]
    assert Counter([position["drawn"], *position["stock"], *"47051213"]) == DECK
    assert position["discard"] == []
    told = [match.game.tell(match.events()[0], lang) for lang in ("de", "en")]
    assert told[0] != told[1] and all("58" in text for text in told)


def test_bi_16_the_discard_comes_first() -> None:
    match = play(table("4705", "1213", stock="", discard="8"), "draw")
    assert (match.position()["drawn"], match.position()["stock"]) == ("8", [])
    assert [event["type"] for event in match.events()] == ["shuffle", "draw"]


def test_bi_16_every_draw_two_in_use_and_nothing_to_draw() -> None:
    match = play(holding("Z", "TTTT", "PPPP", stock="", discard="", used=4), "two")
    position = match.position()
    assert (happened(match, "bring_back")[0]["count"], position["used"]) == (53, 5)
    assert Counter([position["drawn"], *position["stock"], *"TTTTPPPPZZZZZ"]) == DECK
