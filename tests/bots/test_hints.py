"""Hints: every move with its chance to win and why, from what the seat knows and nothing else."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots import Advice, Seat
from tafelrunde.bots.hints import hint, whole_hint
from tafelrunde.bots.reasons import EXPLAINED, GENERAL, Flaw, Gain, Reason, Reasons, Risk
from tafelrunde.kernel.languages import LANGUAGES, Texts
from tafelrunde.kernel.match import Match

from .. import every

BOTS = Path(bots.__file__).parent
HOME = ["h"] * 4


def why(match: Match, move: str, seat: int = 0, lang: str = "en") -> str:
    """The sentence for a move, whether it is one of the best or not."""
    told = bots.load(match.game.name).reasons.explain(Seat.of(match, seat), [Advice(move, 0.5, 1.0)])
    return told[0].why[lang]


# what is advised


@pytest.mark.usefixtures("endless")
@pytest.mark.parametrize("name", tr.games())
def test_the_same_view_gets_the_same_hint(name: str) -> None:
    redraw = random.Random(6)
    for number, (match, at, _) in enumerate(every.random_match(tr.load(name), seed=24, most=60)):
        if number % 12 == 0:
            twin = match.resample(at, seed=redraw.getrandbits(64))
            seat, other = Seat.of(match, at), Seat.of(twin, at)
            found = hint(seat, random.Random(3))
            assert found == hint(other, random.Random(3))
            assert found and {each.move for each in found} <= set(seat.moves)
            assert all(0 <= each.win <= 1 for each in found)
            assert found[0].share == max(each.share for each in found) > 0


def test_who_is_not_to_move_gets_no_hint() -> None:
    match = tr.load("dog").new(seed=1)
    match.play(0, match.moves(0)[0])
    assert hint(Seat.of(match, 0), random.Random(1)) == []


def test_a_seven_is_advised_with_all_its_parts() -> None:
    pieces = [["8", "20", "h", "h"], ["40", "h", "h", "h"], HOME, HOME]
    position = {"game": "dog", "pieces": pieces, "hands": [["7"], ["2"], ["3"], ["4"]]}
    match = tr.from_position(position)
    for each in whole_hint(Seat.of(match, 0), random.Random(1))[:5]:
        played = match.copy()
        for move in (each.move, *each.then):
            played.play(0, move)
        assert 0 not in played.actors(), each


def test_what_wins_is_known_to_win() -> None:
    """In Dog both partners win; that is one win of the side, not half of one each."""
    pieces = [["62", "g2", "g3", "g4"], ["14", "g2", "g3", "g4"], ["g1", "g2", "g3", "g4"], ["g1", "g2", "g3", "g4"]]
    position = {"game": "dog", "pieces": pieces, "hands": [["3", "2"], ["3"], ["4"], ["4"]]}
    best, *others = hint(Seat.of(tr.from_position(position), 0), random.Random(1))
    assert best.move == "3 62>g1" and best.win == pytest.approx(1, abs=0.02)
    assert others and all(other.win < 0.9 and other.share == 0 for other in others)


@pytest.mark.parametrize("name", [name for name in tr.games() if name != "denkste"])
def test_a_move_without_a_choice_has_the_worth_of_the_position(name: str) -> None:
    wins = []
    for match, at, _ in every.random_match(tr.load(name, players=4 if name == "dog" else 2), seed=24, most=400):
        seat = Seat.of(match, at)
        if len(seat.moves) == 1:
            [only] = hint(seat, random.Random(3))
            assert only.share == 1
            wins.append(only.win)
        if len(wins) == 20:
            break
    assert len(wins) > 1 and max(wins) - min(wins) > 0.02, "it is not the same everywhere"


@pytest.mark.parametrize(("piles", "least", "most"), [([], 0.7, 1.0), (["3", "4", "7"] * 6, 0.0, 0.3)])
def test_who_is_ahead_is_told_so_even_where_all_is_obvious(piles: list[str], least: float, most: float) -> None:
    """In Biesti Boys one draws at once; the chance to win depends on how many cards are left."""
    position = {
        "game": "biesti-boys",
        "options": {"players": 2, "draw": "hand"},
        "lifts": ["2", "8", "0", "0"],
        "hands": [["1"], ["5", "5"]],
        "piles": [["1", *piles], ["6"] * 8],
    }
    [draw] = hint(Seat.of(tr.from_position(position), 0), random.Random(1))
    assert draw.move == "draw" and least <= draw.win <= most


# why, in every game


@pytest.mark.usefixtures("endless")
@pytest.mark.parametrize("name", tr.games())
def test_every_hint_says_why_in_every_language(name: str) -> None:
    resolution = bots.load(name).reasons.resolution
    for number, (match, at, _) in enumerate(every.random_match(tr.load(name), seed=25, most=60)):
        if number % 6:
            continue
        told = hint(Seat.of(match, at), random.Random(3))
        for each in told[:EXPLAINED]:
            assert set(each.why) == set(LANGUAGES)
            for said in each.why.values():
                assert re.fullmatch(r"[^a-zäöüéàç{}#][^{}#]+[^.{}# ]\.", said) and len(said) < 200, said
        equal = [each for each in told if each.equal]
        assert not equal or (equal[0] is told[0] and len(equal) > 1)
        assert all(each.win >= told[0].win - resolution for each in equal)


@pytest.mark.parametrize("name", ["", *tr.games()])
def test_every_text_is_said_somewhere(name: str) -> None:
    folder = BOTS / name.replace("-", "_")
    code, keys = (folder / "reasons.py").read_text(encoding="utf-8"), Texts(folder).keys("why")
    moves = {"draw", "halt"} if name == "biesti-boys" else {"knock", "done"} if name == "biberbande" else set()
    assert keys and {key for key in keys if f'"{key.removesuffix("_little")}"' not in code} <= moves


def told(*moves: tuple[str, float, list[Reason]]) -> list[Advice]:
    """Advice with these reasons, of a game that can tell half a percentage point."""
    by_move = {move: reasons for move, _, reasons in moves}
    reasons = Reasons(lambda seat, asked: [by_move[move] for move in asked], GENERAL)
    seat: Any = None
    return reasons.explain(seat, [Advice(move, win, 0.0) for move, win, _ in moves])


def test_where_there_is_nothing_else_to_say_the_numbers_speak() -> None:
    best, second, last = told(("a", 0.6, []), ("b", 0.57, []), ("c", 0.5, []))
    assert best.why["en"] == "Wins about 3 percentage points more often than any other move."
    assert second.why["de"] == "Der beste Zug gewinnt etwa 3 Prozentpunkte öfter."
    assert last.why["en"] == "The best move wins about 10 percentage points more often."
    assert told(("a", 0.6, []))[0].why["de"] == "Das ist dein einziger Zug."
    close, _ = told(("a", 0.6, []), ("b", 0.594, []))
    assert close.why["en"] == "Wins about one percentage point more often than any other move."


def test_equal_moves_say_so_but_not_one_that_costs_more() -> None:
    only: list[Reason] = [Gain("only", {})]
    moves = told(("a", 0.6, []), ("b", 0.598, only), ("c", 0.599, [Flaw("behind_little", {})]), ("d", 0.55, []))
    assert [each.equal for each in moves] == [True, True, False, False]
    assert moves[0].why["en"] == "Another move is just as good."
    assert moves[1].why["de"] == "Das ist dein einziger Zug. Ein anderer Zug ist genauso gut."
    assert all("gut" not in each.why["de"] for each in moves[2:])
    assert told(*[(move, 0.5, []) for move in "abc"])[2].why["fr"] == "2 autres coups sont tout aussi bons."


def test_two_gains_and_one_risk_are_one_sentence() -> None:
    gains: list[Reason] = [Gain("ahead_little", {}), Gain("ahead", {"count": 2}), Gain("only", {})]
    [best] = told(("a", 0.6, [*gains, Risk("behind", {"count": 1}), Risk("behind_little", {})]))
    assert best.why["en"] == (
        "Wins very slightly more often than any other move and wins about 2 percentage points more often than any "
        "other move, "
        "but the best move wins about one percentage point more often."
    )


# Dog


def dog(pieces: list[list[str]], hand: list[str], **more: Any) -> Match:
    return tr.from_position({"game": "dog", "pieces": pieces, "hands": [hand, ["2"], ["3"], ["2"]], **more})


@pytest.mark.parametrize(
    ("pieces", "hand", "move", "said"),
    [
        ([["62", "g2", "g3", "g4"], HOME, ["g1", "g2", "g3", "g4"], HOME], ["3"], "3 62>g1", "Wins the game."),
        ([["h", "h", "h", "60"], HOME, HOME, HOME], ["5"], "5 60>g1", "Brings a piece into the goal (1 of 4)."),
        ([["h", "h", "h", "60"], HOME, HOME, HOME], ["9"], "9 60>5", "the piece runs past its goal."),
        ([["h", "h", "h", "20"], ["h", "h", "h", "25"], HOME, HOME], ["5"], "5 20>25", "Sends an opposing piece home."),
        ([["h", "h", "10", "20"], HOME, ["h", "h", "h", "25"], HOME], ["5"], "5 20>25", "one of your partner’s pieces"),
        ([HOME, HOME, HOME, HOME], ["A"], "A h>0", "Gets a piece onto the track."),
        ([HOME, HOME, HOME, HOME], ["A", "X"], "A h>0", "and keeps the joker in your hand."),
        ([HOME, HOME, HOME, HOME], ["A", "X"], "X=A h>0", "another card would do the same and leave you the joker."),
        ([["h", "h", "h", "0*"], HOME, HOME, HOME], ["4"], "4 0>60", "Saves almost a whole lap."),
        ([["h", "h", "h", "30"], ["h", "h", "h", "25"], HOME, HOME], ["2"], "2 30>32", "an opponent is within reach"),
        ([["h", "h", "h", "30"], ["h", "h", "h", "25"], HOME, HOME], ["Q"], "Q 30>42", "out of its pursuer’s reach."),
        ([["h", "h", "h", "30"], ["h", "h", "h", "14"], HOME, HOME], ["2"], "2 30>32", "Moves 2 fields ahead."),
        ([["h", "h", "h", "10"], HOME, HOME, HOME], ["6"], "6 10>16", "an opponent can come out there"),
        ([["h", "h", "h", "20"], ["h", "h", "h", "50"], HOME, HOME], ["J"], "J 20x50", "throws an opponent back 30"),
        ([["h", "h", "h", "10"], ["h", "h", "h", "40"], HOME, HOME], ["J"], "J 10x40", "opponent gets 34 fields ahead"),
    ],
)  # fmt: skip
def test_dog_says_what_happens_on_the_board(pieces: list[list[str]], hand: list[str], move: str, said: str) -> None:
    assert said in why(dog(pieces, hand), move)


def test_nobody_reaches_past_a_protected_piece() -> None:
    behind = [["h", "h", "h", "18"], ["h", "h", "h", "16*"], HOME, ["h", "h", "h", "12"]]
    assert "an opponent is within reach" in why(dog(behind, ["2"]), "2 18>20"), "the one on its start, not the other"
    free = [["h", "h", "h", "18"], ["h", "h", "h", "15"], HOME, ["h", "h", "h", "12"]]
    assert "2 opponents are within reach" in why(dog(free, ["2"]), "2 18>20")


def test_giving_a_card_says_what_it_is_good_for() -> None:
    hands = [["K", "A", "9", "5"], ["2"] * 4, ["3"] * 4, ["2", "2", "6", "6"]]
    match = dog([["h", "h", "10", "20"], HOME, HOME, HOME], [], hands=hands, phase="give")
    assert (
        why(match, "give K")
        == "Gives your partner, who has no piece on the track, a card to come out with and keeps one for you, too."
    )
    assert why(match, "give 5") == "Keeps a card for you to come out with."


# the others


def test_denkste_says_what_a_number_brings_and_risks() -> None:
    match = tr.load("denkste", players=2).new(seed=1)
    going = hint(Seat.of(match, 0), random.Random(1))
    assert re.fullmatch(
        r"Bringt im Schnitt 3,\d Felder und wird .+ in \d+.% der Fälle gewählt, .+ errät.+\.", going[0].why["de"]
    )
    assert going[0].equal and going[1].equal and not going[-1].equal
    stopping = hint(Seat.of(match, 1), random.Random(1))
    assert re.fullmatch(r"Catches a good opponent \d+% of the time and allows \d\.\d fields.+\.", stopping[0].why["en"])


def test_on_an_occupied_field_a_number_brings_nothing() -> None:
    match = tr.from_position({"game": "denkste", "options": {"players": 2}, "figures": [[1, 9], [1, 0]], "turn": 0})
    assert "occupied" in why(match, "go 3")


def test_beam_me_up_says_how_likely_a_throw_helps() -> None:
    position = {"game": "beam-me-up", "stones": [[5, 6, 6, 6, 6, 1, 1], [0] * 7], "phase": "roll", "throw": 2}
    match = tr.from_position(position | {"dice": [1, 2, 3, 5, 6], "options": {"players": 2}})
    assert re.match(r"Wins with this turn \d+% of the time and improves your roll \d+% ", why(match, "keep 1"))
    match = tr.from_position(position | {"dice": [1, 1, 3, 5, 6], "options": {"players": 2}, "phase": "move"})
    assert why(match, "up 1+1") == "Wins the game."


def test_biberbande_counts_in_points() -> None:
    seen = [[[1, 0, 1, 1], [0] * 4], [[0] * 4, [1, 0, 0, 1]]]
    rows = {"game": "biberbande", "options": {"players": 2}, "rows": [["8", "3", "9", "1"], ["1", "2", "1", "3"]]}
    table = rows | {"stock": ["5", "6", "P", "7"], "turns": [1, 1], "seen": seen, "discard": ["2"]}
    match = tr.from_position(table)
    assert why(match, "take 3") == "Puts the 2 in place of your 9 and saves 7 points."
    assert why(match, "take 4") == "The 2 is not lower than your 1."
    assert re.match(r"Puts the 2 in place of a card you do not know \(\d\.\d on average\)", why(match, "take 2"))
    end = tr.from_position(table | {"phase": "end"})
    assert re.match(r"Ends the round with about 2\d points against at least about 1\d", why(end, "knock"))


def test_biesti_boys_says_what_still_fits() -> None:
    position = {"game": "biesti-boys", "options": {"players": 2}, "lifts": ["2", "8", "S", "6"]}
    match = tr.from_position(position | {"hands": [["3", "5", "G"], ["1", "7", "S"]], "piles": [[], ["6"]]})
    assert re.match(r"Leaves 2 of your cards that still fit, but \d+% of the cards", why(match, "lay 3 1"))
    last = tr.from_position(position | {"hands": [["3"], ["1", "7"]], "piles": [[], []]})
    assert why(last, "lay 3 1") == "Is your last card."
