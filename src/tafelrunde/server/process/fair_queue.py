"""A queue in which it is the turn of whoever has used least lately, not of whoever came first.

Who pays is a path, like (address, person, table): addresses share alike, so do the people of an address, and so do the
tables of a person. Whoever queues a thousand pieces of work waits for most of them; nobody else does.
"""

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
    """One part of a path: what it has used, what it waits for, and those who are part of it."""

    def __init__(self) -> None:
        self.used, self.at = 0.0, 0.0
        self.count = 0
        self.items: deque[T] = deque()
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
            name: part for name, part in self.parts.items() if part.count or part.used_until(now) > NEGLIGIBLE
        }


class FairQueue(Generic[T]):
    """Items that wait, each at the expense of somebody."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._all: _Payer[T] = _Payer()
        self._payments = 0

    def __len__(self) -> int:
        return self._all.count

    def push(self, payer: Path, item: T) -> None:
        """Add an item at the expense of a payer."""
        for part in self._parts(payer):
            part.count += 1
        part.items.append(item)

    def pop(self) -> T:
        """The next item: of whoever has used least; IndexError if there is none."""
        now, part = self._now(), self._all
        if not part.count:
            raise IndexError("the queue is empty")
        part.count -= 1
        while not part.items:
            waiting = [each for each in part.parts.values() if each.count]
            part = min(waiting, key=lambda each: each.used_until(now))
            part.count -= 1
        return part.items.popleft()

    def charge(self, payer: Path, seconds: float) -> None:
        """A payer has used so many seconds."""
        now = self._now()
        for part in self._parts(payer):
            part.used_until(now)
            part.used += seconds
        self._payments += 1
        if self._payments % MAX_FORGOTTEN == 0:
            self._all.forget(now)

    def _parts(self, payer: Path) -> list[_Payer[T]]:
        """The parts of a path, from everybody on."""
        parts = [self._all]
        for name in payer:
            parts.append(parts[-1].parts.setdefault(name, _Payer()))
        return parts
