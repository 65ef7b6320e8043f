"""Biberbande: which of a seat's cards are visible to it for a moment, at a table where they have to be remembered."""

from collections.abc import Container
from typing import Any

OUTER = (1, 4)
"""The slots of the first look, which lasts until one is ready: nobody waits for a device to be passed on."""


def follow(event: dict[str, Any], seat: int, at: float, looks: dict[int, float]) -> None:
    """What an event does to the slots that the seat has just looked at; a card that was moved is covered."""
    match event["type"]:
        case "deal":
            looks.clear()
        case "spy" if event["seat"] == seat:
            looks[event["slot"]] = at
        case "take" | "swap" if event["seat"] == seat:
            looks.pop(event["slot"], None)
        case "trade" if seat in (event["seat"], event["other"]):
            looks.pop(event["slot" if event["seat"] == seat else "other_slot"], None)


def cover(view: dict[str, Any], seat: int | None, looks: Container[int]) -> None:
    """Cover every card but those that the seat is looking at."""
    first = OUTER if seat is not None and view["phase"] == "look" and not view["ready"][seat] else ()
    view["rows"] = [
        [card if row == seat and (slot in looks or slot in first) else None for slot, card in enumerate(cards, 1)]
        for row, cards in enumerate(view["rows"])
    ]
