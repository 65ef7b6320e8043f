"""Where long thoughts are thought: in a few threads that give way to everything else."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

GIVING_WAY = 10
"""How nice a thinking thread is, where the system lets threads be."""

P = ParamSpec("P")
T = TypeVar("T")


class Thinking:
    """As many thoughts at once as there are cores; more wait for their turn."""

    def __init__(self, threads: int | None = None) -> None:
        self._threads = ThreadPoolExecutor(threads or os.cpu_count() or 1, "thinking", _give_way)

    async def of(self, think: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """What comes of a thought."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: think(*args, **more))

    def close(self) -> None:
        """Think nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _give_way() -> None:
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), GIVING_WAY)
