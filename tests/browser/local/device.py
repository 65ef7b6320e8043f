"""A device that keeps tables in memory, and a page on it."""

import asyncio
import json
from typing import Any

from tafelrunde.browser.local.host import Host

SPEED = 200.0
PATIENCE = 60


class Memory:
    """Keeps tables as a browser does."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, int], dict[str, Any]] = {}
        self.summaries: dict[str, Any] = {}

    async def read(self, table: str, after: int) -> str:
        """The rows of a table after a version."""
        found = [self.rows[key] for key in sorted(self.rows) if key[0] == table and key[1] > after]
        return json.dumps(found)

    async def append(self, table: str, rows: str, summary: str) -> bool:
        """Write rows, unless one of them is there already."""
        await asyncio.sleep(0)
        new = {(table, row["version"]): row for row in json.loads(rows)}
        if new.keys() & self.rows.keys():
            return False
        self.rows |= new
        self.summaries[table] = json.loads(summary)
        return True


class Device:
    """A host with the pages that are connected to it."""

    def __init__(self, memory: Memory, speed: float = SPEED) -> None:
        self.heard: dict[int, asyncio.Queue[dict[str, Any]]] = {}
        self.closed = set[int]()
        self.host = Host(
            memory, lambda page, text: self.heard[page].put_nowait(json.loads(text)), self.closed.add, speed
        )

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """A request and its answer."""
        status, _, found = (await self.host.ask(method, path, json.dumps(body) if body is not None else "")).partition(
            " "
        )
        return int(status), json.loads(found)

    async def enter(self, table: str, token: str = "") -> "Visitor":
        """Open a page with a table."""
        number = len(self.heard)
        self.heard[number] = asyncio.Queue()
        self.host.connect(number, table)
        await self.host.hear(number, json.dumps({"type": "hello", "token": token, "after": 0, "mark": ""}))
        return Visitor(self, number)


class Visitor:
    """A page with a table."""

    def __init__(self, device: Device, number: int) -> None:
        self._device, self.number, self._wishes = device, number, 0
        self.state: dict[str, Any] = {}

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        while True:
            message = await asyncio.wait_for(self._device.heard[self.number].get(), PATIENCE)
            if message["type"] in ("snapshot", "update"):
                self.state = message
            if message["type"] in kinds:
                return message

    async def send(self, **message: Any) -> None:
        """Send a message."""
        await self._device.host.hear(self.number, json.dumps(message))

    async def wish(self, wish: str, **values: Any) -> dict[str, Any]:
        """Have a wish; what became of it."""
        self._wishes += 1
        version = self.state.get("version", 0)
        await self.send(type="ask", id=f"{id(self)}-{self._wishes}", version=version, wish={"wish": wish} | values)
        return await self.hear("ack", "refused")
