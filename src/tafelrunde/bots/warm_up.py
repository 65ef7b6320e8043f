"""Compile before somebody has to wait for it: `python -m tafelrunde.bots.warm_up [rules|bots [GAME …]]`."""

import sys
from random import Random

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Match
from tafelrunde.kernel.targets.native import compiling, is_ready


def is_warm(game: str, part: str) -> bool:
    """Whether the rules or the bots of a game were compiled before on this machine."""
    return all(is_ready(game, each) for each in (("rules", "sound") if part == "rules" else ("bots",)))


def warm_up_rules(game: str) -> None:
    """Compile what a table needs of a game, unless this machine has done so before."""
    tr.from_position(tr.load(game).new(seed=0).position())


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


def main(part: str = "bots", *games: str) -> None:
    """Compile the rules of these games or of all, and unless it is about rules only, the players."""
    for game in games or tr.games():
        warm_up_rules(game)
        if part != "rules":
            warm_up(game)


if __name__ == "__main__":
    main(*sys.argv[1:])
