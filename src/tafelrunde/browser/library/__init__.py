"""What programs in JavaScript ask of the games: values come and go as JSON, everything else stays here.

`ask` answers with a text whose first sign says what it is: `=` before what was found, `!` before a refusal.

>>> game = make(tafelrunde, "load", '["denkste"]', '{"players": 2}')
>>> ask(make(game, "new", "[7]"), "actors", "[]")
'=[0, 1]'
>>> ask(game, "new", "[-1]").startswith('!{"kind": "BadOption"')
True
"""

import json
import time
from random import Random
from typing import Any

import tafelrunde
from tafelrunde import bots
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel import engine, seeds
from tafelrunde.kernel.errors import BadOption, BadPosition, IllegalMove
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.kernel.match import Match
from tafelrunde.kernel.targets import arrays

REFUSALS = (BadOption, BadPosition, IllegalMove)
MOST_SEATS = 8
AT_ONCE = 1000
"""So many random games are played in one call."""


def ask(subject: Any, name: str, given: str, named: str = "{}") -> str:
    """What a method returns, or an attribute is, as JSON."""
    try:
        return "=" + json.dumps(_found(subject, name, given, named), default=described)
    except REFUSALS as refusal:
        return "!" + json.dumps(described(refusal))


def make(subject: Any, name: str, given: str, named: str = "{}") -> Any:
    """What a method returns, to be asked in turn; a refusal is a text as above."""
    try:
        return _found(subject, name, given, named)
    except REFUSALS as refusal:
        return "!" + json.dumps(described(refusal))


def described(refusal: Any) -> dict[str, Any]:
    """A refusal with its texts in every language."""
    if not isinstance(refusal, REFUSALS):
        raise TypeError(type(refusal))
    said = {name: getattr(refusal, name) for name in ("field", "move", "rule") if hasattr(refusal, name)}
    return {"kind": type(refusal).__name__, **said, "texts": {lang: refusal.text(lang) for lang in LANGUAGES}}


def levels(name: str) -> list[str]:
    """The levels of bots of a game."""
    return list(bots.levels(name))


def playouts(name: str, options: dict[str, Any], games: int, seed: int) -> dict[str, Any]:
    """Complete random games, the same as `Game.playouts` plays."""
    game = tafelrunde.load(name, **options)
    games = Value(games, "games", BadOption).integer(1, 10**9)
    word = arrays.word(Value(seed, "seed", BadOption).integer(0, seeds.WORD))
    states = arrays.packed(game.STATE, game.empty_state(), game.empty_state())
    out, scores, kinds = arrays.zeros("i4", game.MAX_MOVES), arrays.zeros("i4", MOST_SEATS), arrays.zeros("i8", 0)
    wins, totals = arrays.zeros("i8", MOST_SEATS), arrays.zeros("i8", MOST_SEATS)
    decisions, began = 0, time.perf_counter()
    for first in range(0, games, AT_ONCE):
        lengths = arrays.zeros("i8", min(AT_ONCE, games - first))
        engine.playouts(states, word, first, lengths, out, scores, wins, totals, kinds)
        decisions += sum(lengths.tolist())
    seconds = time.perf_counter() - began
    return {
        "games": games,
        "decisions": decisions,
        "seconds": seconds,
        "wins": wins.tolist()[: game.players],
        "scores": [total / games for total in totals.tolist()[: game.players]],
    }


class Player:
    """A bot of one level, with chance of its own."""

    def __init__(self, game: str, level: str, seed: int | None) -> None:
        self._bot, self._chance = bots.make(level, game), Random(seed)

    def choose(self, match: Match, seat: int) -> str | None:
        """One of the seat's moves; None to wait, or if it has none."""
        seen = Seat.of(match, seat)
        return self._bot.choose(seen, self._chance) if seen.moves else None


def _found(subject: Any, name: str, given: str, named: str) -> Any:
    found = getattr(subject, name)
    return found(*json.loads(given), **json.loads(named)) if callable(found) else found
