"""Reviews of games that are over: computed on request, one at a time, and kept for a while."""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from tafelrunde.lab.review import Review, Reviewer
from tafelrunde.server.background import BackgroundTasks
from tafelrunde.server.tables.thinking import ThinkingPool
from tafelrunde.table.verify import ADDED

MAX_KEPT = 64
"""Finished reviews that are kept."""
MAX_QUEUED = 32
"""Reviews in progress or waiting; beyond that, clients have to ask again later."""

log = logging.getLogger(__name__)


@dataclass
class ReviewJob:
    """A review, and how many of the moves are done."""

    moves: int
    done: int = 0
    review: Review | None = None


class ReviewQueue:
    """The reviews of one server process."""

    def __init__(self, thinking: ThinkingPool) -> None:
        self._thinking = thinking
        self._one_at_a_time = asyncio.Lock()
        self._jobs: OrderedDict[str, ReviewJob] = OrderedDict()
        self._tasks = BackgroundTasks()

    def job(self, id: str, record: dict[str, Any]) -> ReviewJob:
        """The review of a record; the first request starts it."""
        if id in self._jobs:
            return self._jobs[id]
        job = ReviewJob(len(record["moves"]))
        if len(self._tasks) < MAX_QUEUED:
            self._jobs[id] = job
            self._tasks.start(self._run(id, record, job))
        return job

    async def close(self) -> None:
        """Stop."""
        await self._tasks.cancel()

    async def _run(self, id: str, record: dict[str, Any], job: ReviewJob) -> None:
        """One move at a time, so that bots at the tables get their turn in between."""
        played = {key: value for key, value in record.items() if key not in ADDED}
        try:
            async with self._one_at_a_time:
                reviewer = await self._thinking.run(Reviewer, played)
                while reviewer.done < reviewer.moves:
                    await self._thinking.run(reviewer.step)
                    job.done = reviewer.done
                job.review = reviewer.review()
        except Exception:
            log.exception("a review failed")
            del self._jobs[id]
        self._drop_oldest()

    def _drop_oldest(self) -> None:
        finished = [id for id, job in self._jobs.items() if job.review is not None]
        for id in finished[:-MAX_KEPT]:
            del self._jobs[id]
