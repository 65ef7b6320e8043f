"""A faulty proxy: it loses, delays, repeats and reorders frames, and cuts connections."""

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator

from websockets.asyncio.client import connect
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import WebSocketException

FATES = {"pass": 80, "lose": 4, "repeat": 5, "late": 10, "cut": 1}
"""What happens to how many of a hundred frames."""
LATEST = 0.03
"""By how many seconds a late frame is delayed at most: others overtake it."""


class Proxy:
    """A faulty proxy in front of a server; `fates` counts what it did."""

    def __init__(self, server: str, seed: int) -> None:
        self.address = ""
        self.fates: Counter[str] = Counter()
        self._server, self._chance = server.replace("http", "ws"), random.Random(seed)

    @classmethod
    @contextlib.asynccontextmanager
    async def before(cls, server: str, seed: int) -> AsyncIterator["Proxy"]:
        proxy = cls(server, seed)
        async with serve(
            proxy._meet, "127.0.0.1", 0, compression=None, ping_interval=None, close_timeout=0.1
        ) as serving:
            proxy.address = "http://{}:{}".format(*next(iter(serving.sockets)).getsockname())
            yield proxy

    async def _meet(self, client: ServerConnection) -> None:
        assert client.request is not None
        url = f"{self._server}{client.request.path}"
        async with connect(url, compression=None, ping_interval=None, close_timeout=0.1) as server:
            pumps = [asyncio.create_task(self._pump(*way)) for way in ((client, server), (server, client))]
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)

    async def _pump(self, source: Connection, sink: Connection) -> None:
        """Returns when the connection is to be cut, or has been."""
        with contextlib.suppress(WebSocketException):
            async with asyncio.TaskGroup() as late:
                while True:
                    frame = await source.recv()
                    fate = self._fate()
                    if fate == "cut":
                        raise asyncio.CancelledError
                    if fate in ("pass", "repeat"):
                        await sink.send(frame)
                    if fate in ("late", "repeat"):
                        late.create_task(self._send_later(sink, frame))

    def _fate(self) -> str:
        fate = self._chance.choices(list(FATES), list(FATES.values()))[0]
        self.fates[fate] += 1
        return fate

    async def _send_later(self, sink: Connection, frame: str | bytes) -> None:
        await asyncio.sleep(self._chance.uniform(0, LATEST))
        with contextlib.suppress(WebSocketException):
            await sink.send(frame)
