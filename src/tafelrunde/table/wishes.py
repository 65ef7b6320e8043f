"""What people may wish for at a table, and the decision whether it happens.

`decide` looks at the table and answers with the act that the wish becomes, or with a refusal; it changes nothing.
"""

from typing import Any

import msgspec

import tafelrunde as tr
from tafelrunde.bots import LEVELS
from tafelrunde.kernel.errors import LANGUAGES, BadOption, IllegalMove, Texts
from tafelrunde.table import acts, fair, pace
from tafelrunde.table.acts import AnyAct, Place, Settings
from tafelrunde.table.table import Table, place_count, resized

TEXTS = Texts(__file__, "texts.toml")
PHRASES = TEXTS.keys("phrase")
MOST_PEOPLE = 64
LONGEST_NAME, LONGEST_TEXT = 24, 200


class Refusal(msgspec.Struct, omit_defaults=True):
    """Why a wish does not happen: a code, the rule if one forbids it, and the reason in every language."""

    code: str
    texts: dict[str, str]
    rule: str | None = None
    late_ms: int | None = None


class Wish(msgspec.Struct, forbid_unknown_fields=True, tag_field="wish", tag=str.lower):
    """Something that a person wants."""


class Join(Wish):
    """Come to the table (or rename oneself), with a random part for the deal."""

    name: str
    part: str


class Leave(Wish):
    """Leave the table."""


class Remove(Wish):
    """The host sends somebody away before the game."""

    person: str


class Sit(Wish):
    """Take an open place; a person may take several."""

    place: int


class Stand(Wish):
    """Give a place up."""

    place: int


class SetPlace(Wish, tag="place"):
    """The host makes a place open, empty or a bot's."""

    place: int
    kind: str
    level: str | None = None


class Fill(Wish):
    """The host gives every open place to bots."""

    level: str


class Set(Wish, tag="settings"):
    """The host changes the settings."""

    settings: Settings


class Start(Wish):
    """The host starts the game."""


class Play(Wish):
    """A move of one of the own seats."""

    seat: int
    move: str


class Say(Wish):
    """Say a phrase, or a text of one's own."""

    phrase: str | None = None
    text: str | None = None


AnyWish = Join | Leave | Remove | Sit | Stand | SetPlace | Fill | Set | Start | Play | Say


def refuse(code: str, **values: Any) -> Refusal:
    """A refusal that no rule of the game gives."""
    return Refusal(code, {lang: TEXTS.say("refusal", code, lang, **values) for lang in LANGUAGES})


def created(
    person: str, name: str, settings: Settings, places: list[Place] | None, before: str | None
) -> acts.Created | Refusal:
    """The act that opens a table."""
    wrong = _wrong_settings(settings) or _wrong_name(name)
    if wrong:
        return wrong
    count = place_count(settings.game)
    chosen = resized(places or [], count)
    for place in chosen:
        if (
            place.kind not in acts.PLACE_KINDS
            or (place.person not in (None, person))
            or (place.level not in (None, *LEVELS))
        ):
            return refuse("bad-settings", reason="places")
    return acts.Created(person, name.strip(), settings, chosen, fair.fresh(), before)


def decide(table: Table, person: str, wish: AnyWish, now: float) -> list[AnyAct] | Refusal:
    """The acts that a wish becomes (several for a fill), or why it does not happen."""
    if person not in table.people and not isinstance(wish, Join):
        return refuse("not-here")
    match wish:
        case Join():
            return _join(table, person, wish)
        case Leave():
            return [acts.Left(person, person)]
        case Say():
            return _say(table, person, wish)
        case Play():
            return _play(table, person, wish, now)
        case Sit() | Stand():
            return _take_place(table, person, wish)
        case _:
            return _decide_host(table, person, wish)


def _decide_host(table: Table, person: str, wish: Remove | SetPlace | Fill | Set | Start) -> list[AnyAct] | Refusal:
    if person != table.host:
        return refuse("not-host")
    if table.phase != "open":
        return refuse("not-open")
    match wish:
        case Remove():
            known = wish.person in table.people and wish.person != person
            return [acts.Left(wish.person, person)] if known else refuse("no-such-person")
        case SetPlace():
            return _set_place(table, person, wish)
        case Fill():
            if wish.level not in LEVELS:
                return refuse("bad-settings", reason="level")
            free = [number for number, place in enumerate(table.places) if place.kind == "open"]
            return [acts.Placed(person, number, Place("bot", level=wish.level)) for number in free]
        case Set():
            return _wrong_settings(wish.settings) or [acts.Changed(person, wish.settings)]
        case Start():
            return _start(table, person)


