"""Biberbande: the greedy player. Cards that it does not know count as their mean."""

from random import Random
from typing import Any

from tafelrunde.bots.player import best, total
from tafelrunde.bots.seat import Seat
from tafelrunde.games.biberbande import state as biber

DECK = dict(zip(biber.NAMES, biber.COPIES, strict=True))
LIKED = 1.5
"""By how much a card that its owner has looked at and kept is lower than one that nobody knows."""
KNOWING = 0.3
"""The value of knowing a card of one's own row, in points."""
TURN = 4.0
"""By how much a row gets better in a turn."""
LOW = 9
"""A sum that is low enough to knock, whatever the others have."""


def choose(seat: Seat, chance: Random) -> str:
    """Low cards in, high and unknown ones out."""
    return best(seat.moves, Estimate(seat.view, seat.number).value_of, chance)


class Estimate:
    """The table as the seat knows it, with unknown cards at their mean."""

    def __init__(self, view: dict[str, Any], seat: int) -> None:
        self.view, self.seat = view, seat
        self.unseen = _unseen(view)
        numbers = [int(card) for card, count in self.unseen.items() if card.isdigit() for _ in range(count)]
        self.mean = sum(numbers) / len(numbers) if numbers else 0.0
        self.rows = [[self._points(owner, slot) for slot in range(biber.SLOTS)] for owner in range(len(view["rows"]))]

    def _points(self, owner: int, slot: int) -> float:
        """What a card will count, as far as one can tell; a special is replaced by some number (BI-20)."""
        card = self.view["rows"][owner][slot]
        if card is not None:
            return float(card) if card.isdigit() else self.mean
        liked = owner != self.seat and self.view["seen"][owner][owner][slot]
        return max(self.mean - LIKED, 0.0) if liked else self.mean

    def value_of(self, move: str) -> float:
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
            return self.lead(total(self.rows[self.seat]))
        owed = self.view["twos"] and word == "discard"
        return self._drawing() if owed or word in ("draw", "two") else 0.0

    def _put(self, card: int, slot: int) -> float:
        """A card in place of one in the row; afterwards both are known."""
        unknown = self.view["rows"][self.seat][slot] is None
        return self.rows[self.seat][slot] - card + KNOWING * unknown

    def _drawing(self) -> float:
        """What drawing a card is good for: it is kept if that helps."""
        cards = sum(self.unseen.values())
        if not cards:
            return 0.0
        gain = {card: self._best_put(int(card)) if card.isdigit() else self._special(card) for card in self.unseen}
        return total(count * gain[card] for card, count in self.unseen.items()) / cards

    def _best_put(self, card: int) -> float:
        return max(0.0, *(self._put(card, slot) for slot in range(biber.SLOTS)))

    def _special(self, card: str) -> float:
        if card == "P":
            return KNOWING if None in self.view["rows"][self.seat] else 0.0
        if card == "T":
            lowest = min(min(row) for owner, row in enumerate(self.rows) if owner != self.seat)
            return max(0.0, max(self.rows[self.seat]) - lowest)
        return 1.0

    def lead(self, own: float) -> float:
        """How much better a row of so many points is than the best of the others after one more turn each (BI-18)."""
        others = min(total(row) for owner, row in enumerate(self.rows) if owner != self.seat)
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
