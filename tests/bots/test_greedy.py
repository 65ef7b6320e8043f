"""What the greedy players know of their games, and what they do in clear cases."""

import random
from collections import Counter
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde.bots import Seat, make
from tafelrunde.bots.beam_me_up import greedy as beam_me_up
from tafelrunde.bots.denkste import greedy as denkste
from tafelrunde.bots.dog import greedy as dog

from .. import every


def choice(position: dict[str, Any], seat: int = 0, seed: int = 1) -> str | None:
    """What greedy does in a position."""
    return make("greedy", position["game"]).choose(Seat.of(tr.from_position(position), seat), random.Random(seed))


# Dog


def dog_position(pieces: list[list[str]], hand: list[str], **more: Any) -> dict[str, Any]:
    return {"game": "dog", "pieces": pieces, "hands": [hand, ["2"], ["3"], ["2"]], **more}


AT_HOME = ["h"] * 4


def test_dog_foresees_where_the_pieces_will_stand() -> None:
    """Its reckoning on the view agrees with the rules at every move of random games."""
    looked_at = 0
    for seed in range(6):
        for match, seat, move in every.random_match(tr.load("dog"), seed=seed, most=400):
            if match.view(seat)["phase"] == "give":
                continue
            after = dog.Outlook(match.view(seat), seat, match.effects(seat)).after(move)
            twin = match.copy()
            twin.play(seat, move)
            assert [sorted(places) for places in after] == [sorted(places) for places in twin.view(None)["pieces"]]
            looked_at += 1
    assert looked_at > 500


def test_dog_starts_a_piece() -> None:
    assert choice(dog_position([["h", "h", "h", "20"], AT_HOME, AT_HOME, AT_HOME], ["K", "2"])) == "K h>0"


def test_dog_goes_into_the_goal() -> None:
    assert choice(dog_position([["h", "h", "30", "62"], AT_HOME, AT_HOME, AT_HOME], ["6"])) == "6 62>g4"


def test_dog_hits_an_opponent_but_not_the_partner() -> None:
    pieces = [["h", "h", "10", "20"], ["h", "h", "h", "15"], ["h", "h", "h", "25"], AT_HOME]
    assert choice(dog_position(pieces, ["5"])) == "5 10>15"


def test_dog_keeps_its_own_pieces_out_of_its_seven() -> None:
    pieces = [["h", "h", "10", "13"], AT_HOME, AT_HOME, AT_HOME]
    match = tr.from_position(dog_position(pieces, ["7"]))
    chance = random.Random(1)
    while (match.view(0)["turn"] == 0 and match.view(0)["hands"][0]) or match.view(0)["left"]:
        move = make("greedy", "dog").choose(Seat.of(match, 0), chance)
        assert move is not None
        match.play(0, move)
    assert [event["move"] for event in match.events() if event["type"] == "played"]
    assert not [event for event in match.events() if event["type"] == "sent_home"]


def test_dog_gives_the_partner_a_card_to_start_with() -> None:
    pieces = [["h", "h", "10", "20"], AT_HOME, AT_HOME, AT_HOME]
    hands = [["K", "A", "9", "5"], ["2"] * 4, ["3"] * 4, ["2", "2", "6", "6"]]
    position = dog_position(pieces, []) | {"hands": hands, "phase": "give"}
    assert choice(position) in ("give K", "give A")


# Denkste!


def test_denkste_reckons_with_the_way_that_the_rules_lead() -> None:
    """Numbers that would end on an occupied field save nothing, others lead where they say."""
    blocked = 0
    for seed in range(20):
        for match, seat, move in every.random_match(tr.load("denkste", players=4, rings=[8, 8, 4]), seed=seed):
            view, number = match.view(seat), move.split()[-1]
            if not move.startswith("go") or view["stop_set"]:
                continue
            twin = match.copy()
            twin.play(seat, move)
            stopper = twin.view()["stopper"]
            free = next((stop for stop in twin.moves(stopper) if number not in stop.split()), None)
            assert free is not None
            twin.play(stopper, free)
            gain = denkste._gain(view, tuple(view["options"]["rings"]), seat, int(number))
            moved = twin.view()["figures"][seat] != view["figures"][seat]
            assert (gain > 0) == moved
            blocked += not moved
    assert blocked > 5


def test_denkste_mixes_its_numbers() -> None:
    match = tr.load("denkste").new(seed=1)
    bot, chance = make("greedy", "denkste"), random.Random(1)
    for seat in (0, 1):
        chosen = Counter(bot.choose(Seat.of(match, seat), chance) for _ in range(300))
        assert len(chosen) >= 3
        assert max(chosen.values()) < 200


