"""In games without turns: by how much a refused move came too late."""

from dataclasses import replace

from tafelrunde.table.table import Table
from tafelrunde.table.wishes import Play, Refusal


def with_lateness(refusal: Refusal, table: Table, play: Play, seen: int, at: float) -> Refusal:
    """The refusal of a move that arrived at time `at` from somebody who had seen version `seen`."""
    if refusal.rule is None or table.match is None or not table.match.game.facts.simultaneous:
        return refusal
    overtaken = _overtaken_at(table, play, seen)
    late_ms = None if overtaken is None else max(1, round((at - overtaken) * 1000))
    return replace(refusal, late_ms=late_ms)


def _overtaken_at(table: Table, play: Play, seen: int) -> float | None:
    """When the first event happened that got in ahead of the move."""
    assert table.match is not None
    if not 0 < seen < table.version:
        return None
    view = table.match.peek(play.seat)
    for event in table.match.peek_events(table.log[seen - 1].events):
        if table.match.game.overtakes(event, play.move, view):
            return next(step.at for step in table.log[seen:] if step.events > event["n"])
    return None
