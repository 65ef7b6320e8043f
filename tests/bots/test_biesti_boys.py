"""What the players of Biesti Boys that know much, or hesitate, do in clear cases."""

import random
from typing import Any

import tafelrunde as tr
from tafelrunde.bots import Seat
from tafelrunde.bots.biesti_boys.players import BOTS
from tafelrunde.lab import arena

TABLE: dict[str, Any] = {
    "game": "biesti-boys",
    "options": {"players": 2, "draw": "auto", "referee": "strict"},
    "lifts": ["2", "8", "S", "6"],
    "hands": [["3", "5", "G"], ["1", "7", "S"]],
    "piles": [[], ["6", "4", "2"]],
}
HONOUR = TABLE | {"options": TABLE["options"] | {"referee": "honour"}}


STRONGEST = BOTS.players["strongest"]


def advice(position: dict[str, Any]) -> list[Any]:
    bot: Any = STRONGEST
    found: list[Any] = bot.advise(Seat.of(tr.from_position(position), 0), random.Random(1))
    return found


def test_the_way_that_ends_the_game_is_seen() -> None:
    """Three cards left: 6, 5 and Stop can follow each other; a Stop on the first lift would spoil it."""
    hands = [["6", "5", "S"], ["8"]]
    found = advice(TABLE | {"lifts": ["5", "S", "S", "0"], "hands": hands, "piles": [[], []]})
    assert found[0].move in ("lay 6 1", "lay S 4")
    assert {entry.move: entry.win for entry in found}["lay S 1"] < found[0].win - 0.02


def test_calls_and_draws_need_no_thought() -> None:
    wrong = tr.from_position(HONOUR)
    wrong.play(1, "lay 7 1")
    assert STRONGEST.choose(Seat.of(wrong, 0), random.Random(1)) == "halt 1"
    by_hand = TABLE | {"options": TABLE["options"] | {"draw": "hand"}, "hands": [["3", "5"], ["1", "7"]]}
    match = tr.from_position(by_hand | {"piles": [["1"], ["6"]]})
    assert len(match.moves(0)) > 1
    assert STRONGEST.choose(Seat.of(match, 0), random.Random(1)) == "draw"


def test_by_the_honour_rule_only_right_cards_are_thought_of() -> None:
    found = {entry.move for entry in advice(HONOUR)}
    assert found == set(tr.from_position(TABLE).moves(0))


def test_the_better_the_quicker() -> None:
    seat = Seat.of(tr.from_position(TABLE), 0)

    def mean(level: str) -> float:
        bot, chance = BOTS.players[level], random.Random(1)
        return sum(bot.pause(seat, chance) for _ in range(300)) / 300

    assert mean("strongest") < 0.8 * mean("good") < 0.8 * 0.6 * mean("gentle")
    bot = BOTS.players["strongest"]
    assert min(bot.pause(seat, random.Random(seed)) for seed in range(300)) >= 0.45


def test_kids_are_between_gentle_and_good() -> None:
    def beats(one: str, other: str) -> float:
        held = arena.contest(tr.load("biesti-boys", players=2), [one, other], games=24, seed=5)
        return arena.compete(held, workers=1).lines[0].share

    assert beats("kids", "gentle") >= 0.65 and beats("good", "kids") >= 0.65


def test_the_gentle_one_hesitates_now_and_then() -> None:
    seat, bot = Seat.of(tr.from_position(TABLE), 0), BOTS.players["gentle"]
    long = sum(bot.pause(seat, random.Random(seed)) > 3.2 + 1.0 for seed in range(300))
    assert 15 < long < 120
