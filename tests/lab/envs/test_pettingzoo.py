"""PettingZoo: its own tests, and that its games are ours."""

import importlib.util
import sys
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.wrappers import MultiEpisodeParallelEnv

import tafelrunde as tr
from tafelrunde.lab.envs import pettingzoo
from tafelrunde.lab.envs.one_by_one import OneByOne
from tafelrunde.lab.envs.together import Together

from . import won

GAMES = tr.games()
EXPECTED = [
    "ignore:Observation space for each agent probably should be",  # it is a dictionary, as for all games with masks
    "ignore:Observation is not a NumPy array",
    "ignore:Observation numpy array is all zeros",  # when the game is over
    "ignore:Action mask numpy array is all zeros",
]
owners = pytest.mark.filterwarnings("error", *EXPECTED)
"""PettingZoo's tests warn of what looks odd to them; what is odd here on purpose is named."""


@owners
@pytest.mark.parametrize("name", GAMES)
def test_the_owners_tests(name: str) -> None:
    api_test(pettingzoo.env(name, render_mode="ansi"), num_cycles=20)
    seed_test(partial(pettingzoo.env, name), num_cycles=20)
    parallel_api_test(pettingzoo.parallel_env(name), num_cycles=40)
    parallel_seed_test(partial(pettingzoo.parallel_env, name), num_cycles=20)


@owners
def test_the_owners_test_of_cycles() -> None:
    """It does anything, allowed or not, and wants everybody to decide equally often: that fits one game of ours."""
    both = {"env": pettingzoo.env, "parallel_env": pettingzoo.parallel_env}
    max_cycles_test(SimpleNamespace(**{key: partial(make, "denkste", illegal="random") for key, make in both.items()}))