def _join(table: Table, person: str, wish: Join) -> list[AnyAct] | Refusal:
    if len(wish.part) > fair.PART_LENGTH or not wish.part.isprintable():
        return refuse("bad-part")
    if person not in table.people and len(table.people) >= MOST_PEOPLE:
        return refuse("too-full")
    if table.phase != "open" and person not in table.people and not table.settings.onlookers:
        return refuse("no-onlookers")
    part = wish.part if table.phase == "open" else getattr(table.people.get(person), "part", "")
    return _wrong_name(wish.name) or [acts.Joined(person, wish.name.strip(), part)]


def _take_place(table: Table, person: str, wish: Sit | Stand) -> list[AnyAct] | Refusal:
    if table.phase != "open":
        return refuse("not-open")
    if not 0 <= wish.place < len(table.places):
        return refuse("no-such-place", last=len(table.places) - 1)
    place = table.places[wish.place]
    if isinstance(wish, Sit):
        taken = place.kind != "open"
        return refuse("place-taken") if taken else [acts.Placed(person, wish.place, Place("person", person))]
    return [acts.Placed(person, wish.place, Place())] if place.person == person else refuse("not-your-seat")


def _set_place(table: Table, person: str, wish: SetPlace) -> list[AnyAct] | Refusal:
    if not 0 <= wish.place < len(table.places):
        return refuse("no-such-place", last=len(table.places) - 1)
    if wish.kind not in ("open", "bot", "empty") or (wish.kind == "bot") != (wish.level in LEVELS):
        return refuse("bad-settings", reason="place")
    if table.places[wish.place].kind == "person":
        return refuse("place-taken")
    return [acts.Placed(person, wish.place, Place(wish.kind, level=wish.level))]


def _start(table: Table, person: str) -> list[AnyAct] | Refusal:
    if any(place.kind == "open" for place in table.places):
        return refuse("places-open")
    seats = [number for number, place in enumerate(table.places) if place.kind in ("person", "bot")]
    allowed = tr.load(table.settings.game).OPTIONS[0].choices
    if len(seats) not in allowed:
        return refuse("wrong-number", allowed=", ".join(map(str, allowed)))
    return [acts.Started(person, seats)]


def _play(table: Table, person: str, wish: Play, now: float) -> list[AnyAct] | Refusal:
    if table.match is None:
        return refuse("not-running")
    if wish.seat not in table.seats_of(person):
        return refuse("not-your-seat")
    if table.phase == "running" and now < pace.may_move_from(table):
        return refuse("not-yet")
    refusal = table.match.explain(wish.seat, wish.move)
    if refusal is not None:
        return by_rule(refusal)
    return [acts.Moved(wish.seat, wish.move, "person")]


def by_rule(refusal: IllegalMove) -> Refusal:
    """The rulebook's refusal of a move."""
    return Refusal("rule", {lang: refusal.text(lang) for lang in LANGUAGES}, refusal.rule)


def _say(table: Table, person: str, wish: Say) -> list[AnyAct] | Refusal:
    if wish.text is None:
        return [acts.Said(person, phrase=wish.phrase)] if wish.phrase in PHRASES else refuse("no-such-phrase")
    if not table.settings.free_text:
        return refuse("no-free-text")
    text = wish.text.strip()
    if not 1 <= len(text) <= LONGEST_TEXT or not text.isprintable():
        return refuse("bad-text")
    return [acts.Said(person, text=text)]


def _wrong_name(name: str) -> Refusal | None:
    fine = 1 <= len(name.strip()) <= LONGEST_NAME and name.strip().isprintable()
    return None if fine else refuse("bad-name")


def _wrong_settings(settings: Settings) -> Refusal | None:
    """What is wrong with the settings, if anything."""
    try:
        tr.load(settings.game, **settings.options)
    except BadOption as error:
        return Refusal(
            "bad-settings",
            {lang: TEXTS.say("refusal", "bad-settings", lang, reason=error.text(lang)) for lang in LANGUAGES},
        )
    if settings.move_seconds is not None and not 1 <= settings.move_seconds <= 86_400:
        return refuse("bad-settings", reason="move_seconds: 1–86400")
    return None
