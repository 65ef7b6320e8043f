"""Dog's players for people: what they go by, what they do in clear cases, and how they fare against each other."""

import random
from typing import Any

import numpy as np
import pytest

import tafelrunde as tr
from tafelrunde.bots import Seat
from tafelrunde.bots.dog import features, network
from tafelrunde.bots.dog.players import BOTS, strongest
from tafelrunde.bots.player import Budget
from tafelrunde.kernel.compiled import entry
from tafelrunde.kernel.match import Match
from tafelrunde.lab.training.dog import train as train_dog
from tafelrunde.lab.training.dog.untrained import untrained

from .. import every
from ..parts import thorough
from .contests import share

LEVELS = ("gentle", "good", "strongest")
AT_HOME = ["h"] * 4
IN_GOAL = ["g1", "g2", "g3", "g4"]


@entry
def features_of(states, seat, found):
    return features.features_of(states[0], seat, found)


def seen(match: Match, seat: int) -> list[int]:
    found = np.empty(features.MOST_FEATURES, np.int32)
    return sorted(found[: features_of(match.states, seat, found)].tolist())


def position(pieces: list[list[str]], hand: list[str], **more: Any) -> Match:
    return tr.from_position({"game": "dog", "pieces": pieces, "hands": [hand, ["2"], ["3"], ["2"]], **more})


def advice(match: Match, seat: int = 0, seed: int = 1) -> dict[str, float]:
    """What the strongest one says: moves with their chance to win."""
    ranked = strongest().advise(Seat.of(match, seat), random.Random(seed))
    assert [each.share for each in ranked] == [1.0] + [0.0] * (len(ranked) - 1)
    return {each.move: each.win for each in ranked}


# what they go by


def test_the_network_sees_only_what_the_seat_knows() -> None:
    redraw, ever = random.Random(5), set()
    for match, seat, _ in every.random_match(tr.load("dog"), seed=31, most=300):
        known = seen(match, seat)
        assert known == seen(match.resample(seat, redraw.getrandbits(64)), seat)
        assert known[0] >= 0 and known[-1] < features.ROWS
        ever |= set(known)
    assert len(ever) > 150


def test_cards_that_enter_the_goal_or_send_home_are_seen() -> None:
    none = seen(position([["h", "h", "h", "20"], AT_HOME, AT_HOME, AT_HOME], ["5"]), 0)
    entering = seen(position([["h", "h", "h", "62"], AT_HOME, AT_HOME, AT_HOME], ["5"]), 0)
    hitting = seen(position([["h", "h", "h", "20"], ["h", "h", "h", "25"], AT_HOME, AT_HOME], ["5"]), 0)
    assert (features.ENTERING in none, features.HITTING in none) == (False, False)
    assert (features.ENTERING in entering, features.HITTING in entering) == (True, False)
    assert (features.ENTERING in hitting, features.HITTING in hitting) == (False, True)


@pytest.mark.parametrize("level", LEVELS)
def test_the_choice_depends_on_nothing_but_what_the_seat_knows(level: str) -> None:
    redraw, bot = random.Random(6), BOTS.players[level]
    for match, seat, _ in every.random_match(tr.load("dog"), seed=32, most=40):
        twin, seed = match.resample(seat, redraw.getrandbits(64)), redraw.getrandbits(64)
        here, there = Seat.of(match, seat), Seat.of(twin, seat)
        assert bot.choose(here, random.Random(seed)) == bot.choose(there, random.Random(seed))


# advice


def test_advice_ranks_every_move() -> None:
    for match, seat, _ in every.random_match(tr.load("dog"), seed=33, most=40):
        given = advice(match, seat)
        assert sorted(given) == sorted(match.moves(seat))
        wins = list(given.values())
        assert wins == sorted(wins, reverse=True) and wins[-1] >= 0 and wins[0] <= 1


def test_more_simulations_weigh_more_deals_and_none_weighs_at_sight() -> None:
    seat = Seat.of(tr.load("dog").new(seed=7), 0)
    wins = [
        {each.move: each.win for each in strongest(Budget(simulations)).advise(seat, random.Random(1))}
        for simulations in (0, 100, 400)
    ]
    assert wins[0] != wins[1] != wins[2]
    assert max(abs(wins[0][move] - wins[2][move]) for move in wins[0]) < 0.25


def test_when_the_time_is_up_there_is_an_answer() -> None:
    seat = Seat.of(tr.load("dog").new(seed=7), 0)
    move = strongest(Budget(10**4, seconds=0.0)).choose(seat, random.Random(1))
    assert move in seat.moves


# clear cases


