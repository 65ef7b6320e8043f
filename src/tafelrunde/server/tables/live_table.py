"""One table in memory. Whatever happens at it passes through one lock: that is the total order, by arrival.

A wish is decided, appended to the log, applied, and only then broadcast. The moves of bots and clocks go the same way.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tafelrunde.server import refusals
from tafelrunde.server.background import BackgroundTasks
from tafelrunde.server.http import sessions
from tafelrunde.server.operator.orders import Orders
from tafelrunde.server.people.newcomers import Newcomers
from tafelrunde.server.process.config import Config, Time
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.process.lanes import Lane
from tafelrunde.server.process.metrics import Metrics
from tafelrunde.server.sockets.messages import Ack, Ask, Refused
from tafelrunde.server.storage.entries import DatabaseUnavailable, Entry, LogDamaged, LogFellBack, TableNotFound
from tafelrunde.server.storage.listing import Listed
from tafelrunde.server.storage.store import Store
from tafelrunde.server.tables import table_log
from tafelrunde.server.tables.audience import Audience, Subscriber
from tafelrunde.server.tables.bus import Bus, TableChanged
from tafelrunde.server.tables.preparation import Preparation
from tafelrunde.server.tables.presence import TablePresence
from tafelrunde.server.tables.scheduler import Scheduler
from tafelrunde.server.tables.summary import summarize
from tafelrunde.server.tables.table_list import TableList, mark
from tafelrunde.server.tables.table_log import Committed, Overtaken, TableLog
from tafelrunde.server.tables.thinking import ThinkingPool
from tafelrunde.table import acts, permissions, wishes
from tafelrunde.table import ending as endings
from tafelrunde.table.acts import AnyAct
from tafelrunde.table.clock import Clock
from tafelrunde.table.ending import Ending
from tafelrunde.table.people import forgetting
from tafelrunde.table.table import Table
from tafelrunde.table.wishes import Refusal

MAX_CONFLICTS = 100
"""How often a wish is decided again when another process was faster: it may have many wishes queued at the table."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Services:
    """What all tables of a server process share."""

    store: Store
    config: Config
    time: Time
    metrics: Metrics
    bus: Bus
    thinking: ThinkingPool
    pages: Lane
    preparation: Preparation
    table_list: TableList
    orders: Orders


