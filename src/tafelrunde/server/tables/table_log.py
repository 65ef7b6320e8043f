"""One table's log in the database: appending acts, and reading what other processes have appended."""

import asyncio
import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import tafelrunde as tr
from tafelrunde.server.storage.entries import (
    CodeTaken,
    DuplicateWish,
    Entry,
    LogFellBack,
    TableNotFound,
    VersionConflict,
    chained,
    new_start,
)
from tafelrunde.server.storage.store import Beside, Store, at_once
from tafelrunde.server.storage.transaction import Head
from tafelrunde.server.tables.summary import summarize
from tafelrunde.table import acts
from tafelrunde.table.acts import AnyAct
from tafelrunde.table.table import Table

CODE_LETTERS = "bcdfghjkmnprstvwxyz"
"""What codes are made of: letters that are not mistaken for others, and do not make words."""
CODE_LENGTH = 5
MARK_BYTES = 8


@dataclass(frozen=True)
class Committed:
    """The acts are durable, as these entries."""

    entries: list[Entry]

    @property
    def version(self) -> int:
        """The version of the first act, which is the one that a client is told."""
        return self.entries[0].version


class Overtaken:
    """The acts were not appended: the log is not where we thought it was. Read it first."""


class TableLog:
    """The log of one table: the hash of every entry, and which wishes of clients are in it."""

    def __init__(self, table: str, store: Store) -> None:
        self._table, self._store = table, store
        self._wishes: dict[str, int] = {}
        self._start = b""
        self._hashes: list[bytes] = []
        self._latest_mark = 0, ""
        """The mark that was asked for last, and of which version."""

    async def read(self, after: int = 0, beside: Beside = at_once) -> list[Entry]:
        """The entries after a version that we know; TableNotFound, LogDamaged, LogFellBack."""
        head = self._hashes[after - 1] if after else None
        try:
            entries = await self._store.entries(self._table, after, head, beside)
        except LogFellBack:
            if await self._store.summary(self._table) is None:
                raise TableNotFound(self._table) from None
            raise
        if not entries and not after:
            raise TableNotFound(self._table)
        self._remember(entries)
        return entries

    async def append(
        self, happened: Sequence[AnyAct], rules: str, at: float, client: str | None
    ) -> Committed | Overtaken:
        """Append acts in one transaction, the first of them as a client's wish; DatabaseUnavailable."""
        entries: list[Entry] = []
        head, first = self._hashes[-1], len(self._hashes) + 1
        for version, act in enumerate(happened, first):
            wish = client if version == first else None
            entries.append(chained(head, self._table, version, wish, acts.encode(act), at, rules))
            head = entries[-1].hash
        error = await self._write(entries)
        if error is None:
            self._remember(entries)
            return Committed(entries)
        if isinstance(error, VersionConflict | DuplicateWish | TableNotFound):
            return Overtaken()
        raise error

    @property
    def head(self) -> Head:
        """The last version and its hash."""
        return len(self._hashes), self._hashes[-1]

    def mark(self, version: int) -> str:
        """What tells a version from any other truth: a client that knows it cannot be told something else.

        It gives away nothing of what happened: the start of the log is in it, which nobody knows.
        """
        if not 0 < version <= len(self._hashes):
            return ""
        if self._latest_mark[0] != version:
            mark = hashlib.blake2b(self._hashes[version - 1], digest_size=MARK_BYTES, key=self._start).hexdigest()
            self._latest_mark = version, mark
        return self._latest_mark[1]

    def version_of(self, client: str) -> int | None:
        """As which version a client's wish was carried out, if it was."""
        return self._wishes.get(client)

    async def _write(self, entries: Sequence[Entry]) -> BaseException | None:
        """Hand over all entries at once, so that they share a transaction; the first error."""
        if len(entries) > 1:
            outcomes = await asyncio.gather(*map(self._store.append, entries), return_exceptions=True)
            return next((outcome for outcome in outcomes if outcome is not None), None)
        try:
            await self._store.append(entries[0])
        except Exception as error:
            return error
        return None

    def _remember(self, entries: Sequence[Entry]) -> None:
        if entries and not self._hashes:
            self._start = entries[0].previous
        self._hashes += [entry.hash for entry in entries]
        self._wishes |= {entry.client: entry.version for entry in entries if entry.client is not None}


async def create_table(store: Store, id: str, act: acts.Created, now: float) -> None:
    """Write a new table, with a code that no other open table has."""
    summary = summarize(Table.replay(id, [(act, now)]))
    start, rules = new_start(), rules_of(act.settings.game)
    while True:
        coded = replace(act, code=_new_code())
        # Both parts at once, so that they share a transaction.
        outcomes = await asyncio.gather(
            store.create(id, summary, act.settings.public, now, coded.code),
            store.append(chained(start, id, 1, None, acts.encode(coded), now, rules)),
            return_exceptions=True,
        )
        error = next((outcome for outcome in outcomes if outcome is not None), None)
        if error is None:
            return
        if not isinstance(error, CodeTaken):
            raise error


def started_game(happened: Sequence[tuple[AnyAct, float]]) -> str | None:
    """The game whose rules are needed to replay a log; None if it has not begun."""
    game = None
    for act, _ in happened:
        if isinstance(act, acts.Created | acts.Changed):
            game = act.settings.game
        elif isinstance(act, acts.Started):
            return game
    return None


@cache
def rules_of(game: str) -> str:
    """A game and the version of its rules, as entries carry it."""
    return f"{game} {tr.load(game).rulebook.about['version']}"


def _new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
