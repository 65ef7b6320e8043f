"""What to do here? Every move with its chance to win, as the strongest player sees it from this seat."""

from random import Random
from typing import Any

from tafelrunde import bots
from tafelrunde.bots.advice import Advice
from tafelrunde.bots.seat import Seat


def hint(seat: Seat, chance: Random) -> list[Advice]:
    """The seat's moves, best first; none if it has none."""
    if not seat.moves:
        return []
    strongest: Any = bots.make("strongest", seat.game.name)
    advice: list[Advice] = strongest.advise(seat, chance)
    return advice
