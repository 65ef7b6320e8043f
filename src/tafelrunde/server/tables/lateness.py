"""Biesti Boys is a race: who lays on a lift that has just changed is told by how much it was too late."""

import re
from typing import Any

import msgspec

from tafelrunde.server.sockets.messages import Ask
from tafelrunde.table.clock import RACING
from tafelrunde.table.table import Table
from tafelrunde.table.wishes import Play, Refusal

LAY = re.compile(r"\s*lay\s+(\S+)\s+([1-9])\s*")


def with_lateness(refusal: Refusal, table: Table, ask: Ask, at: float) -> Refusal:
    """The refusal of a wish that arrived at a moment; of a card laid too late with the milliseconds."""
    if refusal.rule is None or not isinstance(ask.wish, Play) or table.settings.game not in RACING:
        return refusal
    lay = LAY.fullmatch(ask.wish.move)
    assert table.match is not None
    if lay is None or lay[1] not in table.match.view(ask.wish.seat)["hand"]:
        return refusal
    changed = _changed_at(table, int(lay[2]), ask.version)
    late_ms = None if changed is None else max(1, round((at - changed) * 1000))
    return msgspec.structs.replace(refusal, late_ms=late_ms)


def _changed_at(table: Table, lift: int, seen: int) -> float | None:
    """When a lift first showed something else than at the version that the client saw."""
    assert table.match is not None
    if not 0 < seen < table.version:
        return None
    for event in table.match.events(table.steps[seen - 1].events):
        if _changes(event, lift):
            return next(step.at for step in table.steps[seen:] if step.events > event["n"])
    return None


def _changes(event: dict[str, Any], lift: int) -> bool:
    return event["type"] == "new_board" or (event["type"] in ("laid", "called_back") and event["lift"] == lift)