def any_of(mask: np.ndarray[Any, Any], choice: np.random.Generator) -> int:
    """Something that is allowed."""
    return int(choice.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize("name", GAMES)
def test_one_after_the_other_to_the_end(name: str) -> None:
    env, choice = pettingzoo.env(name), np.random.default_rng(5)
    env.reset(seed=5)
    raw = env.unwrapped
    assert isinstance(raw, OneByOne)
    totals = dict.fromkeys(raw.possible_agents, 0.0)
    for agent in env.agent_iter():
        told, reward, over, cut, _ = env.last()
        totals[agent] += reward
        assert not cut
        if not over:
            for other in env.agents:
                assert env.observe(other)["action_mask"].any() == (other == agent)
        env.step(None if over else any_of(told["action_mask"], choice))
    assert list(totals.values()) == won(raw._course.match) and not env.agents


@pytest.mark.parametrize("name", GAMES)
def test_all_at_once_to_the_end(name: str) -> None:
    env, choice = pettingzoo.parallel_env(name), np.random.default_rng(6)
    told, _ = env.reset(seed=6)
    deciding: set[int] = set()
    rewards: dict[str, float] = {}
    while env.agents:
        deciding.add(sum(bool(told[agent]["action_mask"][:-1].any()) for agent in env.agents))
        told, rewards, _, cut, _ = env.step({agent: any_of(told[agent]["action_mask"], choice) for agent in env.agents})
        assert not any(cut.values())
    assert list(rewards.values()) == won(env._match)
    assert deciding == {"denkste": {2}, "beam-me-up": {1}}.get(name, deciding) and max(deciding) <= len(rewards)


def test_who_chooses_at_the_same_time_does_not_see_what_others_chose() -> None:
    """Whatever the first of two chooses, the second is told the same; in the end it makes a difference."""
    told, later = set(), set()
    for number in range(6):
        env = pettingzoo.env("denkste")
        env.reset(seed=7)
        env.step(number)
        told.add(env.observe("seat_1")["observation"].tobytes())
        env.step(int(np.flatnonzero(env.observe("seat_1")["action_mask"])[0]))
        later.add(env.observe("seat_0")["observation"].tobytes())
    assert len(told) == 1 and len(later) > 1


def test_in_a_race_who_is_quickest_is_a_matter_of_luck_and_everybody_may_wait() -> None:
    env = pettingzoo.parallel_env("biesti-boys")
    first = set()
    for seed in range(12):
        told, _ = env.reset(seed=seed)
        assert all(told[agent]["action_mask"][-1] for agent in env.agents)
        waited, *_ = env.step(dict.fromkeys(env.agents, env.wait))
        for agent in env.agents:
            assert np.array_equal(waited[agent]["observation"], told[agent]["observation"])
        both = [np.flatnonzero(told[agent]["action_mask"][:-1]) for agent in env.agents]
        if all(len(each) for each in both):
            env.step({agent: int(each[0]) for agent, each in zip(env.agents, both, strict=True)})
            first.add(env._match.record()["moves"][0][0])
    assert first == {0, 1}


def test_what_is_not_allowed_loses() -> None:
    env = pettingzoo.env("denkste")
    env.reset(seed=1)
    env.step(env.action_space("seat_0").n - 1)
    assert env.terminations == {"seat_0": True, "seat_1": True} and env.rewards == {"seat_0": -1.0, "seat_1": 0.0}
    together = pettingzoo.parallel_env("denkste")
    together.reset(seed=1)
    _, rewards, over, _, _ = together.step({"seat_0": 0, "seat_1": together.wait})
    assert rewards == {"seat_0": 0.0, "seat_1": -1.0} and all(over.values()) and not together.agents


def test_a_game_can_be_cut_off_and_begun_again() -> None:
    games = MultiEpisodeParallelEnv(pettingzoo.parallel_env("denkste", max_cycles=3, illegal="random"), num_episodes=2)
    games.reset(seed=1)
    for _ in range(6):
        _, _, over, _, _ = games.step({agent: games.action_space(agent).sample() for agent in games.agents})
        assert not any(over.values())
    assert not games.agents


@pytest.mark.parametrize("options", [{"max_cycles": 0}, {"illegal": "maybe"}, {"players": 9}])
def test_bad_options_are_named(options: dict[str, Any]) -> None:
    for kind in (OneByOne, Together):
        with pytest.raises(tr.BadOption) as refusal:
            kind("denkste", **options)
        assert [refusal.value.field] == list(options)


def test_every_agent_observes_the_same_dictionary() -> None:
    """RLlib and Tianshou read its two keys, and Tianshou wants the spaces of all agents to be equal."""
    env = pettingzoo.env("dog")
    for agent in env.possible_agents:
        assert set(env.observation_space(agent).spaces) == {"observation", "action_mask"}
        assert env.observation_space(agent) == env.observation_space("seat_0")
        assert env.action_space(agent) == env.action_space("seat_0")


@pytest.fixture
def rllib(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """RLlib's own wrappers, without the rest of it, which wants PyTorch and much more."""

    class MultiAgentEnv:
        agents: ClassVar[list[str]] = []
        possible_agents: ClassVar[list[str]] = []

    bases: dict[str, dict[str, Any]] = {
        "env.multi_agent_env": {"MultiAgentEnv": MultiAgentEnv},
        "utils.annotations": {"PublicAPI": lambda kind: kind},
    }
    for name, content in bases.items():
        module = ModuleType(f"ray.rllib.{name}")
        module.__dict__.update(content)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    ray = importlib.util.find_spec("ray")
    assert ray is not None and ray.submodule_search_locations
    path = Path(ray.submodule_search_locations[0], "rllib/env/wrappers/pettingzoo_env.py")
    spec = importlib.util.spec_from_file_location("wrappers_of_rllib", path)
    assert spec is not None and spec.loader is not None
    wrappers = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(wrappers)
    return wrappers


def test_rllibs_wrapper_plays_one_after_the_other(rllib: ModuleType) -> None:
    env, choice = rllib.PettingZooEnv(pettingzoo.env("denkste", players=3, rings=[4, 4, 4])), np.random.default_rng(8)
    told, _ = env.reset(seed=8)
    over: dict[str, bool] = {"__all__": False}
    rewards: dict[str, float] = {}
    while not over["__all__"]:
        [agent] = told
        assert set(rewards.values()) <= {0.0} and env.observation_space[agent].contains(told[agent])
        told, rewards, over, _, _ = env.step({agent: any_of(told[agent]["action_mask"], choice)})
    assert sorted(rewards) == ["seat_0", "seat_1", "seat_2"] and sorted(rewards.values()) == [-1.0, -1.0, 1.0]


def test_rllibs_wrapper_plays_all_at_once(rllib: ModuleType) -> None:
    env, choice = (
        rllib.ParallelPettingZooEnv(pettingzoo.parallel_env("denkste", rings=[4, 4, 4])),
        np.random.default_rng(9),
    )
    told, _ = env.reset(seed=9)
    over: dict[str, bool] = {"__all__": False}
    rewards: dict[str, float] = {}
    while not over["__all__"]:
        chosen = {agent: any_of(seen["action_mask"], choice) for agent, seen in told.items()}
        assert env.observation_space.contains(told) and env.action_space.contains(chosen)
        told, rewards, over, _, _ = env.step(chosen)
    assert sorted(rewards.values()) == [-1.0, 1.0]
