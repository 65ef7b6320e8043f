"""Taking names and words out of the log. The chain of the log holds: the hash of what was there stays."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa

from tafelrunde.server.storage.entries import Entry, redacted
from tafelrunde.server.storage.schema import log, tables, visits
from tafelrunde.server.storage.transaction import SELECT_ENTRIES

BATCH = 100
"""Tables that are looked for at a time."""
_OWN = log.alias()
_NEWEST = sa.select(sa.func.max(_OWN.c.version)).where(_OWN.c.table == tables.c.id).correlate(tables).scalar_subquery()
_LAST = sa.and_(log.c.table == tables.c.id, log.c.version == _NEWEST)


@dataclass(frozen=True)
class OldTable:
    """A table at which nothing has happened for long, and its last version."""

    id: str
    version: int


def find_old(before: float, but: Sequence[str] = ()) -> sa.Select[Any]:
    """Tables whose game has begun and where nothing has happened since `before`, unless all of it is forgotten; some
    are left out."""
    return (
        sa.select(tables.c.id, log.c.version)
        .select_from(tables.join(log, _LAST))
        .where(~tables.c.open, tables.c.at < before, log.c.at < before, log.c.version > tables.c.forgotten)
        .where(tables.c.id.not_in(but))
        .limit(BATCH)
    )


def redact(connection: sa.Connection, table: str, without: Callable[[bytes], bytes]) -> int:
    """Replace every entry of a table by what `without` leaves of it; how many have changed."""
    query = SELECT_ENTRIES.where(log.c.table == table).order_by(log.c.version).with_for_update()
    entries = [Entry(**row._mapping) for row in connection.execute(query)]
    changed = [(entry, left) for entry in entries if (left := without(entry.data)) != entry.data]
    for entry, left in changed:
        new = redacted(entry, entry.client, left)
        here = sa.and_(log.c.table == table, log.c.version == entry.version)
        connection.execute(sa.update(log).where(here).values(data=new.data, redacted=new.redacted))
    return len(changed)


def forget_table(connection: sa.Connection, old: OldTable, without: Callable[[bytes], bytes]) -> int:
    """Forget who was at a table and what they said."""
    changed = redact(connection, old.id, without)
    forget_host(connection, old.id)
    connection.execute(sa.update(tables).where(tables.c.id == old.id).values(forgotten=old.version))
    connection.execute(sa.delete(visits).where(visits.c.table == old.id))
    return changed


def forget_host(connection: sa.Connection, table: str) -> None:
    """The list of tables does not name the host any more."""
    [head] = connection.execute(sa.select(tables.c.head).where(tables.c.id == table)).one()
    summary = msgspec.json.encode(msgspec.json.decode(head) | {"host": ""})
    connection.execute(sa.update(tables).where(tables.c.id == table).values(head=summary))
