"""Where bots think: in a few threads, so that the rest of the server is not held up."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from tafelrunde.bots.warm_up import all_warm

URGENT_THREADS = 32
"""How many bots may think at the same time in games in which everybody acts at once."""

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")


class ThinkingPool:
    """As many thoughts at a time as there are cores; more wait for their turn.

    The threads have the usual priority: when we measured lower ones, everything else waited longer. Machine code that
    is missing is compiled by another process: compiling here would hold up everything in this one.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._threads = ThreadPoolExecutor(threads or os.cpu_count() or 1, "thinking")
        self._urgent_threads = ThreadPoolExecutor(URGENT_THREADS, "thinking-urgently")
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

    async def run_urgently(self, think: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of a short thought that must not wait for its turn."""
        return await asyncio.get_running_loop().run_in_executor(self._urgent_threads, lambda: think(*args, **kwargs))

    async def run(self, think: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of a thought."""
        if self._compilation is not None:
            await asyncio.shield(self._compilation)
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: think(*args, **kwargs))

    def close(self) -> None:
        """Stop; thoughts that have not begun are dropped."""
        if self._compilation is not None:
            self._compilation.cancel()
        for threads in (self._threads, self._urgent_threads):
            threads.shutdown(wait=False, cancel_futures=True)


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
