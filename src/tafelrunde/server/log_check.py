"""Examines a whole database: every log is a whole chain, today's rules lead where it says, every deal is true."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
import sqlalchemy as sa

from tafelrunde.server.storage import database as databases
from tafelrunde.server.storage.entries import Entry, LogDamaged, check_chain
from tafelrunde.server.storage.schema import tables
from tafelrunde.server.storage.store import Store
from tafelrunde.table import acts
from tafelrunde.table import ending as endings
from tafelrunde.table.ending import BY_THE_RULES, Ending
from tafelrunde.table.table import Table
from tafelrunde.table.verify import verify

PAGE = 500


@dataclass(frozen=True)
class Problem:
    """What is wrong at a table, and from which version on.

    `gap`, `chain`, `content`: the log is damaged. `unreadable`: this is not an entry that we know. `refused`: today's
    rules refuse a move of a game that is not over. `deal`: the record of a game that is over is not true.
    """

    table: str
    version: int
    what: str


@dataclass
class Report:
    """What was examined, and what was found. `old` are the tables whose games are shown as they ended: today's rules do
    not lead there."""

    tables: int = 0
    entries: int = 0
    redacted: int = 0
    over: int = 0
    old: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


async def examine(url: str, on_progress: Callable[[int, int], None] = lambda done, all: None) -> Report:
    """Everything in a database, which is only read; ConnectionError if it cannot be, ValueError for a bad URL."""
    await databases.check_schema(url)
    store, report = Store(databases.connect(url)), Report()
    try:
        count = (await store.read(sa.select(sa.func.count()).select_from(tables)))[0][0]
        after = ""
        while page := await store.read(
            sa.select(tables.c.id).where(tables.c.id > after).order_by(tables.c.id).limit(PAGE)
        ):
            for row in page:
                await _examine_table(store, row.id, report)
                on_progress(report.tables, count)
            after = page[-1].id
    finally:
        await store.close()
    return report


async def _examine_table(store: Store, id: str, report: Report) -> None:
    entries, kept = await store.read_entries(id), await store.ending(id)
    report.tables += 1
    report.entries += len(entries)
    report.redacted += sum(entry.redacted is not None for entry in entries)
    problem = await asyncio.to_thread(_problem, id, entries, kept, report)
    if problem is not None:
        report.problems.append(problem)


def _problem(id: str, entries: list[Entry], kept: bytes | None, report: Report) -> Problem | None:
    """The first thing that is wrong at a table."""
    if not entries:
        return Problem(id, 1, "gap")
    try:
        check_chain(entries)
    except LogDamaged as damaged:
        return Problem(id, damaged.version, damaged.what)
    table = Table(id)
    try:
        ending = None if kept is None else endings.decode(kept)
        happened = [(acts.decode(entry.data), entry.at) for entry in entries]
        for act, at in happened:
            table.apply(act, at)
    except BY_THE_RULES:
        return _of_old_rules(table, ending, report)
    except Exception:  # Whatever it is, the table cannot be loaded.
        return Problem(id, table.version + 1, "unreadable")
    if table.phase == "over":
        report.over += 1
        if ending is not None and table.match is not None and table.match.result != ending.result:
            return _of_old_rules(table, ending, report)
        return None if _is_true(table.record()) else Problem(id, table.version, "deal")
    return None


def _of_old_rules(table: Table, ending: Ending | None, report: Report) -> Problem | None:
    if ending is None:
        return Problem(table.id, table.version + 1, "refused")
    report.old.append(table.id)
    return None


def _is_true(record: dict[str, Any]) -> bool:
    return all(found.holds for found in verify(msgspec.json.decode(msgspec.json.encode(record))))
