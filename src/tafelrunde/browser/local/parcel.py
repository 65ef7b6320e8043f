"""A finished game as a server takes it: who sat where, the record, and the times. Nothing that was said is in it."""

from typing import Any

from tafelrunde.table import acts
from tafelrunde.table.table import Table


def parcel(table: Table) -> dict[str, Any]:
    """What is sent of a game that is over, to `POST /api/records`."""
    opened, began = table.log[0].act, table.steps[0][1].at
    assert isinstance(opened, acts.Created)
    steps = []
    for _, entry in table.steps[1:]:
        assert isinstance(entry.act, acts.Moved)
        steps.append([round((entry.at - began) * 1000), entry.act.by])
    is_bot = [table.person_at(seat) is None for seat in range(len(table.seats))]
    levels = [table.level_at(seat) if bot else None for seat, bot in enumerate(is_bot)]
    return {"name": opened.name, "record": table.record(), "levels": levels, "steps": steps}
