"""Who comes to a table from which address: nobody who makes up hundreds of people takes the room of all others.

The log of a table names no addresses. What is known of them is forgotten with the table's place in memory; processes
tell each other of everybody who comes.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tafelrunde.server import refusals
from tafelrunde.server.tables.bus import Bus, PersonCame
from tafelrunde.server.tables.table_list import mark
from tafelrunde.table.table import Table
from tafelrunde.table.wishes import Refusal

COMINGS_OF_ADDRESS, PEOPLE_OF_ADDRESS, REQUESTS_OF_ADDRESS = 300, 40, 8
"""How often people of one address may come to a table, how many of them may be at it, and how many may wait."""


class Newcomers:
    """The people of one table, by what stands for the address that they came from."""

    def __init__(self, table: Table, bus: Bus) -> None:
        self._table, self._bus = table, bus
        self._origins: dict[str, str] = {}
        self._on_the_way: dict[str, str] = {}
        self._comings: Counter[str] = Counter()

    @contextmanager
    def coming(self, person: str, address: str | None) -> Iterator[Refusal | None]:
        """Around the wish to come, of somebody at an address; None: at one that says nothing. Why they may not."""
        if address is None or person == self._table.host:
            yield None
            return
        origin = mark(address)
        if self._is_full(person, origin):
            yield refusals.refuse("crowded-address")
        else:
            self._on_the_way[person] = origin
            try:
                yield None
            finally:
                self._on_the_way.pop(person, None)
                self._count(person, origin)

    def remember(self, person: str, origin: str) -> None:
        """Somebody has come, over this process or another one."""
        self._origins[person] = origin
        self._comings[origin] += 1

    def _is_full(self, person: str, origin: str) -> bool:
        """Whether an address has had its share."""
        if self._comings[origin] >= COMINGS_OF_ADDRESS:
            return True
        if person in self._table.people or person in self._table.requests:
            return False
        known = self._origins | self._on_the_way
        of_address = {other for other, other_origin in known.items() if other_origin == origin}
        there = of_address & (self._table.people.keys() | self._on_the_way.keys())
        waiting = of_address & (self._table.requests.keys() | self._on_the_way.keys())
        is_crowded = self._table.settings.entry == "approve" and len(waiting) >= REQUESTS_OF_ADDRESS
        return len(there) >= PEOPLE_OF_ADDRESS or is_crowded

    def _count(self, person: str, origin: str) -> None:
        """They have come, or wait."""
        if person in self._table.people or person in self._table.requests:
            self.remember(person, origin)
            self._bus.publish(PersonCame, self._table.id, person, origin)
