"""What the numbers of a batch mean."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any


@dataclass(frozen=True)
class Part:
    """Some numbers of an observation that belong together."""

    name: str
    length: int
    most: int
    """No number is larger; 1 where each is a yes or no."""
    meaning: str


@dataclass(frozen=True)
class Encoding:
    """How a game is told to those who learn: `SPEC` in `games/<game>/observation.py`."""

    observation: Sequence[Part]
    """In the order of the numbers."""
    choices: Sequence[Sequence[str]]
    """What an action is chosen by, part by part: what each number of a part stands for."""

    @property
    def width(self) -> int:
        """How many numbers `observe` writes."""
        return sum(part.length for part in self.observation)


@dataclass(frozen=True)
class Field:
    """A part of an observation, and where it begins."""

    name: str
    first: int
    length: int
    most: int
    meaning: str


@dataclass(frozen=True)
class Spec:
    """What the arrays of a batch hold: their shapes and kinds, and what each number means.

    >>> import tafelrunde as tr
    >>> spec = tr.load("denkste").batch(2).spec
    >>> spec.actions, spec.parts[0][:7]
    (89, ('go 1', 'go 2', 'go 3', 'go 4', 'go 5', 'go 6', 'stop 1'))
    >>> spec.fields[0]
    Field(name='variant', first=0, length=1, most=1, meaning='the variant “Haste gedacht!” is played')
    """

    game: str
    options: dict[str, Any]
    players: int
    games: int
    actions: int
    """How many numbers there are to choose from; the mask is so wide."""
    parts: tuple[tuple[str, ...], ...]
    """What an action is chosen by, one decision a part: what each number stands for in this part."""
    fields: tuple[Field, ...]
    """The parts of an observation."""
    width: int
    """How many numbers an observation has."""
    shapes: dict[str, tuple[int, ...]]
    kinds: dict[str, str]


def spec_of(game: str, options: dict[str, Any], players: int, games: int, encoding: Encoding) -> Spec:
    """The description of a batch of so many games."""
    actions = max(map(len, encoding.choices))
    told = [*encoding.observation, *_chosen(encoding, actions)]
    starts = accumulate((part.length for part in told), initial=0)
    fields = [
        Field(part.name, first, part.length, part.most, part.meaning) for part, first in zip(told, starts, strict=False)
    ]
    width = sum(part.length for part in told)
    return Spec(
        game=game,
        options=options,
        players=players,
        games=games,
        actions=actions,
        parts=tuple(map(tuple, encoding.choices)),
        fields=tuple(fields),
        width=width,
        shapes={
            "actor": (games,),
            "mask": (games, actions),
            "observation": (games, width),
            "reward": (games, players),
            "done": (games,),
        },
        kinds={"actor": "int8", "mask": "bool", "observation": "uint8", "reward": "float32", "done": "bool"},
    )


def _chosen(encoding: Encoding, actions: int) -> list[Part]:
    """Where an action has several parts: what was chosen in the parts before."""
    return [
        Part(f"chosen {number}", actions, 1, f"what was chosen in part {number} of this action")
        for number in range(1, len(encoding.choices))
    ]
