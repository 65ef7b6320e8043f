"""Entries for tests of the storage, chained as the tables' logs chain them."""

from tafelrunde.server.storage.entries import Entry, chained

START = bytes(32)


class Chains:
    """Makes entries of any table and version; of several for one version, the first counts as written."""

    def __init__(self) -> None:
        self._hashes: dict[tuple[str, int], bytes] = {}

    def entry(self, table: str, version: int, client: str | None = None, data: bytes = b"{}", at: float = 2.0) -> Entry:
        """An entry that follows the one before it, as far as that was made here."""
        previous = self._hashes.get((table, version - 1), START)
        entry = chained(previous, table, version, client, data, at)
        self._hashes.setdefault((table, version), entry.hash)
        return entry
