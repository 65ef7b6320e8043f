"""Who may see what: the one function behind snapshots, updates, catch-up, records and replays."""

from typing import Any

import msgspec

from tafelrunde.table import acts, fair
from tafelrunde.table.table import Table

GLIMPSE = 5.0
"""How long a card looked at is shown in games of memory, unless the table's memory aid is on."""
MEMORY_GAMES = ("biberbande",)


class Perspective(msgspec.Struct):
    """What one seat (or an onlooker) sees: what happened since, how it stands, and what it may do."""

    events: list[dict[str, Any]]
    view: dict[str, Any]
    moves: list[str]


def perspective(table: Table, seat: int | None, after: int, now: float) -> Perspective:
    """The match as a seat may see it now, with what happened after a version."""
    assert table.match is not None
    events = events_after(table, seat, after, now)
    view = table.match.view(seat)
    if forgets(table, seat):
        view = _without_memory(table, seat, view, now)
    return Perspective(events, view, [] if seat is None else table.match.moves(seat))


def forgets(table: Table, seat: int | None) -> bool:
    """Whether what this seat looked at vanishes again."""
    return (
        seat is not None
        and table.settings.game in MEMORY_GAMES
        and not table.settings.memory_aid
        and table.phase != "over"
    )


def events_after(table: Table, seat: int | None, after: int, now: float) -> list[dict[str, Any]]:
    """The events after a version. Of an old look only what everybody knows is left."""
    assert table.match is not None
    since = table.steps[after - 1].events if after > 0 else 0
    seen = table.match.events(since, seat)
    if not forgets(table, seat):
        return seen
    plain = table.match.events(since)
    fresh_from = _first_fresh_event(table, now)
    return [own if own["n"] >= fresh_from else public for own, public in zip(seen, plain, strict=True)]


def _first_fresh_event(table: Table, now: float) -> int:
    """The number of the first event that is not older than a glimpse."""
    for number in range(table.version - 1, -1, -1):
        if now - table.steps[number].at > GLIMPSE:
            return table.steps[number].events
    return 0


def _without_memory(table: Table, seat: int | None, view: dict[str, Any], now: float) -> dict[str, Any]:
    """A view of a game of memory in which no card lies open but those just looked at."""
    assert table.match is not None and seat is not None
    rows = [[None] * len(row) for row in view["rows"]]
    first = _first_fresh_event(table, now)
    for event in table.match.events(first, seat):
        if event["type"] == "deal" and "outer" in event and view["phase"] == "look":
            rows[seat][0], rows[seat][-1] = event["outer"]
        elif event["type"] == "spy" and event.get("seat") == seat and "card" in event:
            rows[seat][event["slot"] - 1] = event["card"]
    return view | {"rows": rows}


def lobby(table: Table) -> dict[str, Any]:
    """What everybody may know of the table itself. Sessions' secrets and the deal's secret are not in it."""
    people = [{"id": person.id, "name": person.name} for person in table.people.values()]
    shown: dict[str, Any] = {
        "id": table.id,
        "version": table.version,
        "phase": table.phase,
        "host": table.host,
        "settings": msgspec.to_builtins(table.settings),
        "places": msgspec.to_builtins(table.places),
        "seats": table.seats,
        "people": people,
        "commitment": fair.commitment(table.secret),
        "before": table.before,
        "following": table.following,
        "said": [said_words(number, said) for number, said in table.words()],
    }
    if table.phase == "over":
        shown["deal"] = {"secret": table.secret, "parts": table.parts()}
    return shown


def said_words(version: int, said: acts.Said) -> dict[str, Any]:
    """Something said, JSON-ready."""
    return {"version": version, "person": said.person, "phrase": said.phrase, "text": said.text}
