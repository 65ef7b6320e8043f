"""Where the tables of a device are kept, and its time."""

import json
import time
from dataclasses import dataclass
from typing import Any, Protocol

from tafelrunde.table import acts
from tafelrunde.table.acts import AnyAct


class Kept(Protocol):
    """What the browser keeps. All lists are JSON; a row has a version, the time, an act, and the id of the wish."""

    async def read(self, table: str, after: int) -> str:
        """The rows of a table after a version, in order."""

    async def append(self, table: str, rows: str, summary: str) -> bool:
        """Write rows, and what a list of tables shows; False, and nothing is written, if one of the versions is there
        already: another page was faster."""


@dataclass(frozen=True)
class Entry:
    """Something that happened at a table."""

    version: int
    at: float
    act: AnyAct
    wish: str | None


class Store:
    """The logs of all tables of this device."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """What happened at a table after a version; nothing if there is no such table."""
        rows: list[dict[str, Any]] = json.loads(await self._kept.read(table, after))
        return [Entry(row["version"], row["at"], acts.decode(row["act"].encode()), row["wish"]) for row in rows]

    async def append(self, table: str, entries: list[Entry], summary: dict[str, Any]) -> bool:
        """Write what happens; whether that was possible."""
        rows = [
            {"version": each.version, "at": each.at, "act": acts.encode(each.act).decode(), "wish": each.wish}
            for each in entries
        ]
        return bool(await self._kept.append(table, json.dumps(rows), json.dumps(summary)))


class Time:
    """The time at the tables of this device, in seconds; it may run faster than elsewhere."""

    def __init__(self, speed: float = 1.0) -> None:
        self._began, self._speed = time.time(), speed

    def now(self) -> float:
        """The current time."""
        return self._began + (time.time() - self._began) * self._speed

    def until(self, moment: float) -> float:
        """How many real seconds to wait until a moment."""
        return max(0.0, (moment - self.now()) / self._speed)

    def in_real(self, seconds: float) -> float:
        """How much time goes by at the tables in so many real seconds."""
        return seconds * self._speed
