"""Hints for people at a table: sent only to whoever asked, and not in the log."""

from random import Random

from tafelrunde.bots.hints import whole_hint
from tafelrunde.server import refusals
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.sockets.messages import Hint, Hints, Refused
from tafelrunde.server.tables.live_table import LiveTable
from tafelrunde.server.tables.preparation import Preparation
from tafelrunde.server.tables.thinking import ThinkingPool
from tafelrunde.table import permissions
from tafelrunde.table.wishes import Refusal

SEED = 0
"""Always the same: whoever sees the same is told the same."""


class HintService:
    """One hint at a time for each person."""

    def __init__(self, thinking: ThinkingPool, preparation: Preparation) -> None:
        self._thinking, self._preparation = thinking, preparation
        self._people_waiting: set[str] = set()

    async def answer(self, live: LiveTable, person: str, payer: Path, message: Hint) -> Hints | Refused:
        """The hint, or why there is none."""
        async with live.lock:
            await live.refresh()
            version, seat = live.table.version, permissions.may_have_hint(live.table, person, message.seat)
        if isinstance(seat, Refusal):
            return Refused(message.id, seat)
        if person in self._people_waiting:
            return Refused(message.id, refusals.refuse("one-hint"))
        self._people_waiting.add(person)
        try:
            await self._preparation.wait(live.table.settings.game, "bots")
            advice = await self._thinking.run(lambda: whole_hint(seat, Random(SEED)), (*payer, "hint"))
        finally:
            self._people_waiting.discard(person)
        return Hints(message.id, version, message.seat, advice)
