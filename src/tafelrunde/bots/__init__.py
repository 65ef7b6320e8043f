"""Players: they see what a seat sees, and answer with a move.

>>> import random
>>> import tafelrunde as tr
>>> bot = make("greedy", "biberbande")
>>> bot.choose(Seat.of(tr.load("biberbande").new(seed=7), 0), random.Random(7))
'ready'
"""

import importlib
from pathlib import Path

from tafelrunde.bots.game_bots import GameBots
from tafelrunde.bots.player import Advice, Bot, Budget
from tafelrunde.bots.seat import Seat
from tafelrunde.games import NAMES
from tafelrunde.kernel.errors import BadOption, shown
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.languages import Texts

__all__ = [
    "LEVELS", "PEOPLE", "Advice", "Bot", "Budget", "GameBots", "Seat", "level_name", "levels", "load", "make", "usual",
]  # fmt: skip

LEVELS = ("random", "greedy", "gentle", "kids", "good", "strongest")
"""Those for programs, then those for people, each from weak to strong."""
PEOPLE = LEVELS[2:]
MOST_SIMULATIONS = 10**7

TEXTS = Texts(Path(__file__).parent)


def load(game: str) -> GameBots:
    """The bots of a game. Raises BadOption for a game that does not exist."""
    name = Value(game, "game", BadOption).choice(NAMES)
    found: GameBots = importlib.import_module(f"tafelrunde.bots.{name.replace('-', '_')}.players").BOTS
    return found


def levels(game: str) -> tuple[str, ...]:
    """The levels that a game has players of. Raises BadOption for a game that does not exist.

    >>> levels("dog")
    ('random', 'greedy', 'gentle', 'good', 'strongest')
    """
    players = load(game).players
    return tuple(level for level in LEVELS if level in players)


def make(level: str, game: str) -> Bot:
    """A player of a game; `strongest:400` thinks for 400 simulations. Raises BadOption for what does not exist."""
    offered = load(game)
    name, colon, budget = level.partition(":") if isinstance(level, str) else (level, "", "")
    chosen = Value(name, "level", BadOption).choice(levels(game))
    if not colon:
        return offered.players[chosen]
    if chosen != "strongest" or offered.with_budget is None:
        raise BadOption("no-budget", "level", value=shown(level))
    return offered.with_budget(_budget(budget))


def usual(game: str) -> str:
    """The level that plays where nobody has chosen one, and in place of a person who is away."""
    return "good" if "good" in levels(game) else "greedy"


def level_name(level: str, lang: str) -> str:
    """What a level is called in a language."""
    return TEXTS.say("level", level, lang)


def _budget(text: str) -> Budget:
    simulations = int(text) if text.isdecimal() and len(text) < 10 else text
    return Budget(Value(simulations, "simulations", BadOption).integer(1, MOST_SIMULATIONS))
