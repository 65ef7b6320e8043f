"""A game for PettingZoo in which all seats choose at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv

import tafelrunde as tr
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.languages import system_language
from tafelrunde.kernel.match import Match
from tafelrunde.lab.envs.course import LOSE, Course, Mask, paid, read_illegal, seed_from
from tafelrunde.lab.envs.one_by_one import MOST_CYCLES
from tafelrunde.lab.envs.told import agents_of, space_of

Told = dict[str, dict[str, Any]]


class Together(ParallelEnv[str, dict[str, Any], int]):
    """A game as `pettingzoo.parallel_env` makes it; seats are called `seat_0`, `seat_1` and so on.

    In each step every seat chooses. The last number is to wait: whoever has nothing to decide can only wait, and in a
    race everybody may. Choices are carried out without anybody having seen those of the others, in a race in an order
    by lot; one that has become impossible meanwhile has no effect. `max_cycles`: the game is cut off after so many
    steps. `illegal` is as in `OneByOne`, and all others are options of the game. Raises BadOption.
    """

    def __init__(
        self,
        game: str,
        max_cycles: int | None = None,
        illegal: str = LOSE,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = tr.load(game, **options)
        self.max_cycles = Value(max_cycles, "max_cycles", BadOption).maybe(1, MOST_CYCLES)
        self.illegal, self.render_mode = read_illegal(illegal), render_mode
        self.metadata: dict[str, Any] = {
            "name": f"{game.replace('-', '_')}_v0",
            "render_modes": ["ansi"],
            "render_fps": 1,
        }
        self.possible_agents = agents_of(self.game)
        spec = Course.of(self.game.new(seed=0)).spec
        self.wait = spec.actions
        self._observation_spaces = {agent: space_of(spec, spec.actions + 1) for agent in self.possible_agents}
        self._action_spaces = {agent: Discrete(spec.actions + 1) for agent in self.possible_agents}
        self._chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Dict:
        """What an agent observes: `observation`, and what it can choose as `action_mask`."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[np.int64]:
        """What an agent can choose at all."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Told, Told]:
        """A new game."""
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
        self._match = self.game.new(seed_from(self._chance))
        self._courses = [Course.of(self._match) for _ in self.possible_agents]
        self._cycles = 0
        self.agents = self.possible_agents.copy()
        self._ask()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Told, dict[str, float], dict[str, bool], dict[str, bool], Told]:
        """Everybody chooses."""
        agents, chance = self.agents, self._chance
        assert chance is not None
        self._cycles += 1
        chosen = [int(actions[agent]) for agent in agents]
        wrong = [seat for seat, number in enumerate(chosen) if not self._allows(seat, number)]
        lost = bool(wrong) and self.illegal == LOSE
        if not lost:
            for seat in wrong:
                chosen[seat] = int(chance.choice(np.flatnonzero(self._mask(seat))))
            self._carry_out(chosen, chance)
        rewards = [-1.0 if seat in wrong else 0.0 for seat in range(len(agents))] if lost else paid(self._match)
        over = lost or self._match.is_over
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        self._ask()
        told = self._observations()
        if over or cut:
            self.agents = []
        infos: Told = {agent: {} for agent in agents}
        paid_out = dict(zip(agents, rewards, strict=True))
        return told, paid_out, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def render(self) -> str | None:
        """What everybody can see, in words."""
        return self.game.describe(self._match.view(), system_language()) if self.render_mode == "ansi" else None

    def _ask(self) -> None:
        """Everybody who may act decides."""
        actors = self._match.actors()
        for seat, course in enumerate(self._courses):
            course.ask(seat if seat in actors else None)

    def _observations(self) -> Told:
        return {
            agent: {"observation": self._courses[seat].observation(seat), "action_mask": self._mask(seat)}
            for seat, agent in enumerate(self.agents)
        }

    def _mask(self, seat: int) -> Mask:
        """What a seat can choose, and at the end, whether it can wait."""
        mask = self._courses[seat].mask(seat)
        may_wait = not self._match.is_over and (self.game.facts.simultaneous or not mask.any())
        return np.append(mask, np.int8(may_wait))

    def _allows(self, seat: int, number: int) -> bool:
        return 0 <= number <= self.wait and bool(self._mask(seat)[number])

    def _carry_out(self, chosen: list[int], chance: np.random.Generator) -> None:
        """First everybody chooses, then the moves are made."""
        moves = {
            seat: course.choose(chosen[seat]) for seat, course in enumerate(self._courses) if chosen[seat] != self.wait
        }
        order = list(moves)
        if self.game.facts.simultaneous:
            chance.shuffle(order)
            if not order:
                self._table_moves(self._match)
        for seat in order:
            move = moves[seat]
            if move is not None and self._match.explain(seat, move) is None:
                self._match.play(seat, move)

    @staticmethod
    def _table_moves(match: Match) -> None:
        """Everybody waits: if the table has a move, this is its time."""
        for move in match.moves(None)[:1]:
            match.play(None, move)
