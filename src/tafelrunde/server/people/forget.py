"""Forgetting: one person and everything they said, or whoever was at a table that nobody has used for long.

A table that cannot be read does not keep the others: what was left is said, and can be tried again.
"""

import functools
import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from tafelrunde.server.http import sessions
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.sockets.messages import Ask, Refused
from tafelrunde.server.storage import redaction
from tafelrunde.server.storage.entries import DatabaseUnavailable, Entry, LogDamaged, TableNotFound
from tafelrunde.server.storage.redaction import OldTable
from tafelrunde.server.tables.hub import Hub
from tafelrunde.table import acts, wishes
from tafelrunde.table.acts import AnyAct
from tafelrunde.table.ending import OldRules
from tafelrunde.table.records import BadData

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Visit:
    """A table that a person was at or is expected at, who they are there, and what happened when; None: that cannot be
    read."""

    table: str
    id: str
    happened: list[tuple[AnyAct, float]] | None


@dataclass
class Forgotten:
    """The tables at which a person was forgotten, each with who they were there, and those at which they were not."""

    tables: list[tuple[str, str]] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


async def visited(hub: Hub, person: str, payer: Path) -> AsyncIterator[Visit]:
    """The tables that a person was at or is expected at; reading them is at the expense of the payer."""
    waiting = await hub.store.people.tables(person)
    known = set(waiting)
    while waiting:
        table = waiting.pop()
        entries = await hub.store.read_entries(table)
        if not entries:
            continue
        happened = await hub.pages.run(payer, functools.partial(_decoded, entries))
        opened = happened[0][0] if happened else None
        if happened is None or not isinstance(opened, acts.Created):
            yield Visit(table, "", None)
            continue
        # A rematch expects everybody before they come.
        new = {act.table for act, _ in happened if isinstance(act, acts.Followed)} - known
        waiting += new
        known |= new
        yield Visit(table, sessions.at_table(person, opened.series or table), happened)


def _decoded(entries: Sequence[Entry]) -> list[tuple[AnyAct, float]] | None:
    """What entries say and when it happened; None if one of them cannot be read."""
    try:
        return [(acts.decode(entry.data), entry.at) for entry in entries]
    except BadData:
        return None


async def forget_person(hub: Hub, person: str, payer: Path) -> Forgotten:
    """Forget a person: they leave their tables, and nothing they were called or said stays."""
    done = Forgotten()
    async for visit in visited(hub, person, payer):
        if visit.happened is not None and await _forget_at(hub, visit.table, visit.id):
            done.tables.append((visit.table, visit.id))
        else:
            done.left.append(visit.table)
    digests = [device.digest for device in await hub.store.people.devices(person)]
    await hub.store.people.forget(person, digests, done.left)
    hub.sign_out(digests)
    return done


async def _forget_at(hub: Hub, table: str, id: str) -> bool:
    """Forget a person at one table; whether that was possible."""
    if hub.orders.read_only:
        return False
    try:
        has_left = await _leave(hub, table, id)
    except (LogDamaged, OldRules):  # nobody plays there any more
        await hub.store.transact(functools.partial(redaction.redact, table=table, without=_without(id)))
        await hub.store.transact(functools.partial(redaction.forget_host, table=table))
        return True
    if has_left:
        await hub.store.transact(functools.partial(redaction.redact, table=table, without=_without(id)))
        await hub.forget_words(table, id)
        await hub.update_summary(table)
    return has_left


def _without(id: str) -> functools.partial[bytes]:
    return functools.partial(acts.without_words, person=id)


async def _leave(hub: Hub, table: str, id: str) -> bool:
    """As if they had left the table themselves: a bot plays for them. Whether they are gone; LogDamaged, OldRules."""
    try:
        async with hub.acquire(table) as live:
            if live.table.is_here(id) or id in live.table.requests:
                ask = Ask(f"forget-{secrets.token_hex(8)}", live.table.version, wishes.Leave())
                return not isinstance(await live.carry_out(id, ask, hub.time.now()), Refused)
    except TableNotFound:
        pass
    return True


async def forget_old(hub: Hub, before: float) -> int:
    """Forget who was at tables where nothing has happened since `before`, and what they said. How many there were."""
    count, left = 0, list[str]()
    while found := [OldTable(row.id, row.version) for row in await hub.store.read(redaction.find_old(before, left))]:
        for old in found:
            try:
                await hub.store.transact(functools.partial(redaction.forget_table, old=old, without=acts.without_words))
                await hub.forget_words(old.id, None)
            except DatabaseUnavailable:
                raise
            except Exception:
                log.exception("a table could not be forgotten, see tafelrunde check-log")
                left.append(old.id)
            else:
                count += 1
    return count


async def find(hub: Hub, table: str, id: str) -> str | None:
    """The own id of somebody whom others know under an id at a table."""
    entries = await hub.store.read_entries(table)
    opened = acts.decode(entries[0].data) if entries else None
    series = opened.series or table if isinstance(opened, acts.Created) else table
    people = await hub.store.people.visitors(table)
    return next((person for person in people if sessions.at_table(person, series) == id), None)
