"""Gymnasium: its own checker, one seat against bots, and many games at once."""

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import tafelrunde as tr
from tafelrunde.games.gymnasium_ids import id_of
from tafelrunde.kernel.languages import system_language
from tafelrunde.lab.envs.seat_env import SeatEnv
from tafelrunde.lab.envs.vector_env import BatchEnv

GAMES = tr.games()
LATER = "import gymnasium; gymnasium.make('tafelrunde:tafelrunde/Denkste-v0', opponents='random').reset()"
LIGHT = "import sys, tafelrunde; assert not {'numpy', 'numba', 'gymnasium'} & set(sys.modules)"


def make(name: str, **options: Any) -> SeatEnv:
    """A game's environment without wrappers."""
    env = gymnasium.make(f"tafelrunde:{id_of(name)}", **options).unwrapped
    assert isinstance(env, SeatEnv)
    return env


def play(env: SeatEnv, seed: int) -> tuple[float, dict[str, Any], list[list[int]]]:
    """A game in which the learner does anything that is allowed: the reward, what is told at the end, what was seen."""
    choice = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    seen, over, reward = [], False, 0.0
    while not over:
        assert reward == 0.0 and "winners" not in info
        assert info["action_mask"].tolist() == env.action_masks().tolist()
        seen.append([info["seat"], *observation.tolist()])
        observation, reward, over, cut, info = env.step(choice.choice(np.flatnonzero(info["action_mask"])))
        assert not cut and observation in env.observation_space
    return reward, info, seen


@pytest.mark.parametrize("name", GAMES)
def test_the_owners_checker(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(name))
        check_env(make(name, opponents="self", seat=None, illegal="random", render_mode="ansi"))


@pytest.mark.parametrize("order", [LATER, f"import gymnasium, tafelrunde; {LATER}", f"{LIGHT}; {LATER}"])
def test_the_games_are_there_whatever_is_imported_first(order: str) -> None:
    done = subprocess.run([sys.executable, "-c", order], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", GAMES)
def test_a_game_against_bots(name: str) -> None:
    reward, info, seen = play(make(name, opponents="greedy"), seed=5)
    assert reward == (0.0 if len(info["winners"]) > 1 and name != "dog" else 1.0 if 0 in info["winners"] else -1.0)
    assert not info["action_mask"].any() and {entry[0] for entry in seen} == {0}
    again, _, same = play(make(name, opponents="greedy"), seed=5)
    assert (again, same) == (reward, seen)
    assert play(make(name, opponents="greedy"), seed=6)[2] != seen


def test_the_learner_sits_anywhere_and_each_other_seat_has_its_own_level() -> None:
    env = make("denkste", players=3, seat=2, opponents=["random", "greedy"])
    _, _, seen = play(env, seed=1)
    assert {entry[0] for entry in seen} == {2}
    assert [bot.level for bot in env.opponents.bots] == ["random", "greedy"]
    anywhere = make("denkste", players=3, seat=None, opponents="random", rings=[4, 4, 4])
    assert {play(anywhere, seed)[2][0][0] for seed in range(8)} == {0, 1, 2}


def test_a_learner_that_plays_all_seats_is_paid_as_the_one_that_chose_last() -> None:
    env = make("denkste", opponents="self", rings=[4, 4, 4])
    for seed in range(4):
        reward, info, seen = play(env, seed)
        assert {entry[0] for entry in seen} == {0, 1}
        assert reward == (1.0 if info["seat"] in info["winners"] else -1.0)


def test_what_is_not_allowed_loses_or_is_replaced() -> None:
    env = make("denkste", opponents="random")
    _, info = env.reset(seed=0)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, _ = env.step(wrong)
    assert (reward, over) == (-1.0, True)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env = make("denkste", opponents="random", illegal="random")
    env.reset(seed=0)
    assert env.step(wrong)[1:3] == (0.0, False) and env.step(-1)[2] is False


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"opponents": "grandmaster"}, "level"),
        ({"opponents": ["random", "random"]}, "opponents"),
        ({"seat": 2}, "seat"),
        ({"illegal": "maybe"}, "illegal"),
        ({"players": 9}, "players"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], field: str) -> None:
    with pytest.raises(tr.BadOption) as refusal:
        make("denkste", **options)
    assert refusal.value.field == field


def test_what_is_shown_is_what_the_seat_sees() -> None:
    env = make("dog", opponents="random", render_mode="ansi")
    env.reset(seed=2)
    assert env._course is not None
    shown = env.render()
    assert shown and shown == env.game.describe(env._course.match.view(0), system_language())
    assert make("dog", opponents="random").render() is None


@pytest.mark.parametrize("name", GAMES)
def test_many_games_are_a_batch(name: str) -> None:
    envs = gymnasium.make_vec(id_of(name), num_envs=6, opponents="self")
    assert isinstance(envs, BatchEnv) and envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    told, infos = envs.reset(seed=3)
    batch = tr.load(name).batch(6, int(np.random.Generator(np.random.PCG64(np.random.SeedSequence(3))).integers(2**63)))
    finished = 0
    for _ in range(6000):
        assert told in envs.observation_space and infos["_action_mask"].all()
        for ours, theirs in (
            (told, batch.observation),
            (infos["action_mask"], batch.mask),
            (infos["seat"], batch.actor),
        ):
            assert np.array_equal(ours, theirs)
        choices, actors = envs.sample(), batch.actor.copy()
        told, rewards, over, cut, infos = envs.step(choices)
        batch.step(choices)
        assert not cut.any() and np.array_equal(over, batch.done)
        assert rewards.tolist() == [batch.reward[number, seat] for number, seat in enumerate(actors)]
        finished += int(over.sum())
        if finished > 2:
            return
    raise AssertionError("no game ended")


def test_a_batch_keeps_its_arrays_and_refuses_what_is_not_allowed() -> None:
    kept = BatchEnv("denkste", 4, copy=False)
    first, _ = kept.reset(seed=1)
    second, *_ = kept.step(kept.sample())
    assert np.shares_memory(first, second)
    fresh = BatchEnv("denkste", 4, render_mode="ansi")
    with pytest.raises(gymnasium.error.ResetNeeded):
        fresh.sample()
    first, _ = fresh.reset(seed=1)
    assert not np.shares_memory(first, fresh.step(fresh.sample())[0])
    shown = fresh.render()
    assert shown is not None and len(shown) == 4
    with pytest.raises(ValueError, match="is not allowed"):
        fresh.step(np.full(4, -1))


def test_many_games_against_bots_are_as_many_environments() -> None:
    envs = gymnasium.make_vec(id_of("denkste"), num_envs=2, opponents=["random"], rings=[4, 4, 4])
    assert isinstance(envs, SyncVectorEnv)
    wrapped = DictInfoToList(RecordEpisodeStatistics(envs))
    _, infos = wrapped.reset(seed=4)
    choice, lengths = np.random.default_rng(4), []
    for _ in range(60):
        chosen = [
            choice.choice(np.flatnonzero(info["action_mask"])) if info["action_mask"].any() else 0 for info in infos
        ]
        _, rewards, over, _, infos = wrapped.step(np.array(chosen))
        lengths += [info["episode"]["l"] for info in infos if "episode" in info]
        assert all(abs(reward) == 1.0 for reward in rewards[over])
    assert lengths and min(lengths) > 1
