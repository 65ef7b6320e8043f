"""What happens at a table by itself: a timer for whatever is due next, bots that think, and the moves they make."""

import asyncio
import math
from collections.abc import Sequence
from typing import Protocol
from weakref import WeakSet, ref

from tafelrunde.bots.player import QUICK
from tafelrunde.server.background import BackgroundTasks
from tafelrunde.server.process.config import Time
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.process.metrics import Metrics
from tafelrunde.server.storage.entries import DatabaseUnavailable
from tafelrunde.server.tables.audience import Audience
from tafelrunde.server.tables.preparation import Preparation
from tafelrunde.server.tables.presence import TablePresence
from tafelrunde.server.tables.table_log import Committed, Overtaken
from tafelrunde.server.tables.thinking import ThinkingPool
from tafelrunde.table.acts import AnyAct, HostChanged
from tafelrunde.table.clock import Answer, Clock, Question
from tafelrunde.table.people import members
from tafelrunde.table.table import Table

TIMER_SLACK = 0.01
"""Seconds after which something that ends at a time has certainly ended."""
DATABASE_PAUSE = 1.0
"""Seconds after which a move is tried again that could not be written."""


class ScheduledTable(Protocol):
    """What the scheduler needs of its live table."""

    table: Table
    lock: asyncio.Lock
    closed: bool
    audience: Audience
    presence: TablePresence
    tasks: BackgroundTasks

    @property
    def payer(self) -> Path:
        """At whose expense its bots think."""

    @property
    def is_read_only(self) -> bool:
        """Whether nothing may happen."""

    async def commit(self, happened: Sequence[AnyAct], now: float) -> Committed | Overtaken:
        """Append acts to the log, apply them and broadcast."""

    def fail(self, error: Exception) -> None:
        """Close the table after an error."""


class Scheduler:
    """Runs the clock of one live table."""

    def __init__(
        self,
        live: ScheduledTable,
        clock: Clock,
        time: Time,
        thinking: ThinkingPool,
        preparation: Preparation,
        metrics: Metrics,
    ) -> None:
        self.clock = clock
        self._owner = ref(live)  # no circle: a table that is dropped goes at once
        self._time, self._thinking, self._metrics = time, thinking, metrics
        self._preparation = preparation
        self._ahead = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._thoughts: WeakSet[asyncio.Task[None]] = WeakSet()

    @property
    def _live(self) -> ScheduledTable:
        live = self._owner()
        assert live is not None, "whoever calls has it"
        return live

    def now(self) -> float:
        """The time at this table. It never runs backwards, even if the machine's clock is set back."""
        now = self._time.now()
        self._ahead = max(self._ahead, self._live.table.log[-1].at - now)
        return now + self._ahead

    def time_of(self, arrival: float) -> float:
        """The time of a wish that arrived at a moment; never before what has happened already."""
        return max(arrival + self._ahead, self._live.table.log[-1].at)

    def update(self) -> None:
        """Let the clock and the timer follow a change."""
        now = self.now()
        self.update_clock(now)
        self.set_timer(now)

    def update_clock(self, now: float) -> None:
        """Let the clock know who is present and who is to move."""
        live = self._live
        self.clock.update_alarms(live.table, live.presence.present(now), now)

    def set_timer(self, now: float) -> None:
        """Set the timer for what is due next, and let bots think if it is up to this process."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        live = self._live
        if live.closed or live.is_read_only:
            return
        is_leader = live.presence.is_leader()
        if self.clock.undecided and is_leader:
            self._start_thinking()
        if not live.audience.people():
            return
        next_move = self.clock.next() if is_leader else None
        heir_at = now if is_leader and self._new_host(now) else None
        moments = (next_move, live.audience.next_covering, live.presence.next_grace_end(), heir_at)
        due = [moment for moment in moments if moment is not None]
        if due:
            wait = self._time.until(min(due) + TIMER_SLACK - self._ahead)
            self._timer = asyncio.get_running_loop().call_later(wait, self.wake)

    def wake(self) -> None:
        """Do what is due, unless the table is gone."""
        live = self._owner()
        if live is not None:
            live.tasks.start(self._run_due(live))

    def close(self) -> None:
        """Nothing happens by itself any more."""
        for thought in self._thoughts:
            thought.cancel()
        if self._timer is not None:
            self._timer.cancel()

    def _start_thinking(self) -> None:
        game = self._live.table.settings.game
        if self._preparation.is_ready(game, "bots"):
            live = self._live
            for question in self.clock.questions(live.table, self.now()):
                self._thoughts.add(live.tasks.start(self._think(live, question)))
        else:
            self._preparation.when_ready(game, "bots", self.wake)

    async def _think(self, live: ScheduledTable, question: Question) -> None:
        """A bot thinks without the lock: nobody waits for it."""

        def think() -> tuple[float, Answer | None]:
            return self._time.now() + self._ahead, question.answer()

        is_quick = question.seconds <= QUICK
        try:
            began, answer = await self._thinking.run(think, live.payer, is_quick)
        except Exception as error:
            async with live.lock:
                live.fail(error)
            return
        async with live.lock:
            if not live.closed:
                self.clock.take_answer(live.table, question, answer, began, self.now())
                self.update()

    async def _run_due(self, live: ScheduledTable) -> None:
        """At most one move, then look again."""
        async with live.lock:
            if live.closed or live.is_read_only:
                return
            now = self.now()
            try:
                await self._pass_on_host()
                await self._do_what_is_due(now)
            except DatabaseUnavailable:
                self._timer = asyncio.get_running_loop().call_later(DATABASE_PAUSE, self.wake)
                return
            except Exception as error:
                live.fail(error)
            covering = live.audience.next_covering
            if covering is not None and covering < now:
                live.audience.broadcast(now)
            live.audience.broadcast_presence(now)
            self.update()

    def _new_host(self, now: float) -> HostChanged | None:
        """Who is the host from now on, if the host has been gone for too long."""
        return members.passed_on(self._live.table, self._live.presence.present(now))

    async def _pass_on_host(self) -> None:
        changed = self._new_host(self.now()) if self._live.presence.is_leader() else None
        if changed is not None:
            await self._live.commit([changed], self.now())

    async def _do_what_is_due(self, now: float) -> None:
        if not self._live.presence.is_leader() or (self.clock.next() or math.inf) > now:
            return
        again = self.clock.due_round(self._live.table, now)
        if again:
            await self._live.commit(again, self.now())
            return
        due = self.clock.due_moves(self._live.table, now)
        # If another process was faster, the table has caught up and the clock decides again.
        if due and isinstance(await self._live.commit(due, self.now()), Committed):
            self._metrics.own_moves.labels(due[0].by).inc()
