"""What a seat or an onlooker may see of a table, for snapshots, updates, previews and replays."""

import itertools
from bisect import bisect_left
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NotRequired, TypedDict, cast

from tafelrunde.kernel.match import Match
from tafelrunde.table import acts, clock, fair_deal, records, tempo
from tafelrunde.table.table import Table
from tafelrunde.table.wishes import Refusal, by_rule

MOST_EVENTS = 500
"""So many events are told at once, the latest; earlier ones are in the steps of a game, which come in pages."""

Place = str | list[int]
"""Where a piece can be, in the game's notation."""
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
"""What a move does to a seat's piece: where it moves from and to, by how many steps or through which places; which
pieces it sends home or whose piece it swaps with; whether the destination is closed to it."""

Looks = dict[int, dict[int, float]]
"""The slots that seats are looking at, each with when that began."""

Blocked = TypedDict("Blocked", {"move": str, "seat": int, "from": Place, "refusal": Refusal})
"""A move with something that cannot be used now: whose piece it would move, from where, and why that does not go."""


@dataclass(slots=True)
class Perspective:
    """What one seat (or an onlooker) sees: recent events, the current view, its legal moves, what moves would do to the
    pieces on the board, and who may act.

    The events are those from number `since` on, of many the latest: whatever somebody was told beyond it has been taken
    back.

    In seconds from now: `wait` until moves are accepted, `covers` until the cards being looked at are covered again,
    `due` until time runs out and a bot moves. `can_take_back` says whether the seat can take back the last move,
    `waits_for_tap` whether bots wait for somebody to tap.
    """

    events: list[dict[str, Any]]
    view: dict[str, Any]
    moves: list[str]
    actors: list[int]
    effects: list[Effect]
    wait: float = 0.0
    covers: float | None = None
    due: float | None = None
    since: int = 0
    can_take_back: bool = False
    waits_for_tap: bool = False


class Perspectives:
    """The match as it may be seen now; what all who look have in common is worked out once."""

    def __init__(self, table: Table, now: float) -> None:
        assert table.match is not None
        self._table, self._match, self._now = table, table.match, now
        self._is_over, self._taker = table.phase == "over", table.taker
        self._actors = [] if self._is_over else actors(self._match, self._match.peek(None))
        self._wait = round(max(0.0, clock.may_move_from(table) - now), 3)
        self._waits_for_tap, self._must_remember = tempo.waits_for_tap(table), must_remember(table)
        self._looks, self._fresh_from = _looks(table, now) if self._must_remember else ({}, 0)
        self._since: dict[int, int] = {}
        is_public = self._match.game.EFFECTS_ARE_PUBLIC
        self._effects = effects(self._match, None) if is_public and not self._is_over else None

    def of(self, seat: int | None, after: int) -> Perspective:
        """How a seat sees it, with the events after a version."""
        table, match = self._table, self._match
        since = self._since.get(after)
        if since is None:
            since = self._since[after] = _events_until(table, after)
        seen = Perspective(
            events=_events(table, seat, since, self._fresh_from if seat is not None else 0),
            view=match.peek(seat),
            moves=[] if seat is None or self._is_over else match.moves(seat),
            actors=self._actors,
            effects=self._effects_for(seat),
            wait=self._wait,
            since=since,
            can_take_back=self._taker is not None and self._taker[1] == seat,
            waits_for_tap=self._waits_for_tap,
        )
        if self._must_remember:
            looks = {} if seat is None else self._looks.get(seat, {})
            match.game.cover(seen.view, seat, looks)
            seen.covers = round(max(looks.values()) + _look_seconds(table) - self._now, 3) if looks else None
        return seen

    def next_covering(self) -> float | None:
        """When the next card being looked at is covered again."""
        return _first_end(self._table, self._looks)

    def _effects_for(self, seat: int | None) -> list[Effect]:
        if self._effects is not None or self._is_over:
            return self._effects or []
        return effects(self._match, seat)


def perspective(table: Table, seat: int | None, after: int, now: float) -> Perspective:
    """The match as a seat may see it now, with the events after a version."""
    return Perspectives(table, now).of(seat, after)


def actors(match: Match, view: dict[str, Any]) -> list[int]:
    """The seats that may act, as far as everybody can tell; any seat's view will do."""
    return match.game.acting(view, match.actors())


def effects(match: Match, seat: int | None) -> list[Effect]:
    """What moves would do to the pieces on the board, as far as this seat may know."""
    return cast("list[Effect]", match.effects(seat))


def blocked(match: Match, seat: int) -> list[Blocked]:
    """Why what the seat holds and cannot use now does not go, piece by piece."""
    found = [moved | {"refusal": by_rule(refusal)} for moved, refusal in match.blocked_moves(seat)]
    return cast("list[Blocked]", found)


def must_remember(table: Table) -> bool:
    """Whether cards are covered again after a look and have to be remembered."""
    return _look_seconds(table) > 0 and not table.settings.memory_aid and table.phase != "over"


def _look_seconds(table: Table) -> float:
    """How long a card stays visible to somebody who looks at it; 0 if this is not a game of memory."""
    return table.match.game.facts.look_seconds or 0.0 if table.match else 0.0


