"""The subscribers of a table, and what each of them is sent: a function of what their seats may know."""

from collections.abc import Callable, Iterable
from typing import Protocol

from tafelrunde.server import refusals
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.sockets import messages
from tafelrunde.server.sockets.frames import Frames, LobbyCache, Told
from tafelrunde.table.people import members
from tafelrunde.table.table import Table

MOST_WINDOWS = 8
"""Connections of one person to a table."""
MOST_ONLOOKERS, ONLOOKERS_OF_ADDRESS = 200, 50
"""Connections to a table of people who do not belong to it, in all and of one address."""


class Subscriber(Protocol):
    """Somebody's connection to a table. Its methods never wait."""

    person: str
    told: Told | None
    """What it was last told; None: it has to be told everything."""
    updates: int
    """How many updates it was sent."""

    @property
    def payer(self) -> Path:
        """Its address, and who it is everywhere: at their expense the server works."""

    def send(self, frame: bytes) -> None:
        """Send a frame."""

    def close(self, reason: str) -> None:
        """Send Bye and close the connection."""


class Audience:
    """The subscribers of one table."""

    def __init__(self, table: Table, deadline: Callable[[int], float | None], mark: Callable[[int], str]) -> None:
        self.remote_people = frozenset[str]()
        """Who is connected through other processes."""
        self.away_until: Callable[[float], dict[str, float]] = lambda now: {}
        """Who has a seat and is not connected at a moment, and until when nobody plays for them."""
        self.next_covering: float | None = None
        """When the next card that somebody was shown is covered again."""
        self._table, self._lobby, self._deadline, self._mark = table, LobbyCache(table), deadline, mark
        self._subscribers: list[Subscriber] = []
        self._people = self._everybody = frozenset[str]()
        self._presence: tuple[list[str], dict[str, float]] = [], {}

    def __contains__(self, subscriber: Subscriber) -> bool:
        return subscriber in self._subscribers

    def people(self) -> frozenset[str]:
        """Who is connected through this process."""
        return self._people

    def everybody(self) -> frozenset[str]:
        """Who is connected, through this process or another one; the same object until that changes."""
        return self._everybody

    def set_remote(self, people: Iterable[str]) -> None:
        """Who is connected through other processes."""
        self.remote_people = frozenset(people)
        self._everybody = self._people | self.remote_people

    def _on_change(self) -> None:
        self._people = frozenset(subscriber.person for subscriber in self._subscribers)
        self._everybody = self._people | self.remote_people

    def payer_of(self, person: str) -> Path | None:
        """The address and the owner of somebody's connection to this process."""
        return next((one.payer for one in self._subscribers if one.person == person), None)

    def payer(self, person: str) -> Path:
        """At whose expense the server works for somebody; if they are not connected, at that of anybody who is."""
        payers = {subscriber.person: subscriber.payer for subscriber in self._subscribers}
        return payers.get(person) or next(iter(payers.values()), ())

    def denied(self, person: str) -> str | None:
        """Why somebody may not watch: removed by the host, or an onlooker where that is not allowed.

        Who could step in for a bot may see who plays, but nothing of the game.
        """
        if person in self._table.removed:
            return "removed"
        allowed = person in self._table.people or self._table.settings.onlookers or self._table.phase == "open"
        return None if allowed or members.can_step_in(self._table) else "no-onlookers"

    def has_room(self, subscriber: Subscriber) -> bool:
        """Whether one more may look on. Whoever belongs to the table always may."""
        if subscriber.person in self._table.people:
            return True
        addresses = [one.payer[0] for one in self._subscribers if one.person not in self._table.people]
        return len(addresses) < MOST_ONLOOKERS and addresses.count(subscriber.payer[0]) < ONLOOKERS_OF_ADDRESS

    def add(self, subscriber: Subscriber) -> None:
        """A new subscriber; if its person has too many connections, the oldest is closed: it may be dead already."""
        own = [one for one in self._subscribers if one.person == subscriber.person]
        for oldest in own[: max(0, len(own) + 1 - MOST_WINDOWS)]:
            self._close(oldest, "too-many-windows")
        self._subscribers.append(subscriber)
        self._on_change()

    def send_snapshot(self, subscriber: Subscriber, after: int, mark: str, now: float) -> None:
        """Tell a new subscriber how the table stands, with the events after a version that it has the mark of."""
        # Whoever knows something that is not in the log (any more) is told everything.
        is_rewound = after > self._table.version or (mark != "" and mark != self._mark(after))
        why = refusals.bye("fell-back").texts if is_rewound else None
        welcome = messages.Welcome(subscriber.person, self._table.id, self._table.version, why)
        subscriber.send(messages.encode(welcome))
        subscriber.send(self._frames(now).snapshot_for(subscriber, 0 if is_rewound else after))
        if not self.broadcast_presence(now):
            subscriber.send(self._presence_frame(now))

    def remove(self, subscriber: Subscriber) -> None:
        """A connection is gone."""
        self._subscribers.remove(subscriber)
        self._on_change()

    def broadcast(self, now: float) -> None:
        """Tell everybody how the table stands now."""
        frames = self._frames(now)
        for subscriber in list(self._subscribers):
            reason = self.denied(subscriber.person)
            if reason is None:
                subscriber.send(frames.update_for(subscriber))
            else:
                self._close(subscriber, reason)
        self.broadcast_presence(now)

    def forget(self, now: float) -> None:
        """Names or words have been taken out of the table: nobody is shown them any more."""
        self._lobby = LobbyCache(self._table)
        self.broadcast(now)

    def tell_all(self, *people: str | None) -> None:
        """These see with other eyes from now on: the next update tells them everything from the beginning."""
        for subscriber in self._subscribers:
            if subscriber.person in people:
                subscriber.told = None

    def _frames(self, now: float) -> Frames:
        frames = Frames(self._table, self._mark(self._table.version), self._lobby, now, self._deadline)
        self.next_covering = frames.next_covering
        return frames

    def broadcast_presence(self, now: float) -> bool:
        """Tell everybody who is present and who is away, if that has changed; whether it has."""
        present = [person for person in (*self._table.people, *self._table.requests) if person in self._everybody]
        presence = present, self.away_until(now)
        if presence == self._presence:
            return False
        self._presence = presence
        frame = self._presence_frame(now)
        for subscriber in self._subscribers:
            subscriber.send(frame)
        return True

    def _presence_frame(self, now: float) -> bytes:
        present, away = self._presence
        seconds = {person: round(max(0.0, until - now), 3) for person, until in away.items()}
        return messages.encode(messages.Presence(present, seconds))

    def disconnect(self, person: str, reason: str) -> None:
        """Close all connections of one person."""
        for subscriber in [each for each in self._subscribers if each.person == person]:
            self._close(subscriber, reason)

    def close(self, reason: str) -> None:
        """Close all connections; nobody is told anything any more."""
        self.away_until = lambda now: {}
        for subscriber in list(self._subscribers):
            self._close(subscriber, reason)

    def _close(self, subscriber: Subscriber, reason: str) -> None:
        self.remove(subscriber)
        subscriber.close(reason)
