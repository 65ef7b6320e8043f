"""A person's own data: what they were called, said and did at which tables."""

import datetime
from functools import partial
from typing import Any

from tafelrunde.server.people.forget import visited
from tafelrunde.server.process.config import Config
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.tables.hub import Hub
from tafelrunde.table import acts

SHOWN = ("name", "phrase", "text", "place", "move", "by", "level", "tempo", "kind")
"""What is exported of an act; its secrets of the deal are not."""


async def export(hub: Hub, person: str, payer: Path) -> tuple[list[dict[str, Any]], list[str]]:
    """Every table that a person was at, with what they did there; and the tables whose log cannot be read."""
    found, unreadable = [], []
    async for visit in visited(hub, person, payer):
        if visit.happened is None:
            unreadable.append(visit.table)
        else:
            found.append(await hub.pages.run(payer, partial(_shown, visit.table, visit.id, visit.happened, hub.config)))
    return found, unreadable


def _shown(table: str, id: str, happened: list[tuple[acts.AnyAct, float]], config: Config) -> dict[str, Any]:
    own = _Own(id)
    did = [own.shown(act, at / config.speed) for act, at in happened]
    return {"table": table, "game": own.game, "you": id, "did": [one for one in did if one is not None]}


class _Own:
    """Follows the acts of a table and picks out those of one person."""

    def __init__(self, id: str) -> None:
        self._id, self._places, self._seats = id, dict[int, str | None](), list[int]()
        self.game = ""

    def shown(self, act: acts.AnyAct, at: float) -> dict[str, Any] | None:
        """An act of this person, or None."""
        if isinstance(act, acts.Created):
            self.game = act.settings.game
            self._places = {number: place.person for number, place in enumerate(act.places)}
        elif isinstance(act, acts.Placed):
            self._places[act.place] = act.now.person
        self._seats = getattr(act, "seats", self._seats)
        if isinstance(act, acts.Moved):
            place = None if act.seat is None or act.by != "person" else self._seats[act.seat]
            is_own = place is not None and self._places.get(place) == self._id
        else:
            is_own = act.person == self._id
        if not is_own:
            return None
        moment = datetime.datetime.fromtimestamp(at, datetime.UTC).isoformat(timespec="seconds")
        told = {name: getattr(act, name) for name in SHOWN if getattr(act, name, None) not in (None, "")}
        return {"at": moment, "act": type(act).__name__.lower()} | told
