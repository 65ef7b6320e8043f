"""Who is at a table: connected to this process or to another one, or lost a moment ago and expected back."""

from collections.abc import Iterator
from contextlib import contextmanager

from tafelrunde.server.tables.audience import Audience
from tafelrunde.server.tables.bus import Here, Line
from tafelrunde.table.table import Table


class Company:
    """The people of one table."""

    def __init__(self, table: Table, audience: Audience, line: Line, grace: float) -> None:
        self._table, self._audience, self._line, self._grace = table, audience, line, grace
        self._elsewhere: dict[str, set[str]] = {}
        self._away: dict[str, float] = {}

    def connected(self) -> set[str]:
        """Those of the table's people who are connected."""
        return self._of_the_table(self._audience.people() | self._audience.elsewhere)

    def present(self, now: float) -> set[str]:
        """Who counts as being here. With none of its people connected the table pauses."""
        self._away = {person: until for person, until in self._away.items() if until > now}
        connected = self.connected()
        return connected | self._away.keys() if connected else set()

    def next_given_up(self) -> float | None:
        """When the next one who was lost is expected no more."""
        return min(self._away.values(), default=None)

    def drives(self) -> bool:
        """Whether it is this process that moves for bots and clocks.

        It is one of those that have people at the table. Should two of them think so for a moment, the log takes only
        one move of theirs; while they cannot hear each other, all of them do.
        """
        everywhere = self._elsewhere | {self._line.name: self._audience.people()}
        driving = [process for process, people in everywhere.items() if self._of_the_table(people)]
        if self._line.down:
            return self._line.name in driving
        return min(driving, default=None) == self._line.name

    @contextmanager
    def changing(self, now: float) -> Iterator[None]:
        """Around a change of who is connected: who is lost is expected back for a while."""
        here = self._audience.people()
        before = here | self._audience.elsewhere
        yield
        after = self._audience.people() | self._audience.elsewhere
        if self.connected() and not self._of_the_table(before):
            # The table has paused, maybe through a restart: all others are given time to come back, too.
            self._away = {place.person: now + self._grace for place in self._table.places if place.person is not None}
        self._away |= dict.fromkeys(before - after, now + self._grace)
        for person in after:
            self._away.pop(person, None)
        if self._audience.people() != here:
            self.tell_others()

    def knows(self, process: str) -> bool:
        """Whether another process has said that people are connected through it."""
        return process in self._elsewhere

    def hear(self, process: str, people: set[str]) -> None:
        """Who is connected through another process."""
        if people:
            self._elsewhere[process] = people
        else:
            self._elsewhere.pop(process, None)
        self._audience.elsewhere = set().union(*self._elsewhere.values())

    def tell_others(self) -> None:
        """Tell the other processes who is connected to this one."""
        self._line.tell(Here, self._table.id, sorted(self._audience.people()))

    def has_left(self, person: str) -> None:
        """Somebody has left the table and is not expected back."""
        self._away.pop(person, None)

    def _of_the_table(self, people: set[str]) -> set[str]:
        return {person for person in people if self._table.is_here(person)}
