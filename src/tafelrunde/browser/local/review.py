"""Reviews of games on this device: worked out move by move, so that others are answered in between."""

import asyncio
from dataclasses import asdict
from typing import Any

from tafelrunde.lab.review import Reviewer
from tafelrunde.table.verify import ADDED


class Reviews:
    """The reviews that were asked for."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, Any]] = {}
        self._tasks = set[asyncio.Task[None]]()

    def of(self, record: dict[str, Any]) -> dict[str, Any]:
        """The review of a record, as far as it is done."""
        id: str = record["table"]
        if id not in self._found:
            self._found[id] = {"table": id, "moves": len(record["moves"]), "done": 0, "review": None}
            task = asyncio.ensure_future(self._work(id, record))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return self._found[id]

    async def _work(self, id: str, record: dict[str, Any]) -> None:
        found = self._found[id]
        try:
            reviewer = Reviewer({key: value for key, value in record.items() if key not in ADDED})
            while reviewer.done < reviewer.moves:
                await asyncio.sleep(0)
                reviewer.step()
                found["done"] = reviewer.done
            found["review"] = asdict(reviewer.review())
        except OSError:  # what the bots have learned could not be loaded: whoever asks next begins anew
            del self._found[id]
