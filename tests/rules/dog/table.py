"""What the tests of Dog share."""

from typing import Any

import tafelrunde as tr
from tafelrunde.kernel.match import Match

HOME = ["h", "h", "h", "h"]
IN = ["g1", "g2", "g3", "g4"]


def position(*pieces: list[str], **more: Any) -> dict[str, Any]:
    """A position with these pieces; seats that are not named are at home and hold an ace."""
    hands = [["2"], ["A"], ["A"], ["A"]]
    return {"game": "dog", "pieces": [*pieces, *[HOME] * (4 - len(pieces))], "hands": hands, "turn": 0} | more


def table(*pieces: list[str], **more: Any) -> Match:
    return tr.from_position(position(*pieces, **more))


def holding(card: str, *pieces: list[str], **more: Any) -> Match:
    """Seat 0 is on turn with one card."""
    return table(*pieces, hands=[[card], ["A"], ["A"], ["A"]], **more)


def pieces_of(match: Match, seat: int) -> list[str]:
    places: list[str] = match.position()["pieces"][seat]
    return places


def rule_of(match: Match, seat: int, move: str) -> str | None:
    refusal = match.explain(seat, move)
    assert refusal is not None
    return refusal.rule


def types(match: Match, seat: int | None = None) -> list[str]:
    return [event["type"] for event in match.events(seat=seat)]
