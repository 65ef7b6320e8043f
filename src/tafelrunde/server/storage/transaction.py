"""One transaction of the writer: several jobs, each checked against the database and against the jobs before it."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import chain
from typing import Any

import sqlalchemy as sa

from tafelrunde.server.storage.entries import CodeTaken, DuplicateWish, Entry, TableNotFound, VersionConflict
from tafelrunde.server.storage.schema import endings, log, tables, visits


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be created."""

    id: str
    summary: bytes
    public: bool
    at: float
    code: str | None = None


@dataclass(frozen=True, slots=True)
class NewSummary:
    """A table's new summary."""

    id: str
    summary: bytes
    public: bool
    open: bool


@dataclass(frozen=True, slots=True)
class NewEnding:
    """How the game of a table ended; the first one that is written stays."""

    id: str
    data: bytes


@dataclass(frozen=True, slots=True)
class NewVisit:
    """Somebody is at a table; nothing happens if that is known, or the table is gone."""

    id: str
    person: str


Job = Entry | NewTable | NewSummary | NewEnding | NewVisit
Outcome = Exception | None
"""None when a job is durable, else why it is not."""
Head = tuple[int, bytes]
"""The last version of a table, and its hash; a table without entries has version 0."""

MAX_ROWS, FEW_ROWS = 256, 32
"""The most entries that are inserted by one statement; up to a few there is a statement for every number of them."""

_INSERT_TABLE = sa.insert(tables)
_INSERT_ENTRY = sa.insert(log)
_INSERT_ENDING = sa.insert(endings)
_INSERT_VISIT = sa.insert(visits)
_UPDATE_SUMMARY = (
    sa.update(tables)
    .where(tables.c.id == sa.bindparam("changed"))
    .values(
        head=sa.bindparam("summary"),
        public=sa.bindparam("public"),
        open=sa.bindparam("open"),
        code=sa.case((sa.bindparam("keeps_code", type_=sa.Boolean), tables.c.code), else_=sa.null()),
    )
)
_SELECT_CODES = sa.select(tables.c.code).where(tables.c.code.in_(sa.bindparam("codes", expanding=True)))
_LATER = log.alias()
_VERSION = sa.select(sa.func.max(_LATER.c.version)).where(_LATER.c.table == tables.c.id).scalar_subquery()
SELECT_HEADS = (
    sa.select(tables.c.id, log.c.version, log.c.hash)
    .outerjoin_from(tables, log, sa.and_(log.c.table == tables.c.id, log.c.version == _VERSION))
    .where(tables.c.id.in_(sa.bindparam("ids", expanding=True)))
)
_SELECT_ENDINGS = sa.select(endings.c.table).where(endings.c.table.in_(sa.bindparam("ids", expanding=True)))
_SELECT_VISITS = sa.select(visits.c.table, visits.c.person).where(
    sa.tuple_(visits.c.table, visits.c.person).in_(sa.bindparam("visits", expanding=True))
)
_SELECT_WISHES = sa.select(log.c.table, log.c.client, log.c.version).where(
    sa.tuple_(log.c.table, log.c.client).in_(sa.bindparam("wishes", expanding=True))
)
SELECT_ENTRIES = sa.select(*(log.c[name] for name in Entry._fields))
_SELECT_SAME_VERSIONS = SELECT_ENTRIES.where(
    sa.tuple_(log.c.table, log.c.version).in_(sa.bindparam("versions", expanding=True))
)


class UnexpectedConflict(Exception):
    """A version does not fit; only now is it worth looking for wishes that came twice."""