def test_a_winning_move_is_seen() -> None:
    match = position([["62", "g2", "g3", "g4"], AT_HOME, IN_GOAL, AT_HOME], ["3", "5", "K"])
    given = advice(match)
    assert next(iter(given)) == "3 62>g1"
    assert given["3 62>g1"] == 1.0 > given["K 62>11"]


def test_an_opponent_is_sent_home_rather_than_the_partner() -> None:
    pieces = [["h", "h", "10", "20"], ["h", "h", "h", "15"], ["h", "h", "h", "25"], AT_HOME]
    given = advice(position(pieces, ["5"]))
    assert next(iter(given)) == "5 10>15"


def test_a_lost_game_is_known_to_be_nearly_lost_and_the_other_side_knows_the_contrary() -> None:
    behind = position([AT_HOME, ["60", "g2", "g3", "g4"], AT_HOME, IN_GOAL], ["K", "3"])
    ahead = position([["60", "g2", "g3", "g4"], AT_HOME, IN_GOAL, AT_HOME], ["K", "3"])
    assert max(advice(behind).values()) < 0.15 and max(advice(ahead).values()) > 0.85


def test_the_partner_gets_a_card_to_start_with() -> None:
    hands = [["K", "A", "9", "5"], ["2"] * 4, ["3"] * 4, ["2", "2", "6", "6"]]
    match = position([["h", "h", "10", "20"], AT_HOME, AT_HOME, AT_HOME], [], hands=hands, phase="give")
    assert next(iter(advice(match))) in ("give K", "give A")


@pytest.mark.parametrize(
    ("own", "hand", "move"),
    [
        (AT_HOME, ["X", "A", "5"], "A h>0"),
        (AT_HOME, ["X", "K", "9"], "K h>0"),
        (["h", "h", "h", "60"], ["X", "5"], "5 60>g1"),
        (["h", "h", "h", "20"], ["X", "6", "K"], "6 20>26"),
        (["h", "h", "h", "20"], ["X", "J"], "J 20x26"),
        (["h", "h", "15", "19"], ["X", "7"], "7 19>26"),
    ],
)
@pytest.mark.parametrize("level", ["good", "strongest"])
def test_a_joker_is_not_spent_where_another_card_does_the_same(
    own: list[str], hand: list[str], move: str, level: str
) -> None:
    """Whatever other move is best, the one with the joker comes after its twin and is never called equal."""
    match = position([own, ["h", "h", "h", "26"], AT_HOME, AT_HOME], hand)
    for seed in range(4):
        seat = Seat.of(match, 0)
        bot: Any = BOTS.players[level]
        told = {each.move: each for each in BOTS.reasons.explain(seat, bot.advise(seat, random.Random(seed)))}
        ranked, value = list(told), move.split()[0]
        twins = [each for each in ranked if each.startswith("X=") and each.endswith(f" {move.split()[1]}")]
        assert f"X={value} {move.split()[1]}" in twins
        assert all(ranked.index(move) < ranked.index(twin) for twin in twins)
        assert all(told[move].win >= told[twin].win for twin in twins)
        assert not any(told[twin].equal for twin in twins)
        assert not ranked[0].startswith("X=") or ranked[0] not in twins


# whole games


@pytest.mark.parametrize(("one", "other"), [("gentle", "random"), ("good", "gentle"), ("good", "greedy")])
def test_a_level_beats_a_lower_one(one: str, other: str) -> None:
    assert share("dog", BOTS.players[one], BOTS.players[other], 2 * 4) >= 0.6


def test_the_strongest_beats_greedy_even_in_a_hurry() -> None:
    assert share("dog", strongest(Budget(60)), BOTS.players["greedy"], 2 * 4) >= 0.7


# learning


@thorough
def test_training_is_reproducible() -> None:
    one, other = (list(train_dog.train(games=8, seed=3, rate=0.02, per_iteration=2)) for _ in range(2))
    assert [report for _, report in one] == [report for _, report in other]
    assert all(np.array_equal(here, there) for here, there in zip(one[-1][0], other[-1][0], strict=True))


def test_what_is_taught_is_learned() -> None:
    """Of two facts one is of a side that wins, the other of one that loses."""
    net, hidden = untrained(1), np.empty(network.HIDDEN, np.float32)
    samples, sizes = train_dog.buffers(2)
    samples[:, 0], sizes[:] = [3, 4], 1
    batch = samples, sizes, np.array([1.0, 0.0])
    losses = [train_dog.learn(batch, np.arange(2), 0.1, net, hidden) for _ in range(500)]
    assert losses[0] > 0.6 and losses[-1] < 0.05


def test_the_weights_fit_the_facts() -> None:
    rows, bias, out, out_bias = network.learned()
    assert rows.shape == (features.ROWS, network.HIDDEN)
    assert bias.shape == out.shape == (network.HIDDEN,) and out_bias.shape == (1,)
