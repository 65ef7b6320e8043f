"""An entry of the log, how it is chained to the one before, and why one may not be written or read.

Every entry carries the hash of the one before. The first one carries a random start instead, so that nobody can guess
from a hash what it covers. The hash of an entry is made of that and of a hash of its content; if something personal is
removed from the content later, the hash of what it was stays in `redacted`, and the chain holds. Only an act that can
have names or words, and lacks some, may have one.
"""

import hashlib
import secrets
import struct
from collections.abc import Sequence
from typing import Literal, NamedTuple

from tafelrunde.table import acts

HASH_BYTES = 32


class Entry(NamedTuple):
    """Something that happened at a table. `client` is the id that a client gave its wish, None for the table's own;
    `rules` are the game and the version of its rules."""

    table: str
    version: int
    client: str | None
    data: bytes
    at: float
    rules: str
    previous: bytes
    hash: bytes
    redacted: bytes | None = None


def new_start() -> bytes:
    """What the first entry of a log carries as `previous`."""
    return secrets.token_bytes(HASH_BYTES)


def chained(
    previous: bytes, table: str, version: int, client: str | None, data: bytes, at: float, rules: str = ""
) -> Entry:
    """An entry that follows the one with the hash `previous`."""
    content = _content_hash(table, version, client, data, at, rules)
    return Entry(table, version, client, data, at, rules, previous, _link(previous, content))


def redacted(entry: Entry, client: str | None, data: bytes) -> Entry:
    """An entry with another content in the place of one that must not be kept; its hash and the chain stay."""
    return Entry(
        *(entry.table, entry.version, client, data, entry.at, entry.rules, entry.previous, entry.hash),
        redacted=entry.redacted or content_hash(entry),
    )


def content_hash(entry: Entry) -> bytes:
    """The hash of what an entry says."""
    return _content_hash(entry.table, entry.version, entry.client, entry.data, entry.at, entry.rules)


def check_chain(entries: Sequence[Entry], after: int = 0, head: bytes | None = None) -> None:
    """LogDamaged unless these are the entries after a version, the last of which had the hash `head`, one by one."""
    for version, entry in enumerate(entries, after + 1):
        if entry.version != version:
            raise LogDamaged(entry.table, version, "gap")
        if head is not None and entry.previous != head:
            raise LogDamaged(entry.table, version, "chain")
        is_false = entry.redacted is not None and not acts.lacks_words(entry.data)
        if is_false or entry.hash != _link(entry.previous, entry.redacted or content_hash(entry)):
            raise LogDamaged(entry.table, version, "content")
        head = entry.hash


def _content_hash(table: str, version: int, client: str | None, data: bytes, at: float, rules: str) -> bytes:
    """Over bytes that are the same everywhere: numbers in network order, the texts by their lengths, then the data."""
    names = [table.encode(), b"" if client is None else client.encode(), rules.encode()]
    head = struct.pack(">qd?III", version, at, client is None, *map(len, names))
    return hashlib.sha256(b"".join((head, *names, data))).digest()


def _link(previous: bytes, content: bytes) -> bytes:
    return hashlib.sha256(previous + content).digest()


class VersionConflict(Exception):
    """This version cannot be written: somebody else has written it, or it does not follow the last one in the log."""

    def __init__(self, table: str, version: int) -> None:
        self.table, self.version = table, version
        super().__init__(f"table {table} is not at the version before {version}")


class DuplicateWish(Exception):
    """This wish is already in the log, as `version`."""

    def __init__(self, table: str, client: str, version: int) -> None:
        self.table, self.client, self.version = table, client, version
        super().__init__(f"table {table} already has this wish, as version {version}")


class CodeTaken(Exception):
    """Another open table has this code."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(f"the code {code} is taken")


class TableNotFound(LookupError):
    """There is no such table (any more)."""

    def __init__(self, table: str) -> None:
        self.table = table
        super().__init__(f"there is no table {table}")


class LogDamaged(Exception):
    """The log of a table cannot be trusted from a version on: entries are missing, do not follow each other, or were
    changed."""

    def __init__(self, table: str, version: int, what: Literal["gap", "chain", "content"]) -> None:
        self.table, self.version, self.what = table, version, what
        super().__init__(f"the log of table {table} is damaged at version {version}: {what}")


class LogFellBack(Exception):
    """What was the last version of a table is no longer in its log: the database has lost what it had committed."""

    def __init__(self, table: str, version: int) -> None:
        self.table, self.version = table, version
        super().__init__(f"the log of table {table} does not contain version {version} any more")


class DatabaseUnavailable(ConnectionError):
    """The database does not answer (`away`) or has no space left (`full`). What was to be written may have been."""

    def __init__(self, kind: Literal["away", "full"]) -> None:
        self.kind = kind
        super().__init__(f"the database is {kind}")
