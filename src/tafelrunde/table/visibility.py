"""Who may see what: the one function behind snapshots, updates, catch-up, records and replays."""

from typing import Any, NotRequired, TypedDict, cast

import msgspec

from tafelrunde.kernel.match import Match
from tafelrunde.table import acts, clock, fair_deal
from tafelrunde.table.table import Table

Place = str | list[int]
"""Where a piece can be, as the game writes it."""
Effect = TypedDict(
    "Effect",
    {
        "move": str,
        "seat": int,
        "from": Place,
        "to": Place,
        "steps": NotRequired[int],
        "hits": NotRequired[list[list[int | Place]]],
        "swap": NotRequired[int],
        "way": NotRequired[list[Place]],
        "closed": NotRequired[bool],
    },
)
"""What a move does to a piece of a seat: from where to where and by how many steps, or over which places; which pieces
it sends home, or with whose piece it changes places; whether the place is closed to it."""


class Perspective(msgspec.Struct):
    """What one seat (or an onlooker) sees: what happened since, how it stands, what it may do, what moves do to pieces
    on the board, and who may act.

    `wait` is in how many seconds moves are taken, `covers` in how many the cards looked at are covered again, `due` in
    how many a bot moves because the time is over.
    """

    events: list[dict[str, Any]]
    view: dict[str, Any]
    moves: list[str]
    actors: list[int]
    effects: list[Effect]
    wait: float = 0.0
    covers: float | None = None
    due: float | None = None


def perspective(table: Table, seat: int | None, after: int, now: float) -> Perspective:
    """The match as a seat may see it now, with what happened after a version."""
    assert table.match is not None
    view = table.match.view(seat)
    seen = Perspective(
        events=events_after(table, seat, after, now),
        view=view,
        moves=[] if seat is None else table.match.moves(seat),
        actors=actors(table.match, view),
        effects=effects(table.match, seat),
        wait=round(max(0.0, clock.may_move_from(table) - now), 3),
    )
    if from_memory(table):
        looks = _looks(table, seat, now)
        table.match.game.cover(seen.view, seat, looks)
        seen.covers = round(max(looks.values()) + _look_seconds(table) - now, 3) if looks else None
    return seen


def actors(match: Match, view: dict[str, Any]) -> list[int]:
    """The seats that may act, as far as everybody can see it; the view is anybody's."""
    return match.game.acting(view, match.actors())


def effects(match: Match, seat: int | None) -> list[Effect]:
    """What moves do to the pieces on the board, as far as this seat may know."""
    return cast("list[Effect]", match.effects(seat))


def from_memory(table: Table) -> bool:
    """Whether all cards are covered again, and have to be remembered."""
    return _look_seconds(table) > 0 and not table.settings.memory_aid and table.phase != "over"


def _look_seconds(table: Table) -> float:
    """For how long a card that somebody looks at lies open; 0 if this is no game of memory."""
    return table.match.game.facts.look_seconds or 0.0 if table.match else 0.0


def forgets(table: Table, seat: int | None) -> bool:
    """Whether what this seat looked at vanishes again; onlookers look at nothing."""
    return seat is not None and from_memory(table)


def events_after(table: Table, seat: int | None, after: int, now: float) -> list[dict[str, Any]]:
    """The events after a version. Of an old look only what everybody knows is left."""
    assert table.match is not None
    since = _events_until(table, after)
    seen = table.match.events(since, seat)
    if not forgets(table, seat):
        return seen
    fresh_from = _events_until(table, _stale_steps(table, now))
    public = table.match.events(since)
    return [own if own["n"] >= fresh_from else plain for own, plain in zip(seen, public, strict=True)]


def _events_until(table: Table, version: int) -> int:
    """How many events there were at a version; a version that is yet to come has none after it."""
    return table.steps[min(version, table.version) - 1].events if version > 0 else 0


def _stale_steps(table: Table, now: float) -> int:
    """How many steps are so old that what was looked at then is covered again."""
    fresh, seconds = 0, _look_seconds(table)
    for step in reversed(table.steps):
        if now - step.at > seconds:
            break
        fresh += 1
    return table.version - fresh


def _looks(table: Table, seat: int | None, now: float) -> dict[int, float]:
    """The own slots that were just looked at, and when; everybody knows that. A card moved since then is covered."""
    assert table.match is not None
    looks: dict[int, float] = {}
    if seat is None:
        return looks
    stale = _stale_steps(table, now)
    since = _events_until(table, stale)
    events = iter(table.match.events(since))
    for step in table.steps[stale:]:
        for _ in range(step.events - since):
            table.match.game.follow_looks(next(events), seat, step.at, looks)
        since = step.events
    return looks


def next_covering(table: Table, now: float) -> float | None:
    """When the next card that somebody looks at is covered again."""
    if table.match is None or not from_memory(table):
        return None
    since = _events_until(table, _stale_steps(table, now))
    if not any(map(table.match.game.is_look, table.match.events(since))):
        return None
    looks = (_looks(table, seat, now) for seat in range(len(table.seats)))
    return min((at + _look_seconds(table) for own in looks for at in own.values()), default=None)


def lobby_for(table: Table, person: str) -> dict[str, Any]:
    """The table itself for who has muted somebody: without the words of those, and with the list of them."""
    shown, muted = lobby(table), table.muted_by(person)
    return shown | {"said": [said for said in shown["said"] if said["person"] not in muted], "muted": muted}


def lobby(table: Table) -> dict[str, Any]:
    """What everybody may know of the table itself. Sessions' secrets and the deal's secret are not in it."""
    people = [{"id": person.id, "name": person.name, "here": person.here} for person in table.people.values()]
    shown: dict[str, Any] = {
        "id": table.id,
        "version": table.version,
        "phase": table.phase,
        "host": table.host,
        "settings": msgspec.to_builtins(table.settings),
        "places": [{"kind": place.kind} | msgspec.to_builtins(place) for place in table.places],
        "seats": list(table.seats),
        "people": people,
        "commitment": fair_deal.commitment(table.secret),
        "before": table.before,
        "following": table.following,
        "hushed": sorted(table.hushed),
        "muted": [],
        "said": [said_words(number, said) for number, said in table.words()],
    }
    if table.phase == "over":
        shown["deal"] = {"secret": table.secret, "parts": table.parts()}
    return shown


def said_words(version: int, said: acts.Said) -> dict[str, Any]:
    """Something said, JSON-ready."""
    return {"version": version, "person": said.person, "phrase": said.phrase, "text": said.text}
