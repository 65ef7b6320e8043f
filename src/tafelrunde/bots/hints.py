"""What to do here? Every move with its chance to win, as the strongest player sees it from this seat, and why."""

from random import Random

from tafelrunde import bots
from tafelrunde.bots.player import Advice
from tafelrunde.bots.seat import Seat


def hint(seat: Seat, chance: Random) -> list[Advice]:
    """The seat's moves, best first; none if it has none."""
    offered = bots.load(seat.game.name)
    return offered.reasons.explain(seat, offered.adviser.advise(seat, chance)) if seat.moves else []
