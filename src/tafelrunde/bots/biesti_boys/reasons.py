"""Biesti Boys: why a move is good: what still fits afterwards, of one's own cards and of those that nobody has seen."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tafelrunde.bots.biesti_boys.greedy import SELDOM, fits
from tafelrunde.bots.reasons import Gain, Reason, Reasons, Risk, Share
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel.languages import Texts


def find(seat: Seat, moves: Sequence[str]) -> list[list[Reason]]:
    """The reasons for each of these moves."""
    return [_of(seat.view, seat.number, move) for move in moves]


REASONS = Reasons(find, Texts(Path(__file__).parent))


def _of(view: dict[str, Any], seat: int, move: str) -> list[Reason]:
    word, *rest = move.split()
    if word != "lay":
        return [Gain(word, {})]
    card, lift = rest
    hand, lifts = list(view["hand"]), list(view["lifts"])
    hand.remove(card)
    lifts[int(lift) - 1] = card
    if not hand and not view["pile_sizes"][seat]:
        return [Gain("last", {})]
    fitting = sum(any(fits(other, shown) for shown in lifts) for other in hand)
    found: list[Reason] = [Gain("fitting", {"count": fitting})] if fitting else []
    if card in SELDOM:
        found.append(Gain("seldom", {}))
    unseen: dict[str, int] = view["unseen"]
    others = sum(count for other, count in unseen.items() if any(fits(other, shown) for shown in lifts))
    return [*found, Risk("others", {"share": Share(others / max(sum(unseen.values()), 1))})]
