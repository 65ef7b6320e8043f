"""The reference of Biesti Boys, held against the sheet by hand."""

import copy
import random
import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.reference.biesti_boys import HALTS, LAYS, after, broken_rule, dead_end, moves, refusal, settled

DATA = tomllib.loads(
    (Path(__file__).parents[2] / "src/tafelrunde/games/biesti_boys/data.toml").read_text(encoding="utf-8")
)
ALL_MOVES = [*LAYS, "draw", *HALTS, "window"]
VARIANTS = list(product([2, 3, 4], ["auto", "hand"], ["strict", "honour"]))


def at(lifts: str, hands: list[str], piles: list[str], boards: str = "", **options: Any) -> dict[str, Any]:
    """A position from short words: at("28S6", ["35G", "17S"], ["40", "6"], "0473")."""
    return {
        "game": "biesti-boys",
        "options": {"players": len(hands), "draw": "hand", "referee": "strict", **options},
        "lifts": list(lifts),
        "hands": [list(hand) for hand in hands],
        "piles": [list(pile) for pile in piles],
        "boards": [list(board) for board in boards.split()],
    }


def play(position: dict[str, Any], *played: tuple[int | None, str]) -> dict[str, Any]:
    for seat, move in played:
        assert refusal(position, seat, move) is None
        position = after(position, seat, move)
    return position


def test_the_example_of_the_sheet() -> None:
    tim, lisa = 0, 1
    start = at("28S6", ["542", "37G"], ["32811", "144"])
    first = play(start, (tim, "lay 5 4"), (tim, "lay 4 4"), (tim, "draw"), (tim, "draw"))
    first = play(first, (lisa, "lay 3 1"), (lisa, "lay 7 2"), (lisa, "draw"), (lisa, "draw"))
    assert first["lifts"] == list("37S4")
    assert first["hands"] == [list("223"), list("14G")]
    second = play(first, (tim, "lay 2 1"), (tim, "lay 3 4"), (lisa, "lay G 3"), (tim, "lay 2 3"))
    second = play(second, (lisa, "draw"), (tim, "draw"), (tim, "draw"), (tim, "draw"))
    assert second["lifts"] == list("2723")
    assert second["hands"] == [list("118"), list("144")]


@pytest.mark.parametrize(
    ("shown", "right"),
    [("6", "57S"), ("3", "24S"), ("8", "7S"), ("0", "1S"), ("5", "46S"), ("S", "G"), ("G", "012345678S")],
)
def test_what_fits_on_a_lift(shown: str, right: str) -> None:
    assert "".join(card for card in "012345678SG" if broken_rule(card, shown) is None) == right


def test_refusals() -> None:
    position = at("28SG", ["35G", "1SS"], ["40", "6"], "0473")
    said = {move: refusal(position, 0, move) for move in ("lay 7 2", "lay 5 1", "lay 5 3", "lay G 1", "lay G 4")}
    assert list(said.values()) == ["BB-05", "BB-07", "BB-09", "BB-10", "BB-10"]
    assert refusal(position, 1, "lay S 3") == "BB-09"
    assert refusal(position, 0, "draw") == "BB-08"
    assert refusal(position, 0, "halt 1") == refusal(position, None, "window") == "BB-16"
    assert refusal(at("28SG", ["35", "1"], ["4", "6"], draw="auto"), 0, "draw") == "BB-19"
    assert refusal(at("28SG", ["", "1"], ["", "6"]), 1, "lay 1 1") == "BB-17"
    with pytest.raises(ValueError, match="not a move"):
        refusal(position, 0, "lay 9 1")


def test_the_order_of_moves() -> None:
    assert moves(at("28SG", ["G3", "1"], ["4", "6"]), 0) == ["lay 3 1", "lay 3 4", "lay G 3", "draw"]


def test_four_players_hold_two_cards() -> None:
    four = at("28SG", ["12", "3", "4", "5"], ["6", "6", "6", "6"])
    assert "draw" not in moves(four, 0)
    assert "draw" in moves(four, 1)


def test_auto_draws_one_card() -> None:
    assert after(at("28SG", ["35G", "1"], ["40", "6"], draw="auto"), 0, "lay 3 1")["hands"][0] == list("45G")


def test_a_dead_end_turns_boards_up_until_somebody_can_lay() -> None:
    position = after(at("48S6", ["77", "1"], ["", ""], "SSSS 2222 1111"), 0, "lay 7 2")
    assert position["lifts"] == list("47S6")  # the other 7 fits on 6
    position = after(at("48S5", ["71", "1"], ["", ""], "SSSS 2222 1111"), 0, "lay 7 2")
    assert position["lifts"] == list("2222")
    assert position["boards"] == [list("1111")]
    position = after(at("48S5", ["71", "1"], ["", ""], "SSSS"), 0, "lay 7 2")
    assert position["pending"] == "shuffle boards"
    assert dead_end(position)


def test_nobody_is_stuck_while_somebody_can_draw() -> None:
    assert not dead_end(at("48S5", ["1", "1"], ["3", ""]))
    assert not dead_end(at("48S5", ["1", "1"], ["3", ""], draw="auto"))
    assert dead_end(at("48S5", ["1", "1"], ["", ""]))


def test_a_wrong_card_comes_back_and_the_hand_is_too_large_to_draw() -> None:
    start = at("28S6", ["355", "222"], ["4", "66"], referee="honour", draw="auto")
    wrong = after(start, 0, "lay 5 1")
    assert wrong["laid"][0] == {"seat": 0, "on": "2"}
    assert "halt 1" in moves(wrong, 1)
    assert "halt 1" not in moves(wrong, 0)
    back = after(wrong, 1, "halt 1")
    assert back["lifts"] == list("28S6")
    assert back["hands"][0] == list("3455")
    assert back["laid"] == [None] * 4
    assert after(back, 0, "lay 3 1")["hands"][0] == list("455")
    assert refusal(back, 1, "halt 1") == "BB-16"


