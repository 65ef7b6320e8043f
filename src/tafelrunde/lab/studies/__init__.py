"""Studies: questions about single games. A game's studies stand in the package of its name, which offers a STUDY."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, Protocol

from tafelrunde.games import NAMES
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.match import Match
from tafelrunde.lab.study.questions import Questions


@dataclass(frozen=True)
class Table:
    """Rows of texts; the first columns may be aligned to the left, all others are to the right."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 0


class Report(Protocol):
    """What a study has found."""

    def plain(self) -> Any:
        """JSON-ready."""
        ...

    def text(self, lang: str) -> list[str | Table]:
        """For a person to read: lines and tables."""
        ...


@dataclass(frozen=True)
class Count:
    """Games counted by something else than seats: `run(games, seed, threads, progress)`."""

    games: int
    """How many by default."""
    steps: int
    """How many steps of progress there are."""
    run: Callable[[int, int, int, Callable[[int], None]], Report]


@dataclass(frozen=True)
class Study:
    """What can be asked about a game in particular."""

    counts: Mapping[str, Count] = field(default_factory=dict)
    """By what games can be counted (`tafelrunde simulate --by`)."""
    solve: Callable[[Match], Report] | None = None
    """What the solution of the game says about a position (`tafelrunde solve`), if the game is solved."""
    questions: Questions = field(default_factory=Questions)
    """What its report asks (`tafelrunde study`)."""


def of(game: str) -> Study:
    """The studies of a game; there need not be any. Raises BadOption for a game that does not exist."""
    name = Value(game, "game", BadOption).choice(NAMES).replace("-", "_")
    if find_spec(f"{__name__}.{name}") is None:
        return Study()
    study: Study = importlib.import_module(f"{__name__}.{name}").STUDY
    return study
