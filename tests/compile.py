"""All machine code of a game that the suite needs: `python -m tests.compile GAME …`.

What is called by compiled code is compiled anew in each process. So everything is made in one process, before the suite
runs in several.
"""

import sys

import tafelrunde as tr
from tafelrunde.bots.warm_up import warm_up

from . import audit
from .golden import perft


def compile(name: str) -> None:
    """The rules, what a match and a lab need, the bots, and what only tests need."""
    game = tr.load(name)
    match = game.new(seed=0)
    game.playouts(games=1)
    match.resample(0, seed=0)
    tr.from_position(match.position())
    audit.audit(game, games=1, every=10**9)
    perft.counts(match.position(), lengths=1)
    warm_up(name)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        compile(name)
