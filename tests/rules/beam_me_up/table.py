"""Beam me up: positions for the tests."""

from typing import Any

import tafelrunde as tr
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel.match import Match

GROUND = [0] * 7


def position(*stones: list[int], **more: Any) -> dict[str, Any]:
    """Seat 0 is to use these dice, unless something else is said; nobody else matters if only one has stones."""
    everybody = [*stones, GROUND] if len(stones) == 1 else [*stones]
    basis = {"game": "beam-me-up", "options": {"players": len(everybody)}, "stones": everybody}
    return basis | {"turn": 0, "phase": "move", "throw": 1 if more.get("dice") else 0, "seed": 1} | more


def table(*stones: list[int], **more: Any) -> Match:
    """A match that begins there."""
    return tr.from_position(position(*stones, **more))


def uses(*dice: int, stones: list[int] = GROUND) -> list[str]:
    """What these dice allow seat 0, without the word `up`."""
    return [move.removeprefix("up ") for move in table(stones, dice=list(dice)).moves(0)]


def drawn(thing: str, board: int = 0, low: int = 1, high: int = 6) -> list[tuple[int, int]]:
    """Where a thing is drawn on a board, as column (from 0) and row."""
    rows = range(low, high + 1)
    return [(column, row) for row in rows for column in range(7) if beam.BOARDS[board][7 - row][column] in thing]


def stones(*places: tuple[int, int], other: int = 0) -> list[int]:
    """Stones at these columns and rows, all others in another row."""
    rows = dict(places)
    return [rows.get(column, other) for column in range(7)]


def name(column: int) -> str:
    """A column as it is written."""
    return "123456S"[column]


def rows(match: Match, seat: int = 0) -> list[int]:
    """Where the stones of a seat stand."""
    found: list[int] = match.position()["stones"][seat]
    return found


def alike(column: int) -> list[int]:
    """A pair of the column's number and nothing else."""
    others = {1: [3, 4, 6], 2: [3, 4, 6], 3: [1, 4, 6], 4: [1, 3, 6], 5: [1, 3, 4], 6: [1, 3, 4]}
    return [column + 1] * 2 + others[column + 1]
