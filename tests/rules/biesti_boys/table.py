"""Short words for positions of Biesti Boys."""

from typing import Any

import tafelrunde as tr
from tafelrunde.kernel.match import Match


def table(
    lifts: str, hands: list[str], piles: list[str] | None = None, boards: str = "", more: Any = None, **options: Any
) -> Match:
    """A table by short words: table("28S6", ["35G", "17S"], ["40", "6"], "0473"). Drawing is a move unless said."""
    position = {
        "game": "biesti-boys",
        "options": {"players": len(hands), "draw": "hand", **options},
        "lifts": list(lifts),
        "hands": [list(hand) for hand in hands],
        "piles": [list(pile) for pile in piles or [""] * len(hands)],
        "boards": [list(board) for board in boards.split()],
    }
    return tr.from_position(position | (more or {}))


def honour(*arguments: Any, **options: Any) -> Match:
    """A table at which wrong cards lie until somebody calls."""
    return table(*arguments, referee="honour", **options)


def play(match: Match, *moves: tuple[int | None, str]) -> Match:
    for seat, move in moves:
        match.play(seat, move)
    return match


def lifts(match: Match) -> str:
    return "".join(match.position()["lifts"])


def hand(match: Match, seat: int) -> str:
    return "".join(match.position()["hands"][seat])


def types(match: Match, since: int = 0) -> list[str]:
    return [event["type"] for event in match.events(since)]
