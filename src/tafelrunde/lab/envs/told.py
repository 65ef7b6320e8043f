"""What PettingZoo's agents are called, and how they are told what they know."""

import numpy as np
from gymnasium.spaces import Box, Dict

from tafelrunde.kernel.batch.spec import Spec
from tafelrunde.kernel.game import Game
from tafelrunde.lab.envs.course import largest


def agents_of(game: Game) -> list[str]:
    """One for each seat."""
    return [f"seat_{seat}" for seat in range(game.players)]


def space_of(spec: Spec, choices: int) -> Dict:
    """An observation, and a mask of what can be chosen."""
    observation = Box(np.zeros(spec.width, np.uint8), largest(spec), dtype=np.uint8)
    return Dict({"observation": observation, "action_mask": Box(0, 1, (choices,), np.int8)})
