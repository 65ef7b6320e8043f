"""The reference of Biberbande against the sheet."""

import random
from collections import Counter
from typing import Any

import pytest

from tests.reference.biberbande import after, first_look, moves, out_of_the_round, refusal, settle

DECK = [str(n) for n in range(9) for _ in range(4)] + ["9"] * 9 + ["T"] * 9 + ["P"] * 7 + ["Z"] * 5
SLOTS = range(1, 5)
EVERY_TEXT = [
    *["ready", *[f"take {i}" for i in SLOTS], "draw", "discard", *[f"swap {i}" for i in SLOTS]],
    *[f"trade {i} {seat}:{j}" for i in SLOTS for seat in range(7) for j in SLOTS],
    *[*[f"spy {i}" for i in SLOTS], "two", "knock", "done"],
]


def table(*rows: str, stock: str = "", discard: str = "5", **changes: Any) -> dict[str, Any]:
    players = len(rows)
    position = {
        "game": "biberbande",
        "options": {"players": players},
        "rows": [list(row) for row in rows],
        "stock": list(stock),
        "discard": list(discard),
        "turn": 0,
        "phase": "turn",
        "drawn": None,
        "twos": 0,
        "used": 0,
        "knocker": None,
        "turns": [0] * players,
        "round": 1,
        "dealer": players - 1,
        "scores": [[] for _ in rows],
        "seen": first_look(players),
        "ready": [0] * players,
    }
    return position | changes


def cards(position: dict[str, Any]) -> Counter[str]:
    """All cards that are in the round, the draw-twos in use too."""
    drawn = [position["drawn"]] if position["drawn"] else []
    return Counter(sum(position["rows"], position["stock"] + position["discard"] + drawn + ["Z"] * position["used"]))


def test_sarah_takes_the_two_and_everybody_knows_it() -> None:
    position = after(table("4705", "1213", discard="62"), 0, "take 2")
    assert (position["rows"][0], position["discard"]) == (["4", "2", "0", "5"], ["6", "7"])
    assert [seat[0] for seat in position["seen"]] == [[1, 1, 0, 1], [0, 1, 0, 0]]
    assert (position["turn"], position["phase"], position["turns"]) == (1, "turn", [1, 0])


def test_a_special_on_top_cannot_be_taken() -> None:
    assert moves(table("4705", "1213", discard="2T"), 0) == ["draw"]
    assert refusal(table("4705", "1213", discard="2T"), 0, "take 1") == "BI-07"
    assert refusal(table("4705", "1213", discard=""), 0, "take 1") == "BI-16"


def test_a_drawn_number_is_known_to_its_owner_only() -> None:
    position = after(table("4705", "1213", stock="38"), 0, "draw")
    assert (position["drawn"], position["stock"], position["phase"]) == ("3", ["8"], "drawn")
    assert moves(position, 0) == ["discard", "swap 1", "swap 2", "swap 3", "swap 4"]
    position = after(position, 0, "swap 2")
    assert (position["rows"][0], position["discard"], position["drawn"]) == (["4", "3", "0", "5"], ["5", "7"], None)
    assert [seat[0] for seat in position["seen"]] == [[1, 1, 0, 1], [0, 0, 0, 0]]


def test_a_swap_card_exchanges_cards_and_what_is_known_of_them() -> None:
    position = after(table("4705", "1213", phase="drawn", drawn="T"), 0, "trade 1 1:2")
    assert position["rows"] == [["2", "7", "0", "5"], ["1", "4", "1", "3"]]
    assert position["discard"] == ["5", "T"]
    assert position["seen"] == [[[0, 0, 0, 1], [0, 1, 0, 0]], [[0, 0, 0, 0], [1, 0, 0, 1]]]


def test_spying_looks_and_leaves_the_card() -> None:
    position = after(table("4705", "1213", phase="drawn", drawn="P"), 0, "spy 3")
    assert (position["rows"][0], position["discard"]) == (["4", "7", "0", "5"], ["5", "P"])
    assert position["seen"][0][0] == [1, 0, 1, 1]


def test_draw_two() -> None:
    first = after(table("4705", "1213", stock="93", phase="drawn", drawn="Z"), 0, "two")
    assert (first["drawn"], first["twos"], first["used"], first["discard"]) == ("9", 1, 1, ["5"])
    kept = after(first, 0, "swap 1")
    assert (kept["turn"], kept["discard"], kept["twos"]) == (1, ["5", "4", "Z"], 0)
    second = after(first, 0, "discard")
    assert (second["drawn"], second["twos"], second["discard"]) == ("3", 0, ["5", "9"])
    assert after(second, 0, "discard")["discard"] == ["5", "9", "3", "Z"]


def test_a_draw_two_within_a_draw_two() -> None:
    position = table("4705", "1213", stock="Z8T", phase="drawn", drawn="Z")
    position = after(after(position, 0, "two"), 0, "two")
    assert (position["drawn"], position["twos"], position["used"]) == ("8", 1, 2)
    position = after(after(position, 0, "discard"), 0, "trade 1 1:1")
    assert (position["turn"], position["discard"], position["used"]) == (1, ["5", "8", "T", "Z", "Z"], 0)


def test_an_empty_stock_waits_for_the_shuffle() -> None:
    position = after(table("4705", "1213", discard="56"), 0, "draw")
    assert (position["pending"], position["discard"], moves(position, 0)) == ("shuffle", ["5", "6"], [])
    position = settle(position | {"stock": ["6", "5"], "discard": []})
    assert (position["drawn"], position["stock"], position["discard"]) == ("6", ["5"], [])


