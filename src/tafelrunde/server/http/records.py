"""Records and replays: who may see them, and when."""

from collections.abc import Callable
from typing import Any

from tafelrunde.server import refusals
from tafelrunde.server.http.routing import HttpRefusal
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.tables.hub import Hub
from tafelrunde.table import replay
from tafelrunde.table.ending import EndedTable
from tafelrunde.table.replay import GameReplay, Step, Viewer
from tafelrunde.table.table import Table

STATUSES = {"not-running": 409, "not-over": 409, "no-such-place": 404}
"""Refusals that do not depend on who asks; all others are 403."""


Recorder = Callable[[], dict[str, Any]]
"""Writes a record, which takes a while for a long game: not on the event loop."""


async def record(hub: Hub, payer: Path, id: str, person: str | None) -> Recorder:
    """The record of a game that is over."""
    async with hub.acquire(id, payer) as live, live.lock:
        await live.refresh()
        _check_access(live.table, live.table_id(person), "all")
        return live.table.recorder()


async def reviewable(hub: Hub, payer: Path, id: str, person: str | None) -> Recorder:
    """The record of a game that is over, if today's rules lead to its result."""
    async with hub.acquire(id, payer) as live:
        found = await record(hub, payer, id, person)
        if live.table.match is None or live.table.match.result is None:
            raise HttpRefusal(409, refusals.refuse("no-result"))
        if isinstance(live.table, EndedTable):
            raise HttpRefusal(409, refusals.refuse("old-review"))
        return found


async def steps(
    hub: Hub, payer: Path, id: str, person: str | None, viewer: Viewer, first: int, last: int | None
) -> tuple[GameReplay, list[Step]]:
    """A page of a game's steps."""
    async with hub.acquire(id, payer) as live:
        async with live.lock:
            await live.refresh()
            _check_access(live.table, live.table_id(person), viewer)
            game, viewer = GameReplay.of(live.table), replay.allowed_viewer(live.table, viewer)
        end = min(game.last if last is None else last, game.last, first + replay.PAGE - 1)
        if end < first:
            return game, []
        # Beside the event loop: replaying a long game takes a while.
        known = None if game.ended else hub.replays.before(id, game, first)
        steps, reached = await hub.pages.run(payer, lambda: replay.page(game, viewer, first, end, known))
        if not game.ended:
            hub.replays.keep(id, game, reached)
        return game, steps


def _check_access(table: Table, person: str | None, viewer: Viewer) -> None:
    refusal = replay.refused(table, person, viewer)
    status = 403 if refusal is None else STATUSES.get(refusal.code, 403)
    is_open = table.phase == "over" and table.settings.onlookers
    if status == 403 and person is None and not is_open:
        raise HttpRefusal(401, refusals.refuse("no-token"))
    if refusal is not None:
        raise HttpRefusal(status, refusal)
