"""Records and replays: who may have them, and when."""

import asyncio
from typing import Any

from tafelrunde.server import refusals
from tafelrunde.server.http.routing import Refusing
from tafelrunde.server.tables.hub import Hub
from tafelrunde.table import replay
from tafelrunde.table.replay import Film, Step, Viewer
from tafelrunde.table.table import Table

STATUSES = {"not-running": 409, "not-over": 409, "no-such-place": 404}
"""What is wrong with a request whoever asks; all else is not for this person."""


async def record(hub: Hub, id: str, person: str | None) -> dict[str, Any]:
    """The record of a game that is over."""
    async with hub.at(id) as live, live.lock:
        await live.refresh()
        _check(live.table, person, "all")
        return live.table.record()


async def steps(
    hub: Hub, id: str, person: str | None, viewer: Viewer, first: int, last: int | None
) -> tuple[Film, list[Step]]:
    """A page of a game's steps."""
    async with hub.at(id) as live:
        async with live.lock:
            await live.refresh()
            _check(live.table, person, viewer)
            film, viewer = Film.of(live.table), replay.eyes(live.table, viewer)
        end = min(film.last if last is None else last, film.last, first + replay.PAGE - 1)
        if end < first:
            return film, []
        # In a thread: a long game takes a while to be played again.
        found, still = await asyncio.to_thread(replay.page, film, viewer, first, end, hub.stills.before(id, first))
        hub.stills.keep(id, still)
        return film, found


def _check(table: Table, person: str | None, viewer: Viewer) -> None:
    refusal = replay.refused(table, person, viewer)
    status = 403 if refusal is None else STATUSES.get(refusal.code, 403)
    is_open = table.phase == "over" and table.settings.onlookers
    if status == 403 and person is None and not is_open:
        raise Refusing(401, refusals.refuse("no-token"))
    if refusal is not None:
        raise Refusing(status, refusal)
