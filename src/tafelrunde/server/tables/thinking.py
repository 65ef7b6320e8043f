"""Where bots think: in a few threads, so that the rest of the server is not held up."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from typing import TypeVar

from tafelrunde.bots.warm_up import all_warm
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.process.lanes import Lane

QUICK_THREADS = 4
"""How many quick thoughts there are at a time."""

log = logging.getLogger(__name__)
T = TypeVar("T")


class ThinkingPool:
    """As many long thoughts at a time as there are cores. More wait for their turn: whoever has used least comes first.
    Quick thoughts do not wait for long ones.

    The threads have the usual priority: when we measured lower ones, everything else waited longer. Machine code that
    is missing is compiled by another process: compiling here would hold up everything in this one.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._long = Lane("thinking", threads or os.cpu_count() or 1)
        self._quick = Lane("thinking-quickly", QUICK_THREADS)
        self._compilation: asyncio.Task[None] | None = None

    def warm_up(self) -> None:
        """Compile the bots, unless this machine has done so before."""
        if not all_warm():
            self._compilation = asyncio.create_task(_compile_bots())

    def is_ready(self) -> bool:
        """Whether bots can think without being compiled first."""
        return self._compilation is None or self._compilation.done()

    def when_ready(self, callback: Callable[[], None]) -> None:
        """Call back as soon as bots can think."""
        assert self._compilation is not None
        self._compilation.add_done_callback(lambda _: callback())

    async def run(self, think: Callable[[], T], payer: Path, is_quick: bool = False) -> T:
        """The result of a thought, at the expense of a payer."""
        if self._compilation is not None:
            await asyncio.shield(self._compilation)
        return await (self._quick if is_quick else self._long).run(payer, think)

    def close(self) -> None:
        """Stop; thoughts that have not begun are dropped."""
        if self._compilation is not None:
            self._compilation.cancel()
        for lane in (self._long, self._quick):
            lane.close()


async def _compile_bots() -> None:
    """In a process group of its own: Ctrl-C is meant for the server, which then ends this process."""
    command = (sys.executable, "-m", "tafelrunde.bots.warm_up")
    try:
        process = await asyncio.create_subprocess_exec(*command, start_new_session=True)
    except OSError:
        log.warning("the bots could not be compiled in advance", exc_info=True)
        return
    try:
        await process.wait()
    finally:
        if process.returncode is None:
            process.terminate()
