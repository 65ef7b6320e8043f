"""A game for PettingZoo in which one seat after the other is asked."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv

import tafelrunde as tr
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.languages import system_language
from tafelrunde.lab.envs.course import LOSE, Course, paid, read_illegal, seed_from
from tafelrunde.lab.envs.told import agents_of, space_of

MOST_CYCLES = 10**9


class OneByOne(AECEnv[str, dict[str, Any], int]):
    """A game as `pettingzoo.env` makes it; seats are called `seat_0`, `seat_1` and so on.

    Who chooses at the same time as others is asked in the order of the seats and does not see what they chose; in a
    race each decision is somebody's by lot. `max_cycles`: the game is cut off before somebody decides more often.
    `illegal`: who chooses what is not allowed loses at once ("lose"), or something is chosen by chance ("random"). All
    others are options of the game. Raises BadOption.
    """

    def __init__(
        self,
        game: str,
        max_cycles: int | None = None,
        illegal: str = LOSE,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = tr.load(game, **options)
        self.max_cycles = Value(max_cycles, "max_cycles", BadOption).maybe(1, MOST_CYCLES)
        self.illegal, self.render_mode = read_illegal(illegal), render_mode
        self.metadata: dict[str, Any] = {
            "name": f"{game.replace('-', '_')}_v0",
            "render_modes": ["ansi"],
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = agents_of(self.game)
        spec = Course.of(self.game.new(seed=0)).spec
        self._observation_spaces = {agent: space_of(spec, spec.actions) for agent in self.possible_agents}
        self._action_spaces = {agent: Discrete(spec.actions) for agent in self.possible_agents}
        self._chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Dict:
        """What an agent observes: `observation`, and what it can choose as `action_mask`."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[np.int64]:
        """What an agent can choose at all."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game."""
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
        self._course = Course.of(self.game.new(seed_from(self._chance)))
        self._decisions: Counter[int] = Counter()
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._ask_the_next()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know, and what it can choose: nothing, if it is not asked."""
        seat = self.possible_agents.index(agent)
        return {"observation": self._course.observation(seat), "action_mask": self._course.mask(seat)}

    def step(self, action: int | None) -> None:
        """The choice of the agent that is asked; None once it is out."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        assert action is not None, "None is for those who are out"
        self._choose(agent, int(action))
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """What everybody can see, in words."""
        if self.render_mode != "ansi":
            return None
        return self.game.describe(self._course.match.view(), system_language())

    def close(self) -> None:
        """There is nothing to close."""

    def _choose(self, agent: str, number: int) -> None:
        course = self._course
        if not course.allows(number):
            if self.illegal == LOSE:
                self.rewards[agent] = -1.0
                self.terminations = dict.fromkeys(self.agents, True)
                return
            assert self._chance is not None
            number = course.any_choice(self._chance)
        self._decisions[self.possible_agents.index(agent)] += 1
        move = course.choose(number)
        if move is not None:
            course.play(move)
        if course.match.is_over:
            self.rewards = dict(zip(self.possible_agents, paid(course.match), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._ask_the_next()

    def _ask_the_next(self) -> None:
        """Somebody has to choose, or the next part of a move; unless it has done so often enough."""
        course, asked = self._course, self._course.asked()
        if course.seat is None:
            assert self._chance is not None
            course.ask(asked[int(self._chance.integers(len(asked)))] if len(asked) > 1 else asked[0])
        assert course.seat is not None
        self.agent_selection = self.possible_agents[course.seat]
        if self.max_cycles is not None and self._decisions[course.seat] >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
