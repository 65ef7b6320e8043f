"""One readable game of each kind, kept as text: a change of behaviour shows in the diff.

`make playthroughs` writes them anew.
"""

import random
from pathlib import Path
from typing import Any

import tafelrunde as tr

from ..every import canonical

HERE = Path(__file__).parent
GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "beam-me-up": ({"players": 3}, 1),
    "biberbande": ({"players": 3}, 1),
    "biesti-boys": ({"players": 2, "draw": "hand", "referee": "honour"}, 1),
    "denkste": ({"players": 3, "haste_gedacht": True}, 1),
    "dog": ({}, 1),
}
DETAILED = 40  # decisions with views and moves; after them only the moves and what happened


def file_of(name: str) -> Path:
    return HERE / f"{name}.txt"


def playthrough(name: str) -> str:
    """A whole random game in words and in JSON."""
    options, seed = GAMES[name]
    game = tr.load(name, **options)
    match, choice, told = game.new(seed=seed), random.Random(seed), 0
    lines = [f"{name} {canonical(game.options)} seed {seed}", ""]
    number = 0
    while True:
        for event in match.events(told):
            lines.append(f"  * {game.tell(event, 'en')}  {canonical(event)}")
        told = len(match.events())
        actors = match.actors()
        if not actors:
            break
        seat = choice.choice(actors)
        moves = match.moves(seat)
        number += 1
        if number <= DETAILED:
            lines += ["", *(f"  | {line}" for line in game.describe(match.view(seat), "en").splitlines())]
            lines += [f"  position {canonical(match.position())}", f"  view of {seat} {canonical(match.view(seat))}"]
            lines += [f"  actors {actors}, moves of {seat}: {' / '.join(moves)}"]
        move = choice.choice(moves)
        lines.append(f"{number}. seat {seat}: {move}")
        match.play(seat, move)
    lines += ["", f"result {canonical(match.result)}", f"position {canonical(match.position())}"]
    return "\n".join(lines) + "\n"
