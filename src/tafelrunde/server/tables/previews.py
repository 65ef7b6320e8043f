"""Previews: what a seat could do after moves it has not made yet. Sent only to whoever asked, and not in the log."""

from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.process.lanes import Lane
from tafelrunde.server.sockets.messages import Refused, Tried, Try
from tafelrunde.server.tables.live_table import LiveTable
from tafelrunde.table import permissions
from tafelrunde.table.previews import preview_after
from tafelrunde.table.wishes import Refusal


async def answer(live: LiveTable, person: str, message: Try, lane: Lane, payer: Path) -> Tried | Refused:
    """What the seat could do then, or why this is refused; worked out beside the event loop."""
    async with live.lock:
        await live.refresh()
        version, seat = live.table.version, permissions.may_try(live.table, person, message.seat)
    if isinstance(seat, Refusal):
        return Refused(message.id, seat)
    preview = await lane.run(payer, lambda: preview_after(seat, message.moves))
    if isinstance(preview, Refusal):
        return Refused(message.id, preview)
    return Tried(message.id, version, message.seat, *preview)
