"""The chapters of a report, in their order. Each says what is played for it, what follows, and how that is told."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tafelrunde.lab.study.chapters import habits, length, luck, options, start, worth
from tafelrunde.lab.study.document import Chapter
from tafelrunde.lab.study.plan import Experiment, Subject


@dataclass(frozen=True)
class Part:
    """A chapter to be."""

    key: str
    experiments: Callable[[Subject], Sequence[Experiment]]
    """What has to be played."""
    measure: Callable[[Subject, dict[str, list[Any]]], dict[str, Any]]
    """The figures, JSON-ready."""
    tell: Callable[[Subject, dict[str, Any], str], Chapter]
    """The figures in words and pictures, in a language."""


PARTS = tuple(
    Part(room.__name__.rpartition(".")[2], room.experiments, room.measure, room.tell)
    for room in (length, start, options, worth, luck, habits)
)
NAMES = tuple(part.key for part in PARTS)
