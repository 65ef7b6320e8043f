"""Forgetting: one person and everything they said, or whoever was at a table that nobody has used for long."""

import functools
import secrets
from collections.abc import AsyncIterator

from tafelrunde.server.http import sessions
from tafelrunde.server.sockets.messages import Ask
from tafelrunde.server.storage import redaction
from tafelrunde.server.storage.entries import Entry, TableNotFound
from tafelrunde.server.storage.redaction import OldTable
from tafelrunde.server.tables.hub import Hub
from tafelrunde.table import acts, wishes


async def visited(hub: Hub, person: str) -> AsyncIterator[tuple[str, str, list[Entry]]]:
    """The tables that a person was at or is expected at, who they are there, and what happened."""
    waiting = await hub.store.people.tables(person)
    known = set(waiting)
    while waiting:
        table = waiting.pop()
        entries = await hub.store.entries(table)
        happened = [acts.decode(entry.data) for entry in entries]
        opened = happened[0] if happened else None
        if not isinstance(opened, acts.Created):
            continue
        # A rematch expects everybody before they come.
        new = {act.table for act in happened if isinstance(act, acts.Followed)} - known
        waiting += new
        known |= new
        yield table, sessions.at_table(person, opened.series or table), entries


async def forget_person(hub: Hub, person: str) -> int:
    """Forget a person: they leave their tables, and nothing they were called or said stays. At how many tables."""
    count = 0
    async for table, id, _ in visited(hub, person):
        await _leave(hub, table, id)
        without = functools.partial(acts.without_words, person=id)
        await hub.store.transact(functools.partial(redaction.redact, table=table, without=without))
        hub.reload(table)
        await hub.update_summary(table)
        count += 1
    digests = [device.digest for device in await hub.store.people.devices(person)]
    await hub.store.people.forget(person, digests)
    hub.sign_out(digests)
    return count


async def _leave(hub: Hub, table: str, id: str) -> None:
    """As if they had left the table themselves: a bot plays for them."""
    try:
        async with hub.acquire(table) as live:
            if live.table.is_here(id):
                ask = Ask(f"forget-{secrets.token_hex(8)}", live.table.version, wishes.Leave())
                await live.carry_out(id, ask, hub.time.now())
    except TableNotFound:
        return


async def forget_old(hub: Hub, before: float) -> int:
    """Forget who was at tables where nothing has happened since `before`, and what they said. How many there were."""
    count = 0
    while found := [OldTable(row.id, row.version) for row in await hub.store.read(redaction.find_old(before))]:
        for old in found:
            await hub.store.transact(functools.partial(redaction.forget_table, old=old, without=acts.without_words))
            hub.reload(old.id)
        count += len(found)
    return count


async def find(hub: Hub, table: str, id: str) -> str | None:
    """The own id of somebody whom others know under an id at a table."""
    entries = await hub.store.entries(table)
    opened = acts.decode(entries[0].data) if entries else None
    series = opened.series or table if isinstance(opened, acts.Created) else table
    people = await hub.store.people.visitors(table)
    return next((person for person in people if sessions.at_table(person, series) == id), None)
