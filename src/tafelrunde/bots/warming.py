"""Machine code for all players, before somebody waits for it."""

from random import Random

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel.compiled import compiling
from tafelrunde.kernel.match import Match


def warm_up(game: str) -> None:
    """Compile what the players of a game need, unless that was done before on this machine."""
    seat = _first_choice(tr.load(game).new(seed=0))
    with compiling(game, "bots") as fresh:
        if fresh:
            for level in bots.levels(game):
                bots.make(level, game).choose(seat, Random(0))


def _first_choice(match: Match) -> Seat:
    """The first seat that has a choice; what has to be done before is done."""
    while True:
        at = match.actors()[0]
        moves = match.moves(at)
        if len(moves) > 1:
            return Seat.of(match, at)
        match.play(at, moves[0])
