"""Running the server: the listening socket, limits, and a shutdown that every client is told of."""

import asyncio
import gc
import logging
import socket
import sys

import uvicorn
from starlette.applications import Starlette

from tafelrunde.server.http import app as application
from tafelrunde.server.http.security import SecurityMiddleware
from tafelrunde.server.process import logs, transport
from tafelrunde.server.process.config import Config
from tafelrunde.server.process.rate_limits import Limits, RateLimitMiddleware
from tafelrunde.server.process.transport import UvicornConfig
from tafelrunde.server.sockets import messages

BYE_SECONDS = 1.0
"""Seconds for the last messages when the server stops."""
BACKLOG = 2048
SEND_BUFFER = 128 * 1024
"""Bytes that the system buffers for a peer that reads slowly."""
GC_THRESHOLD = (50_000, 4, 10)
"""When Python collects garbage, of which there is hardly any. Young objects rarely: among them is all that people were
told last, some hundred objects a table. All objects only after two million new ones, as that stops a thousand tables
for a large part of a second."""
SWITCH_INTERVAL = 0.0001
"""Seconds after which a busy thread makes way for another: the one that writes to the disk needs many short turns."""
PING_INTERVAL = 10.0
"""Seconds between two pings of a WebSocket, and for the answer: whoever is gone without a word is missed soon."""
USER_TIMEOUT = 30_000
"""Milliseconds after which a peer that acknowledges nothing is disconnected."""

log = logging.getLogger(__name__)


def listen(host: str, port: int, is_shared: bool = False) -> socket.socket:
    """A listening socket; port 0 is any free one. Several sockets of this user may share a port if all are to."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if is_shared:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, USER_TIMEOUT)
    listening.bind((host, port))
    listening.listen(BACKLOG)
    return listening


class Server(uvicorn.Server):
    """The server; before it stops it sends Bye to every client."""

    def __init__(self, config: Config) -> None:
        self._app: Starlette = application.make(config)
        self._limits = Limits(config, transport.raise_file_limit())
        self.settings = UvicornConfig(
            SecurityMiddleware(RateLimitMiddleware(self._app, self._limits), config),
            self._limits,
            forwarded_allow_ips=list(config.proxies),
            log_config=None,
            log_level="warning",
            access_log=False,
            ws_max_size=messages.MAX_FRAME_BYTES,
            ws_per_message_deflate=False,
            ws_ping_interval=PING_INTERVAL,
            ws_ping_timeout=PING_INTERVAL,
            timeout_graceful_shutdown=5,
            server_header=False,
        )
        super().__init__(self.settings)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until the process is told to stop."""
        logs.start()
        super().run(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer requests."""
        await super().startup(sockets)
        log.info("the server has started", extra={"fields": {"connections": self._limits.max_connections}})

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Send Bye to every client, then let uvicorn close what is open."""
        self._limits.stopping.set()
        for server in self.servers:
            server.close()
        await self._app.state.hub.close()
        for _ in range(int(BYE_SECONDS / 0.05)):
            if not self.server_state.tasks:
                break
            await asyncio.sleep(0.05)
        await super().shutdown(sockets)
        log.info("the server has stopped")


class DedicatedServer(Server):
    """A server that has its process for itself."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer requests, with Python set up for many tables."""
        await super().startup(sockets)
        gc.set_threshold(*GC_THRESHOLD)
        sys.setswitchinterval(SWITCH_INTERVAL)
        _freeze()
        if not self.should_exit:
            self._freezing = asyncio.create_task(self._freeze_prepared())

    async def _freeze_prepared(self) -> None:
        """What the games need is loaded meanwhile."""
        await self._app.state.hub.preparation.finish()
        _freeze()


def _freeze() -> None:
    """What is loaded by now stays: the garbage collector need not look at it again."""
    gc.collect()
    gc.freeze()


def run(config: Config, listening: socket.socket) -> None:
    """Serve until the process is told to stop."""
    DedicatedServer(config).run(sockets=[listening])
