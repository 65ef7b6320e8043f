"""Previews: what a seat could do after moves it has not made yet. Sent only to whoever asked, and not in the log."""

from tafelrunde.bots import Seat
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.process.lanes import Lane
from tafelrunde.server.sockets.messages import Refused, Tried, Try
from tafelrunde.server.tables.live_table import LiveTable
from tafelrunde.table import permissions, visibility
from tafelrunde.table.wishes import Refusal, by_rule, refuse

SEED = 0
"""What the seat cannot know is drawn with it: whoever sees the same is told the same."""


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


Preview = tuple[list[str], dict[str, object] | None, list[visibility.Effect], list[visibility.Blocked]]
"""The moves of a seat, its view, what its moves do to pieces, and what does not go; empty if others are to act."""


def preview_after(seat: Seat, moves: list[str]) -> Preview | Refusal:
    """What follows these moves, in a match that could be this one."""
    match = seat.sample(SEED)
    for move in moves:
        if seat.number not in match.actors():
            return refuse("not-your-turn")
        refusal = match.explain(seat.number, move)
        if refusal is not None:
            return by_rule(refusal)
        match.play(seat.number, move)
    if seat.number not in match.actors():
        return [], None, [], []
    number = seat.number
    effects, blocked = visibility.effects(match, number), visibility.blocked(match, number)
    return match.moves(number), match.view(number), effects, blocked
