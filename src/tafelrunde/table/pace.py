"""Time at the table: who must act by when, when bots act, and what the clock does by itself.

A `Clock` is asked for the next alarm and rung when it is due; it reads no clock itself. It is not in the log: after a
restart it begins anew, so no time has run meanwhile.
"""

import random
from collections.abc import Hashable

from tafelrunde import bots
from tafelrunde.bots.seat import Seat
from tafelrunde.table import acts
from tafelrunde.table.table import Table

COUNTDOWN = 3.0
NEW_BOARD_PAUSE = 1.5
CALL_WINDOW = 3.0
RACING = ("biesti-boys",)
"""Games in which everybody acts at once: they begin with a common 3-2-1."""


def may_move_from(table: Table) -> float:
    """From when on moves are taken: after the countdown, and after a new board has been looked at."""
    if table.match is None or table.settings.game not in RACING:
        return 0.0
    for number in range(table.version - 1, -1, -1):
        step = table.steps[number]
        if isinstance(step.act, acts.Started):
            return step.at + COUNTDOWN
        before = table.steps[number - 1].events
        if any(event["type"] == "new_board" for event in table.match.events(before)[: step.events - before]):
            return step.at + NEW_BOARD_PAUSE
        if table.steps[-1].at - step.at > COUNTDOWN:
            return 0.0
    return 0.0


class Clock:
    """The alarms of one table."""

    def __init__(self, seed: int) -> None:
        self.alarms: dict[tuple[Hashable, ...], float] = {}
        self._chance = random.Random(seed)

    def update(self, table: Table, present: set[str], now: float) -> None:
        """Set and drop alarms after something has changed. `present` are the people who are here (or were just now)."""
        wanted = self._wanted(table, present) if present else {}
        from_then = max(now, may_move_from(table))
        self.alarms = {
            key: self.alarms[key] if key in self.alarms else from_then + self._delay(table, key) for key in wanted
        }

    def next(self) -> float | None:
        """When the next alarm is due."""
        return min(self.alarms.values(), default=None)

    def ring(self, table: Table, now: float) -> list[acts.Moved]:
        """The moves that are due: at most one of them can be played, the others are decided anew after it."""
        due = sorted((at, str(key), key) for key, at in self.alarms.items() if at <= now)
        for _, _, key in due:
            del self.alarms[key]
            act = self._act(table, key)
            if act is not None:
                return [act]
        return []

    def _wanted(self, table: Table, present: set[str]) -> dict[tuple[Hashable, ...], None]:
        keys: dict[tuple[Hashable, ...], None] = {}
        if table.match is None or table.phase != "running":
            return keys
        if table.match.game.TABLE_ACTS and table.match.moves(None):
            keys["window", table.version] = None
        for seat in table.match.actors():
            person = table.person_at(seat)
            if person is None or person not in present:
                keys["bot", seat] = None
            elif table.settings.move_seconds is not None:
                keys["time", seat, table.match.moves_by(seat)] = None
        return keys

    def _delay(self, table: Table, key: tuple[Hashable, ...]) -> float:
        if key[0] == "window":
            return CALL_WINDOW
        if key[0] == "time":
            assert table.settings.move_seconds is not None
            return table.settings.move_seconds
        seat = key[1]
        assert table.match is not None and isinstance(seat, int)
        bot = bots.make(table.level_at(seat), table.settings.game)
        return bot.pause(Seat.of(table.match, seat), self._chance)

    def _act(self, table: Table, key: tuple[Hashable, ...]) -> acts.Moved | None:
        if table.match is None or table.phase != "running":
            return None
        if key[0] == "window":
            return acts.Moved(None, "window", "table") if table.match.moves(None) else None
        seat = key[1]
        assert isinstance(seat, int)
        if seat not in table.match.actors():
            return None
        bot = bots.make(table.level_at(seat), table.settings.game)
        move = bot.choose(Seat.of(table.match, seat), self._chance)
        return None if move is None else acts.Moved(seat, move, "time" if key[0] == "time" else "bot")
