"""One table in memory. Whatever happens at it passes through one lock: that is the total order by arrival.

A wish is decided, written to the log, applied, and only then told. The moves of bots and clocks go the same way.
"""

import asyncio
import logging
import math
import secrets
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakSet

import msgspec

from tafelrunde.server import refusals
from tafelrunde.server.process.config import Config, Time
from tafelrunde.server.process.metrics import Metrics
from tafelrunde.server.sockets.messages import Ack, Ask, Refused
from tafelrunde.server.storage.store import Conflict, Duplicate, Entry, NoTable, Store
from tafelrunde.server.tables.audience import Audience, Listener
from tafelrunde.server.tables.bus import Line, News
from tafelrunde.server.tables.presence import Company
from tafelrunde.server.tables.thinking import Thinking
from tafelrunde.table import acts, permissions, visibility, wishes
from tafelrunde.table.acts import AnyAct
from tafelrunde.table.clock import Clock, Question
from tafelrunde.table.lateness import with_lateness
from tafelrunde.table.table import Table
from tafelrunde.table.wishes import Refusal

ATTEMPTS = 100
"""How often a wish is decided anew when another process was faster: it may have many wishes waiting at the table."""
A_MOMENT = 0.01
"""Seconds after which something that ends at a time has surely ended."""

log = logging.getLogger(__name__)
T = TypeVar("T")


class Summary(msgspec.Struct):
    """What the list of tables shows of one."""

    game: str
    phase: str
    host: str
    places: dict[str, int]
    people: int
    onlookers: bool


@dataclass(frozen=True)
class Surroundings:
    """What all tables of a server process share."""

    store: Store
    config: Config
    time: Time
    metrics: Metrics
    line: Line
    thinking: Thinking


