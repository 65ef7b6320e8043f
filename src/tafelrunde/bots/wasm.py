"""The bots of a game as a WebAssembly module: the compiled functions that its players call."""

from functools import partial
from random import Random

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.seat import Seat
from tafelrunde.bots.warm_up import warm_up
from tafelrunde.kernel.targets import kept
from tafelrunde.kernel.targets.ir.part import Load, Part
from tafelrunde.kernel.targets.wasm.entries import option_sets

MOVES = 12
"""So many moves of a game call everything that its players need."""


def bots_of(game: str) -> Part:
    """The bots of a game; what only trains in advance is left out, as no player calls it."""
    room = game.replace("-", "_")
    folders = ("kernel", f"games/{room}", "bots/*", f"bots/{room}")
    return Part(game, "bots", folders, (f"tafelrunde.bots.{room}",), partial(tr.load, game), play, whole=False)


def play(load: Load) -> None:
    """Every level chooses at the same decisions: with the defaults, and with every other choice of each option."""
    name = load().name
    setattr(kept, "work_beside", lambda work: None)  # noqa: B010  # this process has no time for that
    warm_up(name)
    for options in option_sets(load):
        match, chance = load(**options).new(seed=3), Random(1)
        for _ in range(MOVES):
            seats = match.actors()
            if not seats:
                break
            seat = Seat.of(match, seats[0])
            chosen = [bots.make(level, name).choose(seat, chance) for level in bots.levels(name)]
            match.play(seats[0], chosen[-1] or chance.choice(match.moves(seats[0])))
    bots.load(name).warm_up()
    bots.load(name).solve_small()
