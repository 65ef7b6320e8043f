"""Trying moves out: what an own seat could do after them. Told to who asks and to nobody else, and not in the log."""

import asyncio

from tafelrunde.bots import Seat
from tafelrunde.server.sockets.messages import Refused, Tried, Try
from tafelrunde.server.tables.live_table import Live
from tafelrunde.table import permissions
from tafelrunde.table.visibility import Effect, effects
from tafelrunde.table.wishes import Refusal, by_rule, refuse

SEED = 0
"""What the seat cannot know is drawn by it: who sees the same is told the same."""


async def answer(live: Live, person: str, message: Try) -> Tried | Refused:
    """What could be done then, or why that cannot be."""
    async with live.lock:
        await live.refresh()
        version, seat = live.table.version, permissions.may_try(live.table, person, message.seat)
    # In a thread: a game's first one may have to be compiled.
    found = seat if isinstance(seat, Refusal) else await asyncio.to_thread(after, seat, message.moves)
    if isinstance(found, Refusal):
        return Refused(message.id, found)
    return Tried(message.id, version, message.seat, *found)


def after(seat: Seat, moves: list[str]) -> tuple[list[str], dict[str, object] | None, list[Effect]] | Refusal:
    """What the seat could do after these moves in a match that could be this one, what it would see, and what its moves
    would do then; no view if others are next."""
    match = seat.sample(SEED)
    for move in moves:
        if seat.number not in match.actors():
            return refuse("not-your-turn")
        refusal = match.explain(seat.number, move)
        if refusal is not None:
            return by_rule(refusal)
        match.play(seat.number, move)
    if seat.number not in match.actors():
        return [], None, []
    return match.moves(seat.number), match.view(seat.number), effects(match, seat.number)
