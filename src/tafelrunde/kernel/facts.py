"""The facts of a game: everything that generic code would otherwise have to name the game for."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What tables, bots, the laboratory, the command line and the client need to know about a game."""

    name: str
    players: tuple[int, ...]
    """How many can play."""
    usual_players: int
    """How many play when somebody just wants to play."""
    minutes: int
    age: int
    sides: tuple[tuple[int, ...], ...] = ()
    """The seats of each side where partners play together; empty if everybody plays for themselves."""
    simultaneous: bool = False
    """Everybody acts at once, and the first to act counts; otherwise the game is played in turn."""
    secrets: bool = False
    """A seat sees things that the people beside it must not see."""
    shared_screen: bool = False
    """Two people can play at the same time on one screen."""
    look_seconds: float | None = None
    """A game of memory: for how long a card that somebody looks at lies open."""
    countdown: float = 0.0
    """Seconds from the start of the game until moves are taken."""
    pauses: Mapping[str, float] = field(default_factory=dict)
    """Seconds in which no move is taken after an event of this type."""
    table_move_seconds: float = 0.0
    """After how many seconds the table makes a move of its own, where it has any."""
    per_seat: tuple[str, ...] = ()
    """Fields of a position that have an entry for each seat: they tell how many play."""
    solved: bool = False
    """`tafelrunde solve` knows exact solutions."""
