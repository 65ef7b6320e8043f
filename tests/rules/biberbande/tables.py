"""Tables of Biberbande for the tests."""

from typing import Any

import tafelrunde as tr
from tafelrunde.kernel.match import Match

ALL_HAD_A_TURN = {"turns": [1, 1]}


def position(*rows: str, stock: str = "66", discard: str = "5", **changes: Any) -> dict[str, Any]:
    """A position with these rows; one letter is one card, the stock's top first, the discard's top last."""
    return {
        "game": "biberbande",
        "options": {"players": len(rows)},
        "rows": [list(row) for row in rows],
        "stock": list(stock),
        "discard": list(discard),
        **changes,
    }


def table(*rows: str, **changes: Any) -> Match:
    """A match that begins at such a position."""
    return tr.from_position(position(*rows, **changes))


def holding(card: str, *rows: str, **changes: Any) -> Match:
    """A match in which seat 0 has just drawn a card."""
    return table(*rows, phase="drawn", drawn=card, **changes)


def row(match: Match, seat: int) -> str:
    return "".join(match.position()["rows"][seat])


def discard(match: Match) -> str:
    return "".join(match.position()["discard"])


def happened(match: Match, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
    """All events of a type, as a seat knows them."""
    return [event for event in match.events(seat=seat) if event["type"] == kind]


def play(match: Match, *moves: str) -> Match:
    """Moves of whoever is on turn."""
    for move in moves:
        match.play(match.actors()[0], move)
    return match
