"""A state for OpenSpiel."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pyspiel

from tafelrunde.lab.envs.spiel.node import Node


class State(pyspiel.State):
    """A node of the tree, as OpenSpiel asks for it. It clones and keeps whatever stands in `node`."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.node: Node = game.first_node()

    def current_player(self) -> int:
        """Who decides: a seat, chance, or nobody any more."""
        if self.node.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.node.seat is None else self.node.seat

    def _legal_actions(self, player: int) -> list[int]:
        assert self.node.course is not None
        return [int(number) for number in self.node.course.mask(player).nonzero()[0]]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can bring, and how likely."""
        outcomes = self.node.outcomes()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        if self.node.is_chance:
            self.node.take_outcome(action)
        else:
            self.node.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.node.outcome_name(action)
        course = self.node.course
        assert course is not None
        names = course.spec.parts[course.learner.part]
        return names[action] if action < len(names) else str(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.is_over

    def returns(self) -> list[float]:
        """+1 for winners and −1 for losers when the game is over, 0 before."""
        return self.node.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state that this player cannot tell from this one. It has no history, as that would tell it."""
        seed = int.from_bytes(b"".join(int(sampler() * 2**32).to_bytes(5) for _ in range(3)))
        twin: State = self.get_game().new_initial_state()
        twin.node = self.node.resampled(player, seed)
        return twin

    def __str__(self) -> str:
        """The whole position, hidden things too, for whoever debugs."""
        node = self.node
        if node.course is None:
            return f"dealing {node._deals}"
        position = node.match.position()
        told = {key: value for key, value in position.items() if key not in ("game", "options", "seed", "chance")}
        told |= {"asked": node.course.seat, "chosen": node.course.learner.chosen, "pending": node.pending}
        return json.dumps(told, ensure_ascii=False)
