"""Who plays the seats that a learner does not play."""

from collections.abc import Sequence
from random import Random

from tafelrunde import bots
from tafelrunde.bots.warm_up import prepare
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Match

SELF = "self"
"""Instead of a level: the learner plays all seats."""


class Opponents:
    """The bots at the other seats: all of one level, or one level each, in the order of the seats."""

    def __init__(self, game: Game, levels: str | Sequence[str] | None) -> None:
        chosen = bots.usual(game.name) if levels is None else levels
        self.learner_plays_all = isinstance(chosen, str) and chosen == SELF
        self.bots = [] if self.learner_plays_all else [bots.make(level, game.name) for level in _listed(game, chosen)]
        if any(bot.level in bots.PEOPLE for bot in self.bots):
            prepare(game)

    def choose(self, match: Match, seat: int, learner: int, chance: Random) -> str | None:
        """The move of a seat that the learner does not play; None if it waits."""
        bot = self.bots[seat - (seat > learner)]
        return bot.choose(bots.Seat.of(match, seat), chance)


def _listed(game: Game, levels: str | Sequence[str]) -> list[str]:
    if isinstance(levels, str):
        return [levels] * (game.players - 1)
    return [entry.raw for entry in Value(levels, "opponents", BadOption).items(game.players - 1)]  # type: ignore[misc]
