"""How a game ended, as it is kept beside the log.

A table is replayed by today's rules. Should they refuse a move of a game that is over, or lead to another result, the
game is shown as it ended: its result, its last position, and the record of its moves.
"""

from contextlib import suppress
from typing import Any

import tafelrunde as tr
from tafelrunde.kernel.errors import BadOption, BadPosition, IllegalMove
from tafelrunde.kernel.match import Match, deep_copy
from tafelrunde.table import acts, records
from tafelrunde.table.acts import AnyAct
from tafelrunde.table.records import Record
from tafelrunde.table.table import Earlier, Table

BY_THE_RULES = (IllegalMove, BadOption, BadPosition)
"""What replaying a log raises if the rules have changed."""


class OldRules(Exception):
    """A game that is not over cannot go on by today's rules: they refuse what happened after a version."""

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(f"today's rules refuse what happened after version {version}")


class Ending(Record):
    """The end of a game: the record of what was played, the result, each viewer's last view and the whole position."""

    played: dict[str, Any]
    result: dict[str, Any] | None
    views: dict[str, dict[str, Any]]
    position: dict[str, Any]

    @classmethod
    def of(cls, table: Table) -> "Ending":
        """The end of a table's game, which is over."""
        assert table.match is not None and table.phase == "over"
        match, viewers = table.match, (None, *range(len(table.seats)))
        views = {_key(viewer): match.view(viewer) for viewer in viewers}
        return cls(match.record(), match.result, views, match.position())


def encode(ending: Ending) -> bytes:
    """An ending as it is stored."""
    return records.encode(ending)


def decode(data: bytes) -> Ending:
    """An ending from the database."""
    ending: Ending = records.decode(data, Ending)
    return ending


def restored(id: str, log: list[tuple[AnyAct, float]], ending: Ending | None) -> Table:
    """The table that a log describes; OldRules if its game is not over and cannot go on."""
    table = Table(id)
    try:
        for act, at in log:
            table.apply(act, at)
    except BY_THE_RULES as error:
        if ending is None:
            raise OldRules(table.version) from error
    else:
        if ending is None or (table.match is not None and table.match.result == ending.result):
            return table
    old = EndedTable(id, ending)
    for act, at in log:
        old.apply(act, at)
    return old


class EndedMatch(Match):
    """A match that is over, as its end is kept. Nothing can be played, and its events are not known any more."""

    def __init__(self, ending: Ending) -> None:
        self._ending = ending
        name, options = ending.played["game"], ending.played["options"]
        try:
            self.game = tr.load(name, **options)
        except BadOption:
            self.game = tr.load(name)
        self._events, self._secrets, self._result = [], [], ending.result
        self._played = [(seat, move) for seat, move in ending.played["moves"]]

    def actors(self) -> list[int]:
        """Nobody."""
        return []

    def actions(self, seat: int | None) -> list[int]:
        """None."""
        return []

    def effects(self, seat: int | None = None) -> list[dict[str, Any]]:
        """None."""
        return []

    def peek(self, seat: int | None = None) -> dict[str, Any]:
        """The last view of the seat."""
        return self._ending.views[_key(seat)]

    def position(self) -> dict[str, Any]:
        """The last position."""
        position: dict[str, Any] = deep_copy(self._ending.position)
        return position

    def record(self) -> dict[str, Any]:
        """What was played."""
        played: dict[str, Any] = deep_copy(self._ending.played)
        return played

    def copy(self) -> "EndedMatch":
        """Itself: it never changes."""
        return self


class EndedTable(Table):
    """A table whose game is shown as it ended. Its people, places and words follow from the log as always."""

    def __init__(self, id: str, ending: Ending) -> None:
        super().__init__(id)
        self._ended = EndedMatch(ending)

    def _start(self, *started: Any) -> None:
        with suppress(BadOption):
            super()._start(*started)
        self.match = self._ended

    def _move(self, act: acts.Moved, at: float) -> None:
        # Should it be taken back, the match stays as it is.
        self._earlier.append(Earlier(self._ended, "", 0))
        self.moves_made += 1


def _key(viewer: int | None) -> str:
    return "public" if viewer is None else str(viewer)
