"""What the players of Biberbande that think, or forget, do in clear cases."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import tafelrunde as tr
from tafelrunde.bots import Seat
from tafelrunde.bots.biberbande import heuristic
from tafelrunde.bots.biberbande.players import BOTS
from tafelrunde.lab.training.biberbande import opponents

SEEN = [[[1, 0, 1, 1], [0] * 4], [[0] * 4, [1, 0, 0, 1]]]


def position(row: list[str], **more: Any) -> dict[str, Any]:
    """A table for two; the bot knows its own row except for the second card."""
    rest = {"stock": ["5", "5", "6", "6", "P", "7", "2", "T"], "discard": ["9"], "turns": [1, 1], "seen": SEEN}
    return {"game": "biberbande", "options": {"players": 2}, "rows": [row, ["1", "2", "1", "3"]], **rest, **more}


def seat(row: list[str], **more: Any) -> Seat:
    return Seat.of(tr.from_position(position(row, **more)), 0)


@pytest.mark.parametrize("seed", range(3))
def test_the_strongest_does_what_is_clear(seed: int) -> None:
    bot, chance, known = BOTS.strongest, random.Random(seed), {"seen": [[[1] * 4, [0] * 4], SEEN[1]]}
    assert bot.choose(seat(["2", "3", "9", "1"], discard=["0"], **known), chance) == "take 3"
    assert bot.choose(seat(["2", "3", "9", "1"], phase="drawn", drawn="0", **known), chance) == "swap 3"
    assert bot.choose(seat(["2", "3", "1", "1"], phase="drawn", drawn="9", **known), chance) == "discard"
    assert bot.choose(seat(["0", "1", "0", "0"], phase="end", **known), chance) == "knock"


@pytest.mark.parametrize("players", [3, 4, 6])
def test_it_does_so_among_many(players: int) -> None:
    rows = [["2", "3", "9", "1"], *[["4", "5", "9", "3"], ["7", "4", "6", "8"]] * 2, ["2", "5", "9", "7"]][:players]
    seen = [[[int(viewer == owner)] * 4 for owner in range(players)] for viewer in range(players)]
    table = {"game": "biberbande", "options": {"players": players}, "rows": rows, "turns": [2] * players, "seen": seen}
    rest = {"stock": ["5", "6", "P", "7", "8", "T"]}

    def chosen(**more: Any) -> Any:
        return BOTS.strongest.choose(Seat.of(tr.from_position(table | rest | more), 0), random.Random(1))

    assert chosen(discard=["0"]) == "take 3"
    assert chosen(discard=["9"], phase="drawn", drawn="0") == "swap 3"
    assert chosen(discard=["9"], phase="end", rows=[["0", "1", "0", "0"], *rows[1:]]) == "knock"


def test_the_last_round_is_played_for_the_match() -> None:
    """With 20 points behind nobody knocks for a lead of a few; with 20 ahead the match is all but won."""
    row, last = ["2", "3", "2", "3"], {"phase": "end", "round": 4, "turn": 0}
    behind = seat(row, scores=[[20, 20, 20], [10, 15, 15]], **last)
    ahead = seat(row, scores=[[10, 15, 15], [20, 20, 20]], **last)
    assert BOTS.strongest.choose(behind, random.Random(1)) == "done"
    wins = [BOTS.strongest.advise(here, random.Random(1))[0].win for here in (behind, ahead)]
    assert wins[0] < 0.2 and wins[1] > 0.8


def test_advice_has_every_move_once_and_the_best_first() -> None:
    here = seat(["2", "3", "9", "1"], phase="drawn", drawn="T")
    advice = BOTS.strongest.advise(here, random.Random(1))
    assert sorted(entry.move for entry in advice) == sorted(here.moves)
    assert [entry.share for entry in advice] == sorted((entry.share for entry in advice), reverse=True)
    assert all(0.0 <= entry.win <= 1.0 for entry in advice)


def test_the_heuristic_sees_no_hidden_card() -> None:
    """What an action looks worth does not change when all that the seat cannot know is drawn anew."""
    looked_at = 0
    match, chance = tr.load("biberbande", players=3).new(seed=4), random.Random(4)
    while match.actors() and looked_at < 2000:
        at = match.actors()[0]
        for seed in range(3):
            twin = match.resample(at, seed)
            for action in match.actions(at):
                assert _worth(match.states, at, action) == pytest.approx(_worth(twin.states, at, action))
                looked_at += 1
        match.play(at, chance.choice(match.moves(at)))
    assert looked_at > 300


def _worth(states: Any, at: int, action: int) -> float:
    mean = heuristic.mean_unseen(states[0], at)
    return float(heuristic.value_of(states[0], at, action, mean, heuristic.WEIGHTS))


def test_who_forgets_still_sees_what_lies_open() -> None:
    """A known 9 comes to mind less often to the gentle one; a card that was taken openly always does."""
    told = [[0, 0, 2, 0], [0] * 4]
    seen = [SEEN[0], [[0, 0, 1, 0], [1, 0, 0, 1]]]
    here = seat(["8", "3", "9", "1"], phase="drawn", drawn="0")
    open_nine = seat(["8", "3", "9", "1"], phase="drawn", drawn="0", told=told, seen=seen)

    def chosen(level: str, at: Seat) -> Counter[str]:
        bot = BOTS.players[level]
        return Counter(str(bot.choose(at, random.Random(seed))) for seed in range(300))

    assert chosen("gentle", here)["swap 3"] + 40 < chosen("good", here)["swap 3"]
    assert chosen("gentle", open_nine)["swap 3"] > chosen("gentle", here)["swap 3"] + 40


def chance_to_knock(level: str, row: list[str], known: list[int], turns: int) -> float:
    here = seat(row, phase="end", turns=[turns, turns], seen=[[known, [0] * 4], SEEN[1]])
    bot = BOTS.players[level]
    return sum(bot.choose(here, random.Random(seed)) == "knock" for seed in range(100)) / 100


@pytest.mark.parametrize("level", ["gentle", "good"])
def test_nobody_ends_a_round_that_has_just_begun_or_with_a_row_that_is_not_known(level: str) -> None:
    two_known, all_known = [1, 0, 0, 1], [1] * 4
    assert chance_to_knock(level, ["1", "9", "9", "2"], two_known, turns=5) == 0
    assert chance_to_knock(level, ["3", "2", "3", "2"], all_known, turns=2) == 0
    assert chance_to_knock(level, ["6", "5", "6", "3"], all_known, turns=5) == 0


def test_with_a_low_row_that_it_knows_the_good_one_knocks() -> None:
    assert chance_to_knock("good", ["1", "2", "1", "2"], [1] * 4, turns=4) > 0.8
    assert chance_to_knock("good", ["0", "1", "0", "2"], [1] * 4, turns=2) > 0.5
    assert chance_to_knock("gentle", ["1", "2", "1", "2"], [1] * 4, turns=4) > 0.2


def test_the_careful_ones_in_compiled_code_knock_alike() -> None:
    """With every card in the open there is nothing to forget."""
    room, told = opponents.new_room(), [[2] * 4, [2] * 4]
    for row, turns in ((["1", "2", "1", "2"], 4), (["3", "2", "3", "2"], 2), (["6", "5", "6", "3"], 5)):
        seen = [[[1] * 4, [1] * 4]] * 2
        match = tr.from_position(position(row, phase="end", turns=[turns, turns], told=told, seen=seen))
        actions = np.array(match.actions(0), np.int32)
        opponents.values(match.states[0], 0, actions, len(actions), 0.1, np.uint64(1), room)
        values = {match.game.write(int(action)): value for action, value in zip(actions, room[0], strict=False)}
        chosen = BOTS.players["good"].choose(Seat.of(match, 0), random.Random(1))
        assert (values["knock"] > values["done"]) == (chosen == "knock")
