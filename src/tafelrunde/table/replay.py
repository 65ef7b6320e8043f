"""A game step by step: as seen by a seat or an onlooker, or with everything open once it is over."""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Match
from tafelrunde.table import acts, table, visibility, wishes
from tafelrunde.table.ending import EndedMatch
from tafelrunde.table.records import Record
from tafelrunde.table.table import Table
from tafelrunde.table.wishes import Refusal

PAGE = 200
"""The most steps returned at once."""
KEPT = 64

Viewer = int | Literal["public", "all"]
"""Whose view to show: a seat's, an onlooker's, or everything."""


class Step(Record):
    """What one move did (the first step is the deal): who made it and how, how many milliseconds after the start, and
    what the viewer knew of it. `move` is shown only to whoever made it, or with everything open. `actors` are the seats
    that may act next; `effects` are what moves would do to the pieces, as far as everybody may know."""

    number: int
    version: int
    ms: int
    seat: int | None
    by: Literal["person", "bot", "time", "table"]
    move: str | None
    events: list[dict[str, Any]]
    view: dict[str, Any]
    actors: list[int]
    effects: list[visibility.Effect]


@dataclass(frozen=True)
class GameReplay:
    """An immutable snapshot of a table's game from the log, each step with its version."""

    game: Game
    seed: int
    names: list[str | None]
    phase: Literal["running", "over"]
    steps: list[tuple[int, table.LogEntry]]
    ended: EndedMatch | None = None
    """The match as it ended, if today's rules do not lead there; then the end is the only step."""

    @classmethod
    def of(cls, played: Table) -> "GameReplay":
        """The replay of a table whose game has begun."""
        assert played.match is not None
        phase: Any = played.phase
        ended = played.match if isinstance(played.match, EndedMatch) else None
        steps = played.steps[-1:] if ended else list(played.steps)
        return cls(played.match.game, played.seed(), played.names, phase, steps, ended)

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.steps) - 1

    def run(self, at: "ReplayPosition | None") -> Iterator["ReplayPosition"]:
        """The match after each step, starting from a position. All positions share one match, which is played on."""
        number, match = (0, self.ended or self.game.new(self.seed)) if at is None else (at.number, at.match.copy())
        yield ReplayPosition(number, match)
        for later in range(number + 1, len(self.steps)):
            act = self.steps[later][1].act
            assert isinstance(act, acts.Moved)
            match.play(act.seat, act.move)
            yield ReplayPosition(later, match)


@dataclass(frozen=True)
class ReplayPosition:
    """The match after a step."""

    number: int
    match: Match


class ReplayCache:
    """Matches at which pages ended, so that the next page need not replay from the deal.

    They are kept by the version of their last step: a move may have been taken back, and another one made instead.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], ReplayPosition] = OrderedDict()

    def before(self, id: str, replay: GameReplay, number: int) -> ReplayPosition | None:
        """The latest position of a table's replay that is not after a step."""
        versions = (version for version, _ in reversed(replay.steps[: number + 1]))
        return next((self._kept[id, version] for version in versions if (id, version) in self._kept), None)

    def keep(self, id: str, replay: GameReplay, at: ReplayPosition) -> None:
        """Keep a position; the oldest is dropped if there are too many."""
        self._kept[id, replay.steps[at.number][0]] = at
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def refused(shown: Table, person: str | None, viewer: Viewer) -> Refusal | None:
    """Why somebody may not see a game as this viewer; None if they may.

    While it is running, people see what their own seats know. Afterwards everything is open, but only to those who were
    at the table if the host did not allow onlookers.
    """
    if shown.match is None:
        return wishes.refuse("not-running")
    if isinstance(viewer, int) and viewer >= len(shown.seats):
        return wishes.refuse("no-such-place")
    if shown.phase == "over":
        return None if shown.settings.onlookers or person in shown.people else wishes.refuse("no-onlookers")
    if viewer == "all":
        return wishes.refuse("not-over")
    if person in shown.removed:
        return wishes.refuse("removed")
    own = shown.seats_of(person)
    if viewer == "public":
        return None if shown.settings.onlookers or own else wishes.refuse("no-onlookers")
    return None if viewer in own else wishes.refuse("not-your-seat")


def allowed_viewer(shown: Table, viewer: Viewer) -> Viewer:
    """Whose view of the past to show: in a game of memory that is still running, a seat gets the public one."""
    return "public" if isinstance(viewer, int) and visibility.seat_must_remember(shown, viewer) else viewer


def page(
    replay: GameReplay, viewer: Viewer, first: int, last: int, at: ReplayPosition | None = None
) -> tuple[list[Step], ReplayPosition]:
    """The steps from the first to the last, and the position at which the replay stopped."""
    steps = []
    for now in replay.run(at):
        at = now
        if first <= now.number <= last:
            steps.append(step(replay, now, viewer))
        if now.number >= last:
            break
    assert at is not None
    return steps, at


def step(replay: GameReplay, at: ReplayPosition, viewer: Viewer) -> Step:
    """One step as a viewer may know it."""
    version, logged = replay.steps[at.number]
    since = replay.steps[at.number - 1][1].events if at.number else 0
    act = logged.act if isinstance(logged.act, acts.Moved) else None
    seat, move = (act.seat, act.move) if act else (None, None)
    return Step(
        number=at.number,
        version=version,
        ms=round((logged.at - replay.steps[0][1].at) * 1000),
        seat=seat,
        by=act.by if act else "table",
        move=move if viewer == "all" or seat in (None, viewer) else None,
        events=_events(at.match, since, viewer),
        view=at.match.position() if viewer == "all" else at.match.peek(_seat(viewer)),
        actors=[] if replay.ended else visibility.actors(at.match, at.match.peek(None)),
        effects=visibility.effects(at.match, None),
    )


def _seat(viewer: Viewer) -> int | None:
    return viewer if isinstance(viewer, int) else None


def _events(match: Match, since: int, viewer: Viewer) -> list[dict[str, Any]]:
    """What happened; with everything open, also what individual seats knew, by seat."""
    public = match.peek_events(since, _seat(viewer))
    if viewer != "all":
        return public
    public = [dict(event) for event in public]
    for seat in range(match.game.players):
        for event, seen in zip(public, match.peek_events(since, seat), strict=True):
            more = {key: value for key, value in seen.items() if key not in event or event[key] != value}
            if more:
                event.setdefault("known", {})[str(seat)] = more
    return public