def test_denkste_goes_for_the_centre() -> None:
    position = {"game": "denkste", "options": {"players": 2}, "figures": [[3, 7], [2, 3]]}
    chosen = Counter(choice(position, seed=seed) for seed in range(100))
    assert chosen["go 1"] <= 2 and len(chosen) >= 5


def test_denkste_stops_what_would_win() -> None:
    position = {"game": "denkste", "options": {"players": 2}, "figures": [[3, 4], [2, 3]]}
    stops = Counter(number for seed in range(100) for number in str(choice(position, 1, seed)).split()[1:])
    assert stops["5"] + stops["6"] > 2 * (stops["1"] + stops["2"])


# Beam me up


def beam_position(**more: Any) -> dict[str, Any]:
    return {"game": "beam-me-up", "options": {"players": 2}, "boards": [0, 1], "turn": 0, **more}


def test_beam_me_up_sees_the_rockets_where_they_are() -> None:
    rockets = 0
    for seed in range(10):
        for match, seat, move in every.random_match(tr.load("beam-me-up"), seed=seed):
            if not move.startswith("boost"):
                continue
            board, column = beam_me_up.Board(match.view(seat), seat), "123456S".index(move[-1])
            seen = board.thing(column, board.rows[column] + 1) == "R"
            twin = match.copy()
            twin.play(seat, move)
            assert seen == ("rocket" in [event["type"] for event in twin.events(len(match.events()))])
            rockets += seen
    assert rockets > 5


def test_beam_me_up_keeps_four_alike() -> None:
    stones = [[1, 1, 1, 1, 1, 1, 1], [0] * 7]
    assert choice(beam_position(stones=stones, phase="roll", throw=2, dice=[2, 2, 2, 2, 5])) == "keep 2 2 2 2"


def test_beam_me_up_stands_with_what_wins() -> None:
    stones = [[6, 6, 6, 6, 5, 1, 1], [0] * 7]
    position = beam_position(stones=stones, phase="roll", throw=1, dice=[1, 2, 3, 5, 5])
    assert choice(position) == "stand"
    assert choice(position | {"phase": "move"}) == "up 5+1"


def test_beam_me_up_expects_what_the_dice_bring_on_average() -> None:
    """One throw of one die: the mean of its six outcomes."""
    view = tr.from_position(beam_position(phase="roll", throw=2, dice=[1, 1, 2, 2, 5])).view(0)
    board = beam_me_up.Board(view, 0)
    expected, values = board.expected(1), board.dice_values()
    outcomes = [beam_me_up.FULL_DICE.index(tuple(sorted([1, 1, 2, 2, die]))) for die in range(1, 7)]
    assert expected[beam_me_up.KEPT[1, 1, 2, 2]] == pytest.approx(sum(values[outcome] for outcome in outcomes) / 6)
    assert board.expected(2)[beam_me_up.KEPT[1, 1, 2, 2]] >= expected[beam_me_up.KEPT[1, 1, 2, 2]]


# Biberbande


def biberbande_position(row: list[str], **more: Any) -> dict[str, Any]:
    """A table for two; the bot knows its own row except for the second card."""
    seen = [[[1, 0, 1, 1], [0] * 4], [[0] * 4, [1, 0, 0, 1]]]
    rest = {"stock": ["5", "5", "6", "6", "P"], "discard": ["9"], "turns": [1, 1], "seen": seen}
    return {"game": "biberbande", "options": {"players": 2}, "rows": [row, ["1", "2", "1", "3"]], **rest, **more}


def test_biberbande_puts_a_low_card_in_place_of_the_highest() -> None:
    assert choice(biberbande_position(["2", "3", "9", "1"], discard=["0"])) == "take 3"
    assert choice(biberbande_position(["2", "3", "9", "1"], phase="drawn", drawn="0")) == "swap 3"


def test_biberbande_does_not_take_a_high_card() -> None:
    assert choice(biberbande_position(["2", "3", "2", "1"])) == "draw"
    assert choice(biberbande_position(["2", "3", "2", "1"], phase="drawn", drawn="9")) == "discard"


def test_biberbande_spies_on_a_card_that_it_does_not_know() -> None:
    assert choice(biberbande_position(["2", "3", "9", "1"], phase="drawn", drawn="P")) == "spy 2"


def test_biberbande_trades_its_worst_card() -> None:
    assert str(choice(biberbande_position(["2", "3", "9", "1"], phase="drawn", drawn="T"))).startswith("trade 3 1:")


def test_biberbande_knocks_with_little_and_not_with_much() -> None:
    assert choice(biberbande_position(["0", "3", "0", "0"], phase="end")) == "knock"
    assert choice(biberbande_position(["9", "3", "9", "8"], phase="end")) == "done"
