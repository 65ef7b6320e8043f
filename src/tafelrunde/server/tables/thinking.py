"""Where long thoughts are thought: in a few threads, so that the others of the server get their turn."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from tafelrunde.bots.warm_up import all_warm

MOST_RACERS = 32
"""Bots of games in which everybody acts at once that may think at the same time."""

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")


class Thinking:
    """As many thoughts at once as there are cores; more wait for their turn.

    The threads are no nicer than others: measured with nice threads, others waited longer. Machine code that is not
    there yet is made by another process: compiling would hold up everything in this one.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._threads = ThreadPoolExecutor(threads or os.cpu_count() or 1, "thinking")
        self._racers = ThreadPoolExecutor(MOST_RACERS, "racing")
        self._warming: asyncio.Task[None] | None = None

    def warm_up(self) -> None:
        """Let the players be compiled, if they were not before on this machine."""
        if not all_warm():
            self._warming = asyncio.create_task(_compile())

    def is_ready(self) -> bool:
        """Whether players can think at once."""
        return self._warming is None or self._warming.done()

    def when_ready(self, then: Callable[[], None]) -> None:
        """Do something as soon as players can think."""
        assert self._warming is not None
        self._warming.add_done_callback(lambda _: then())

    async def at_once(self, think: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """What comes of a short thought that must not wait for its turn."""
        return await asyncio.get_running_loop().run_in_executor(self._racers, lambda: think(*args, **more))

    async def of(self, think: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """What comes of a thought."""
        if self._warming is not None:
            await asyncio.shield(self._warming)
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: think(*args, **more))

    def close(self) -> None:
        """Think nothing more."""
        if self._warming is not None:
            self._warming.cancel()
        for threads in (self._threads, self._racers):
            threads.shutdown(wait=False, cancel_futures=True)


async def _compile() -> None:
    """In a session of its own: Ctrl-C is meant for the server, which ends it."""
    command = (sys.executable, "-m", "tafelrunde.bots.warm_up")
    try:
        process = await asyncio.create_subprocess_exec(*command, start_new_session=True)
    except OSError:
        log.warning("players could not be compiled beforehand", exc_info=True)
        return
    try:
        await process.wait()
    finally:
        if process.returncode is None:
            process.terminate()
