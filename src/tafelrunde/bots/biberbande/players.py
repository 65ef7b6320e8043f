"""Biberbande: a player that reckons with the mean of what it does not know."""

from collections.abc import Callable
from random import Random
from typing import Any

from tafelrunde.bots.advice import Advice, Budget
from tafelrunde.bots.adviser import Adviser
from tafelrunde.bots.biberbande import network
from tafelrunde.bots.biberbande import search_hooks as _search_hooks  # noqa: F401  # registers what the search asks
from tafelrunde.bots.player import Thinker, anything, best
from tafelrunde.bots.search.search import search
from tafelrunde.bots.seat import Seat
from tafelrunde.games.biberbande import tables
from tafelrunde.kernel.targets.native import is_ready

OPEN = 2
"""How the view tells that everybody knows a card."""
DECK = dict(zip(tables.NAMES, tables.COPIES, strict=True))
LIKED = 1.5
"""By how much a card that its owner has looked at and kept is lower than one that nobody knows."""
KNOWING = 0.3
"""What it is worth to know an own card, in points."""
TURN = 4.0
"""By how much a row gets better in a turn."""
LOW = 9
"""A sum with which one may knock, whatever the others have."""


def greedy(seat: Seat, chance: Random) -> str:
    """Low cards in, high and unknown ones out."""
    if len(seat.moves) == 1:
        return seat.moves[0]
    table = Reckoning(seat.view, seat.number)
    return best(seat.moves, table.worth_of, chance)


class Reckoning:
    """The table as the seat knows it, unknown cards at their mean."""

    def __init__(self, view: dict[str, Any], seat: int) -> None:
        self.view, self.seat = view, seat
        self.unseen = _unseen(view)
        numbers = [int(card) for card, count in self.unseen.items() if card.isdigit() for _ in range(count)]
        self.mean = sum(numbers) / len(numbers) if numbers else 0.0
        self.rows = [[self._points(owner, slot) for slot in range(tables.SLOTS)] for owner in range(len(view["rows"]))]

    def _points(self, owner: int, slot: int) -> float:
        """What a card will count, as far as one can tell; a special is replaced by some number (BI-20)."""
        card = self.view["rows"][owner][slot]
        if card is not None:
            return float(card) if card.isdigit() else self.mean
        liked = owner != self.seat and self.view["seen"][owner][owner][slot]
        return max(self.mean - LIKED, 0.0) if liked else self.mean

    def worth_of(self, move: str) -> float:
        """How many points a move is good for."""
        word, *rest = move.replace(":", " ").split()
        slots = [int(number) for number in rest]
        if word in ("take", "swap"):
            card = self.view["discard"][-1] if word == "take" else self.view["drawn"]
            return self._put(int(card), slots[0] - 1)
        if word == "trade":
            own, other, slot = slots
            return self.rows[self.seat][own - 1] - self.rows[other][slot - 1]
        if word == "spy":
            return KNOWING if self.view["rows"][self.seat][slots[0] - 1] is None else -1.0
        if word == "knock":
            return self._lead()
        owed = self.view["twos"] and word == "discard"
        return self._drawing() if owed or word in ("draw", "two") else 0.0

    def _put(self, card: int, slot: int) -> float:
        """A card in place of an own one; the card that goes is known then, the new one too."""
        unknown = self.view["rows"][self.seat][slot] is None
        return self.rows[self.seat][slot] - card + KNOWING * unknown

    def _drawing(self) -> float:
        """What drawing a card is good for: it is kept if that is better."""
        total = sum(self.unseen.values())
        if not total:
            return 0.0
        gain = {card: self._best_put(int(card)) if card.isdigit() else self._special(card) for card in self.unseen}
        return sum(count * gain[card] for card, count in self.unseen.items()) / total

    def _best_put(self, card: int) -> float:
        return max(0.0, *(self._put(card, slot) for slot in range(tables.SLOTS)))

    def _special(self, card: str) -> float:
        if card == "P":
            return KNOWING if None in self.view["rows"][self.seat] else 0.0
        if card == "T":
            lowest = min(min(row) for owner, row in enumerate(self.rows) if owner != self.seat)
            return max(0.0, max(self.rows[self.seat]) - lowest)
        return 1.0

    def _lead(self) -> float:
        """How much better the own row is than the best of the others will be after one more turn each (BI-18)."""
        own = sum(self.rows[self.seat])
        others = min(sum(row) for owner, row in enumerate(self.rows) if owner != self.seat)
        return max(others - TURN - own, LOW - own)


def _unseen(view: dict[str, Any]) -> dict[str, int]:
    """How many of each card may be in the stock or lie unknown."""
    left = dict(DECK)
    shown = [card for row in view["rows"] for card in row if card is not None] + view["discard"]
    if view["drawn"] is not None:
        shown.append(view["drawn"])
    for card in shown:
        left[card] -= 1
    left["Z"] -= view["used"]
    return left


# players for people

FORGETS = {"gentle": 0.45, "good": 0.15}
"""How likely a card that one has looked at does not come to mind; what lies open is seen."""
SLIPS = {"gentle": 0.15, "good": 0.04}
"""How likely one does just anything with a card."""


def forgetful(level: str) -> Callable[[Seat, Random], str]:
    """A greedy player with the memory of a person."""

    def choose(seat: Seat, chance: Random) -> str:
        if len(seat.moves) == 1:
            return seat.moves[0]
        if seat.view["phase"] != "end" and chance.random() < SLIPS[level]:
            return chance.choice(seat.moves)
        table = Reckoning(_remembered(seat.view, FORGETS[level], chance), seat.number)
        return best(seat.moves, table.worth_of, chance)

    return choose


def _remembered(view: dict[str, Any], forgets: float, chance: Random) -> dict[str, Any]:
    """The view of somebody who forgets some of the cards that do not lie open."""
    rows = [
        [None if told != OPEN and chance.random() < forgets else card for card, told in zip(*row, strict=True)]
        for row in zip(view["rows"], view["told"], strict=True)
    ]
    return view | {"rows": rows}


LOOK = Budget(1)
"""Nothing to choose from is nothing to search."""


def advise(seat: Seat, chance: Random) -> list[Advice]:
    """The seat's moves, the best first; a move without a choice has the worth of the position, by quick games."""
    if not is_ready(seat.game.name, "search"):
        network.warm_up()
        search(seat, LOOK, Random(0))
    return search(seat, LOOK, chance) if len(seat.moves) == 1 else network.advise(seat, chance)


PLAYERS = {
    "random": Thinker("random", anything),
    "greedy": Thinker("greedy", greedy),
    "gentle": Thinker("gentle", forgetful("gentle")),
    "good": Thinker("good", forgetful("good")),
    "strongest": Adviser("strongest", advise),
}