def test_an_empty_stock_and_an_empty_discard_wait_for_what_is_out_of_the_round() -> None:
    position = after(table("4705", "1213", discard="", phase="drawn", drawn="Z"), 0, "two")
    assert (position["pending"], moves(position, 0)) == ("bring back", [])
    out = out_of_the_round(position)
    assert Counter(out) + cards(position) == Counter(DECK)
    assert (len(out), out.count("Z"), out.count("1")) == (57, 4, 2)
    position = settle(position | {"stock": out})
    assert (position["drawn"], position["twos"], len(position["stock"])) == ("0", 1, 56)
    ending: dict[str, Any] = {"knocker": 1, "turn": 0, "turns": [2, 2], "phase": "drawn", "drawn": "P", "discard": ""}
    position = after(table("TZ00", "0700", **ending), 0, "discard")
    assert position["pending"] == "shuffle"
    position = settle(position | {"stock": ["P"], "discard": []})
    assert (position["rows"][0], position["pending"]) == (["P", "Z", "0", "0"], "bring back")
    assert out_of_the_round(position).count("T") == 9
    assert settle(position | {"stock": ["T", "3", "4"]})["scores"] == [[7], [7]]


def test_knocking_only_after_everybody_had_a_turn() -> None:
    position = after(table("4705", "1213"), 0, "take 2")
    assert position["phase"] == "turn"
    assert refusal(position, 1, "knock") == "BI-17"
    position = after(position, 1, "take 1")
    assert (moves(position, 1), moves(position, 0)) == (["knock", "done"], [])
    assert after(position, 1, "done")["turn"] == 0
    position = after(position, 1, "knock")
    assert (position["knocker"], position["turn"], position["phase"]) == (1, 0, "turn")
    assert refusal(position, 0, "knock") == "BI-18"


def test_the_round_of_the_sheet() -> None:
    # Sarah 4+2+0+5, Lisa 1+2+1+3, Tim 0+4+special+0: he draws the 8.
    position = table(
        "4205", "1213", "04T0", stock="8", knocker=0, turn=2, turns=[2, 1, 1], phase="drawn", drawn="9", round=3
    )
    position = after(position, 2, "discard")
    assert (position["phase"], position["scores"]) == ("over", [[11], [7], [12]])
    assert [moves(position, seat) for seat in range(3)] == [[], [], []]
    assert refusal(position, 0, "draw") == "BI-21"


def test_specials_are_replaced_from_the_knocker_on() -> None:
    ending: dict[str, Any] = {"knocker": 1, "turn": 0, "turns": [2, 2], "phase": "drawn", "drawn": "9"}
    position = after(table("TZ00", "0P00", stock="1P23", **ending), 0, "discard")
    assert (position["scores"], position["pending"]) == ([[5], [1]], "deal")
    assert (position["round"], position["dealer"], position["turn"], position["phase"]) == (2, 0, 1, "look")
    position = after(table("TZ00", "0P00", stock="1P", **ending), 0, "discard")
    assert (position["rows"], position["pending"]) == ([["P", "Z", "0", "0"], ["0", "1", "0", "0"]], "shuffle")
    position = settle(position | {"stock": ["5", "9"], "discard": []})
    assert (position["scores"], position["pending"]) == ([[14], [1]], "deal")


def test_refusals() -> None:
    look = table("4705", "1213", phase="look", ready=[1, 0])
    assert [refusal(look, 0, "ready"), refusal(look, 1, "draw"), refusal(look, 1, "ready")] == ["BI-03", "BI-03", None]
    assert after(look, 1, "ready")["phase"] == "turn"
    position = table("4705", "1213")
    assert [refusal(position, 1, text) for text in ("ready", "draw")] == ["BI-03", "BI-04"]
    assert [refusal(position, 0, text) for text in ("discard", "spy 1", "done")] == ["BI-08", "BI-08", "BI-17"]
    special = table("4705", "1213", phase="drawn", drawn="T")
    texts = {"take 1": "BI-05", "swap 1": "BI-08", "trade 1 0:2": "BI-11", "trade 1 2:1": "BI-11", "spy 1": "BI-12"}
    assert {text: refusal(special, 0, text) for text in texts} == texts
    assert refusal(special, 0, "two") == "BI-13"
    end = table("4705", "1213", phase="end", turns=[1, 1])
    assert [refusal(end, 0, text) for text in ("draw", "discard", "ready")] == ["BI-17", "BI-17", "BI-03"]
    with pytest.raises(ValueError, match="no move"):
        refusal(position, 0, "take 5")


def supply_chance(position: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    if position["pending"] == "deal":
        deck = chance.sample(DECK, len(DECK))
        position["rows"] = [[deck.pop() for _ in SLOTS] for _ in position["rows"]]
        position["discard"], position["stock"] = [deck.pop()], deck
    else:
        waiting = position["discard"] if position["pending"] == "shuffle" else out_of_the_round(position)
        position["stock"], position["discard"] = chance.sample(waiting, len(waiting)), []
    return settle(position)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_random_games_end_and_moves_agree_with_refusal(players: int) -> None:
    chance = random.Random(players)
    position = supply_chance(table(*[""] * players, phase="look", pending="deal"), chance)
    while position["phase"] != "over":
        for seat in range(players):
            assert moves(position, seat) == [text for text in EVERY_TEXT if refusal(position, seat, text) is None]
        seat = chance.choice([seat for seat in range(players) if moves(position, seat)])
        before, stage = cards(position), position["round"]
        move = chance.choice([move for move in moves(position, seat) if move != "knock" or chance.random() < 0.1])
        position = after(position, seat, move)
        while position.get("pending"):
            position = supply_chance(position, chance)
        if position["round"] == stage and position["phase"] != "over":
            assert cards(position) == before == Counter(DECK)
    assert [len(score) for score in position["scores"]] == [4 if players == 2 else players] * players
