"""Biberbande: who knows what, and what is drawn anew for who does not know it."""

import random
from collections import Counter
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde.kernel import engine

from .tables import happened, holding, play, row, table


def test_bi_03_after_a_round_what_was_seen_of_the_old_rows_is_gone() -> None:
    match = play(holding("9", "4205", "1213", turn=1, knocker=0, turns=[1, 1], seed=7), "discard")
    rows = match.position()["rows"]
    assert match.view(0)["rows"] == [[rows[0][0], None, None, rows[0][3]], [None] * 4]
    assert match.view(1)["rows"] == [[None] * 4, [rows[1][0], None, None, rows[1][3]]]
    assert match.view(None)["rows"] == [[None] * 4] * 2


def test_bi_08_everybody_knows_that_a_card_put_into_a_row_is_a_number() -> None:
    """The unseen cards are mostly special, but the one that was drawn and kept cannot be."""
    match = holding("3", "4TT5", "1TP3", stock="ZZTTTPPP", discard="556")
    play(match, "swap 2")
    assert match.view(1)["told"] == [[0, 1, 0, 0], [0] * 4]
    found = {row(match.resample(1, seed), 0)[1] for seed in range(200)}
    assert found == {"3", "4", "5"}
    play(match, "draw", "discard")
    assert match.view(None)["told"][0][1] == 1


def test_bi_08_the_mark_of_a_number_goes_with_the_card() -> None:
    match = holding("T", "4705", "1213", told=[[0, 1, 0, 0], [0] * 4])
    play(match, "trade 2 1:3")
    assert match.view(None)["told"] == [[0] * 4, [0, 0, 1, 0]]


def test_bi_16_who_counts_knows_which_cards_were_shuffled() -> None:
    """After the shuffle the stock is what was discarded, and the rows are what was not."""
    match = table("4705", "1213", stock="", discard="8899")
    play(match, "draw")
    assert match.position()["age"] == [[1] * 4] * 2
    for seed in range(50):
        twin = match.resample(1, seed)
        position = twin.position()
        assert sorted([position["drawn"], *position["stock"]]) == list("8899")
        assert sorted(position["rows"][0] + position["rows"][1]) == sorted("47051213")
        assert twin.view(1) == match.view(1)
    play(match, "swap 2")
    assert match.position()["age"] == [[1, 0, 1, 1], [1] * 4]
    assert {row(match.resample(1, seed), 0)[1] for seed in range(50)} == {"8", "9"}


def test_bi_16_a_card_that_lies_open_to_all_has_no_age() -> None:
    match = play(table("4705", "1213", stock="", discard="889"), "take 1", "draw")
    assert match.position()["age"] == [[0, 1, 1, 1], [1] * 4]


def test_bi_16_what_is_out_of_the_round_is_hidden_only_once_it_is_the_stock() -> None:
    """Who counts knows which cards are in the rows, and so which cards the others are that become the stock."""
    match = table("4705", "1213", stock="", discard="")
    played = match.copy()
    play(played, "draw")
    assert played.position()["age"] == [[1] * 4] * 2
    hidden = set()
    for seed in range(50):
        for one in (match, played):
            twin = one.resample(1, seed)
            assert twin.view(1) == one.view(1)
            assert sorted(row(twin, 0) + row(twin, 1)) == sorted("47051213")
        hidden.add(twin.position()["drawn"])
    assert len(hidden) > 5


@pytest.mark.parametrize(
    "start",
    [
        {"stock": "", "discard": ""},
        {"stock": "P", "discard": "T"},
        {"stock": "ZZ", "discard": "Z", "drawn": "Z"},
        {"stock": "", "discard": "", "knocker": 0, "drawn": "T"},
    ],
)
def test_with_hardly_any_cards_redrawing_forgets_and_nothing_is_lost(start: dict[str, Any]) -> None:
    choice = random.Random(1)
    for seed in range(12):
        match = table("4T05", "12P3", "69T8", seed=seed, **start)
        for _ in range(40):
            if not match.actors():
                break
            for seat in (None, 0, 1, 2):
                twin = match.resample(seat, choice.getrandbits(128))
                assert engine.sound(twin.states)
                assert (twin.view(seat), twin.events(seat=seat)) == (match.view(seat), match.events(seat=seat))
                again = choice.getrandbits(128)
                assert twin.resample(seat, again).states.tobytes() == match.resample(seat, again).states.tobytes()
            actor = match.actors()[0]
            match.play(actor, choice.choice(match.moves(actor)))


