"""Running the server: a socket that gives up on dead peers, limits, and an end at which everybody is told."""

import asyncio
import gc
import logging
import socket
import sys

import uvicorn
from starlette.applications import Starlette

from tafelrunde.server.http import app as application
from tafelrunde.server.process import logs, transport
from tafelrunde.server.process.config import Config
from tafelrunde.server.process.rate_limits import Limited, Limits
from tafelrunde.server.process.transport import Settings
from tafelrunde.server.sockets import messages

LINGER = 1.0
"""Seconds for the last words when the server ends."""
BACKLOG = 2048
SEND_BUFFER = 128 * 1024
"""Bytes that the system keeps for a peer that reads slowly."""
RARELY = (2_000, 5, 200)
"""When Python looks for garbage: among few young objects often, so that it takes milliseconds; among all of them after
two million new ones, as that stops a thousand tables for a large part of a second, and finds nothing."""
A_TURN = 0.0001
"""Seconds after which a busy thread lets another go on: the one that writes to the disk asks for many short turns."""
STUCK = 30_000
"""Milliseconds after which a peer that takes nothing off our hands is given up."""

log = logging.getLogger(__name__)


def listen(host: str, port: int) -> socket.socket:
    """A socket at which clients may wait from now on; port 0 is any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STUCK)
    listening.bind((host, port))
    listening.listen(BACKLOG)
    return listening


class Server(uvicorn.Server):
    """The server process: it says Bye to every client before it goes."""

    def __init__(self, config: Config) -> None:
        self._app: Starlette = application.make(config)
        self._limits = Limits(config, transport.allow_many_files())
        settings = Settings(
            Limited(self._app, self._limits),
            self._limits,
            forwarded_allow_ips=list(config.proxies),
            log_config=None,
            log_level="warning",
            access_log=False,
            ws_max_size=messages.MOST_BYTES,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=5,
            server_header=False,
        )
        super().__init__(settings)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until the process is told to stop."""
        logs.start()
        super().run(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """From now on there are answers."""
        await super().startup(sockets)
        log.info("the server has started", extra={"fields": {"connections": self._limits.room}})

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """First the last words, then uvicorn closes what is open."""
        for server in self.servers:
            server.close()
        await self._app.state.hub.close()
        for _ in range(int(LINGER / 0.05)):
            if not self.server_state.tasks:
                break
            await asyncio.sleep(0.05)
        await super().shutdown(sockets)
        log.info("the server has stopped")


class OnlyServer(Server):
    """A server that has its process for itself."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """What is loaded now stays: it need not be looked at again."""
        await super().startup(sockets)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*RARELY)
        sys.setswitchinterval(A_TURN)


def run(config: Config, listening: socket.socket) -> None:
    """Serve until the process is told to stop."""
    OnlyServer(config).run(sockets=[listening])
