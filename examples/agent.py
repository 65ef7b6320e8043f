"""What has learned to play, as a file that NumPy can play with: who only plays needs no PyTorch."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tafelrunde.kernel.batch.batch import Batch
from tafelrunde.kernel.batch.single import Learner
from tafelrunde.kernel.batch.spec import Spec
from tafelrunde.kernel.match import Match

Array = npt.NDArray[Any]


def scale(spec: Spec) -> Array:
    """What to divide an observation by, so that no number is larger than 1."""
    return np.concatenate([np.full(field.length, field.most, np.float32) for field in spec.fields])


class Agent:
    """Layers of a network, each a matrix and a bias; the last one rates each action, and says what it hopes for."""

    def __init__(self, layers: list[tuple[Array, Array]]) -> None:
        self.layers = layers

    @classmethod
    def load(cls, file: Path) -> "Agent":
        """Read it from a file."""
        with np.load(file) as kept:
            return cls([(kept[f"weight{n}"], kept[f"bias{n}"]) for n in range(len(kept.files) // 2)])

    def save(self, file: Path) -> None:
        """Write it to a file."""
        named = {f"weight{n}": weight for n, (weight, _) in enumerate(self.layers)}
        np.savez_compressed(
            file, allow_pickle=False, **named, **{f"bias{n}": bias for n, (_, bias) in enumerate(self.layers)}
        )

    def outputs(self, seen: Array) -> Array:
        """What the network says about observations between 0 and 1."""
        for weight, bias in self.layers[:-1]:
            seen = np.maximum(seen @ weight + bias, 0)
        weight, bias = self.layers[-1]
        outputs: Array = seen @ weight + bias
        return outputs

    def best(self, spec: Spec, observation: Array, mask: Array) -> Array:
        """The action that it likes most among those allowed, for each of some observations."""
        liked = self.outputs(observation / scale(spec))[:, :-1]
        found: Array = np.where(mask, liked, -np.inf).argmax(axis=1)
        return found

    def play(self, batch: Batch, asked: Array) -> Array:
        """What it chooses in some games of a batch."""
        return self.best(batch.spec, batch.observation[asked], batch.mask[asked])

    def choose(self, match: Match, seat: int) -> str:
        """Its move in a match, part by part in games that need several."""
        learner, move = Learner(match.game), None
        while move is None:
            seen, mask = learner.observation(match, seat), learner.mask(match, seat)
            move = learner.choose(match, seat, int(self.best(learner.spec, seen[None], mask[None])[0]))
        return move
