"""Those who listen at a table, and what each of them is told: a function of what the own seats may know."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from tafelrunde.server.sockets import messages
from tafelrunde.server.sockets.messages import Presence, Snapshot, Update, Welcome
from tafelrunde.table import acts, visibility
from tafelrunde.table.table import Table


class Listener(Protocol):
    """Somebody's socket at a table. Nothing here waits."""

    person: str
    told: int
    """The version that this listener was told last."""

    def send(self, frame: bytes) -> None:
        """Send a frame."""

    def end(self, reason: str) -> None:
        """Say bye and close."""


class Audience:
    """The listeners of one table."""

    def __init__(self, table: Table, deadline: Callable[[int], float | None]) -> None:
        self.elsewhere: set[str] = set()
        """Who is connected through other processes."""
        self._table, self._lobby, self._deadline = table, _Lobby(table), deadline
        self._listeners: list[Listener] = []
        self._present: list[str] = []

    def __contains__(self, listener: Listener) -> bool:
        return listener in self._listeners

    def people(self) -> set[str]:
        """Who is connected here."""
        return {listener.person for listener in self._listeners}

    def unwelcome(self, person: str) -> str | None:
        """Why somebody may not be here: sent away by the host, or an onlooker where that is not allowed."""
        if person in self._table.removed:
            return "removed"
        welcome = self._table.phase == "open" or self._table.settings.onlookers or person in self._table.people
        return None if welcome else "no-onlookers"

    def admit(self, listener: Listener) -> None:
        """Somebody comes."""
        self._listeners.append(listener)

    def welcome(self, listener: Listener, after: int, now: float) -> None:
        """Who has come is told how it stands."""
        # A version that there never was is answered with everything.
        listener.told = after if after <= self._table.version else 0
        listener.send(messages.write(Welcome(listener.person, self._table.id, self._table.version)))
        listener.send(self._frames(Snapshot, now).of(listener))
        if not self.tell_presence():
            listener.send(self._presence())

    def remove(self, listener: Listener) -> None:
        """A socket is gone."""
        self._listeners.remove(listener)
        self.tell_presence()

    def tell(self, now: float) -> None:
        """Everybody is told how it stands now."""
        frames = self._frames(Update, now)
        for listener in list(self._listeners):
            reason = self.unwelcome(listener.person)
            if reason is None:
                listener.send(frames.of(listener))
            else:
                self._end(listener, reason)
        self.tell_presence()

    def _frames(self, kind: type[Snapshot] | type[Update], now: float) -> "_Frames":
        return _Frames(self._table, self._lobby.written(), kind, now, self._deadline)

    def tell_presence(self) -> bool:
        """Everybody is told who is here, if that has changed."""
        here = self.people() | self.elsewhere
        present = [person for person in self._table.people if person in here]
        if present == self._present:
            return False
        self._present = present
        for listener in self._listeners:
            listener.send(self._presence())
        return True

    def _presence(self) -> bytes:
        return messages.write(Presence(self._present))

    def see_off(self, person: str, reason: str) -> None:
        """Somebody is not to be told anything more."""
        for listener in [each for each in self._listeners if each.person == person]:
            self._end(listener, reason)

    def end(self, reason: str) -> None:
        """Bye, everybody."""
        for listener in list(self._listeners):
            self._end(listener, reason)

    def _end(self, listener: Listener, reason: str) -> None:
        self._listeners.remove(listener)
        listener.end(reason)


class _Lobby:
    """The lobby of a table as messages have it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._shown: dict[str, Any] = {"version": 0, "phase": None}

    def written(self) -> Any:
        """The lobby of now. Moves change nothing of it but the version, unless the game is over then."""
        latest = self._table.steps[self._shown["version"] :]
        if self._shown["phase"] != self._table.phase or not all(isinstance(step.act, acts.Moved) for step in latest):
            self._shown = visibility.lobby(self._table)
        self._shown["version"] = self._table.version
        return messages.encoded(self._shown)


class _Frames:
    """What listeners are told at one moment; what is the same for several is written once."""

    def __init__(
        self,
        table: Table,
        lobby: Any,
        kind: type[Snapshot] | type[Update],
        now: float,
        deadline: Callable[[int], float | None],
    ) -> None:
        self._table, self._lobby, self._kind, self._now, self._deadline = table, lobby, kind, now, deadline
        self._written: dict[Any, bytes] = {}

    def of(self, listener: Listener) -> bytes:
        """The frame for a listener, who is up to date then."""
        viewers, after = self._viewers(listener.person), listener.told
        listener.told = self._table.version
        muter = listener.person if self._table.muted_by(listener.person) else None
        key = (muter, after, *viewers)
        if key not in self._written:
            seats = {"public" if seat is None else str(seat): self._seen(seat, after) for seat in viewers}
            lobby = self._lobby if muter is None else messages.encoded(visibility.lobby_for(self._table, muter))
            self._written[key] = messages.write(self._kind(self._table.version, after, lobby, seats))
        return self._written[key]

    def _seen(self, seat: int | None, after: int) -> visibility.Perspective:
        seen = visibility.perspective(self._table, seat, after, self._now)
        deadline = None if seat is None else self._deadline(seat)
        seen.due = None if deadline is None else round(max(0.0, deadline - self._now), 3)
        return seen

    def _viewers(self, person: str) -> Sequence[int | None]:
        """As which seats somebody sees the match; None: as an onlooker."""
        if self._table.match is None:
            return []
        onlooker = [None] if self._table.settings.onlookers else []
        return self._table.seats_of(person) or onlooker
