"""Where bots think: in a few threads, so that the rest of the server is not held up."""

from collections.abc import Callable
from typing import TypeVar

from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.process.lanes import Lane

QUICK_THREADS = 4
"""How many quick thoughts there are at a time."""

TABLE_BUDGET = 10.0
"""Seconds of long thoughts that a table has for some half a minute. Three of the strongest bots against a person need
less; tables of bots that never pause come after those who have not used theirs."""

T = TypeVar("T")


class ThinkingPool:
    """So many long thoughts at a time. More wait for their turn: whoever has used least comes first,
    and tables within their budget before all others. Quick thoughts do not wait for long ones.

    The threads have the usual priority: when we measured lower ones, everything else waited longer.
    """

    def __init__(self, threads: int) -> None:
        self._long = Lane("thinking", threads, TABLE_BUDGET)
        self._quick = Lane("thinking-quickly", QUICK_THREADS, TABLE_BUDGET)

    async def run(self, think: Callable[[], T], payer: Path, is_quick: bool = False) -> T:
        """The result of a thought, at the expense of a payer."""
        return await (self._quick if is_quick else self._long).run(payer, think)

    def close(self) -> None:
        """Stop; thoughts that have not begun are dropped."""
        for lane in (self._long, self._quick):
            lane.close()