def seat_must_remember(table: Table, seat: int | None) -> bool:
    """Whether cards this seat has looked at are covered again; onlookers look at none."""
    return seat is not None and must_remember(table)


def events_after(table: Table, seat: int | None, after: int, now: float) -> list[dict[str, Any]]:
    """The latest events after a version. Of a look that is over, only what is public remains."""
    fresh_from = _events_until(table, _stale_steps(table, now)) if seat_must_remember(table, seat) else 0
    return _events(table, seat, _events_until(table, after), fresh_from)


def _events(table: Table, seat: int | None, since: int, fresh_from: int) -> list[dict[str, Any]]:
    """The latest events from a number on; of those before another number, only what is public."""
    assert table.match is not None
    since = max(since, table.match.event_count - MOST_EVENTS)
    seen = table.match.peek_events(since, seat)
    if since >= fresh_from:
        return seen
    public = table.match.peek_events(since)
    return [own if own["n"] >= fresh_from else plain for own, plain in zip(seen, public, strict=True)]


def _events_until(table: Table, version: int) -> int:
    """How many events of a version still stand; a future version counts as the current one."""
    return min([step.events for step in table.log[min(version, table.version) - 1 :]]) if version > 0 else 0


def _stale_steps(table: Table, now: float) -> int:
    """How many steps are so old that the cards looked at then are covered again."""
    return bisect_left(table.log, now - _look_seconds(table), key=attrgetter("at"))


def _looks(table: Table, now: float) -> tuple[Looks, int]:
    """The slots that seats have just looked at, and when, which is public; and the number of the first event that is
    not so old that cards looked at then are covered again. A card moved since then is covered."""
    assert table.match is not None
    stale, game = _stale_steps(table, now), table.match.game
    since = fresh_from = _events_until(table, stale)
    recent_events = table.match.peek_events(since)
    looks: Looks = {event["seat"]: {} for event in recent_events if game.is_look(event)}
    if not looks:
        return {}, fresh_from
    events = iter(recent_events)
    recent = itertools.takewhile(lambda step: step[0] > stale, reversed(table.steps))
    for _, step in reversed(list(recent)):
        for event in itertools.islice(events, step.events - since):
            for seat, own in looks.items():
                game.follow_looks(event, seat, step.at, own)
        since = step.events
    return looks, fresh_from


def next_covering(table: Table, now: float) -> float | None:
    """When the next card being looked at is covered again."""
    return _first_end(table, _looks(table, now)[0]) if must_remember(table) else None


def _first_end(table: Table, looks: Looks) -> float | None:
    """When the first of these looks is over."""
    return min((at + _look_seconds(table) for own in looks.values() for at in own.values()), default=None)


def hears(table: Table, person: str) -> bool:
    """Whether somebody is told what is said: who is at the table, and all others where anybody may look on and join."""
    return person in table.people or (table.settings.onlookers and table.settings.entry == "open")


def lobby_for(table: Table, person: str) -> dict[str, Any]:
    """The lobby for one person: without messages from people they have muted, and with the list of those people."""
    shown, muted = lobby(table), table.muted_by(person)
    said = [said for said in shown["said"] if hears(table, person) and said["person"] not in muted]
    return shown | {"said": said, "muted": muted}


def lobby(table: Table) -> dict[str, Any]:
    """What everybody may know about the table itself: no session tokens and, before the end, no secret of the deal."""
    people = [{"id": person.id, "name": person.name, "here": person.here} for person in table.people.values()]
    shown: dict[str, Any] = {
        "id": table.id,
        "version": table.version,
        "phase": table.phase,
        "host": table.host,
        "settings": records.plain(table.settings),
        "places": [{"kind": place.kind} | records.plain(place) for place in table.places],
        "seats": list(table.seats),
        "people": people,
        "requests": [{"id": person, "name": request.name} for person, request in table.requests.items()],
        "votes": {person: sorted(voters) for person, voters in table.votes.items() if voters},
        "former": {person: sorted(held) for person, held in table.former.items()},
        "commitment": fair_deal.secret_commitment(table.secret),
        "lock": _lock(table) if table.rounds else None,
        "before": table.before,
        "following": table.following,
        "rematch_by": table.rematch_by,
        "ended_by": table.ended_by,
        "too_long": table.is_too_long,
        "code": table.code if table.phase == "open" else "",
        "hushed": sorted(table.hushed),
        "muted": [],
        "said": [said_words(number, said) for number, said in table.chat()],
    }
    if table.phase == "over":
        shown["deal"] = table.deal()
    return shown


def _lock(table: Table) -> dict[str, Any]:
    """What was locked for the deal, and who has revealed their part; the parts themselves are not shown yet."""
    latest = table.rounds[-1]
    contributors = [records.plain(each) | {"revealed": each.seat in latest.parts} for each in latest.contributions]
    digest = fair_deal.digest(latest.lock(table.terms()))
    return {"round": latest.number, "digest": digest, "contributors": contributors}


def said_words(version: int, said: acts.Said) -> dict[str, Any]:
    """A chat message, JSON-ready."""
    return {"version": version, "person": said.person, "phrase": said.phrase, "text": said.text}
