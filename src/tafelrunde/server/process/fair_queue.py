"""A queue in which it is the turn of whoever has used least lately, not of whoever came first.

Who pays is a path, like (address, person, table): addresses share alike, so do the people of an address, and so do the
tables of a person. Whoever queues a thousand pieces of work waits for most of them; nobody else does.

Every payer has a budget. Who has used more of late waits for all who have not, whatever their addresses have used: many
addresses with a table each that never stops are no more than one, and nobody waits while a thread is free.
"""

import heapq
import itertools
import math
import time
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

HALF_LIFE = 30.0
"""Seconds after which half of what somebody has used is forgotten."""
NEGLIGIBLE = 0.001
"""Who has used less, in seconds, and waits for nothing, is forgotten."""
MAX_FORGOTTEN = 1_000
"""After so many payments it is looked who can be forgotten."""

T = TypeVar("T")
Path = tuple[str, ...]


class _Payer(Generic[T]):
    """One part of a path: what it has used, what it waits for within its budget and beyond, and those who are part of
    it."""

    def __init__(self) -> None:
        self.used, self.at = 0.0, 0.0
        self.counts = [0, 0]
        self.items: tuple[deque[T], deque[T]] = deque(), deque()
        self.parts: dict[str, _Payer[T]] = {}

    def used_until(self, now: float) -> float:
        """What it has used and is not forgotten."""
        self.used *= math.pow(0.5, (now - self.at) / HALF_LIFE)
        self.at = now
        return self.used

    def forget(self, now: float) -> None:
        """Drop the parts that neither wait nor have used anything lately."""
        for part in self.parts.values():
            part.forget(now)
        self.parts = {
            name: part for name, part in self.parts.items() if any(part.counts) or part.used_until(now) > NEGLIGIBLE
        }


class FairQueue(Generic[T]):
    """Items that wait, each at the expense of somebody who has so many seconds for some half a minute."""

    def __init__(self, now: Callable[[], float] = time.monotonic, budget: float = math.inf) -> None:
        self._now, self._budget = now, budget
        self._all: _Payer[T] = _Payer()
        self._beyond: list[tuple[float, int, list[_Payer[T]]]] = []
        """Who waits beyond their budget, and when they are within it again."""
        self._numbers = itertools.count()
        self._payments = 0

    def __len__(self) -> int:
        return sum(self._all.counts)

    def push(self, payer: Path, item: T) -> None:
        """Add an item at the expense of a payer."""
        now, parts = self._now(), self._parts(payer)
        is_beyond = parts[-1].used_until(now) > self._budget
        if is_beyond:
            self._remember(parts, now)
        for part in parts:
            part.counts[is_beyond] += 1
        parts[-1].items[is_beyond].append(item)

    def pop(self) -> T:
        """The next item: of whoever has used least; IndexError if there is none."""
        now, part = self._now(), self._all
        if not any(part.counts):
            raise IndexError("the queue is empty")
        self._let_back(now)
        is_beyond = not part.counts[0]
        part.counts[is_beyond] -= 1
        while not part.items[is_beyond]:
            waiting = [each for each in part.parts.values() if each.counts[is_beyond]]
            part = min(waiting, key=lambda each: each.used_until(now))
            part.counts[is_beyond] -= 1
        return part.items[is_beyond].popleft()

    def charge(self, payer: Path, seconds: float) -> None:
        """A payer has used so many seconds."""
        now = self._now()
        for part in self._parts(payer):
            part.used_until(now)
            part.used += seconds
        self._payments += 1
        if self._payments % MAX_FORGOTTEN == 0:
            self._all.forget(now)

    def _remember(self, parts: list[_Payer[T]], now: float) -> None:
        """A payer is beyond the budget until enough of what they have used is forgotten."""
        until = now + HALF_LIFE * math.log2(parts[-1].used / self._budget)
        heapq.heappush(self._beyond, (until, next(self._numbers), parts))

    def _let_back(self, now: float) -> None:
        """Who is within their budget again waits like all others."""
        while self._beyond and self._beyond[0][0] <= now:
            parts = heapq.heappop(self._beyond)[2]
            within, beyond = parts[-1].items
            if beyond and parts[-1].used_until(now) > self._budget + NEGLIGIBLE:
                self._remember(parts, now)
            elif beyond:
                within.append(beyond.popleft())
                for part in parts:
                    part.counts[0] += 1
                    part.counts[1] -= 1

    def _parts(self, payer: Path) -> list[_Payer[T]]:
        """The parts of a path, from everybody on."""
        parts = [self._all]
        for name in payer:
            parts.append(parts[-1].parts.setdefault(name, _Payer()))
        return parts
