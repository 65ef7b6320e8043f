"""Compile all players before somebody has to wait for it: `python -m tafelrunde.bots.warm_up [GAME …]`."""

import sys
from random import Random

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Match
from tafelrunde.kernel.targets.native import compiling, is_ready


def all_warm() -> bool:
    """Whether the players of all games were compiled before on this machine."""
    return all(is_ready(game, "bots") for game in tr.games())


def warm_up(game: str) -> None:
    """Compile what the players of a game need, unless this machine has done so before."""
    seat = _first_choice(tr.load(game).new(seed=0))
    with compiling(game, "bots") as fresh:
        if fresh:
            for level in bots.levels(game):
                bots.make(level, game).choose(seat, Random(0))
            bots.load(game).warm_up()


def prepare(game: Game) -> None:
    """Before a contest: everything that the players need for a game with these options, however long it takes."""
    warm_up(game.name)
    bots.load(game.name).prepare(game)


def _first_choice(match: Match) -> Seat:
    """The first seat that has a choice; forced moves before that are played."""
    while True:
        at = match.actors()[0]
        moves = match.moves(at)
        if len(moves) > 1:
            return Seat.of(match, at)
        match.play(at, moves[0])


def main(*games: str) -> None:
    """Compile the players of these games, or of all."""
    for game in games or tr.games():
        warm_up(game)


if __name__ == "__main__":
    main(*sys.argv[1:])
