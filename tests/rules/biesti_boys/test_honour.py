"""Biesti Boys without a referee: wrong cards lie until somebody calls."""

import tafelrunde as tr
from tafelrunde.kernel.match import Match

from .table import hand, honour, lifts, play, types


def again(match: Match) -> Match:
    """The same match from its position."""
    placed = tr.from_position(match.position())
    assert placed.position() == match.position()
    return placed


def test_bb_15_a_wrong_card_goes_back_if_it_is_noticed() -> None:
    match = honour("28S6", ["355", "222"], ["4", "66"], draw="auto")
    match.play(0, "lay 5 1")
    assert lifts(match) == "58S6"
    match.play(1, "halt 1")
    assert lifts(match) == "28S6"
    assert hand(match, 0) == "3455"
    called = {"type": "called_back", "seat": 1, "lift": 1, "card": "5", "owner": 0, "on": "2"}
    assert match.events()[-1] == {"n": 2, **called}


def test_bb_15_if_nobody_notices_play_goes_on() -> None:
    match = play(honour("28S6", ["355", "62"]), (0, "lay 5 1"), (1, "lay 6 1"))
    assert match.moves(0)[-1] == "halt 1"
    match.play(0, "halt 1")  # the 6 lies rightly on the wrong 5
    assert lifts(match) == "68S6"
    assert match.position()["false_calls"] == [1, 0]


def test_bb_16_any_card_may_be_laid_anywhere() -> None:
    moves = honour("28S6", ["3GG", "1"]).moves(0)
    assert moves == [f"lay {card} {lift}" for card in "3G" for lift in range(1, 5)]


def test_bb_16_only_others_call_and_only_the_top_card() -> None:
    match = play(honour("28S6", ["355", "62", "11"]), (0, "lay 5 1"))
    assert ["halt 1" in match.moves(seat) for seat in range(3)] == [False, True, True]
    match.play(1, "lay 6 1")
    assert ["halt 1" in match.moves(seat) for seat in range(3)] == [True, False, True]
    assert match.view(None)["laid"] == [{"seat": 1, "on": "5"}, None, None, None]


def test_bb_16_who_holds_too_many_may_not_draw() -> None:
    match = play(honour("28S6", ["355", "222"], ["4", "66"]), (0, "lay 5 1"), (0, "draw"), (1, "halt 1"))
    assert hand(match, 0) == "3455"
    assert "draw" not in match.moves(0)
    play(match, (0, "lay 3 1"))
    assert "draw" not in match.moves(0)
    match = honour("28S6", ["3455", "222"], ["4", "66"], draw="auto")
    assert hand(play(match, (0, "lay 3 1")), 0) == "455"
    assert hand(play(match, (0, "lay 5 4")), 0) == "445"


def test_bb_16_a_call_on_a_right_card_changes_nothing_but_the_count() -> None:
    match = play(honour("28S6", ["355", "222", "11"]), (0, "lay 3 1"))
    before = match.position()
    play(match, (2, "halt 1"), (2, "halt 1"), (1, "halt 1"))
    assert match.position() == before | {"false_calls": [0, 1, 2]}
    assert types(again(match)) == [] and types(match)[-3:] == ["called_in_vain"] * 3
    assert "halt 1" in match.moves(1) and "halt 1" in match.moves(2)
    play(match, (1, "lay 2 1"))
    assert "halt 1" not in match.moves(1) and "halt 1" in match.moves(0)


def test_bb_16_the_count_of_false_calls_does_not_overflow() -> None:
    more = {"laid": [None, {"seat": 0, "on": "7"}, None, None], "false_calls": [0, 2**32 - 2]}
    match = play(honour("28S6", ["355", "222"], more=more), (1, "halt 2"), (1, "halt 2"))
    assert match.position()["false_calls"] == [0, 2**32 - 1]
    again(match)


def test_bb_16_what_lay_beneath_a_card_that_went_back_cannot_be_called() -> None:
    match = play(honour("28S6", ["355", "222"]), (0, "lay 3 1"), (1, "lay 2 4"), (0, "lay 5 1"), (1, "halt 1"))
    assert lifts(match) == "38S2"
    assert "halt 1" not in match.moves(1)


def test_bb_16_a_wrong_last_card_wins_when_the_window_has_passed() -> None:
    claim = play(honour("28S6", ["5", "643"]), (0, "lay 5 1"))
    assert claim.result is None
    assert claim.view(1)["claims"] == [0]
    assert claim.moves(None) == ["window"] and claim.moves(0) == []
    won = play(again(claim), (None, "window"))
    assert won.result == {"winners": [0], "scores": [36, 33]}
    assert types(won) == ["window_passed", "over"]
    again(won)


def test_bb_16_a_wrong_last_card_wins_when_another_card_lies_on_it() -> None:
    won = play(honour("28S6", ["5", "643"]), (0, "lay 5 1"), (1, "lay 6 1"))
    assert won.result is not None and won.result["winners"] == [0]
    assert again(won).result == won.result