@dataclass
class Transaction:
    """What one transaction writes.

    `heads` holds the last version of each table, as far as it is known. With `find_duplicates` wishes that are
    already in the log are looked for; with `is_retry` also these very entries, as an earlier attempt may have written
    them.
    """

    jobs: Sequence[Job]
    heads: dict[str, Head]
    find_duplicates: bool
    is_retry: bool
    _wishes: dict[tuple[str, str | None], int] = field(default_factory=dict)
    _already_written: set[Entry] = field(default_factory=set)
    _codes: set[str] = field(default_factory=set)
    _tables: list[dict[str, Any]] = field(default_factory=list)
    _summaries: dict[str, dict[str, Any]] = field(default_factory=dict)
    _entries: list[Entry] = field(default_factory=list)
    _endings: dict[str, bytes] = field(default_factory=dict)
    _visits: set[tuple[str, str]] = field(default_factory=set)

    def run(self, connection: sa.Connection) -> list[Outcome]:
        """Look, check, write; the outcome of each job. UnexpectedConflict asks for a second attempt."""
        self._look(connection)
        outcomes = [self._check(job) for job in self.jobs]
        if not self.find_duplicates and any(isinstance(outcome, VersionConflict) for outcome in outcomes):
            raise UnexpectedConflict
        self._write(connection)
        return outcomes

    def _look(self, connection: sa.Connection) -> None:
        unknown = {id for id in map(table_of, self.jobs) if id not in self.heads}
        if unknown:
            self.heads |= _last_versions(connection, unknown)
        codes = [job.code for job in self.jobs if isinstance(job, NewTable) and job.code is not None]
        if codes:
            self._codes = set(connection.scalars(_SELECT_CODES, {"codes": codes}))
        entries = [job for job in self.jobs if isinstance(job, Entry)]
        if self.find_duplicates:
            self._wishes = _logged_wishes(connection, entries)
        if self.is_retry:
            self._already_written = _logged_entries(connection, entries)

    def _check(self, job: Job) -> Outcome:
        """None if the job is to be written, or was already; else why not."""
        match job:
            case Entry():
                return self._check_entry(job)
            case NewTable():
                return self._check_table(job)
            case NewSummary():
                return self._check_summary(job)
            case NewEnding():
                return self._check_ending(job)
            case NewVisit():
                return self._check_visit(job)

    def _check_entry(self, entry: Entry) -> Outcome:
        if self._already_written and entry in self._already_written:
            return None
        if entry.table not in self.heads:
            return TableNotFound(entry.table)
        written = self._wishes.get((entry.table, entry.client))
        if entry.client is not None and written is not None:
            return DuplicateWish(entry.table, entry.client, written)
        version, hash = self.heads[entry.table]
        if entry.version != version + 1 or (version and entry.previous != hash):
            return VersionConflict(entry.table, entry.version)
        self.heads[entry.table] = entry.version, entry.hash
        self._wishes[entry.table, entry.client] = entry.version
        self._entries.append(entry)
        return None

    def _check_table(self, new: NewTable) -> Outcome:
        if new.id in self.heads:
            # Ids are random: after a lost connection, the table that exists is this one.
            return None if self.is_retry else VersionConflict(new.id, 0)
        if new.code is not None:
            if new.code in self._codes:
                return CodeTaken(new.code)
            self._codes.add(new.code)
        self.heads[new.id] = 0, b""
        row = asdict(new)
        self._tables.append({"head": row.pop("summary"), "open": True, **row})
        return None

    def _check_summary(self, new: NewSummary) -> Outcome:
        if new.id not in self.heads:
            return TableNotFound(new.id)
        row = asdict(new)
        self._summaries[new.id] = {"changed": row.pop("id"), "keeps_code": new.open, **row}
        return None

    def _check_ending(self, new: NewEnding) -> Outcome:
        if new.id not in self.heads:
            return TableNotFound(new.id)
        self._endings.setdefault(new.id, new.data)
        return None

    def _check_visit(self, new: NewVisit) -> Outcome:
        if new.id in self.heads:
            self._visits.add((new.id, new.person))
        return None

    def _write(self, connection: sa.Connection) -> None:
        # The same order everywhere, so that two processes never wait for each other in a circle.
        if self._tables:
            connection.execute(_INSERT_TABLE, sorted(self._tables, key=lambda row: row["id"]))
        if self._summaries:
            connection.execute(_UPDATE_SUMMARY, [self._summaries[id] for id in sorted(self._summaries)])
        if self._entries:
            _insert_entries(connection, sorted(self._entries, key=lambda entry: entry.table))
        if self._endings:
            written = set(connection.scalars(_SELECT_ENDINGS, {"ids": sorted(self._endings)}))
            rows = [{"table": id, "data": self._endings[id]} for id in sorted(self._endings.keys() - written)]
            if rows:
                connection.execute(_INSERT_ENDING, rows)
        if self._visits:
            known = {(row[0], row[1]) for row in connection.execute(_SELECT_VISITS, {"visits": list(self._visits)})}
            rows = [{"table": id, "person": person} for id, person in sorted(self._visits - known)]
            if rows:
                connection.execute(_INSERT_VISIT, rows)


def _insert_entries(connection: sa.Connection, entries: Sequence[Entry]) -> None:
    if connection.dialect.name != "sqlite":
        connection.execute(_INSERT_ENTRY, [entry._asdict() for entry in entries])
        return
    # SQLite's driver lets other threads run at every statement, and then waits for them: many rows are one statement.
    begin = 0
    if not all(isinstance(entry.at, float) for entry in entries):  # SQLite itself takes any value in any column
        raise TypeError("the time of an entry is a number")
    while begin < len(entries):
        count = min(len(entries) - begin, MAX_ROWS)
        if count > FEW_ROWS:
            count = 1 << count.bit_length() - 1
        connection.exec_driver_sql(_insert_rows(count), tuple(chain(*entries[begin : begin + count])))
        begin += count


@cache
def _insert_rows(count: int) -> str:
    """Inserts so many entries. There are few such statements, which stay prepared."""
    names = ", ".join(f'"{name}"' for name in Entry._fields)
    row = f"({', '.join('?' * len(Entry._fields))})"
    return f"INSERT INTO {log.name} ({names}) VALUES {', '.join([row] * count)}"


def table_of(job: Job) -> str:
    """The id of the table that a job is about."""
    return job.table if isinstance(job, Entry) else job.id


def _last_versions(connection: sa.Connection, tables: Iterable[str]) -> dict[str, Head]:
    """The last version of each of these tables that exists."""
    ids = sorted(tables)
    # Padded to a power of two: a few statements that stay prepared instead of one for every length.
    ids += ids[-1:] * ((1 << (len(ids) - 1).bit_length()) - len(ids))
    return heads_of(connection.execute(SELECT_HEADS, {"ids": ids}))


def heads_of(rows: Iterable[Any]) -> dict[str, Head]:
    """The last version of each table in the rows of SELECT_HEADS."""
    return {row[0]: (row[1] or 0, row[2] or b"") for row in rows}


def _logged_wishes(connection: sa.Connection, entries: Iterable[Entry]) -> dict[tuple[str, str | None], int]:
    """As which version each of these wishes is already in the log."""
    wishes = [(entry.table, entry.client) for entry in entries if entry.client is not None]
    if not wishes:
        return {}
    return {(row[0], row[1]): row[2] for row in connection.execute(_SELECT_WISHES, {"wishes": wishes})}


def _logged_entries(connection: sa.Connection, entries: Sequence[Entry]) -> set[Entry]:
    """Which of these entries are in the log exactly as they are."""
    if not entries:
        return set()
    versions = [(entry.table, entry.version) for entry in entries]
    rows = connection.execute(_SELECT_SAME_VERSIONS, {"versions": versions})
    return {Entry(**row._mapping) for row in rows} & set(entries)
