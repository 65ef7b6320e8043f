"""Servers for tests: one in this process, or one in a process of its own."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator

import httpx

from tafelrunde.server.process import serving
from tafelrunde.server.process.config import Config
from tests.protocol_client import TIMEOUT

FAST = 200.0
"""How fast time runs at tables where bots play."""


@contextlib.asynccontextmanager
async def running_server(config: Config) -> AsyncIterator[tuple[str, serving.Server]]:
    """A server in this process, on a free port, and its address."""
    listening = serving.listen("127.0.0.1", 0)
    server = serving.Server(config)
    task = asyncio.create_task(server.serve([listening]))
    host, port = listening.getsockname()
    try:
        async with asyncio.timeout(TIMEOUT), httpx.AsyncClient(verify=False) as http:
            await http.get(f"http://{host}:{port}/healthz", timeout=TIMEOUT)
        yield f"http://{host}:{port}", server
    finally:
        server.should_exit = True
        await task


class ServerProcess:
    """A server in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        self.process, self.address = process, address

    @classmethod
    async def start(cls, database: str) -> "ServerProcess":
        command = (sys.executable, "-m", "tafelrunde.server", "0", database, str(FAST))
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, env=dict(os.environ))
        assert process.stdout is not None
        async with asyncio.timeout(TIMEOUT):
            address = (await process.stdout.readline()).decode().strip()
        return cls(process, address)

    async def stop(self, how: signal.Signals) -> int:
        """Stop it with a signal; its exit status."""
        self.process.send_signal(how)
        async with asyncio.timeout(TIMEOUT):
            return await self.process.wait()