def test_unseen_cards_are_redrawn_evenly() -> None:
    """An onlooker cannot tell eight cards and the stock apart: each place holds each card equally often."""
    match = table("0123", "4567", stock="8", discard="9")
    found = Counter(row(match.resample(None, seed), 0)[0] for seed in range(1800))
    assert sorted(found) == list("012345678")
    assert min(found.values()) > 140 and max(found.values()) < 265


@pytest.mark.parametrize("players", [2, 4, 6])
def test_what_a_seat_has_seen_stays_when_the_rest_is_redrawn(players: int) -> None:
    choice = random.Random(players)
    match = tr.load("biberbande", players=players).new(seed=players)
    for _ in range(150):
        seat = choice.choice(match.actors())
        move = choice.choice([move for move in match.moves(seat) if move != "knock"])
        match.play(seat, move)
        viewer = choice.randrange(players)
        twin = match.resample(viewer, seed=choice.getrandbits(128))
        for own, other, known in zip(
            match.position()["rows"], twin.position()["rows"], match.position()["seen"][viewer], strict=True
        ):
            assert all(a == b for a, b, seen in zip(own, other, known, strict=True) if seen)


def test_the_stock_is_drawn_in_the_order_that_the_position_tells() -> None:
    match = play(tr.load("biberbande").new(seed=8), "ready", "ready")
    stock = match.position()["stock"]
    drawn: list[str] = []
    while len(drawn) < len(stock):
        play(match, "draw", "discard")
        drawn.append(happened(match, "discard")[-1]["card"])
        if match.position()["phase"] == "end":
            play(match, "done")
    assert drawn == stock


def test_a_position_read_back_has_the_same_bytes() -> None:
    match = play(tr.load("biberbande", players=5).new(seed=9), *["ready"] * 5, "draw", "discard")
    assert tr.from_position(match.position()).states.tobytes() == match.states.tobytes()


def test_six_players_never_run_out_of_cards() -> None:
    """Nobody knocks for hundreds of turns; whoever can uses a draw-two."""
    choice = random.Random(6)
    match = tr.load("biberbande", players=6).new(seed=6)
    play(match, *["ready"] * 6)
    while match.position()["turns"][0] < 150:
        moves = match.moves(match.actors()[0])
        play(match, "two" if "two" in moves else "draw" if "draw" in moves else choice.choice(moves[-1:] + moves))
        if match.position()["phase"] == "end":
            play(match, "done")
    assert len(happened(match, "shuffle")) > 10
    assert max(event["count"] for event in happened(match, "put_away")) > 1
    position = match.position()
    held = [position["drawn"]] if position["drawn"] else []
    assert len(sum(position["rows"], position["stock"] + position["discard"] + held)) + position["used"] == 66


def test_a_view_in_words() -> None:
    match = play(holding("Z", "4705", "1213", stock="93", told=[[0] * 4, [0, 1, 0, 0]], turns=[2, 2], knocker=1), "two")
    assert match.game.describe(match.view(0), "en").splitlines() == [
        "Round 1 of 4, 1 card in the stock",
        "Discard: 5",
        "Seat 0: 4 ? ? 5  (0 points), you, on turn",
        "Seat 1: ? # ? ?  (0 points), has knocked",
        "You hold 9 in hand.",
        "If this card is discarded, a second one is drawn.",
    ]
    start = tr.load("biberbande").new(seed=1)
    play(start, "ready")
    assert "bereit" in start.game.describe(start.view(None), "de")
    assert "leer" in start.game.describe(table("4705", "1213", discard="").view(None), "de")
