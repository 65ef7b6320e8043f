"""The tables that everybody is shown: public ones whose host is there, and not too many of one person or address."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from tafelrunde.server.storage.schema import listed, tables

PER_PERSON, PER_ADDRESS = 2, 10
"""How many tables of one host, and of all hosts at one address, are listed."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table whose host is there; `host` and `source` stand for the host and the address from which they come."""

    table: str
    host: str
    source: str


def put(connection: sa.Connection, hosted: Sequence[Listed], at: float) -> None:
    """These tables' hosts are there at this time."""
    rows = [{**asdict(one), "seen": at} for one in sorted(hosted, key=lambda one: one.table)]
    dialect: Any = sqlite if connection.dialect.name == "sqlite" else postgresql
    known = set(connection.scalars(sa.select(tables.c.id).where(tables.c.id.in_([row["table"] for row in rows]))))
    insert = dialect.insert(listed)
    changed = {name: insert.excluded[name] for name in ("host", "source", "seen")}
    upsert = insert.on_conflict_do_update(index_elements=["table"], set_=changed)
    for row in rows:
        if row["table"] in known:
            connection.execute(upsert, row)


def forget(connection: sa.Connection, before: float) -> None:
    """Keep nothing about tables whose hosts have been gone since then."""
    connection.execute(sa.delete(listed).where(listed.c.seen < before))


def page(since: float, limit: int, offset: int) -> sa.Select[Any]:
    """Id, summary and creation time of the listed tables whose hosts were there since then, those that are open first.

    The newest of every address come first, then everybody's second, and so on: many tables bury nobody else's.
    """
    newest = tables.c.at.desc()
    ranked = (
        sa.select(
            tables.c.id,
            tables.c.head,
            tables.c.at,
            tables.c.open,
            listed.c.source,
            sa.func.row_number().over(partition_by=listed.c.host, order_by=newest).label("of_host"),
        )
        .join(listed, listed.c.table == tables.c.id)
        .where(tables.c.public, listed.c.seen >= since)
        .subquery()
    )
    few = sa.select(
        ranked,
        sa.func.row_number()
        .over(partition_by=ranked.c.source, order_by=[ranked.c.open.desc(), ranked.c.at.desc()])
        .label("of_source"),
    )
    fair = few.where(ranked.c.of_host <= PER_PERSON).subquery()
    shown = sa.select(fair.c.id, fair.c.head, fair.c.at).where(fair.c.of_source <= PER_ADDRESS)
    order = (fair.c.open.desc(), fair.c.of_source, fair.c.at.desc(), fair.c.id)
    return shown.order_by(*order).limit(limit).offset(offset)
