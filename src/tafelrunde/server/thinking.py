"""Where long thoughts are thought: in a few threads, so that the others of the server get their turn."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Thinking:
    """As many thoughts at once as there are cores; more wait for their turn.

    The threads are no nicer than others: one that is and holds Python's lock makes everybody wait for the machine.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._threads = ThreadPoolExecutor(threads or os.cpu_count() or 1, "thinking")

    async def of(self, think: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """What comes of a thought."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: think(*args, **more))

    def close(self) -> None:
        """Think nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
