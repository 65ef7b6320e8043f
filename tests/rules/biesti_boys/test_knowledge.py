"""Biesti Boys: what everybody knows of the hands, and that redrawn cards agree with it."""

from collections import Counter

import pytest

import tafelrunde as tr
from tafelrunde.kernel import engine
from tafelrunde.kernel.match import Match

from .table import honour, play, table


def known(match: Match, seat: int) -> list[str]:
    """What cannot be in a hand, card by card, as everybody knows it."""
    return ["".join(kinds) for kinds in match.view(None)["excluded"][seat]]


def hands(match: Match, viewer: int | None, seat: int, times: int = 300) -> Counter[str]:
    """A hand as it may be for a viewer."""
    drawn = [match.resample(viewer, seed) for seed in range(times)]
    return Counter("".join(twin.position()["hands"][seat]) for twin in drawn)


def test_bb_12_after_a_dead_end_everybody_knows_what_no_hand_holds() -> None:
    match = play(table("48S5", ["70", "122"], boards="360S", draw="auto"), (0, "lay 7 2"))
    assert known(match, 0) == ["34568SG"]  # nothing that goes on 4, 7, Stop or 5
    assert known(match, 1) == ["34568SG"] * 3
    for seed in range(50):
        cards = match.resample(0, seed).position()["hands"][1]
        assert not set(cards) & set("34568SG")


def test_bb_12_a_card_drawn_after_it_may_be_anything() -> None:
    match = play(table("48S5", ["70", "111"], ["", "23"], "360S", draw="auto"), (0, "lay 7 2"), (1, "lay 1 3"))
    assert known(match, 1) == ["34568SG", "34568SG", ""]


def test_bb_12_nobody_can_tell_which_card_was_laid() -> None:
    """Of those that it may have been the one that was known best is gone, whichever it was."""
    after_dead_end = {"excluded": [[list("34568SG"), []], [[]]]}
    old = play(table("2S8S", ["17", "S"], more=after_dead_end), (0, "lay 7 3"))
    new = play(table("2S8S", ["07", "S"], more=after_dead_end), (0, "lay 7 3"))
    assert known(old, 0) == known(new, 0) == [""]
    assert known(play(table("2S8S", ["13", "S"], more=after_dead_end), (0, "lay 3 1")), 0) == ["34568SG"]


def test_bb_15_everybody_knows_a_card_that_came_back() -> None:
    match = play(honour("28S6", ["355", "222"], ["4", "66"], draw="auto"), (0, "lay 5 1"), (1, "halt 1"))
    assert known(match, 0) == ["01234678SG", "", "", ""]
    assert all("5" in cards for cards in hands(match, 1, 0))
    match.play(0, "lay 5 4")
    assert known(match, 0) == [""] * 3


def test_bb_13_it_is_known_that_the_table_is_not_stuck() -> None:
    """Seat 0 cannot lay and nobody can draw: so seat 1 can."""
    match = table("4444", ["00", "35", "11"], ["", "", ""])
    for seed in range(100):
        assert match.resample(0, seed).actors()
    assert set(hands(match, 0, 2)) == {"11", "13", "15", "35"}
    assert set(hands(match, 1, 2)) == {"11", "01", "00"}


def test_bb_13_when_hands_are_filled_up_everybody_knows_that_nobody_could_lay() -> None:
    match = table("48SS", ["1", "11"], ["22", "36"], draw="auto")
    assert known(match, 1) == ["357SG", "357SG", ""]
    assert known(match, 0) == ["357SG"]
    assert all(match.resample(0, seed).actors() == [1] for seed in range(50))


@pytest.mark.parametrize("referee", ["strict", "honour"])
def test_bb_13_while_a_hand_could_be_filled_up_somebody_can_lay(referee: str) -> None:
    laid = {"laid": [None, {"seat": 0, "on": "2"}, None, None]} if referee == "honour" else {}
    match = table("48SS", ["1", "3"], ["2222", "1"], draw="auto", referee=referee, more=laid)
    assert match.events() == []
    for seed in range(50):
        twin = match.resample(0, seed)
        assert hands(match, 0, 1, 20).keys() == {"3"}
        assert tr.from_position(twin.position()).position() == twin.position()


def test_bb_13_the_only_hand_that_is_not_stuck_is_found() -> None:
    """One card of 42 fits, and only one place may hold it: dealing by chance alone would often take too long."""
    no_5 = {"excluded": [[[], [], []], [list("35S"), list("35S"), []]]}
    piles = ["1" * 8 + "2" * 8 + "6" * 8 + "7" * 8, "4" * 5 + "88"]
    match = table("4444", ["000", "445"], piles, more=no_5)
    assert match.actors() == [1]
    for seed in range(300):
        twin = match.resample(0, seed)
        assert twin.actors() == [1]
        assert twin.view(0) == match.view(0)


def test_bb_16_whether_a_dead_end_waits_is_known_to_the_table_only() -> None:
    match = play(honour("28SS", ["57", "1136"], ["", "1"], boards="4816"), (0, "lay 7 1"), (1, "lay 3 2"))
    assert match.moves(None) == []
    stuck = play(honour("28SS", ["57", "1113"], ["", "6"], boards="4816"), (0, "lay 7 1"), (1, "lay 3 2"))
    assert stuck.moves(None) == ["window"]
    assert match.view(0) == stuck.view(0)
    assert {tuple(match.resample(0, seed).moves(None)) for seed in range(50)} == {(), ("window",)}
    for seed in range(50):
        assert match.resample(0, seed).states.tobytes() == stuck.resample(0, seed).states.tobytes()
        assert match.resample(None, seed).moves(None) == []
        assert stuck.resample(None, seed).moves(None) == ["window"]


@pytest.mark.parametrize("referee", ["strict", "honour"])
def test_what_is_known_is_true(referee: str) -> None:
    """Redrawn hands agree with what everybody knows, in every state of some games."""
    game = tr.load("biesti-boys", players=3, referee=referee)
    found = 0
    for seed in range(12):
        match = game.new(seed=seed)
        while match.actors():
            seat = match.actors()[seed % len(match.actors())]
            moves = match.moves(seat)
            match.play(seat, moves[(seed * 7 + len(moves)) % len(moves)])
            position = match.resample(0, seed).position()
            for cards, excluded in zip(position["hands"], position["excluded"], strict=True):
                found += any(excluded)
                assert not any(card in kinds for card, kinds in zip(cards, excluded, strict=True))
            assert engine.sound(match.states)
            if len(match.events()) > 600:
                break
    assert found > 50


def test_all_hands_that_may_be_are_equally_likely() -> None:
    """A hand of two from 0 0 1 1 2, the first of them no 1: 3 cards for the first, then 4 for the second."""
    no_1 = {"excluded": [[[]], [["1"], []], [[]]]}
    match = table("3333", ["2", "01", "2"], ["", "", "01"], more=no_1)
    drawn = hands(match, 0, 1, 3000)
    expected = {"00": 2, "01": 4, "02": 4, "12": 2}
    assert set(drawn) == set(expected)
    for cards, ways in expected.items():
        assert abs(drawn[cards] / 3000 - ways / 12) < 0.04
