"""Who is at a table: connected to this process or to another one, or disconnected a moment ago and expected back."""

from collections.abc import Iterator, Set
from contextlib import contextmanager

from tafelrunde.server.tables.audience import Audience
from tafelrunde.server.tables.bus import Bus, PeopleConnected
from tafelrunde.table.table import Table


class TablePresence:
    """The presence of one table's people; `grace` is for how many seconds a lost connection counts as present."""

    def __init__(self, table: Table, audience: Audience, bus: Bus, grace: float) -> None:
        self._table, self._audience, self._bus, self._grace = table, audience, bus, grace
        self._remote: dict[str, Set[str]] = {}
        """Who is connected through each other process."""
        self._grace_ends: dict[str, float] = {}
        self._since: dict[str, float] = {}
        self._connected: tuple[int, frozenset[str], set[str]] = 0, frozenset(), set()
        """Who of the table's people is connected, for an arrangement of the table and everybody connected then."""
        audience.away_until = self.away_until

    def connected(self) -> set[str]:
        """The table's people who are connected."""
        arranged, everybody, connected = self._connected
        if arranged != self._table.arranged or everybody is not self._audience.everybody():
            everybody = self._audience.everybody()
            connected = self._of_table(everybody)
            self._connected = self._table.arranged, everybody, connected
        return connected

    def present(self, now: float) -> dict[str, float]:
        """Who counts as present, and since when. With none of its people connected the table pauses."""
        if self._grace_ends:
            self._grace_ends = {person: end for person, end in self._grace_ends.items() if end > now}
        connected = self.connected()
        if not self._grace_ends and connected == self._since.keys():
            return self._since
        present = connected | self._grace_ends.keys() if connected else set()
        self._since = {person: self._since.get(person, now) for person in present}
        return self._since

    def away_until(self, now: float) -> dict[str, float]:
        """Who is expected to play and is not connected, and until when nobody plays for them; 0: a bot does."""
        if self._table.phase != "running":
            return {}
        seated = dict.fromkeys(self._table.places[place].person for place in self._table.seats)
        connected = self.connected()
        away = [person for person in seated if person is not None and person not in connected]
        ends = {person: self._grace_ends.get(person, 0.0) for person in away}
        return {person: end if end > now else 0.0 for person, end in ends.items()}

    def next_grace_end(self) -> float | None:
        """When the next disconnected person stops counting as present."""
        return min(self._grace_ends.values(), default=None)

    def is_leader(self) -> bool:
        """Whether it is this process that moves for the table's bots and clock.

        The leader is one of the processes that have people at the table. Should two of them think so for a moment, the
        log accepts only one of their moves; while the bus is down, all of them do.
        """
        if not self._remote:
            return bool(self.connected())
        everywhere = self._remote | {self._bus.name: self._audience.people()}
        candidates = [process for process, people in everywhere.items() if self._of_table(people)]
        if self._bus.down:
            return self._bus.name in candidates
        return min(candidates, default=None) == self._bus.name

    @contextmanager
    def changing(self, now: float) -> Iterator[None]:
        """Wraps a change of who is connected: whoever is disconnected by it is expected back for a while."""
        local, before = self._audience.people(), self._audience.everybody()
        yield
        after = self._audience.everybody()
        if self.connected() and not self._of_table(before):
            # The table was paused, perhaps by a restart: everybody else is given time to come back, too.
            seated = [place.person for place in self._table.places if place.person is not None]
            self._grace_ends = dict.fromkeys([*seated, self._table.host], now + self._grace)
            self._since = {}
        self._grace_ends |= dict.fromkeys(before - after, now + self._grace)
        for person in after:
            self._grace_ends.pop(person, None)
        if self._audience.people() != local:
            self.publish()

    def has_remote(self, process: str) -> bool:
        """Whether another process has reported people who are connected through it."""
        return process in self._remote

    def set_remote(self, process: str, people: set[str]) -> None:
        """Another process has reported who is connected through it."""
        if people:
            self._remote[process] = people
        else:
            self._remote.pop(process, None)
        self._audience.set_remote(set().union(*self._remote.values()))

    def publish(self) -> None:
        """Report to the other processes who is connected to this one."""
        self._bus.publish(PeopleConnected, self._table.id, sorted(self._audience.people()))

    def end_grace(self, person: str) -> None:
        """Somebody has left the table and is not expected back."""
        self._grace_ends.pop(person, None)

    def _of_table(self, people: Set[str]) -> set[str]:
        return {person for person in people if self._table.is_here(person)}
