"""Many games at once as a vector environment for Gymnasium: compiled where the learner plays all seats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space

import tafelrunde as tr
from tafelrunde.kernel.batch.batch import Batch
from tafelrunde.kernel.languages import system_language
from tafelrunde.lab.envs.course import Numbers
from tafelrunde.lab.envs.opponents import SELF
from tafelrunde.lab.envs.seat_env import SeatEnv, Told, spaces_of

Games = VectorEnv[Any, Any, Any]


def make(game: str, num_envs: int = 1, opponents: str | Sequence[str] | None = None, **others: Any) -> Games:
    """So many games side by side: each as a `SeatEnv` has it, or all in a `BatchEnv` if the learner plays all seats."""
    if opponents == SELF:
        return BatchEnv(game, num_envs, **others)
    return SyncVectorEnv([partial(SeatEnv, game, opponents=opponents, **others)] * num_envs)


class BatchEnv(VectorEnv[Numbers, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """A `Batch` in which the learner plays all seats, each from its own point of view.

    The reward of a step is that of the seat which has chosen; those of all seats are in `infos["rewards"]`. A game that
    is over begins anew with the next step. What is not allowed raises ValueError, and nothing has changed then. With
    `copy=False` the arrays are those of the batch, which every step fills again.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["ansi"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int,
        threads: int = 0,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = tr.load(game, **options)
        self.num_envs, self.threads, self.copy, self.render_mode = num_envs, threads, copy, render_mode
        self.single_observation_space, self.single_action_space = spaces_of(game, **options)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._batch: Batch | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Told:
        """Deal all games."""
        super().reset(seed=seed)
        self._batch = self.game.batch(self.num_envs, int(self.np_random.integers(2**63)), self.threads)
        return self._told(self._batch)

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Numbers, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Make a choice in each game."""
        batch = self._begun()
        chose = batch.actor.copy()
        batch.step(actions)
        rewards = batch.reward[np.arange(self.num_envs), chose].astype(np.float64)
        observation, infos = self._told(batch)
        return observation, rewards, batch.done.copy(), np.zeros(self.num_envs, np.bool_), infos

    def render(self) -> tuple[str, ...] | None:
        """What everybody can see of each game, in words."""
        if self.render_mode != "ansi":
            return None
        batch, lang = self._begun(), system_language()
        return tuple(self.game.describe(batch.match(number).view(), lang) for number in range(self.num_envs))

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What can be chosen now."""
        return self._begun().mask.copy()

    def sample(self) -> npt.NDArray[np.int64]:
        """A choice by chance for each game, of which all moves are equally likely."""
        return self._begun().sample()

    def _begun(self) -> Batch:
        if self._batch is None:
            raise ResetNeeded("The games have not begun: call reset().")
        return self._batch

    def _told(self, batch: Batch) -> Told:
        """The observations, and what is told besides; as Gymnasium wants it, also for which games it is told."""
        found: dict[str, npt.NDArray[Any]] = {
            "action_mask": batch.mask.view(np.int8),
            "seat": batch.actor,
            "rewards": batch.reward,
        }
        everywhere = np.ones(self.num_envs, np.bool_)
        infos = {name: array.copy() if self.copy else array for name, array in found.items()}
        observation = batch.observation.copy() if self.copy else batch.observation
        return observation, infos | {f"_{name}": everywhere.copy() for name in found}
