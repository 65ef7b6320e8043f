"""The subscribers of a table, and what each of them is sent: a function of what their seats may know."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from tafelrunde.server import refusals
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.sockets import messages
from tafelrunde.table import acts, visibility
from tafelrunde.table.people import members
from tafelrunde.table.table import Table


class Subscriber(Protocol):
    """Somebody's connection to a table. Its methods never wait."""

    person: str
    sent_version: int
    """The last version that was sent to it."""

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
        self.remote_people: set[str] = set()
        """Who is connected through other processes."""
        self.away_until: Callable[[float], dict[str, float]] = lambda now: {}
        """Who has a seat and is not connected at a moment, and until when nobody plays for them."""
        self._table, self._lobby, self._deadline, self._mark = table, _LobbyCache(table), deadline, mark
        self._subscribers: list[Subscriber] = []
        self._presence: tuple[list[str], dict[str, float]] = [], {}

    def __contains__(self, subscriber: Subscriber) -> bool:
        return subscriber in self._subscribers

    def people(self) -> set[str]:
        """Who is connected through this process."""
        return {subscriber.person for subscriber in self._subscribers}

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
        allowed = self._table.phase == "open" or self._table.settings.onlookers or person in self._table.people
        return None if allowed or members.can_step_in(self._table) else "no-onlookers"

    def add(self, subscriber: Subscriber) -> None:
        """A new subscriber."""
        self._subscribers.append(subscriber)

    def send_snapshot(self, subscriber: Subscriber, after: int, mark: str, now: float) -> None:
        """Tell a new subscriber how the table stands, with the events after a version that it has the mark of."""
        # Whoever knows something that is not in the log (any more) is told everything.
        is_rewound = after > self._table.version or (mark != "" and mark != self._mark(after))
        subscriber.sent_version = 0 if is_rewound else after
        why = refusals.bye("fell-back").texts if is_rewound else None
        welcome = messages.Welcome(subscriber.person, self._table.id, self._table.version, why)
        subscriber.send(messages.encode(welcome))
        subscriber.send(self._frames(messages.Snapshot, now).frame_for(subscriber))
        if not self.broadcast_presence(now):
            subscriber.send(self._presence_frame(now))

    def remove(self, subscriber: Subscriber) -> None:
        """A connection is gone."""
        self._subscribers.remove(subscriber)

    def broadcast(self, now: float) -> None:
        """Tell everybody how the table stands now."""
        frames = self._frames(messages.Update, now)
        for subscriber in list(self._subscribers):
            reason = self.denied(subscriber.person)
            if reason is None:
                subscriber.send(frames.frame_for(subscriber))
            else:
                self._close(subscriber, reason)
        self.broadcast_presence(now)

    def tell_all(self, *people: str | None) -> None:
        """These see with other eyes from now on: the next update tells them everything from the beginning."""
        for subscriber in self._subscribers:
            if subscriber.person in people:
                subscriber.sent_version = 0

    def _frames(self, kind: type[messages.Snapshot | messages.Update], now: float) -> "_FrameCache":
        mark = self._mark(self._table.version)
        return _FrameCache(self._table, mark, self._lobby.encoded(), kind, now, self._deadline)

    def broadcast_presence(self, now: float) -> bool:
        """Tell everybody who is present and who is away, if that has changed; whether it has."""
        connected = self.people() | self.remote_people
        present = [person for person in (*self._table.people, *self._table.requests) if person in connected]
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
        """Close all connections."""
        for subscriber in list(self._subscribers):
            self._close(subscriber, reason)

    def _close(self, subscriber: Subscriber, reason: str) -> None:
        self._subscribers.remove(subscriber)
        subscriber.close(reason)


class _LobbyCache:
    """The lobby of a table as messages contain it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lobby: dict[str, Any] = {"version": 0, "phase": None, "votes": {}}

    def encoded(self) -> Any:
        """The current lobby. A move changes nothing in it but the version, unless it ends the game or a vote."""
        latest = self._table.log[self._lobby["version"] :]
        is_same = self._lobby["phase"] == self._table.phase and not self._lobby["votes"]
        if not is_same or not all(isinstance(step.act, acts.InPlay) for step in latest):
            self._lobby = visibility.lobby(self._table)
        self._lobby["version"] = self._table.version
        return messages.encode_part(self._lobby)


class _FrameCache:
    """What subscribers are sent at one moment; what is the same for several is encoded once."""

    def __init__(
        self,
        table: Table,
        mark: str,
        lobby: Any,
        kind: type[messages.Snapshot | messages.Update],
        now: float,
        deadline: Callable[[int], float | None],
    ) -> None:
        self._table, self._mark, self._lobby, self._kind = table, mark, lobby, kind
        self._now, self._deadline = now, deadline
        self._perspectives = visibility.Perspectives(table, now) if table.match else None
        self._frames: dict[Any, bytes] = {}

    def frame_for(self, subscriber: Subscriber) -> bytes:
        """The frame that brings a subscriber up to date."""
        viewers, after = self._viewers(subscriber.person), subscriber.sent_version
        subscriber.sent_version = self._table.version
        muter = subscriber.person if self._table.muted_by(subscriber.person) else None
        is_deaf = not self._table.settings.onlookers and subscriber.person not in self._table.people
        muter = subscriber.person if is_deaf else muter
        key = (muter, after, *viewers)
        if key not in self._frames:
            seats = {"public" if seat is None else str(seat): self._perspective(seat, after) for seat in viewers}
            lobby = self._lobby if muter is None else messages.encode_part(visibility.lobby_for(self._table, muter))
            self._frames[key] = messages.encode(self._kind(self._table.version, self._mark, after, lobby, seats))
        return self._frames[key]

    def _perspective(self, seat: int | None, after: int) -> visibility.Perspective:
        assert self._perspectives is not None
        perspective = self._perspectives.of(seat, after)
        deadline = None if seat is None else self._deadline(seat)
        perspective.due = None if deadline is None else round(max(0.0, deadline - self._now), 3)
        return perspective

    def _viewers(self, person: str) -> Sequence[int | None]:
        """The seats as which somebody sees the match; None: as an onlooker."""
        if self._table.match is None:
            return []
        onlooker = [None] if self._table.settings.onlookers else []
        return self._table.seats_of(person) or onlooker