def test_bb_16_a_wrong_last_card_that_is_called_goes_back() -> None:
    match = play(honour("28S6", ["5", "643"]), (0, "lay 5 1"), (1, "halt 1"))
    assert match.result is None
    assert hand(match, 0) == "5"
    assert match.position()["claims"] == []


def test_bb_16_a_wrong_last_card_waits_for_an_earlier_wrong_one_too() -> None:
    match = play(honour("28S6", ["53", "643"]), (0, "lay 5 3"), (0, "lay 3 2"), (1, "lay 4 2"))
    assert match.result is None and match.position()["claims"] == [0]
    assert play(match.copy(), (1, "lay 6 3")).position()["winner"] == 0
    back = play(match.copy(), (1, "halt 3"))
    assert hand(back, 0) == "5" and back.position()["claims"] == []


def test_bb_16_a_right_last_card_wins_at_once() -> None:
    assert play(honour("28S6", ["3", "643"]), (0, "lay 3 1")).position()["winner"] == 0


def test_bb_16_a_right_last_card_wins_at_once_even_after_a_wrong_one() -> None:
    match = play(honour("28S6", ["53", "643"]), (0, "lay 5 3"), (0, "lay 3 1"))
    assert match.result is not None and match.result["winners"] == [0]
    assert types(match) == ["laid", "laid", "finished", "over"]
    assert match.position()["claims"] == []
    assert again(match).result == match.result


def test_bb_16_behind_somebody_a_right_last_card_waits_for_an_earlier_wrong_one() -> None:
    match = play(honour("28S6", ["5", "57", "444"]), (1, "lay 5 3"), (0, "lay 5 1"), (1, "lay 7 2"))
    assert match.position()["claims"] == [0, 1]
    play(match, (2, "halt 1"))
    assert match.result is None and again(match).position()["claims"] == [1]
    assert play(match.copy(), (2, "lay 4 3")).position()["winner"] == 1
    assert hand(play(match.copy(), (2, "halt 3")), 1) == "5"


def test_bb_16_who_has_finished_meanwhile_moves_up() -> None:
    match = play(honour("28S6", ["5", "7", "44"]), (0, "lay 5 1"), (1, "lay 7 2"))
    assert match.view(2)["claims"] == [0, 1]
    assert match.moves(1) == ["halt 1"] and match.moves(0) == ["halt 2"]
    won = play(again(match), (2, "halt 1"))
    assert won.result is not None and won.result["winners"] == [1]
    first = play(again(match), (2, "lay 4 1"))
    assert first.result is not None and first.result["winners"] == [0]
    assert first.position()["claims"] == [1]
    again(first)


def test_bb_16_a_new_board_waits_while_a_wrong_card_can_be_called() -> None:
    match = play(honour("28SS", ["57", "5"], boards="4816"), (0, "lay 7 1"))
    assert lifts(match) == "78SS"
    assert match.moves(None) == ["window"]
    assert lifts(play(again(match), (None, "window"))) == "4816"
    assert lifts(play(again(match), (1, "halt 1"))) == "28SS"


def test_bb_16_the_window_is_of_no_use_while_nothing_waits() -> None:
    match = play(honour("28SS", ["55", "3"], boards="4816"), (0, "lay 5 2"))
    assert match.moves(None) == []


def test_bb_16_the_end_of_the_window_makes_every_card_final() -> None:
    match = play(honour("28S6", ["5", "64S"]), (1, "lay S 1"), (0, "halt 1"), (0, "lay 5 2"))
    assert "halt 1" in match.moves(0)
    play(match, (None, "window"))
    assert match.position()["laid"] == [None] * 4
    stuck = play(honour("28SS", ["57", "5"], boards="4816"), (0, "lay 7 1"))
    assert play(stuck, (None, "window")).position()["laid"] == [None] * 4


def test_bb_16_everything_that_happens_can_be_told() -> None:
    match = play(honour("28S6", ["345", "22G"], ["", "7"], "0473"), (0, "lay 5 1"), (1, "halt 1"), (0, "lay 3 1"))
    play(match, (1, "halt 1"), (1, "lay G 3"), (1, "draw"), (0, "lay 5 3"), (0, "lay 4 2"), (None, "window"))
    told = [match.game.tell(event, "en") for event in match.events(seat=1)]
    assert told == [
        "Seat 0 lays 5 on lift 1 (which showed 2).",
        "Halt! Seat 1 is right: 5 does not fit on 2 and goes back from lift 1 to seat 0.",
        "Seat 0 lays 3 on lift 1 (which showed 2).",
        "Halt! Seat 1 is mistaken: 3 fits on 2. Lift 1 stays as it is.",
        "Seat 1 lays G on lift 3 (which showed S).",
        "Seat 1 draws 7.",
        "Seat 0 lays 5 on lift 3 (which showed G).",
        "Seat 0 lays 4 on lift 2 (which showed 8).",
        "Seat 0 has laid all cards.",
        "The call window has passed: every card that lies there counts.",
        "The game is over. Winner: seat 0.",
    ]
    for event in match.events():
        assert match.game.tell(event, "de") != match.game.tell(event, "en")
