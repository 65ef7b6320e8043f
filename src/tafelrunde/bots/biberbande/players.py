"""Biberbande: the players by level. gentle and good are greedy with the memory of a person; strongest has learned.

gentle forgets more than good, and more often does just anything. Both end a round only when a person would, too: not
with a row that they hardly know, and hardly ever in their first turns.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from tafelrunde.bots.biberbande import greedy, network
from tafelrunde.bots.biberbande.reasons import REASONS
from tafelrunde.bots.game_bots import GameBots
from tafelrunde.bots.player import RANDOM, AdvisedPlayer, TurnPlayer, best, total
from tafelrunde.bots.seat import Seat
from tafelrunde.games.biberbande import state as biber

OPEN = 2
"""How the view shows that everybody knows a card."""
FORGETS = {"gentle": 0.45, "good": 0.15}
"""How likely a player is to forget a card that it has looked at; what lies open is seen."""
SLIPS = {"gentle": 0.15, "good": 0.04}
"""How likely a player is to do just anything with a card."""
SURE, UNSURE_POINTS = 3, 7.0
"""A person knocks who remembers so many cards of the row; what a card counts then that is not remembered."""
EARLY, VERY_LOW = 3, 6.0
"""Before this turn of a round, only a row of at most so many points is a reason to knock."""


def forgetful(level: str) -> Callable[[Seat, Random], str]:
    """A greedy player with the memory of a person."""

    def choose(seat: Seat, chance: Random) -> str:
        if seat.view["phase"] != "end" and chance.random() < SLIPS[level]:
            return chance.choice(seat.moves)
        table = greedy.Estimate(_remembered(seat.view, FORGETS[level], chance), seat.number)
        if seat.view["phase"] == "end":
            return "knock" if _dares_to_knock(table) else "done"
        return best(seat.moves, table.value_of, chance)

    return choose


def _dares_to_knock(table: greedy.Estimate) -> bool:
    """Whether the row is low enough, and known well enough, for the others to have one more turn."""
    row = zip(table.view["rows"][table.seat], table.rows[table.seat], strict=True)
    counted = [max(points, UNSURE_POINTS) if card is None else points for card, points in row]
    if table.view["rows"][table.seat].count(None) > biber.SLOTS - SURE:
        return False
    if table.view["turns"][table.seat] < EARLY and total(counted) > VERY_LOW:
        return False
    return table.lead(total(counted)) > 0


def _remembered(view: dict[str, Any], forgets: float, chance: Random) -> dict[str, Any]:
    """The view of somebody who forgets some of the cards that do not lie open."""
    rows = [
        [None if told != OPEN and chance.random() < forgets else card for card, told in zip(*row, strict=True)]
        for row in zip(view["rows"], view["told"], strict=True)
    ]
    return view | {"rows": rows}


BOTS = GameBots(
    weaker=[
        RANDOM,
        TurnPlayer("greedy", greedy.choose),
        TurnPlayer("gentle", forgetful("gentle")),
        TurnPlayer("good", forgetful("good")),
    ],
    strongest=AdvisedPlayer("strongest", network.advise),
    reasons=REASONS,
    warm_up=network.warm_up,
)