class LiveTable:
    """A table in memory, with its subscribers."""

    def __init__(self, table: Table, log: TableLog, services: Services) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.closed = False
        self.tasks, self.newcomers = BackgroundTasks(), Newcomers(table, services.bus)
        self._log, self._store, self._bus = log, services.store, services.bus
        self._orders = services.orders
        self._newest = table.version
        self._is_unsure = False
        """Whether the log may be at another version than we think: a write failed, or another process says so."""
        # A client needs as long to reveal its part however fast time runs.
        clock = Clock(secrets.randbits(64), services.config.reveal * services.config.speed)
        self.audience = Audience(table, clock.deadline, log.mark)
        self.presence = TablePresence(table, self.audience, services.bus, services.config.grace)
        self._table_list, self._is_listed = services.table_list, False
        self._preparation = services.preparation
        self.scheduler = Scheduler(
            self, clock, services.time, services.thinking, services.preparation, services.metrics
        )

    @classmethod
    async def load(cls, id: str, services: Services, payer: Path) -> "LiveTable":
        """The table as its log describes it; TableNotFound, LogDamaged, DatabaseUnavailable, OldRules."""
        # Not on the event loop: a long game takes a while.
        log, beside = TableLog(id, services.store), partial(services.pages.run, payer)
        entries = await log.read(beside=beside)
        happened = await beside(lambda: [(acts.decode(entry.data), entry.at) for entry in entries])
        game = table_log.started_game(happened)
        if game is not None:
            await services.preparation.wait(game, "rules")
        kept = await services.store.ending(id)
        table = await beside(lambda: endings.restored(id, happened, None if kept is None else endings.decode(kept)))
        live = cls(table, log, services)
        if table.phase == "over" and kept is None:  # The process was killed at that moment.
            live.tasks.start(live._keep_ending())
        return live

    def close(self, reason: str) -> None:
        """Nothing happens here any more; all connections are closed."""
        self.closed = True
        self.audience.close(reason)
        self.scheduler.close()

    def table_id(self, person: str | None) -> str | None:
        """Who a person is at this table; nobody here knows who they are elsewhere."""
        return None if person is None else sessions.at_table(person, self.table.series)

    @property
    def payer(self) -> Path:
        """At whose expense this table's bots think: the host's, and the address from which the host plays."""
        return *self.audience.payer(self.table.host), self.table.id

    # connections

    async def subscribe(self, subscriber: Subscriber, after: int, mark: str = "") -> str | None:
        """Send a snapshot, then everything that happens. Or why not, as a reason of Bye.

        `after` is the last version that the subscriber has seen, and `mark` what it was told of it.
        """
        async with self.lock:
            await self.refresh(seen=after)
            if self.closed:
                return "trouble"
            reason = self.audience.denied(subscriber.person)
            if reason is not None:
                return reason
            if not self.audience.has_room(subscriber):
                return "too-many-onlookers"
            now = self.scheduler.now()
            with self.presence.changing(now):
                self.audience.add(subscriber)
            self.scheduler.update_clock(now)
            self.audience.send_snapshot(subscriber, after, mark, now)
            self.scheduler.set_timer(now)
            self._show_in_list()
            return None

    async def unsubscribe(self, subscriber: Subscriber) -> None:
        """A connection is gone. Its person is expected back for a while."""
        async with self.lock:
            if subscriber not in self.audience:
                return
            now = self.scheduler.now()
            with self.presence.changing(now):
                self.audience.remove(subscriber)
            self.audience.broadcast_presence(now)
            self.scheduler.update()
            self._show_in_list()

    # the list of tables

    def hosted(self) -> Listed | None:
        """What the list has to know, if the table is to be listed and its host is connected to this process."""
        host = self.audience.payer_of(self.table.host)
        is_shown = self.table.settings.public and self.table.phase != "over" and not self.closed
        return Listed(self.table.id, mark(host[1]), mark(host[0])) if is_shown and host else None

    def _show_in_list(self) -> None:
        """List the table as soon as its host is there."""
        hosted = self.hosted()
        if hosted is not None and not self._is_listed:
            self._table_list.show(hosted)
        self._is_listed = hosted is not None

    # other processes

    def on_remote_presence(self, process: str, people: Sequence[str]) -> None:
        """Another process has reported who is connected through it."""
        if people or self.presence.has_remote(process):
            self.tasks.start(self._set_remote_presence(process, set(people)))

    async def _set_remote_presence(self, process: str, people: set[str]) -> None:
        async with self.lock:
            now = self.scheduler.now()
            with self.presence.changing(now):
                self.presence.set_remote(process, people)
            self.audience.broadcast_presence(now)
            self.scheduler.update()

    def publish_presence(self) -> None:
        """Report to the other processes who is connected here, if anybody is."""
        if self.audience.people():
            self.presence.publish()

    def on_remote_change(self, version: int, mark: str) -> None:
        """Another process has brought the table to a version."""
        self._newest = max(self._newest, version)
        self._is_unsure |= version <= self.table.version and self._log.mark(version) != mark
        self._refresh_soon()

    def compare(self, version: int, hash: bytes) -> None:
        """The log is at a version with this hash, or was a moment ago."""
        self._is_unsure |= (version, hash) != self._log.head
        self._refresh_soon()

    def _refresh_soon(self) -> None:
        if self.audience.people():
            self.tasks.start(self._refresh_now())

    async def _refresh_now(self) -> None:
        async with self.lock:
            with contextlib.suppress(DatabaseUnavailable):
                await self.refresh()
            self.scheduler.update()

    async def refresh(self, seen: int = 0) -> None:
        """Read what other processes have appended, if anything; the caller holds the lock. DatabaseUnavailable.

        A process that was killed may have told a client of a version, and nobody else: `seen` is the version that a
        client knows.
        """
        if (self._is_unsure or max(self._newest, seen) > self.table.version) and not self.closed:
            try:
                await self._catch_up()
            except DatabaseUnavailable:
                self._is_unsure = True
                raise
            except Exception as error:
                self.fail(error)

    # what happens: decide, append, apply, broadcast

    async def carry_out(
        self, person: str, ask: Ask, arrival: float, answer: Callable[[Ack | Refused], None] = lambda _: None
    ) -> Ack | Refused:
        """What becomes of a wish. It is carried out even if its client does not wait for the answer.

        `answer` gets it at once, together with what everybody is told.
        """

        async def carried_out() -> Ack | Refused:
            outcome = await self._carry_out(person, ask, arrival)
            answer(outcome)
            return outcome

        return await asyncio.shield(self.tasks.start(carried_out()))

    @property
    def is_read_only(self) -> bool:
        """Whether the operator lets nothing happen right now."""
        return self._orders.read_only

    async def _carry_out(self, person: str, ask: Ask, arrival: float) -> Ack | Refused:
        if self.is_read_only:
            return Refused(ask.id, refusals.refuse("read-only"))
        if isinstance(ask.wish, wishes.Start):
            await self._preparation.wait(self.table.settings.game, "rules")
        async with self.lock:
            client = _client(person, ask)
            try:
                await self.refresh(ask.version)
                if self.closed:
                    return _refused(ask, "trouble")
                return await self._decide_and_commit(person, ask, arrival, client)
            except DatabaseUnavailable as error:
                # The table stays as it is: whoever asks again, with the same id, is told what became of it.
                return _refused(ask, f"database-{error.kind}")
            except Exception as error:
                self.fail(error)
                version = None if isinstance(error, LogFellBack) else self._log.version_of(client)
                return _refused(ask, "trouble") if version is None else Ack(ask.id, version)

    async def _decide_and_commit(self, person: str, ask: Ask, arrival: float, client: str) -> Ack | Refused:
        for _ in range(MAX_CONFLICTS):
            if (version := self._log.version_of(client)) is not None:
                return Ack(ask.id, version)  # it came twice
            now = self.scheduler.time_of(arrival)
            decided = permissions.decide(self.table, person, ask.wish, now, self.presence.present(now))
            if isinstance(decided, Refusal):
                return Refused(ask.id, self._refusal(decided, ask, now))
            for act in decided:
                if isinstance(act, acts.Followed):
                    await table_log.create_table(self._store, act.table, permissions.rematch(self.table, act), now)
            result = await self.commit(decided, now, client)
            if isinstance(result, Committed):
                return Ack(ask.id, result.version)
        return _refused(ask, "trouble")

    def _refusal(self, refusal: Refusal, ask: Ask, now: float) -> Refusal:
        """The refusal of a wish; of a move that came too late, with by how much."""
        if not isinstance(ask.wish, wishes.Play):
            return refusal
        return permissions.with_lateness(refusal, self.table, ask.wish, ask.version, now)

    async def commit(self, happened: Sequence[AnyAct], now: float, client: str | None = None) -> Committed | Overtaken:
        """Append acts to the log, apply and broadcast them; the caller holds the lock.

        If another process was faster, the table catches up instead, and the caller has to decide again.
        """
        if self._is_unsure:
            await self._catch_up()
            return Overtaken()
        try:
            result = await self._log.append(happened, table_log.rules_of(self.table.settings.game), now, client)
        except DatabaseUnavailable:
            self._is_unsure = True
            raise
        if isinstance(result, Committed):
            version = result.entries[-1].version
            self._bus.publish(TableChanged, self.table.id, version, self._log.mark(version))
            await self._apply(result.entries, happened)
        else:
            await self._catch_up()
        return result

    async def _catch_up(self) -> None:
        """Apply what others have appended; the caller holds the lock."""
        known = -1
        while known < self._newest:  # a newer version may have been announced while the log was read
            known = self._newest
            entries = await self._log.read(after=self.table.version)
            if entries:
                await self._apply(entries, [acts.decode(entry.data) for entry in entries])
        self._newest, self._is_unsure = self.table.version, False

    async def _apply(self, entries: Sequence[Entry], happened: Sequence[AnyAct]) -> None:
        """Apply acts that are in the log, and broadcast."""
        phase = self.table.phase
        for entry, act in zip(entries, happened, strict=True):
            if isinstance(act, acts.Placed) and phase == "running":
                self.audience.tell_all(self.table.places[act.place].person, act.now.person)
            if isinstance(act, acts.Started):
                await self._preparation.wait(self.table.settings.game, "rules")
            self.table.apply(act, entry.at)
            if isinstance(act, acts.Left):
                self.audience.disconnect(act.person, "left" if act.by == act.person else "removed")
                self.presence.end_grace(act.person)
            if isinstance(act, acts.Dismissed):
                self.audience.disconnect(act.other, "left" if act.person == act.other else "declined")
        now = self.scheduler.now()
        self.scheduler.update_clock(now)
        self.audience.broadcast(now)
        self.scheduler.set_timer(now)
        if phase != self.table.phase == "over":
            await self._keep_ending()
        if phase != self.table.phase or not all(isinstance(act, acts.Unlisted) for act in happened):
            self._show_in_list()
            await self.update_summary()

    async def forget(self, person: str | None) -> None:
        """Names and words of a person, or of everybody, were taken out of the log: here they go, too."""
        async with self.lock:
            self._is_unsure = True  # whoever did that may have let them leave
            with contextlib.suppress(DatabaseUnavailable):
                await self.refresh()
            if forgetting.forget(self.table, person) and not self.closed:
                self.audience.forget(self.scheduler.now())

    async def _keep_ending(self) -> None:
        ending = endings.encode(Ending.of(self.table))
        try:
            await self._store.write_ending(self.table.id, ending)
        except DatabaseUnavailable:
            return  # It is written when the table is loaded again.
        except Exception:
            log.exception("the end of a game could not be written")

    async def update_summary(self) -> None:
        """Write what the list of tables shows of this one; the caller holds the lock."""
        public, is_open = self.table.settings.public, self.table.phase == "open"
        try:
            await self._store.update_summary(self.table.id, summarize(self.table), public, is_open)
        except DatabaseUnavailable:
            return  # What happened is in the log; the list of tables is out of date until the next change.
        except Exception:
            log.exception("the list of tables could not be written")

    def fail(self, error: Exception) -> None:
        """Close the table: memory and log may differ, so everybody is to come back to a table that is loaded again."""
        match error:
            case TableNotFound():
                self.close("no-table")
            case LogFellBack():
                fields = {"version": self.table.version}
                log.error("the log of a table has fallen back, the table is loaded again", extra={"fields": fields})
                self.close("fell-back")
            case LogDamaged():
                self.close("log-damaged")
            case _:
                log.error("a table was closed after an error", exc_info=error)
                self.close("trouble")


def _client(person: str, ask: Ask) -> str:
    """A wish's id in the log; it includes the person, so that nobody can use up the ids of others."""
    return f"{person} {ask.id}"


def _refused(ask: Ask, code: str) -> Refused:
    return Refused(ask.id, refusals.refuse(code))
