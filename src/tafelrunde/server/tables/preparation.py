"""Machine code that this machine lacks is compiled by other processes, a game at a time: compiling here would hold up
everything. The server answers meanwhile; who wants to play waits for no more than their game."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Sequence
from typing import Literal

import tafelrunde as tr
from tafelrunde.bots import warm_up

Part = Literal["rules", "bots"]
PARTS: tuple[Part, ...] = ("rules", "bots")

log = logging.getLogger(__name__)


class Preparation:
    """The games of a server become ready one by one: the rules, then the bots. What somebody waits for comes first."""

    def __init__(self, games: Sequence[str]) -> None:
        self._order = list(games)
        self._pending = {game: list(PARTS) for game in games}
        """What is not ready, of each game."""
        self._ready = {(game, part): asyncio.Event() for game in games for part in PARTS}
        self._working: set[str] = set()
        self._callbacks: dict[tuple[str, Part], list[Callable[[], None]]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin with the first game."""
        self._tasks = [asyncio.create_task(self._work()) for _ in range(os.cpu_count() or 1)]

    def skip(self) -> None:
        """Prepare nothing: what is not compiled yet is compiled where it is needed. For a command, which nobody else
        waits for."""
        for pending in self._pending.values():
            pending.clear()
        for ready in self._ready.values():
            ready.set()

    def is_ready(self, game: str, part: Part) -> bool:
        """Whether nobody has to wait for this."""
        return self._ready[game, part].is_set()

    def ready(self, game: str) -> list[Part]:
        """What is ready of a game."""
        return [part for part in PARTS if self.is_ready(game, part)]

    async def wait(self, game: str, part: Part) -> None:
        """Return when this is ready; it is prepared before everything else."""
        if not self.is_ready(game, part):
            self._prefer(game)
            await self._ready[game, part].wait()

    def when_ready(self, game: str, part: Part, callback: Callable[[], None]) -> None:
        """Call back when this is ready; it is prepared before everything else."""
        self._prefer(game)
        self._callbacks.setdefault((game, part), []).append(callback)

    async def finish(self) -> None:
        """Return when everything is ready."""
        await asyncio.gather(*self._tasks)

    def close(self) -> None:
        """Stop."""
        for task in self._tasks:
            task.cancel()

    def _prefer(self, game: str) -> None:
        self._order.remove(game)
        self._order.insert(0, game)

    async def _work(self) -> None:
        while True:
            game = next((game for game in self._order if self._pending[game] and game not in self._working), None)
            if game is None:
                return
            self._working.add(game)
            part = self._pending[game][0]
            try:
                if not warm_up.is_warm(game, part):
                    await _compile(game, part)
                if part == "rules":
                    await asyncio.to_thread(_load, game)
            except Exception:  # it is compiled where it is needed, then
                log.warning("a game could not be prepared", exc_info=True)
            self._pending[game].remove(part)
            self._working.remove(game)
            self._tell(game, part)

    def _tell(self, game: str, part: Part) -> None:
        """Something is ready."""
        self._ready[game, part].set()
        for callback in self._callbacks.pop((game, part), []):
            callback()


def _load(game: str) -> None:
    """Have the rules in memory."""
    tr.from_position(tr.load(game).new(seed=0).position())


async def _compile(game: str, part: Part) -> None:
    """In a process group of its own: Ctrl-C is meant for the server, which then ends this process."""
    command = (sys.executable, "-m", "tafelrunde.bots.warm_up", part, game)
    process = await asyncio.create_subprocess_exec(*command, start_new_session=True)
    try:
        await process.wait()
    finally:
        if process.returncode is None:
            process.terminate()
