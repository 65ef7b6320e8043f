"""Players: they see what a seat sees, and answer with a move.

>>> import random
>>> import tafelrunde as tr
>>> bot = make("greedy", "biberbande")
>>> bot.choose(Seat.of(tr.load("biberbande").new(seed=7), 0), random.Random(7))
'ready'
"""

import importlib
from typing import Any

from tafelrunde.bots.advice import Advice, Budget
from tafelrunde.bots.player import Bot
from tafelrunde.bots.seat import Seat
from tafelrunde.games import NAMES
from tafelrunde.kernel.errors import BadOption, Texts, shown
from tafelrunde.kernel.fields import Value

__all__ = [
    "LEVELS", "PEOPLE", "Advice", "Bot", "Budget", "Seat", "level_name", "levels", "make", "usual",
]  # fmt: skip

LEVELS = ("random", "greedy", "gentle", "good", "strongest")
"""Those of programs, then those for people, each from weak to strong."""
PEOPLE = LEVELS[2:]
MOST_SIMULATIONS = 10**7

TEXTS = Texts(__file__, "texts.toml")


def levels(game: str) -> tuple[str, ...]:
    """The levels that a game has players of. Raises BadOption for a game that does not exist."""
    players = _room(game).PLAYERS
    return tuple(level for level in LEVELS if level in players)


def make(level: str, game: str) -> Bot:
    """A player of a game; `strongest:400` thinks for 400 simulations. Raises BadOption for what does not exist."""
    room = _room(game)
    name, colon, budget = level.partition(":") if isinstance(level, str) else (level, "", "")
    chosen = Value(name, "level", BadOption).choice(levels(game))
    if colon:
        return _thinking(room, chosen, level, budget)
    bot: Bot = room.PLAYERS[chosen]
    return bot


def usual(game: str) -> str:
    """The level that plays where nobody has chosen one, and for who is away."""
    return "good" if "good" in levels(game) else "greedy"


def level_name(level: str, lang: str) -> str:
    """What a level is called in a language."""
    return TEXTS.say("level", level, lang)


def _room(game: str) -> Any:
    name = Value(game, "game", BadOption).choice(NAMES)
    return importlib.import_module(f"tafelrunde.bots.{name.replace('-', '_')}.players")


def _thinking(room: Any, level: str, asked: str, budget: str) -> Bot:
    """The strongest player with another budget, where it searches."""
    if level != "strongest" or not hasattr(room, "strongest"):
        raise BadOption("no-budget", "level", value=shown(asked))
    simulations = int(budget) if budget.isdecimal() and len(budget) < 10 else budget
    bot: Bot = room.strongest(Budget(Value(simulations, "simulations", BadOption).integer(1, MOST_SIMULATIONS)))
    return bot
