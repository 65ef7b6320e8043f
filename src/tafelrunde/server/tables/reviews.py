"""Reviews of games that are over: computed on request, move by move in turn with bots, and kept for a while."""

import logging
from collections import Counter, OrderedDict
from dataclasses import dataclass
from typing import Any

from tafelrunde.lab.review import Review, Reviewer
from tafelrunde.server.background import BackgroundTasks
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.tables.preparation import Preparation
from tafelrunde.server.tables.thinking import ThinkingPool
from tafelrunde.table.verify import ADDED

MAX_KEPT = 64
"""Finished reviews that are kept."""
MAX_RUNNING, MAX_OF_ADDRESS = 32, 4
"""Reviews in progress, in all and for one address; beyond that, clients have to ask again later."""

log = logging.getLogger(__name__)


@dataclass
class ReviewJob:
    """A review, and how many of the moves are done."""

    moves: int
    done: int = 0
    review: Review | None = None


class ReviewQueue:
    """The reviews of one server process."""

    def __init__(self, thinking: ThinkingPool, preparation: Preparation) -> None:
        self._thinking, self._preparation = thinking, preparation
        self._jobs: OrderedDict[str, ReviewJob] = OrderedDict()
        self._tasks = BackgroundTasks()
        self._running: Counter[str] = Counter()
        """How many reviews each address has in progress."""

    def known(self, id: str) -> ReviewJob | None:
        """The review of a table's game, if somebody has asked for it already."""
        return self._jobs.get(id)

    def job(self, id: str, record: dict[str, Any], payer: Path) -> ReviewJob:
        """The review of a record; the first request starts it, at the expense of a payer."""
        if id in self._jobs:
            return self._jobs[id]
        job = ReviewJob(len(record["moves"]))
        if self._running.total() < MAX_RUNNING and self._running[payer[0]] < MAX_OF_ADDRESS:
            self._jobs[id] = job
            self._running[payer[0]] += 1
            self._tasks.start(self._run(id, record, job, payer))
        return job

    async def close(self) -> None:
        """Stop."""
        await self._tasks.cancel()

    async def _run(self, id: str, record: dict[str, Any], job: ReviewJob, payer: Path) -> None:
        """One move at a time, so that bots at the tables get their turn in between."""
        played = {key: value for key, value in record.items() if key not in ADDED}
        try:
            await self._preparation.wait(record["game"], "bots")
            reviewer = await self._thinking.run(lambda: Reviewer(played), payer)
            while reviewer.done < reviewer.moves:
                await self._thinking.run(reviewer.step, payer)
                job.done = reviewer.done
            job.review = await self._thinking.run(reviewer.review, payer)
        except Exception:
            log.exception("a review failed")
            del self._jobs[id]
        finally:
            self._running -= Counter([payer[0]])
        self._drop_oldest()

    def _drop_oldest(self) -> None:
        finished = [id for id, job in self._jobs.items() if job.review is not None]
        for id in finished[:-MAX_KEPT]:
            del self._jobs[id]
