"""Biberbande: the players by level. gentle and good are greedy with the memory of a person; strongest has learned.

gentle forgets more than good, and more often does just anything.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from tafelrunde.bots.biberbande import greedy, memory, network
from tafelrunde.bots.game_bots import GameBots
from tafelrunde.bots.player import AdvisedPlayer, TurnPlayer, best, random_move
from tafelrunde.bots.seat import Seat

OPEN = 2
"""How the view shows that everybody knows a card."""
FORGETS = {"gentle": 0.45, "good": 0.15}
"""How likely a player is to forget a card that it has looked at; what lies open is seen."""
SLIPS = {"gentle": 0.15, "good": 0.04}
"""How likely a player is to do just anything with a card."""


def forgetful(level: str) -> Callable[[Seat, Random], str]:
    """A greedy player with the memory of a person."""

    def choose(seat: Seat, chance: Random) -> str:
        if seat.view["phase"] != "end" and chance.random() < SLIPS[level]:
            return chance.choice(seat.moves)
        table = greedy.Estimate(_remembered(seat.view, FORGETS[level], chance), seat.number)
        return best(seat.moves, table.value_of, chance)

    return choose


def _remembered(view: dict[str, Any], forgets: float, chance: Random) -> dict[str, Any]:
    """The view of somebody who forgets some of the cards that do not lie open."""
    rows = [
        [None if told != OPEN and chance.random() < forgets else card for card, told in zip(*row, strict=True)]
        for row in zip(view["rows"], view["told"], strict=True)
    ]
    return view | {"rows": rows}


STRONGEST = AdvisedPlayer("strongest", network.advise)
BOTS = GameBots(
    players={
        "random": TurnPlayer("random", random_move),
        "greedy": TurnPlayer("greedy", greedy.choose),
        "gentle": TurnPlayer("gentle", forgetful("gentle")),
        "good": TurnPlayer("good", forgetful("good")),
        "strongest": STRONGEST,
    },
    adviser=STRONGEST,
    warm_up=memory.warm_up,
)
