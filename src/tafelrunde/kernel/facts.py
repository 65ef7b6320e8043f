"""The facts about a game, so that generic code never has to name one."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What tables, bots, the lab, the command line and the client need to know about a game."""

    name: str
    players: tuple[int, ...]
    """How many can play."""
    usual_players: int
    """How many sit at a table that is opened with one tap."""
    minutes: int
    age: int
    most_moves: int
    """After so many moves a table ends the game without a winner: more than ten times as many as the longest of a
    million random games takes."""
    sides: tuple[tuple[int, ...], ...] = ()
    """The seats of each side if partners play together; empty if everybody plays for themselves."""
    simultaneous: bool = False
    """There are no turns: everybody may act at any time, and the first move to arrive counts."""
    secrets: bool = False
    """Seats see things that the people next to them must not see."""
    shared_screen: bool = False
    """Two people can play at the same time on one screen."""
    look_seconds: float | None = None
    """In a game of memory: how long a card stays visible to somebody who looks at it."""
    countdown: float = 0.0
    """Seconds from the start of the game until moves are accepted."""
    pauses: Mapping[str, float] = field(default_factory=dict)
    """Seconds for which no moves are accepted after an event, by its type."""
    table_move_seconds: float = 0.0
    """Seconds after which the table makes its own move, in games where it has one."""
    brief_events: tuple[str, ...] = ()
    """Types of events that show little: a bot pauses less after them."""
    plain_events: tuple[str, ...] = ()
    """Types of events that tell nobody more than the move itself. A move that causes only such events, and nothing by
    chance, can be taken back."""
    per_seat: tuple[str, ...] = ()
    """Fields of a position with one entry per seat: the number of players follows from them."""
    solved: bool = False
    """Whether `tafelrunde solve` has exact solutions."""
