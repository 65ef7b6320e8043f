"""Every game in PettingZoo: one seat after the other, or all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tafelrunde.kernel.errors import need

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from tafelrunde.lab.envs.together import Together


def env(game: str, **options: Any) -> AECEnv[str, dict[str, Any], int]:
    """A game in which one seat after the other is asked. The options are those of `OneByOne`. Raises Unavailable."""
    need("pettingzoo", "PettingZoo", "pettingzoo")
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

    from tafelrunde.lab.envs.one_by_one import OneByOne

    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(OneByOne(game, **options)))


def parallel_env(game: str, **options: Any) -> Together:
    """A game in which all seats choose at once. The options are those of `Together`. Raises Unavailable."""
    need("pettingzoo", "PettingZoo", "pettingzoo")
    from tafelrunde.lab.envs.together import Together

    return Together(game, **options)
