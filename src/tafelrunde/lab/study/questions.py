"""What a report asks about a game in particular; a game answers in `lab/studies/<game>/questions.py`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tafelrunde.kernel.languages import Texts
from tafelrunde.kernel.match import Match

if TYPE_CHECKING:
    from tafelrunde.lab.study.plan import Experiment, Subject

Amounts = dict[str, float]
"""How much there was of each thing, by its key."""
Row = dict[str, Any]
"""A game that was played: see `lab/study/games.py`."""


@dataclass(frozen=True)
class Worth:
    """What each card, column or field is worth. Its texts are `[worth]` KEY, KEY-unit, KEY-how; things are `[thing]`.

    `measure` gets the games of equals, or the results of its own experiments. It returns lines with `thing`, `value`,
    `low` and `high` (None where it is exact); for a curve also `series` and `at`.
    """

    key: str
    form: str
    """How the values are written, for instance `.1%`, or `+.1pp` in percentage points."""
    measure: Callable[[list[list[Row]], list[Any]], list[dict[str, Any]]]
    experiments: Callable[["Subject"], Sequence["Experiment"]] = lambda subject: ()
    curve: bool = False


@dataclass(frozen=True)
class Solved:
    """A number that is worked out, not counted."""

    experiments: Callable[["Subject"], Sequence["Experiment"]]
    measure: Callable[[list[Any]], float]


@dataclass(frozen=True)
class Questions:
    """How a game is measured. All of it may be left out."""

    texts: Texts | None = None
    """Those of the game's studies."""
    seconds_a_move: float = 10.0
    """What a person takes for a decision, with what has to be done by hand: ours, so minutes are an estimate."""
    rounds: Callable[[Match], int] | None = None
    """How many rounds, or whatever the players count, a game had that is over. Text: `[length]` rounds."""
    samples: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """Values to try of options that do not list their choices."""
    watch: Callable[[Match, int, str], Amounts] | None = None
    """What a decision says about how somebody plays, before it is made: the mean of each is a habit. Texts: `[habit]`
    KEY, and what follows from it, KEY-more and KEY-less, for when the strong player has more of it, or less."""
    gather: Callable[[Match], list[Amounts]] | None = None
    """What each seat had in a game that is over, by chance or choice; `worth` asks what that was worth."""
    habits: Mapping[str, str] = field(default_factory=dict)
    """What `watch` tells, each with the form in which it is written."""
    worth: Sequence[Worth] = ()
    start: Solved | None = None
    """How often whoever begins wins if both play as well as possible, if that is known exactly."""
    strong: str = "strongest"
    """Who plays as the strongest, perhaps with a small budget."""
    games: Mapping[str, int] = field(default_factory=dict)
    """How many games a level plays in a study of the usual size; what is not named plays USUAL. A contest may be named,
    too, as in `strongest-random`."""
    quick: tuple[str, str] | None = None
    """A better and a weaker player for other options and numbers of players, where the usual and the gentlest level
    would need too long."""
    reviewed: int = 60
    """How many games are reviewed, for each two levels."""
    simulations: int | None = None
    """The budget of whoever reviews, if it searches."""

    USUAL = 400