class Live:
    """A table that somebody is at."""

    def __init__(self, table: Table, done: dict[str, int], around: Surroundings) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.closed = False
        self._done = done
        self._store, self._time, self._metrics, self._line = around.store, around.time, around.metrics, around.line
        self._thinking = around.thinking
        self._ahead = 0.0
        self._newest = table.version
        self._clock = Clock(secrets.randbits(64))
        self.audience = Audience(table, self._clock.deadline)
        self.company = Company(table, self.audience, around.line, around.config.grace)
        self._alarm: asyncio.TimerHandle | None = None
        self._forgets_at: float | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._thoughts: WeakSet[asyncio.Task[None]] = WeakSet()

    @classmethod
    async def load(cls, id: str, around: Surroundings) -> "Live":
        """The table as its log tells it; NoTable if there is none."""
        entries = await around.store.entries(id)
        if not entries:
            raise NoTable(id)
        # In a thread: a long game takes a while to be played again.
        table = await asyncio.to_thread(Table.replay, id, [(acts.decode(entry.data), entry.at) for entry in entries])
        return cls(table, _done(entries), around)

    def close(self, reason: str) -> None:
        """Nothing happens here any more; everybody is told bye."""
        self.closed = True
        self.audience.end(reason)
        for thought in self._thoughts:
            thought.cancel()
        if self._alarm is not None:
            self._alarm.cancel()

    async def settle(self) -> None:
        """Wait for what is under way, and for what comes of it."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    # coming and going

    async def enter(self, listener: Listener, after: int) -> str | None:
        """Somebody comes: how it stands, then everything that happens. Or why they may not, as a reason of Bye."""
        async with self.lock:
            await self.refresh(seen=after)
            if self.closed:
                return "trouble"
            reason = self.audience.unwelcome(listener.person)
            if reason is not None:
                return reason
            with self.company.changing(self._now()):
                self.audience.admit(listener)
            self._notice()
            self.audience.welcome(listener, after, self._now())
            self._set_alarm()
            return None

    async def leave(self, listener: Listener) -> None:
        """A socket is gone. Its person is expected back for a while."""
        async with self.lock:
            if listener not in self.audience:
                return
            with self.company.changing(self._now()):
                self.audience.remove(listener)
            self._wind()

    def hear(self, process: str, people: Sequence[str]) -> None:
        """Who is connected through another process."""
        if people or self.company.knows(process):
            self._start(self._hear(process, set(people)))

    async def _hear(self, process: str, people: set[str]) -> None:
        async with self.lock:
            with self.company.changing(self._now()):
                self.company.hear(process, people)
            self.audience.tell_presence()
            self._wind()

    def answer_who(self) -> None:
        """Tell the other processes who is connected here, if anybody is."""
        if self.audience.people():
            self.company.tell_others()

    # what other processes write

    def news(self, version: int) -> None:
        """Another process may have brought the table to a version."""
        self._newest = max(self._newest, version)
        if self.audience.people():
            self._start(self._refresh())

    async def _refresh(self) -> None:
        async with self.lock:
            await self.refresh()
            self._wind()

    async def refresh(self, seen: int = 0) -> None:
        """Read what others have written, if there is anything; the caller holds the lock.

        A process that was killed may have told a client of a version, and nobody else: `seen` is the client's word.
        """
        if max(self._newest, seen) > self.table.version and not self.closed:
            try:
                await self.catch_up()
            except Exception as error:
                self._give_up(error)

    # wishes

    async def ask(self, person: str, ask: Ask, at: float) -> Ack | Refused:
        """What becomes of a wish that arrived at this moment. It is carried out even if nobody waits for the answer."""
        return await asyncio.shield(self._start(self._ask(person, ask, at)))

    async def _ask(self, person: str, ask: Ask, at: float) -> Ack | Refused:
        async with self.lock:
            await self.refresh(ask.version)
            try:
                return await self._carry_out(person, ask, at)
            except Exception as error:
                self._give_up(error)
                return self._answer(person, ask) or Refused(ask.id, refusals.refuse("trouble"))

    def _answer(self, person: str, ask: Ask) -> Ack | None:
        """The answer to a wish that has happened already."""
        version = self._done.get(_client(person, ask))
        return None if version is None else Ack(ask.id, version)

    async def _carry_out(self, person: str, ask: Ask, at: float) -> Ack | Refused:
        for _ in range(ATTEMPTS):
            if self.closed:
                break
            answer = self._answer(person, ask)
            if answer is not None:
                return answer
            # It may have waited for its turn, but nothing happens before what has happened already.
            now = max(at + self._ahead, self.table.steps[-1].at)
            decided = permissions.decide(self.table, person, ask.wish, now)
            if isinstance(decided, Refusal):
                return Refused(ask.id, self._refusal(decided, ask, now))
            for act in decided:
                if isinstance(act, acts.Followed):
                    await open_table(self._store, act.table, permissions.rematch(self.table, act), now)
            await self._happen(decided, now, _client(person, ask))
        return Refused(ask.id, refusals.refuse("trouble"))

    def _refusal(self, refusal: Refusal, ask: Ask, now: float) -> Refusal:
        if not isinstance(ask.wish, wishes.Play):
            return refusal
        return with_lateness(refusal, self.table, ask.wish, ask.version, now)

    async def _happen(self, happened: Sequence[AnyAct], now: float, client: str | None = None) -> bool:
        """Write, apply, tell; the caller holds the lock. False if another process was faster: decide anew then."""
        first = self.table.version + 1
        entries = [
            Entry(self.table.id, version, client if version == first else None, acts.encode(act), now)
            for version, act in enumerate(happened, first)
        ]
        error = await self._written(entries)
        if error is not None:
            if not isinstance(error, Conflict | Duplicate):
                log.warning("not written, reading the log anew", exc_info=error)
            await self.catch_up()
            return False
        self._line.tell(News, self.table.id, entries[-1].version)
        await self._apply(entries, happened)
        return True

    async def _written(self, entries: Sequence[Entry]) -> BaseException | None:
        """Write all at once, so that they stand in one transaction; what went wrong first."""
        if len(entries) > 1:
            outcomes = await asyncio.gather(*map(self._store.append, entries), return_exceptions=True)
            return next((outcome for outcome in outcomes if outcome is not None), None)
        try:
            await self._store.append(entries[0])
        except Exception as error:
            return error
        return None

    async def catch_up(self) -> None:
        """Read what others have written; the caller holds the lock."""
        entries = await self._store.entries(self.table.id, after=self.table.version)
        if entries:
            await self._apply(entries, [acts.decode(entry.data) for entry in entries])
        elif await self._store.head(self.table.id) is None:
            raise NoTable(self.table.id)
        self._newest = self.table.version

    async def _apply(self, entries: Sequence[Entry], happened: Sequence[AnyAct]) -> None:
        """Let acts have happened, and tell."""
        phase = self.table.phase
        for entry, act in zip(entries, happened, strict=True):
            self.table.apply(act, entry.at)
            if isinstance(act, acts.Left):
                self.audience.see_off(act.person, "left" if act.by == act.person else "removed")
                self.company.has_left(act.person)
        self._done |= _done(entries)
        self._notice()
        self.audience.tell(self._now())
        self._set_alarm()
        if phase != self.table.phase or not all(isinstance(act, acts.Moved | acts.Said) for act in happened):
            await self._update_head()

    async def _update_head(self) -> None:
        public, is_open = self.table.settings.public, self.table.phase == "open"
        try:
            await self._store.update_head(self.table.id, summary(self.table), public, is_open)
        except Exception:
            # What has happened is in the log; the list of tables is old until the next time.
            log.exception("the list of tables could not be written")

    def _give_up(self, error: Exception) -> None:
        """Memory and log may differ: everybody is to come back to a table that is read anew."""
        if not isinstance(error, NoTable):
            log.error("a table is given up", exc_info=error)
        self.close("no-table" if isinstance(error, NoTable) else "trouble")

    # time

    def _now(self) -> float:
        """The time at this table. It goes on from what has happened, even if the machine's clock was set back."""
        self._ahead = max(self._ahead, self.table.steps[-1].at - self._time.now())
        return self._time.now() + self._ahead

    def _wind(self) -> None:
        """Set the alarm anew after a change."""
        self._notice()
        self._set_alarm()

    def _notice(self) -> None:
        """The clock sees who is here and who is to move."""
        now = self._now()
        self._clock.notice(self.table, self.company.present(now), now)

    def _set_alarm(self) -> None:
        """Set the alarm for what is due next."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self.closed:
            return
        if self._clock.unthought and self.company.drives():
            self._let_bots_think()
        self._forgets_at = visibility.next_covering(self.table, self._now())
        if not self.audience.people():
            return
        clock = self._clock.next() if self.company.drives() else None
        due = [moment for moment in (clock, self._forgets_at, self.company.next_given_up()) if moment is not None]
        if due:
            wait = self._time.until(min(due) + A_MOMENT - self._ahead)
            self._alarm = asyncio.get_running_loop().call_later(wait, self._ring)

    def _let_bots_think(self) -> None:
        if self._thinking.is_ready():
            for question in self._clock.questions(self.table, self._now()):
                self._thoughts.add(self._start(self._think(question)))
        else:
            self._thinking.when_ready(self._ring)

    async def _think(self, question: Question) -> None:
        """A bot thinks without the lock: nobody waits for it."""
        of = self._thinking.at_once if question.match.game.facts.simultaneous else self._thinking.of
        try:
            answer = await of(question.answer)
        except Exception as error:
            async with self.lock:
                self._give_up(error)
            return
        async with self.lock:
            if not self.closed:
                self._clock.hear(self.table, question, answer)
                self._wind()

    def _ring(self) -> None:
        self._start(self._tick())

    async def _tick(self) -> None:
        """Do what is due: at most one move, then look again."""
        async with self.lock:
            if self.closed:
                return
            now = self._now()
            try:
                await self._move_by_clock(now)
            except Exception as error:
                self._give_up(error)
            if self._forgets_at is not None and self._forgets_at < now:
                self.audience.tell(now)
            self._wind()

    async def _move_by_clock(self, now: float) -> None:
        if not self.company.drives() or (self._clock.next() or math.inf) > now:
            return
        due = self._clock.ring(self.table, now)
        if due and await self._happen(due, self._now()):
            self._metrics.own_moves.labels(due[0].by).inc()

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Work that goes on even if who asked for it has gone."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _client(person: str, ask: Ask) -> str:
    """A wish's id in the log: nobody can use up the ids of others."""
    return f"{person} {ask.id}"


def _done(entries: Sequence[Entry]) -> dict[str, int]:
    """Which wishes have happened, and as which version."""
    return {entry.client: entry.version for entry in entries if entry.client is not None}


async def open_table(store: Store, id: str, act: acts.Created, now: float) -> None:
    """Write a new table; both at once, so that they stand in one transaction."""
    head = summary(Table.replay(id, [(act, now)]))
    await asyncio.gather(
        store.create(id, head, act.settings.public, now), store.append(Entry(id, 1, None, acts.encode(act), now))
    )


def summary(table: Table) -> bytes:
    """What the list of tables keeps of a table."""
    kinds = [place.kind for place in table.places]
    host = table.people[table.host].name if table.host in table.people else ""
    shown = Summary(
        game=table.settings.game,
        phase=table.phase,
        host=host,
        places={kind: kinds.count(kind) for kind in sorted(set(kinds))},
        people=len(table.people),
        onlookers=table.settings.onlookers,
    )
    return msgspec.json.encode(shown)
