"""Tafelrunde: five tabletop games with every rule of their sheets, written once and compiled to native speed.

>>> import tafelrunde as tr
>>> tr.games()
['beam-me-up', 'biberbande', 'biesti-boys', 'denkste', 'dog']
>>> match = tr.load("denkste", players=3).new(seed=7)
>>> match.moves(0)
['go 1', 'go 2', 'go 3', 'go 4', 'go 5', 'go 6']
>>> match.play(0, "go 4")
>>> match.play(2, "stop 2")
>>> match.position()["figures"]
[[1, 4], [1, 0], [1, 0]]
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from tafelrunde.games import NAMES, gymnasium_ids
from tafelrunde.kernel.errors import BadOption, BadPosition, IllegalMove
from tafelrunde.kernel.fields import Fields, Value
from tafelrunde.kernel.seeds import MAX_SEED

if TYPE_CHECKING:
    from tafelrunde.kernel.game import Game
    from tafelrunde.kernel.match import Match

__all__ = ["BadOption", "BadPosition", "IllegalMove", "from_position", "games", "load", "replay"]


def games() -> list[str]:
    """The names of the games.

    >>> games()[0]
    'beam-me-up'
    """
    return NAMES.copy()


def load(name: str, **options: Any) -> Game:
    """A game with these options; the rest keep their defaults. Raises BadOption.

    >>> load("denkste", players=3).options
    {'players': 3, 'haste_gedacht': False, 'rings': [24, 16, 8]}
    """
    chosen = Value(name, "game", BadOption).choice(NAMES)
    room = importlib.import_module(f"tafelrunde.games.{chosen.replace('-', '_')}.game")
    game: Game = room.GAME(**options)
    return game


def from_position(position: dict[str, Any]) -> Match:
    """A match that starts from a position. Raises BadPosition, which names the field.

    What a position of each game has, and what may be left out, is in `docs/positions.md`.

    >>> match = from_position({"game": "denkste", "figures": [[3, 8], [1, 0]], "turn": 0})
    >>> match.play(0, "go 1")
    >>> match.play(1, "stop 1 2 3")
    >>> match.position()["figures"]          # on the own start field a guess is no harm
    [[3, 8], [1, 0]]
    """
    from tafelrunde.kernel.match import from_position as begin

    fields = Fields(position)
    return begin(_game_of(fields, position), fields)


def replay(record: dict[str, Any]) -> Match:
    """Play a recorded match again. Raises BadPosition or IllegalMove, which say what is wrong where.

    >>> match = load("denkste").new(seed=7)
    >>> match.play(0, "go 4")
    >>> replay(match.record()).position() == match.position()
    True
    """
    from tafelrunde.kernel.match import RECORD_VERSION, replay_moves

    fields = Fields(record, "record")
    fields.get("version", RECORD_VERSION).integer(RECORD_VERSION, RECORD_VERSION)
    game = _game_of(fields, {})
    seed = fields.get("seed", *([0] if fields.has("position") else [])).integer(0, MAX_SEED)
    if fields.has("position"):
        match = from_position(_position_of(fields, game))
    else:
        match = game.new(seed)
    moves = fields.get("moves")
    fields.done()
    return replay_moves(match, moves)


def _position_of(fields: Fields, game: Game) -> dict[str, Any]:
    """The position from which a recorded match started; it must be for the record's game."""
    position = fields.get("position")
    position.fields().get("game").choice([game.name])
    return position.raw  # type: ignore[return-value]  # it has fields


def _game_of(fields: Fields, position: dict[str, Any]) -> Game:
    name = fields.get("game").choice(NAMES)
    options = fields.get("options", {})
    if not isinstance(options.raw, dict) or not all(isinstance(key, str) for key in options.raw):
        raise options.bad("not-an-object", value=type(options.raw).__name__)
    try:
        return _for_so_many(load(name, **options.raw), options.raw, position)
    except BadOption as error:
        raise BadPosition(error.problem, f"{options.name}.{error.field}", **error.values) from None


def _for_so_many(game: Game, options: dict[str, Any], position: dict[str, Any]) -> Game:
    """The game for as many players as the position has, unless the options give a number."""
    counts = [len(position[key]) for key in game.facts.per_seat if isinstance(position.get(key), list)]
    if "players" in options or not counts or counts[0] not in game.facts.players:
        return game
    return load(game.name, players=counts[0], **options)


gymnasium_ids.announce()
