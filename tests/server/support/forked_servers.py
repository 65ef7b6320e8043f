"""Server processes on one port, one after the other, that are stopped in the middle of their work.

As a program it is the parent of these processes: it has imported everything and forks a server when it is told to, so
that a start takes a tenth of a second. The child does what `python -m tafelrunde.server` does, and is really killed.
"""

import asyncio
import contextlib
import os
import random
import signal
import socket
import sys
from collections.abc import AsyncIterator

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots import Seat
from tafelrunde.kernel.game import Game
from tafelrunde.server.__main__ import main as serve
from tests.protocol_client import TIMEOUT
from tests.server.support.servers import FAST

NO_LIMITS = {"TAFELRUNDE_RATE": "100000", "TAFELRUNDE_BURST": "100000", "TAFELRUNDE_REQUESTS": "100000"}
"""Players may be as fast as the machine allows."""


class Servers:
    """The servers of one database. At most one of them runs."""

    def __init__(self, parent: asyncio.subprocess.Process, address: str) -> None:
        self._parent, self.address = parent, address

    @classmethod
    @contextlib.asynccontextmanager
    async def of(cls, database: str, **settings: str) -> AsyncIterator["Servers"]:
        """Nothing runs yet; the settings are variables of the environment."""
        # Bound here all the time, although nobody listens: no other program is given the port meanwhile.
        with socket.socket() as held:
            held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            held.bind(("127.0.0.1", 0))
            port = held.getsockname()[1]
            parent = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.server.support.forked_servers", str(port), database),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env={**os.environ, **NO_LIMITS, **settings},
            )
            try:
                yield cls(parent, f"http://127.0.0.1:{port}")
            finally:
                await parent.communicate(b"")

    def start(self, speed: float = FAST) -> None:
        """Begin to start a server, without waiting for it."""
        self._tell(f"start {speed}")

    async def started(self, speed: float = FAST) -> None:
        """Start a server; it listens."""
        self.start(speed)
        await self._until(self.address)

    async def end(self, how: signal.Signals) -> int:
        """End the server that runs, however far it has come; what it ended with."""
        self._tell(f"end {int(how)}")
        return int((await self._until("ended")).split()[1])

    async def kill(self) -> None:
        assert await self.end(signal.SIGKILL) == -signal.SIGKILL, "it had ended by itself"

    def _tell(self, order: str) -> None:
        assert self._parent.stdin is not None
        self._parent.stdin.write(f"{order}\n".encode())

    async def _until(self, word: str) -> str:
        """The next line that begins like this."""
        assert self._parent.stdout is not None
        line = ""
        while not line.startswith(word):
            async with asyncio.timeout(TIMEOUT):
                line = (await self._parent.stdout.readline()).decode()
            assert line, "the parent of the servers has ended"
        return line


def fork_on_demand(port: str, database: str) -> None:
    """Follow the orders in the input: start a server, stop it."""
    for game in tr.games():
        warm_up(tr.load(game))
    child = 0
    for line in sys.stdin:
        match line.split():
            case ["start", speed]:
                child = os.fork()
                if not child:
                    serve(port, database, speed)
                    return
            case ["end", how]:
                os.kill(child, int(how))
                print("ended", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
                child = 0
    if child:
        os.kill(child, signal.SIGKILL)


def warm_up(game: Game) -> None:
    """Let a bot play a whole game, so that no server has to load machine code."""
    match, bot, chance = game.new(0), bots.make("greedy", game.name), random.Random(0)
    while match.result is None:
        seat = Seat.of(match, match.actors()[0])
        match.play(seat.number, bot.choose(seat, chance) or seat.moves[0])


if __name__ == "__main__":
    fork_on_demand(*sys.argv[1:])
