"""An entry of the log, and why one may not be written."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened at a table. `client` is the id that a client gave its wish, None for the table's own."""

    table: str
    version: int
    client: str | None
    data: bytes
    at: float


class VersionConflict(Exception):
    """This version cannot be written: somebody else has written it, or the one before it is missing."""

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
