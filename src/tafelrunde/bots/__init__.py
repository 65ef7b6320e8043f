"""Players: they see what a seat sees, and answer with a move.

>>> import random
>>> import tafelrunde as tr
>>> bot = make("greedy", "biberbande")
>>> bot.choose(Seat.of(tr.load("biberbande").new(seed=7), 0), random.Random(7))
'ready'
"""

import importlib

from tafelrunde.bots.player import Bot
from tafelrunde.bots.seat import Seat
from tafelrunde.games import NAMES
from tafelrunde.kernel.errors import BadOption, Texts
from tafelrunde.kernel.fields import Value

__all__ = ["LEVELS", "Bot", "Seat", "level_name", "make"]

LEVELS = ("random", "greedy")
"""From weak to strong; each room of `bots/` has a player of every level."""

TEXTS = Texts(__file__, "texts.toml")


def make(level: str, game: str) -> Bot:
    """A player of a game. Raises BadOption for a level or a game that does not exist."""
    chosen = Value(level, "level", BadOption).choice(LEVELS)
    name = Value(game, "game", BadOption).choice(NAMES)
    room = importlib.import_module(f"tafelrunde.bots.{name.replace('-', '_')}")
    bot: Bot = room.PLAYERS[chosen]
    return bot


def level_name(level: str, lang: str) -> str:
    """What a level is called in a language."""
    return TEXTS.say("level", level, lang)
