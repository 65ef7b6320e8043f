"""What subscribers are sent of a table: a snapshot, then updates with what has changed since the last message.

What several subscribers see alike is worked out and encoded once.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Protocol

from tafelrunde.server.sockets import messages
from tafelrunde.table import visibility
from tafelrunde.table.table import Table
from tafelrunde.table.visibility import Perspective

_MISSING = object()
_PARTS = ("moves", "actors", "effects", "wait", "covers", "due", "can_take_back", "waits_for_tap")
"""The fields of a perspective that are told only if they have changed; the view is told in parts."""
_parts_of = attrgetter(*_PARTS)

Key = tuple[str | None, ...]
"""Whoever has the same key sees the same: for whom there is a lobby of their own, and the seats."""


class Told:
    """What a subscriber knows of the table."""

    __slots__ = ("after", "lobby", "seats", "version")

    def __init__(self, version: int, lobby: dict[str, Any], seats: dict[str, Perspective], after: int) -> None:
        self.version, self.lobby, self.seats, self.after = version, lobby, seats, after
        """The events in `seats` are those after version `after`."""


class Listener(Protocol):
    """Who is sent frames."""

    person: str
    told: Told | None
    """What it was last told; None: it has to be told everything."""
    updates: int
    """How many updates it was sent."""


class LobbyCache:
    """The lobby of a table, and with whose eyes everybody looks at it. As long as nothing in it has changed but the
    version, it is the same object."""

    def __init__(self, table: Table) -> None:
        self._table, self._arranged = table, 0
        self._lobby: dict[str, Any] = {"phase": None, "votes": {}}
        self._keys: dict[str, Key] = {}

    def current(self) -> dict[str, Any]:
        """The current lobby. A move changes nothing in it but the version, unless it ends the game or a vote."""
        is_same = self._arranged == self._table.arranged and self._lobby["phase"] == self._table.phase
        if not is_same or self._lobby["votes"]:
            self._lobby, self._keys, self._arranged = visibility.lobby(self._table), {}, self._table.arranged
        return self._lobby

    def key_of(self, person: str) -> Key:
        """With whose eyes somebody looks at what is current."""
        key = self._keys.get(person)
        if key is None:
            key = self._keys[person] = self._new_key(person)
        return key

    def _new_key(self, person: str) -> Key:
        table = self._table
        own = person if not visibility.hears(table, person) or table.muted_by(person) else None
        if table.match is None:
            return (own,)
        seats = table.seats_of(person)
        return (own, *map(str, seats)) if seats or not table.settings.onlookers else (own, "public")


class Frames:
    """What subscribers are sent at one moment."""

    def __init__(
        self,
        table: Table,
        mark: str,
        lobby: LobbyCache,
        now: float,
        deadline: Callable[[int], float | None],
    ) -> None:
        self._table, self._mark, self._lobby, self._key_of = table, mark, lobby.current(), lobby.key_of
        self._now, self._deadline = now, deadline
        self._perspectives = visibility.Perspectives(table, now) if table.match else None
        self.next_covering = self._perspectives.next_covering() if self._perspectives else None
        """When the next card that somebody sees now is covered again."""
        self._seen: dict[tuple[str, int], Perspective] = {}
        self._told: dict[Key, Told] = {}
        self._updates: dict[tuple[Key, Told | None], bytes] = {}

    def snapshot_for(self, listener: Listener, after: int) -> bytes:
        """Everything, and the events after a version."""
        told = listener.told = self._tell(self._key_of(listener.person), after)
        lobby = told.lobby | {"version": told.version}
        seats = self._with_events(told, after)
        return messages.encode(messages.Snapshot(told.version, self._mark, after, lobby, seats))

    def update_for(self, listener: Listener) -> bytes:
        """What has changed since the last message."""
        key, before = self._key_of(listener.person), listener.told
        after = 0 if before is None else before.version
        told = listener.told = self._tell(key, after)
        frame = self._updates.get((key, before))
        if frame is None:
            frame = self._updates[key, before] = messages.encode(self._update(before, told, after))
        listener.updates += 1
        return messages.renumbered(frame, listener.updates)

    def _update(self, before: Told | None, told: Told, after: int) -> messages.Update:
        seats = self._with_events(told, after)
        if before is None or not _can_follow(before, told):
            lobby, changes, is_whole = told.lobby, {seat: _everything(now) for seat, now in seats.items()}, True
        else:
            lobby = {} if before.lobby is told.lobby else changed_fields(before.lobby, told.lobby)
            changes, is_whole = {seat: _changes(before.seats[seat], now) for seat, now in seats.items()}, False
        lobby = lobby | {"version": told.version}
        return messages.Update(0, is_whole, told.version, self._mark, after, lobby, changes)

    def _tell(self, key: Key, after: int) -> Told:
        told = self._told.get(key)
        if told is None:
            own, *seats = key
            lobby = self._lobby if own is None else visibility.lobby_for(self._table, own)
            seen = {seat: self._see(seat, after) for seat in seats if seat is not None}
            told = self._told[key] = Told(self._table.version, lobby, seen, after)
        return told

    def _with_events(self, told: Told, after: int) -> dict[str, Perspective]:
        """What somebody is told who knows the events up to a version."""
        return told.seats if after == told.after else {seat: self._see(seat, after) for seat in told.seats}

    def _see(self, name: str, after: int) -> Perspective:
        """What a seat sees, with the events after a version."""
        assert self._perspectives is not None
        seen = self._seen.get((name, after))
        if seen is None:
            seat = None if name == "public" else int(name)
            seen = self._seen[name, after] = self._perspectives.of(seat, after)
            deadline = None if seat is None else self._deadline(seat)
            seen.due = None if deadline is None else round(max(0.0, deadline - self._now), 3)
        return seen


def changed_fields(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are new or have another value."""
    return {name: value for name, value in now.items() if before.get(name, _MISSING) != value}


def _can_follow(before: Told, now: Told) -> bool:
    """Whether one can be told as changes of the other: the same seats, and nothing that was there is missing."""
    return (
        before.seats.keys() == now.seats.keys()
        and (before.lobby is now.lobby or before.lobby.keys() <= now.lobby.keys())
        and all(seen.view.keys() <= now.seats[seat].view.keys() for seat, seen in before.seats.items())
    )


def _changes(before: Perspective, now: Perspective) -> messages.Changes:
    changes = messages.Changes(now.events, now.since)
    view = changed_fields(before.view, now.view)
    if view:
        changes.view = view
    for part, was, value in zip(_PARTS, _parts_of(before), _parts_of(now), strict=True):
        if value != was:
            setattr(changes, part, value)
    return changes


def _everything(now: Perspective) -> messages.Changes:
    return messages.Changes(now.events, now.since, now.view, **{part: getattr(now, part) for part in _PARTS})
