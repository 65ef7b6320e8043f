"""Machine code for all players, before somebody waits for it."""

from random import Random

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel.compiled import compiling


def warm_up(game: str) -> None:
    """Compile what the players of a game need, unless that was done before on this machine."""
    with compiling(game, "bots") as fresh:
        if fresh:
            match = tr.load(game).new(seed=0)
            seat = Seat.of(match, match.actors()[0])
            for level in bots.levels(game):
                bots.make(level, game).choose(seat, Random(0))
