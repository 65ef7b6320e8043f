"""What a seat knows of a node, as text and as numbers."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from tafelrunde.kernel.batch.spec import Spec
from tafelrunde.lab.envs.spiel.node import Node

Tensors = dict[str, npt.NDArray[np.float32]]


class Observer:
    """For OpenSpiel's `make_py_observer`.

    The text is the view as JSON; with perfect recall, also everything that the seat has seen happen, and chosen. The
    numbers are those of a batch, with the seat in front of them: they tell what a careful player remembers. What only
    everybody knows, or only the seat, is there as text alone.
    """

    def __init__(self, spec: Spec, kind: pyspiel.IIGObservationType) -> None:
        self.public = bool(kind.public_info)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.recall = bool(kind.perfect_recall)
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: Tensors = {}
        if self.public and self.private:
            self.tensor = np.zeros(spec.players + spec.width, np.float32)
            self.dict["player"] = self.tensor[: spec.players]
            self._told = self.tensor[spec.players :]
            self.dict |= {field.name: self._told[field.first : field.first + field.length] for field in spec.fields}

    def set_from(self, state: Any, player: int) -> None:
        """Fill the numbers."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        course = state.node.course
        if course is not None:
            self._told[:] = course.observation(player)

    def string_from(self, state: Any, player: int) -> str:
        """The text."""
        node: Node = state.node
        if node.course is None:
            return ""
        told = _view(node, player, self.public, self.private)
        if self.private and node.seat == player and node.course.learner.chosen:
            told["chosen"] = node.course.learner.chosen
        if self.recall:
            told["course"] = _course(node, player if self.private else None)
        return json.dumps(told, ensure_ascii=False) if told else ""


def _view(node: Node, player: int, public: bool, private: bool) -> dict[str, Any]:
    """What everybody knows, what the seat knows besides, or both."""
    if not private:
        return dict(node.match.peek()) if public else {}
    mine, everybodys = node.match.peek(player), node.match.peek()
    if public:
        return dict(mine)
    own = {key: value for key, value in mine.items() if key not in everybodys or everybodys[key] != value}
    del own["seat"]
    return own


def _course(node: Node, player: int | None) -> list[Any]:
    """What the seat has seen happen, and what it chose in between."""
    events: list[Any] = node.match.peek_events(0, player)
    own = [(after, number) for after, seat, number in node.chosen if seat == player]
    for after, number in reversed(own):
        events.insert(after, number)
    return events
