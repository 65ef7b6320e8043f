"""Reviews of games that are over: worked out when somebody asks for them, one at a time, and kept for a while."""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from tafelrunde.lab.review import Review, Reviewer
from tafelrunde.server.tables.thinking import Thinking
from tafelrunde.table.verify import ADDED

KEPT = 64
"""Reviews that are done."""
MOST_WAITING = 32
"""Reviews that are being worked out or wait for it; who comes then asks again."""

log = logging.getLogger(__name__)


@dataclass
class Job:
    """A review on its way."""

    moves: int
    done: int = 0
    review: Review | None = None


class Reviewing:
    """The reviews of one server process."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._one_at_a_time = asyncio.Lock()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def of(self, id: str, record: dict[str, Any]) -> Job:
        """How far the review of a record is; the first who asks has it begun."""
        if id in self._jobs:
            return self._jobs[id]
        job = Job(len(record["moves"]))
        if len(self._tasks) < MOST_WAITING:
            self._jobs[id] = job
            task = asyncio.create_task(self._work(id, record, job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return job

    async def close(self) -> None:
        """Leave off."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self, id: str, record: dict[str, Any], job: Job) -> None:
        """One move after the other, so that bots at the tables get their turn in between."""
        played = {key: value for key, value in record.items() if key not in ADDED}
        try:
            async with self._one_at_a_time:
                reviewer = await self._thinking.of(Reviewer, played)
                while reviewer.done < reviewer.moves:
                    await self._thinking.of(reviewer.step)
                    job.done = reviewer.done
                job.review = reviewer.review()
        except Exception:
            log.exception("a review failed")
            del self._jobs[id]
        self._forget()

    def _forget(self) -> None:
        ready = [id for id, job in self._jobs.items() if job.review is not None]
        for id in ready[:-KEPT]:
            del self._jobs[id]
