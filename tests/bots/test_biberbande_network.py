"""Biberbande: what the learned players remember and see, and the opponents that they have learned from."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tafelrunde as tr
from tafelrunde.bots import Seat
from tafelrunde.bots.biberbande import features, features_multiplayer, features_two_players, greedy
from tafelrunde.bots.biberbande import memory as biberbande_memory
from tafelrunde.bots.biberbande import network as biberbande_net
from tafelrunde.bots.biberbande.players import BOTS
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.match import Match
from tafelrunde.lab.training.biberbande import match_value
from tafelrunde.lab.training.biberbande import opponents as biberbande_opponents

from . import contests


def decisions(seed: int, players: int = 2) -> Iterator[tuple[Match, int, str]]:
    """A random match: the position, who acts, and what it does next."""
    match, chance = tr.load("biberbande", players=players).new(seed=seed), random.Random(seed)
    while match.actors():
        at = match.actors()[0]
        move = chance.choice(match.moves(at))
        yield match, at, move
        match.play(at, move)


@pytest.mark.parametrize("players", [2, 4])
def test_the_memory_follows_from_what_any_seat_was_told(players: int) -> None:
    """What is noted while a match is played is what its events tell, to all alike."""
    noted, rounds = np.zeros(1, biberbande_memory.MEMORY), 0
    biberbande_memory.new_match(noted[0])
    for match, at, move in decisions(3, players):
        for seat in range(players):
            assert biberbande_memory.memory_of(match.events(0, seat)).tobytes() == noted.tobytes()
        action = match.game.parse(move)
        biberbande_memory.before_action(noted[0], match.states[0], at, action)
        after = match.copy()
        after.play(at, move)
        ended = after.states[0]["written"] > match.states[0]["written"]
        before = match.states[0]["knocker"], match.states[0]["written"]
        biberbande_memory.after_action(noted[0], after.states[0], *before)
        rounds += bool(ended)
        if not after.actors():
            break
    assert rounds == biber.ROUNDS[players]
    assert noted["odd"].max() > 5  # they play at random


def sight(match: Match, at: int) -> tuple[Any, Any]:
    layout: Any = features_two_players if match.game.players == 2 else features_multiplayer
    actions = np.array(match.actions(at), np.int32)
    facts, numbers = np.zeros(layout.SIZE, np.uint8), np.zeros(len(actions), np.int64)
    memory = biberbande_memory.memory_of(match.events(0, at))
    biberbande_net.write_features(match.states, memory, at, actions, facts, numbers)
    slots = np.zeros(layout.ROWS, np.int32)
    features.sort_slots(match.states[0], memory[0], at, slots)
    assert [features.action_of(number, at, slots) for number in numbers] == actions.tolist()
    return facts, numbers


@pytest.mark.parametrize("players", [2, 3, 6])
def test_it_sees_no_hidden_card_and_tells_all_moves_apart(players: int) -> None:
    looked = 0
    for match, at, _ in decisions(5, players):
        if len(match.moves(at)) == 1:
            continue
        facts, numbers = sight(match, at)
        assert len(set(numbers.tolist())) == len(numbers)
        there, others = sight(match.resample(at, looked), at)
        assert facts.tobytes() == there.tobytes() and numbers.tolist() == others.tolist()
        looked += 1
    assert looked > 15


def test_a_refused_card_is_remembered_until_the_own_card_goes() -> None:
    events: list[dict[str, Any]] = [
        {"type": "deal", "card": "3"},
        {"type": "draw", "seat": 0},
        {"type": "discard", "seat": 0, "card": "9"},
    ]
    memory = biberbande_memory.memory_of(events)[0]
    assert memory["passed"][:4].tolist() == [3, 10, 10, 3]  # the outer ones are known
    assert memory["refused"][:4].tolist() == [9, 10, 10, 9]
    before = memory["odd"][0]
    events.append({"type": "take", "seat": 0, "slot": 1, "card": "9", "discarded": "2"})
    memory = biberbande_memory.memory_of(events)[0]
    assert memory["passed"][:4].tolist() == [10, 10, 10, 3]
    assert memory["refused"][:4].tolist() == [10, 10, 10, 9]
    assert memory["outdone"][:4].tolist() == [10, 10, 10, 2]
    assert memory["odd"][0] > before + 10 and memory["odd"][1] == 0


def test_greedy_in_compiled_code_is_greedy() -> None:
    compared, room = 0, biberbande_opponents.new_room()
    for seed in (1, 2):
        for match, at, _ in decisions(seed):
            actions = np.array(match.actions(at), np.int32)
            if len(actions) == 1:
                continue
            biberbande_opponents.values(match.states[0], at, actions, len(actions), 0.0, np.uint64(1), room)
            table = greedy.Estimate(match.view(at), at)
            worth = [table.value_of(match.game.write(action)) for action in actions.tolist()]
            assert room[0][: len(actions)] == pytest.approx(worth)
            compared += len(actions)
    assert compared > 200


def test_the_weights_are_small_and_fit() -> None:
    assert biberbande_net.WEIGHTS.stat().st_size < 2_000_000
    for network, given, told in (
        ("usual", features_two_players.SIZE, features_two_players.ACTIONS + 1),
        ("random", features_two_players.SIZE, features_two_players.ACTIONS + 1),
        ("whom", len(biberbande_net.WHOM), 1),
        ("many", features_multiplayer.SIZE, features_multiplayer.ACTIONS + 1),
    ):
        assert biberbande_net.learned()[network]["direct"].shape == (given, told)


def test_a_win_is_more_likely_the_farther_ahead() -> None:
    row, end = ["2", "3", "2", "3"], {"phase": "end", "round": 4, "turn": 0, "turns": [3, 3]}
    seen = [[[1, 1, 1, 1], [0] * 4], [[0] * 4, [1, 0, 0, 1]]]
    rest = {"stock": ["5", "5", "6", "6", "P", "7", "2", "T"], "discard": ["9"], "seen": seen, **end}
    table = {"game": "biberbande", "options": {"players": 2}, "rows": [row, ["1", "2", "1", "3"]], **rest}
    wins = []
    for points in (0, 10, 20, 30):
        here = Seat.of(tr.from_position(table | {"scores": [[points] * 3, [15] * 3]}), 0)
        wins.append(biberbande_net.advise(here, random.Random(1))[0].win)
    assert wins == sorted(wins, reverse=True)
    assert wins[0] > 0.9 and wins[-1] < 0.1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_the_start_of_a_match_nobody_is_far_ahead(players: int) -> None:
    wins = []
    for seed in range(30):
        match = tr.load("biberbande", players=players).new(seed=seed)
        while len(match.moves(match.actors()[0])) == 1:
            match.play(match.actors()[0], match.moves(match.actors()[0])[0])
        wins.append(biberbande_net.advise(Seat.of(match, match.actors()[0]), random.Random(1))[0].win)
    assert np.mean(wins) == pytest.approx(1 / players, abs=0.1), "whoever begins has a small advantage"


def test_it_beats_greedy() -> None:
    strong, weak = BOTS.players["strongest"], BOTS.players["greedy"]
    assert contests.share("biberbande", strong, weak, 60, players=2) > 0.5


def test_what_a_lead_is_worth_follows_from_the_rounds() -> None:
    """If every round is won by 3 points, a lead is worth a match as long as what is behind can still be made up."""
    leads = match_value.LeadValue(1)
    lead = np.arange(-12, 13)
    for number, seat in itertools.product(range(4), range(2)):
        leads.count_leads(*np.broadcast_arrays(0, number, seat, np.repeat(lead, 2000), np.repeat(lead, 2000) + 3))
    leads.update()
    for played in range(4):
        worth = leads.worth[0, played, 0, lead + match_value.FARTHEST]
        assert worth == pytest.approx((np.sign(lead + 3 * (4 - played)) + 1) / 2, abs=0.02)


def test_what_points_are_worth_among_many_follows_from_the_rounds() -> None:
    standings = match_value.PointsValue(1)
    points = np.random.default_rng(1).normal(20, 5, 50_000)
    standings.count_rows(np.full(50_000, 4), np.zeros(50_000, int), points)
    standings.update()
    kinds = np.zeros(4, np.int32)

    def likely(points: list[int], written: int) -> float:
        found: float = match_value.likely(np.array(points), 0, 4, kinds, written, standings.worth)
        return found

    assert likely([30, 30, 30, 30], 2) == pytest.approx(0.25, abs=0.005)
    assert likely([70, 80, 90, 100], 4) == 1.0 and likely([70, 70, 90, 100], 4) == 0.5
    dealt = np.random.default_rng(2).normal(20, 5, (100_000, 4)) + np.array([50, 55, 60, 47])
    assert likely([50, 55, 60, 47], 3) == pytest.approx((dealt.argmin(1) == 0).mean(), abs=0.01)
