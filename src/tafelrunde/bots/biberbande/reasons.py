"""Biberbande: why a move is good, in points: cards that the seat knows count what they are, all others their mean."""

from collections.abc import Sequence
from pathlib import Path

from tafelrunde.bots.biberbande.greedy import Estimate
from tafelrunde.bots.player import total
from tafelrunde.bots.reasons import Filling, Gain, Mean, Reason, Reasons, Risk
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel.languages import Texts


def find(seat: Seat, moves: Sequence[str]) -> list[list[Reason]]:
    """The reasons for each of these moves."""
    table = _Table(Estimate(seat.view, seat.number))
    return [table.reasons(move) for move in moves]


REASONS = Reasons(find, Texts(Path(__file__).parent))


class _Table:
    """The table as the seat knows it."""

    def __init__(self, estimate: Estimate) -> None:
        self.estimate, self.view, self.seat = estimate, estimate.view, estimate.seat

    def reasons(self, move: str) -> list[Reason]:
        """The reasons for a move."""
        word, *rest = move.replace(":", " ").split()
        numbers = [int(number) for number in rest]
        if word == "take":
            return self._replacing(int(self.view["discard"][-1]), numbers[0] - 1)
        if word == "swap":
            return self._replacing(int(self.view["drawn"]), numbers[0] - 1)
        if word == "trade":
            own, other, slot = numbers
            return self._trading(own - 1, other, slot - 1)
        if word == "spy":
            known = self.view["rows"][self.seat][numbers[0] - 1] is not None
            return [Risk("spy_known", {})] if known else [Gain("spy", {})]
        if word in ("knock", "done"):
            return self._ending(word)
        return self._discarding() if word == "discard" else self._drawing() if word == "draw" else []

    def _replacing(self, card: int, slot: int) -> list[Reason]:
        old, points = self.view["rows"][self.seat][slot], self.estimate.rows[self.seat][slot]
        if old is None:
            told: dict[str, Filling] = {"card": card, "mean": Mean(points)}
            return [Gain("for_unknown", told) if card < points else Risk("not_lower_than_unknown", told)]
        if not old.isdigit():
            return [Gain("for_special", {"card": card})]
        if card < int(old):
            return [Gain("for_known", {"card": card, "old": int(old), "count": int(old) - card})]
        return [Risk("not_lower", {"card": card, "old": int(old)})]

    def _trading(self, own: int, other: int, slot: int) -> list[Reason]:
        given, got = self.view["rows"][self.seat][own], self.view["rows"][other][slot]
        found: list[Reason] = []
        if given is not None and given.isdigit():
            found.append(Gain("gives", {"card": int(given)}))
        if got is not None and got.isdigit():
            found.append(Gain("gets", {"card": int(got)}))
        saved = self.estimate.rows[self.seat][own] - self.estimate.rows[other][slot]
        if saved > 0:
            return [*found[:1], Gain("saves", {"mean": Mean(saved)}), *found[1:]]
        return [*found, Risk("saves_nothing", {})]

    def _ending(self, word: str) -> list[Reason]:
        own, others = self._sums()
        return [Gain(word, {"own": round(own), "others": round(others)})]

    def _sums(self) -> tuple[float, float]:
        """What one's own row comes to, and the lowest of the others."""
        sums = [total(row) for row in self.estimate.rows]
        return sums.pop(self.seat), min(sums)

    def _discarding(self) -> list[Reason]:
        card = self.view["drawn"]
        second: list[Reason] = [Gain("second", {})] if self.view["twos"] else []
        if card.isdigit() and int(card) >= max(self.estimate.rows[self.seat]):
            return [Gain("too_high", {"card": int(card)}), *second]
        return second

    def _drawing(self) -> list[Reason]:
        found: list[Reason] = [Gain("draw", {"mean": Mean(self.estimate.value_of("draw"))})]
        top = self.view["discard"][-1] if self.view["discard"] else ""
        if top.isdigit() and int(top) >= max(self.estimate.rows[self.seat]):
            found.append(Gain("leaves", {"card": int(top)}))
        return found
