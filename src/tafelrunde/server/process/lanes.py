"""Work that takes longer than a moment: in threads beside the event loop, a few at a time, in a fair order."""

import asyncio
import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from tafelrunde.server.process.fair_queue import FairQueue, Path

T = TypeVar("T")


class Lane:
    """So many threads for one kind of work. What waits for them comes on in the order of a FairQueue."""

    def __init__(self, name: str, threads: int, budget: float = math.inf) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._free = threads
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue(budget=budget)

    async def run(self, payer: Path, work: Callable[[], T]) -> T:
        """The result of some work, at the expense of a payer."""
        await self._take_thread(payer)
        began = time.monotonic()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting.charge(payer, time.monotonic() - began)
            self._give_thread_back()

    def close(self) -> None:
        """Stop; work that has not begun is dropped."""
        while self._waiting:
            self._waiting.pop().cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _take_thread(self, payer: Path) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.push(payer, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was given a thread at the same moment
                self._give_thread_back()
            raise

    def _give_thread_back(self) -> None:
        while self._waiting:
            turn = self._waiting.pop()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
