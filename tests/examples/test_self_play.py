"""The example that learns, without the library for that: what a decision was worth, and who wins how often."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from examples.agent import Agent, Array, scale
from examples.self_play import advantages, bot, collect, win_rate

import tafelrunde as tr
from tafelrunde.bots import Seat
from tafelrunde.kernel.batch.batch import Batch

GAME = tr.load("beam-me-up")
CHANCE = np.random.default_rng(1)


def any_policy(observation: Array, mask: Array) -> tuple[Array, Array, Array]:
    """Makes any move, and hopes for anything."""
    action = (CHANCE.random(mask.shape) * mask).argmax(axis=1)
    return action, np.zeros(len(mask)), CHANCE.uniform(-1, 1, len(mask))


def any_agent(batch: Batch) -> Agent:
    """An agent that has learned nothing."""
    sizes = (batch.spec.width, 32, batch.spec.actions + 1)
    shapes = list(pairwise(sizes))
    return Agent([(CHANCE.normal(0, 1, shape).astype(np.float32), np.zeros(shape[1], np.float32)) for shape in shapes])


def test_to_the_end_of_a_game_a_decision_is_worth_what_comes_out_for_whoever_made_it() -> None:
    batch = GAME.batch(16, seed=1)
    found = collect(batch, any_policy, 400)
    better = advantages(found, batch, np.zeros(16), trace=1)
    checked = 0
    for game in range(16):
        ends = np.flatnonzero(found.over[:, game])
        for step in range(ends[-1] if len(ends) else 0):
            if found.actor[step, game] >= 0:
                end = ends[ends >= step][0]
                same = found.actor[step, game] == found.actor[end, game]
                result = found.gained[end, game] * (1 if same else -1)
                assert better[step, game] + found.hope[step, game] == pytest.approx(result)
                checked += 1
    assert (checked > 2000 and set(np.unique(found.gained)) == {-1, 0, 1}) or set(np.unique(found.gained)) == {0, 1}


def test_without_a_trace_a_decision_is_worth_what_the_next_one_hopes_for() -> None:
    batch = GAME.batch(16, seed=2)
    found = collect(batch, any_policy, 50)
    hope = CHANCE.uniform(-1, 1, 16)
    better = advantages(found, batch, hope, trace=0)
    same = found.actor[1:] == found.actor[:-1]
    assert (better[:-1] + found.hope[:-1]) == pytest.approx(np.where(same, 1, -1) * found.hope[1:])
    assert better[-1] + found.hope[-1] == pytest.approx(np.where(batch.actor == found.actor[-1], 1, -1) * hope)


def test_what_is_collected_can_be_learned_from_again() -> None:
    batch = GAME.batch(8, seed=3)
    first = batch.observation.copy()
    found = collect(batch, any_policy, 20)
    assert (found.observation[0] == first).all() and (batch.observation != first).any()
    assert np.take_along_axis(found.mask, found.action[..., None], 2)[found.actor >= 0].all()


def test_games_that_begin_anew_are_no_decisions() -> None:
    found = collect(GAME.batch(16, seed=1), any_policy, 400)
    assert (found.actor[1:][found.over[:-1]] == -1).all() and found.over.any()
    assert not found.over[found.actor == -1].any() and not found.gained[found.actor == -1].any()


def test_equals_win_half_and_the_better_one_nearly_all() -> None:
    assert 0.4 < win_rate(GAME, bot("random"), bot("random"), 400, seed=1) < 0.6
    assert (
        win_rate(GAME, bot("greedy"), bot("random"), 10, seed=1)
        > 0.8
        > 0.2
        > 1 - win_rate(GAME, bot("greedy"), bot("random"), 10, seed=2)
    )


def test_an_agent_is_the_same_from_a_file_and_in_a_match(tmp_path: Path) -> None:
    batch = GAME.batch(64, seed=4)
    for _ in range(100):
        batch.step(batch.sample())
    agent = any_agent(batch)
    agent.save(tmp_path / "agent.npz")
    again = Agent.load(tmp_path / "agent.npz")
    going = np.flatnonzero(~batch.done)
    chosen = agent.play(batch, going)
    assert len(set(chosen.tolist())) > 5 and batch.mask[going, chosen].all()
    for number, action in zip(going.tolist(), chosen.tolist(), strict=True):
        assert again.choose(batch.match(number), int(batch.actor[number])) == GAME.write(action)


def test_observations_are_scaled_to_one() -> None:
    batch = GAME.batch(64, seed=5)
    most = np.zeros(batch.spec.width)
    for _ in range(200):
        most = np.maximum(most, (batch.observation / scale(batch.spec)).max(axis=0))
        batch.step(batch.sample())
    assert most.max() == 1


def test_a_bot_sees_what_its_seat_sees_and_makes_its_move() -> None:
    batch = GAME.batch(4, seed=6)
    chosen = bot("greedy")(batch, np.arange(4))
    for number in range(4):
        assert GAME.write(int(chosen[number])) in Seat.of(batch.match(number), int(batch.actor[number])).moves