def test_a_call_on_a_right_card_changes_nothing_but_the_count() -> None:
    right = after(at("28S6", ["355", "222", "11"], ["4", "66", ""], referee="honour"), 0, "lay 3 1")
    called = play(right, (1, "halt 1"), (1, "halt 1"), (2, "halt 1"))
    assert called["false_calls"] == [0, 2, 1]
    assert called == {**right, "false_calls": [0, 2, 1]}


def test_a_wrong_last_card_wins_when_the_window_has_passed_or_a_card_lies_on_it() -> None:
    claim = after(at("28S6", ["5", "643"], ["", ""], referee="honour"), 0, "lay 5 1")
    assert claim["claims"] == [0]
    assert moves(claim, None) == ["window"]
    assert moves(claim, 0) == []
    for won in (after(claim, None, "window"), after(claim, 1, "lay 6 1")):
        assert won["claims"] == []
        assert refusal(won, 1, "lay 4 1") == "BB-17"
        assert moves(won, None) == []
    assert after(claim, 1, "halt 1")["hands"][0] == ["5"]


def test_who_finished_meanwhile_is_next_in_line() -> None:
    both = play(at("28S6", ["5", "7", "44"], ["", "", ""], referee="honour"), (0, "lay 5 1"), (1, "lay 7 2"))
    assert both["claims"] == [0, 1]
    assert moves(both, 1) == ["halt 1"]
    won = after(both, 2, "halt 1")
    assert won["claims"] == []
    assert won["winner"] == 1
    assert moves(won, 0) == []


def test_only_a_wrong_last_card_waits() -> None:
    start = at("28S6", ["53", "643"], ["", ""], referee="honour")
    claim = play(start, (0, "lay 5 4"), (0, "lay 3 3"), (1, "halt 4"))
    assert claim["winner"] is None
    assert claim["claims"] == [0]
    assert claim["false_calls"] == [0, 1]
    back = after(claim, 1, "halt 3")
    assert back["hands"][0] == ["3"]
    assert back["claims"] == []
    right = play(start, (0, "lay 5 3"), (0, "lay 3 1"))  # the 5 is wrong, the last card is not
    assert right["winner"] == 0
    assert right["claims"] == []


def test_behind_somebody_a_right_last_card_waits_for_an_earlier_wrong_one() -> None:
    start = at("28S6", ["5", "57", "444"], ["", "", ""], referee="honour")
    both = play(start, (1, "lay 5 3"), (0, "lay 5 1"), (1, "lay 7 2"))
    assert both["claims"] == [0, 1]
    first = after(both, 2, "halt 1")
    assert first["claims"] == [1]
    assert first["winner"] is None
    assert after(first, 2, "lay 4 3")["winner"] == 1


def test_auto_fills_small_hands_only_if_they_are_empty_or_nobody_can_lay() -> None:
    as_written = settled(at("28S6", ["5", "643"], ["123", "1"], draw="auto"))
    assert as_written["hands"] == [list("5"), list("346")]
    assert after(as_written, 0, "lay 5 4")["hands"][0] == ["1"]
    assert settled(at("28S6", ["", "643"], ["1234", "1"], draw="auto"))["hands"][0] == list("123")
    assert settled(at("28SS", ["5", "55"], ["111", "35"], draw="auto"))["hands"] == [list("5"), list("355")]
    assert settled(at("28SS", ["5", "55"], ["113", "55"], draw="auto"))["hands"] == [list("115"), list("555")]
    all_full = settled(at("28SS", ["5", "55"], ["553", "55"], "5555 6666", draw="auto"))
    assert all_full["hands"] == [list("555"), list("555")]
    assert all_full["lifts"] == list("6666")


def test_a_dead_end_waits_while_a_wrong_card_can_be_called() -> None:
    waits = after(at("28SS", ["55", "5"], ["", ""], "6666", referee="honour"), 0, "lay 5 2")
    assert dead_end(waits)
    assert moves(waits, None) == ["window"]
    assert after(waits, None, "window")["lifts"] == list("6666")


@pytest.mark.parametrize(("players", "draw", "referee"), VARIANTS)
def test_random_games_end_and_agree_with_themselves(players: int, draw: str, referee: str) -> None:
    rng = random.Random(players)
    deck = [card for card, count in DATA["deck"].items() for _ in range(count)]
    rng.shuffle(deck)
    limit, share = (2 if players == 4 else 3), 72 // players
    piles = ["".join(deck[share * seat : share * (seat + 1)]) for seat in range(players)]
    boards = rng.sample(DATA["boards"], 8)
    position = at("".join(boards[0]), [pile[:limit] for pile in piles], [pile[limit:] for pile in piles])
    position["boards"], position["options"] = boards[1:], {"players": players, "draw": draw, "referee": referee}
    seats: list[int | None] = [*range(players), None]
    for _ in range(3000):
        legal = [(seat, move) for seat in seats for move in moves(position, seat)]
        for seat in seats:
            assert {m for m in ALL_MOVES if refusal(position, seat, m) is None} == {m for s, m in legal if s == seat}
        if not legal:
            break
        seat, move = rng.choice(legal)
        before = copy.deepcopy(position)
        following = after(position, seat, move)
        assert position == before
        position = following
        while "pending" in position:
            boards = rng.sample(DATA["boards"], 8)
            position = settled({**position, "lifts": boards[0], "boards": boards[1:], "laid": [None] * 4})
    else:
        pytest.fail("the game did not end")
    assert any(not hand and not pile for hand, pile in zip(position["hands"], position["piles"], strict=True))
