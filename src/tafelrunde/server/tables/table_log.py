"""One table's log in the database: appending acts, and reading what other processes have appended."""

import asyncio
import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from tafelrunde.server.storage.entries import CodeTaken, DuplicateWish, Entry, TableNotFound, VersionConflict
from tafelrunde.server.storage.store import Store
from tafelrunde.server.tables.summary import summarize
from tafelrunde.table import acts
from tafelrunde.table.acts import AnyAct
from tafelrunde.table.table import Table

CODE_LETTERS = "bcdfghjkmnprstvwxyz"
"""What codes are made of: letters that are not mistaken for others, and do not make words."""
CODE_LENGTH = 5

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Committed:
    """The acts are durable, as these entries."""

    entries: list[Entry]

    @property
    def version(self) -> int:
        """The version of the first act, which is the one that a client is told."""
        return self.entries[0].version


class Overtaken:
    """The acts were not appended, as far as we know: the log has moved on, or the database failed. Read it first."""


class TableLog:
    """The log of one table, and which wishes of clients are in it."""

    def __init__(self, table: str, store: Store) -> None:
        self._table, self._store = table, store
        self._wishes: dict[str, int] = {}

    async def read(self, after: int = 0) -> list[Entry]:
        """The entries after a version; TableNotFound if there is no such table."""
        entries = await self._store.entries(self._table, after)
        if not entries and (not after or await self._store.summary(self._table) is None):
            raise TableNotFound(self._table)
        self._remember(entries)
        return entries

    async def append(
        self, happened: Sequence[AnyAct], first: int, at: float, client: str | None
    ) -> Committed | Overtaken:
        """Append acts in one transaction, the first of them as version `first` and as a client's wish."""
        entries = [
            Entry(self._table, version, client if version == first else None, acts.encode(act), at)
            for version, act in enumerate(happened, first)
        ]
        error = await self._write(entries)
        if error is None:
            self._remember(entries)
            return Committed(entries)
        if not isinstance(error, VersionConflict | DuplicateWish):
            log.warning("not written, reading the log again", exc_info=error)
        return Overtaken()

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
        self._wishes |= {entry.client: entry.version for entry in entries if entry.client is not None}


async def create_table(store: Store, id: str, act: acts.Created, now: float) -> None:
    """Write a new table, with a code that no other open table has."""
    summary = summarize(Table.replay(id, [(act, now)]))
    while True:
        coded = msgspec.structs.replace(act, code=_new_code())
        # Both parts at once, so that they share a transaction.
        outcomes = await asyncio.gather(
            store.create(id, summary, act.settings.public, now, coded.code),
            store.append(Entry(id, 1, None, acts.encode(coded), now)),
            return_exceptions=True,
        )
        error = next((outcome for outcome in outcomes if outcome is not None), None)
        if error is None:
            return
        if not isinstance(error, CodeTaken):
            raise error


def _new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
