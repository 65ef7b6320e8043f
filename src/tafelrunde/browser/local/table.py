"""One table of this device in memory. Whatever happens at it is decided, written, applied, and only then told."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

from tafelrunde.bots.hints import whole_hint
from tafelrunde.browser.local.store import Entry, Store, Time
from tafelrunde.browser.local.texts import TEXTS, refuse
from tafelrunde.table import acts, permissions, records, visibility, wishes
from tafelrunde.table.acts import AnyAct
from tafelrunde.table.clock import Answer, Clock, Question
from tafelrunde.table.fair_deal import ON_DEVICE
from tafelrunde.table.previews import preview_after
from tafelrunde.table.records import BadData
from tafelrunde.table.table import Table
from tafelrunde.table.visibility import Perspective
from tafelrunde.table.wishes import Refusal

PROTOCOL = 2
ME, ONLOOKER = "me", "onlooker"
"""Who is at the tables of this device: its people, who may have several seats, and the big screen, which has none."""
MARK = "local"
SLACK = 0.01
REVEAL = 30.0
"""Real seconds for which a deal waits for the part of our own page: it may have much to do, but it is here."""
AGAIN = 3.0
"""Seconds after which a bot tries again to get what it has learned."""
HINT_SEED = 0
"""Always the same: whoever sees the same is told the same."""
_PERSPECTIVE = [field.name for field in fields(Perspective)]


class Page:
    """A page of the browser that shows a table."""

    def __init__(self, person: str, send: Callable[[str], None], close: Callable[[], None]) -> None:
        self.person, self._send, self._close = person, send, close
        self.version = self.updates = 0

    def tell(self, message: str, **values: Any) -> None:
        """Send a message of the protocol."""
        self._send(records.encode({"type": message} | values).decode())

    def bye(self, reason: str) -> None:
        """Say why nothing more comes."""
        self.tell("bye", reason=reason, retry=False, texts=TEXTS.say_in_all("bye", reason))
        self._close()


class LocalTable:
    """A table, its pages, and its clock."""

    def __init__(self, id: str, entries: list[Entry], store: Store, time: Time) -> None:
        self.table = Table.replay(id, [(entry.act, entry.at) for entry in entries])
        self._wishes = {entry.wish: entry.version for entry in entries if entry.wish is not None}
        self._store, self._time, self._ahead = store, time, 0.0
        self._clock, self._pages = Clock(secrets.randbits(64), time.in_real(REVEAL)), list[Page]()
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks = set[asyncio.Task[None]]()

    # pages

    async def add(self, page: Page, after: int) -> None:
        """A page shows the table from now on, which it had seen up to a version."""
        async with self._lock:
            after = after if 0 <= after <= self.table.version else 0
            self._pages.append(page)
            page.tell(
                "welcome",
                person=page.person,
                table=self.table.id,
                version=self.table.version,
                rewound=None,
                protocol=PROTOCOL,
            )
            page.tell("snapshot", **self._state(page, after))
            page.version = self.table.version
            self._tell_presence()
            self._update()

    def remove(self, page: Page) -> None:
        """A page is gone. Nothing happens at a table that nobody looks at."""
        if page in self._pages:
            self._pages.remove(page)
            self._update()

    @property
    def is_looked_at(self) -> bool:
        """Whether a page shows it."""
        return bool(self._pages)

    async def hear(self, page: Page, message: dict[str, Any]) -> None:
        """A message of a page."""
        match message.get("type"):
            case "ask":
                await self._ask(page, message)
            case "hint":
                self._hint(page, message["id"], message["seat"])
            case "try":
                self._try(page, message["id"], message["seat"], message["moves"])
            case "ping":
                page.tell("pong", version=self.table.version)

    def _hint(self, page: Page, id: str, number: int) -> None:
        seat = permissions.may_have_hint(self.table, page.person, number)
        if isinstance(seat, Refusal):
            page.tell("refused", id=id, refusal=seat)
            return
        try:
            advice = [vars(each) for each in whole_hint(seat, Random(HINT_SEED))]
        except OSError:
            page.tell("refused", id=id, refusal=refuse("not-loaded"))
            return
        page.tell("hints", id=id, version=self.table.version, seat=number, moves=advice)

    def _try(self, page: Page, id: str, number: int, moves: list[str]) -> None:
        seat = permissions.may_try(self.table, page.person, number)
        tried = seat if isinstance(seat, Refusal) else preview_after(seat, moves)
        if isinstance(tried, Refusal):
            page.tell("refused", id=id, refusal=tried)
            return
        after, view, effects, blocked = tried
        values = {"moves": after, "view": view, "effects": effects, "blocked": blocked}
        page.tell("tried", id=id, version=self.table.version, seat=number, **values)

    # what happens

    async def _ask(self, page: Page, message: dict[str, Any]) -> None:
        id, arrival = message["id"], self.now()
        try:
            wish = records.read(message["wish"], wishes.AnyWish)
        except BadData as error:
            page.tell("refused", id=id, refusal=refuse("bad-message", reason=str(error)))
            return
        async with self._lock:
            while True:
                if id in self._wishes:
                    page.tell("ack", id=id, version=self._wishes[id])  # it came twice
                    return
                now = max(arrival, self.table.log[-1].at)
                decided = permissions.decide(self.table, page.person, wish, now)
                if isinstance(decided, Refusal):
                    if isinstance(wish, wishes.Play):
                        decided = permissions.with_lateness(decided, self.table, wish, message["version"], now)
                    page.tell("refused", id=id, refusal=decided)
                    return
                if await self._commit([_here(act) for act in decided], now, id):
                    page.tell("ack", id=id, version=self._wishes[id])
                    return

    async def _commit(self, happened: Sequence[AnyAct], now: float, wish: str | None = None) -> bool:
        """Write, apply and tell; False if another page of this browser was faster: then decide again."""
        for act in happened:
            if isinstance(act, acts.Followed):
                await create(self._store, act.table, permissions.rematch(self.table, act), now)
        first = self.table.version + 1
        entries = [
            Entry(version, now, act, wish if version == first else None) for version, act in enumerate(happened, first)
        ]
        if not await self._store.append(self.table.id, entries, summary(self.table, happened)):
            await self._catch_up()
            return False
        self._apply(entries)
        return True

    async def _catch_up(self) -> None:
        entries = await self._store.read(self.table.id, self.table.version)
        if entries:
            self._apply(entries)

    async def refresh(self) -> None:
        """Another page of this browser has written something."""
        async with self._lock:
            await self._catch_up()

    def _apply(self, entries: list[Entry]) -> None:
        for entry in entries:
            if isinstance(entry.act, acts.Placed) and self.table.phase == "running":
                for page in self._pages:
                    page.version = 0  # somebody sees with other eyes
            self.table.apply(entry.act, entry.at)
            if entry.wish is not None:
                self._wishes[entry.wish] = entry.version
            if isinstance(entry.act, acts.Left):
                self._close(entry.act.person, "left")
        self._broadcast()
        self._update()

    def _close(self, person: str, reason: str) -> None:
        for page in [page for page in self._pages if page.person == person]:
            self._pages.remove(page)
            page.bye(reason)

    # what is told

    def _broadcast(self) -> None:
        for page in self._pages:
            page.updates += 1
            page.tell("update", number=page.updates, whole=True, **self._state(page, page.version))
            page.version = self.table.version

    def _tell_presence(self) -> None:
        people = [person for person in self.table.people if any(page.person == person for page in self._pages)]
        for page in self._pages:
            page.tell("presence", people=people)

    def _state(self, page: Page, after: int) -> dict[str, Any]:
        table, now = self.table, self.now()
        shown: dict[str, Any] = {}
        if table.match is not None:
            perspectives = visibility.Perspectives(table, now)
            own: list[int | None] = [*table.seats_of(page.person)]
            for seat in own or [None]:
                seen = perspectives.of(seat, after)
                deadline = None if seat is None else self._clock.deadline(seat)
                seen.due = None if deadline is None else round(max(0.0, deadline - now), 3)
                shown["public" if seat is None else str(seat)] = {name: getattr(seen, name) for name in _PERSPECTIVE}
        lobby = visibility.lobby_for(table, page.person)
        return {"version": table.version, "mark": MARK, "after": after, "lobby": lobby, "seats": shown}

    # time

    def now(self) -> float:
        """The time at this table; it never runs backwards."""
        now = self._time.now()
        self._ahead = max(self._ahead, self.table.log[-1].at - now)
        return now + self._ahead

    def _update(self) -> None:
        """Let the clock follow a change, bots think, and the timer ring for what is due next."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now = self.now()
        self._clock.update_alarms(self.table, {page.person for page in self._pages}, now)
        if not self._pages:
            return
        if self._clock.undecided:
            self._start(self._think())
        covering = visibility.next_covering(self.table, now)
        due = [moment for moment in (self._clock.next(), covering) if moment is not None]
        if due:
            wait = self._time.until(min(due) + SLACK - self._ahead)
            self._timer = asyncio.get_running_loop().call_later(wait, lambda: self._start(self._ring(covering)))

    def _start(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _think(self) -> None:
        """Bots think one after the other; in between, whoever waits is answered."""
        for question in self._clock.questions(self.table, self.now()):
            await asyncio.sleep(0)
            began, answer = self.now(), await _answer(question)
            async with self._lock:
                self._clock.take_answer(self.table, question, answer, began, self.now())
                self._update()

    async def _ring(self, covering: float | None) -> None:
        """At most one move, then look again."""
        async with self._lock:
            now = self.now()
            again: Sequence[AnyAct] = self._clock.due_round(self.table, now)
            due = again or self._clock.due_moves(self.table, now)
            if due:
                await self._commit(due, now)
            elif covering is not None and covering < now:
                self._broadcast()
            self._update()


async def _answer(question: Question) -> Answer | None:
    """What a bot decides; it waits for what it has learned while the network is away."""
    while True:
        try:
            return question.answer()
        except OSError:
            await asyncio.sleep(AGAIN)


def new_id() -> str:
    """An id for a new table of this device."""
    return ON_DEVICE + acts.new_table_id()


def _here(act: AnyAct) -> AnyAct:
    """An act at this device: a rematch is here, too."""
    return replace(act, table=new_id()) if isinstance(act, acts.Followed) else act


async def create(store: Store, id: str, act: acts.Created, now: float) -> None:
    """Write a new table."""
    table = Table.replay(id, [(act, now)])
    await store.append(id, [Entry(1, now, act, None)], summary(table, []))


def summary(table: Table, happened: Sequence[AnyAct]) -> dict[str, Any]:
    """What a list of tables shows of one: its game, and at least how far it is."""
    phase = "running" if any(isinstance(act, acts.Started) for act in happened) else table.phase
    return {"game": table.settings.game, "phase": phase}
