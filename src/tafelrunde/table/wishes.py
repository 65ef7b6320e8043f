"""What people may wish for at a table, and the decision whether it happens.

`decide` looks at the table and answers with the act that the wish becomes, or with a refusal; it changes nothing.
"""

from typing import Any, Literal

import msgspec

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.kernel.errors import LANGUAGES, BadOption, IllegalMove, Texts
from tafelrunde.kernel.options import read_options
from tafelrunde.table import acts, clock, fair_deal
from tafelrunde.table.acts import AnyAct, Place, Settings
from tafelrunde.table.table import Table, place_count, resized

TEXTS = Texts(__file__, "texts.toml")
PHRASES = TEXTS.keys("phrase")
MOST_PEOPLE = 64
MOST_DEEDS, MOST_DEEDS_OF_ALL = 1_000, 10_000
"""What a person, and all people together, may do at a table beside playing: its log does not grow for ever."""
LONGEST_NAME, LONGEST_TEXT = 24, 200
SHORTEST_MOVE, LONGEST_MOVE = 1, 86_400
"""Seconds that a host may allow for a move."""
JOINER = "\u200d"
"""Holds the parts of one emoji together."""


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
    """The host sends somebody away before the game, for good."""

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
    kind: Literal["open", "bot", "empty"]
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


class Mute(Wish):
    """Not to hear somebody's words, or to hear them again; only oneself knows."""

    person: str
    muted: bool = True


class Hush(Wish):
    """The host takes the word from somebody, or gives it back, before the game and during it."""

    person: str
    hushed: bool = True


class Rematch(Wish):
    """Play again with the same people, at a new table."""


HostWish = Remove | SetPlace | Fill | Set | Start
AnyWish = Join | Leave | Sit | Stand | HostWish | Play | Say | Mute | Hush | Rematch


def refuse(code: str, **values: Any) -> Refusal:
    """A refusal that no rule of the game gives."""
    return Refusal(code, {lang: TEXTS.say("refusal", code, lang, **values) for lang in LANGUAGES})


def created(
    person: str, name: str, settings: Settings, places: list[Place] | None, before: str | None, part: str = ""
) -> acts.Created | Refusal:
    """The act that opens a table; places that are not told are open."""
    checked = _checked(settings)
    if isinstance(checked, Refusal):
        return checked
    count, told = place_count(settings.game), places or []
    if len(told) > count:
        return refuse("no-such-place", last=count - 1)
    if not all(_is_fine(place, person, settings.game) for place in told):
        return _bad_place(settings.game)
    wrong = wrong_name(name) or _wrong_part(part)
    return wrong or acts.Created(person, name.strip(), checked, resized(told, count), fair_deal.fresh(), before, part)


def rematch(table: Table, followed: acts.Followed) -> acts.Created:
    """The act that opens the table of a rematch: the same settings, and the same places for all who have not left."""
    staying = [place if place.person is None or table.is_here(place.person) else Place() for place in table.places]
    names = {place.person: table.people[place.person].name for place in staying if place.person is not None}
    name = names.pop(followed.person)
    return acts.Created(followed.person, name, table.settings, staying, fair_deal.fresh(), table.id, invited=names)


def decide(table: Table, person: str, wish: AnyWish, now: float) -> list[AnyAct] | Refusal:
    """The acts that a wish becomes (one at least, several for a fill), or why it does not happen."""
    if _is_too_much(table, person, wish):
        return refuse("too-much")
    if isinstance(wish, Join):
        return _join(table, person, wish)
    if not table.is_here(person):
        return refuse("not-here")
    match wish:
        case Leave():
            return [acts.Left(person, person)]
        case Say():
            return _say(table, person, wish)
        case Mute():
            return _mute(table, person, wish)
        case Hush():
            return _hush(table, person, wish)
        case Play():
            return _play(table, person, wish, now)
        case Rematch():
            return _rematch(table, person)
        case Sit():
            return _sit(table, person, wish)
        case Stand():
            return _stand(table, person, wish)
        case _:
            return _decide_host(table, person, wish)


def _decide_host(table: Table, person: str, wish: HostWish) -> list[AnyAct] | Refusal:
    if person != table.host:
        return refuse("not-host")
    if table.phase != "open":
        return refuse("not-open")
    match wish:
        case Remove():
            known = wish.person in table.people
            return [acts.Left(wish.person, person)] if known else refuse("no-such-person")
        case SetPlace():
            return _set_place(table, person, wish)
        case Fill():
            return _fill(table, person, wish)
        case Set():
            checked = _checked(wish.settings)
            return checked if isinstance(checked, Refusal) else [acts.Changed(person, checked)]
        case Start():
            return _start(table, person)


def _join(table: Table, person: str, wish: Join) -> list[AnyAct] | Refusal:
    if person in table.removed:
        return refuse("removed")
    if person not in table.people and len(table.people) >= MOST_PEOPLE:
        return refuse("too-full")
    if not (table.phase == "open" or table.settings.onlookers or table.seats_of(person) or table.is_here(person)):
        return refuse("no-onlookers")
    wrong = wrong_name(wish.name) or _wrong_part(wish.part)
    return wrong or [acts.Joined(person, wish.name.strip(), wish.part)]


def _sit(table: Table, person: str, wish: Sit) -> list[AnyAct] | Refusal:
    wrong = _wrong_place(table, wish.place)
    if wrong:
        return wrong
    if table.places[wish.place].kind != "open":
        return refuse("place-taken")
    return [acts.Placed(person, wish.place, Place("person", person))]


def _stand(table: Table, person: str, wish: Stand) -> list[AnyAct] | Refusal:
    wrong = _wrong_place(table, wish.place)
    if wrong:
        return wrong
    mine = table.places[wish.place].person == person
    return [acts.Placed(person, wish.place, Place())] if mine else refuse("not-your-seat")


def _set_place(table: Table, person: str, wish: SetPlace) -> list[AnyAct] | Refusal:
    wrong = _wrong_place(table, wish.place)
    if wrong:
        return wrong
    place = Place(wish.kind, level=wish.level)
    if not _is_fine(place, person, table.settings.game):
        return _bad_place(table.settings.game)
    if table.places[wish.place].kind == "person":
        return refuse("place-taken")
    return [acts.Placed(person, wish.place, place)]


def _fill(table: Table, person: str, wish: Fill) -> list[AnyAct] | Refusal:
    if wish.level not in bots.levels(table.settings.game):
        return _bad_place(table.settings.game)
    free = [number for number, place in enumerate(table.places) if place.kind == "open"]
    filled: list[AnyAct] = [acts.Placed(person, number, Place("bot", level=wish.level)) for number in free]
    return filled or refuse("nothing-open")


def _start(table: Table, person: str) -> list[AnyAct] | Refusal:
    """The game begins; where onlookers are not allowed, those without a place have to go."""
    if any(place.kind == "open" for place in table.places):
        return refuse("places-open")
    seated = [place.person for place in table.places if place.person is not None]
    if not all(table.is_here(somebody) for somebody in seated):
        return refuse("not-all-here")
    seats = [number for number, place in enumerate(table.places) if place.kind in ("person", "bot")]
    allowed = tr.load(table.settings.game).facts.players
    if len(seats) not in allowed:
        return refuse("wrong-number", allowed=", ".join(map(str, allowed)))
    going = [] if table.settings.onlookers else [other for other in table.people if other not in (person, *seated)]
    return [*(acts.Left(other, person) for other in going), acts.Started(person, seats)]


def _play(table: Table, person: str, wish: Play, now: float) -> list[AnyAct] | Refusal:
    if table.match is None or table.phase != "running":
        return refuse("not-running")
    if wish.seat not in table.seats_of(person):
        return refuse("not-your-seat")
    if now < clock.may_move_from(table):
        return refuse("not-yet")
    refusal = table.match.explain(wish.seat, wish.move)
    return by_rule(refusal) if refusal else [acts.Moved(wish.seat, wish.move, "person")]


def by_rule(refusal: IllegalMove) -> Refusal:
    """The rulebook's refusal of a move."""
    return Refusal("rule", {lang: refusal.text(lang) for lang in LANGUAGES}, refusal.rule)


def _say(table: Table, person: str, wish: Say) -> list[AnyAct] | Refusal:
    if person in table.hushed:
        return refuse("muted")
    if wish.text is None:
        return [acts.Said(person, phrase=wish.phrase)] if wish.phrase in PHRASES else refuse("no-such-phrase")
    if not table.settings.free_text:
        return refuse("no-free-text")
    text = wish.text.strip()
    fine = wish.phrase is None and _is_readable(text, LONGEST_TEXT)
    return [acts.Said(person, text=text)] if fine else refuse("bad-text")


def _mute(table: Table, person: str, wish: Mute) -> list[AnyAct] | Refusal:
    if wish.person not in table.people:
        return refuse("no-such-person")
    return refuse("not-yourself") if wish.person == person else [acts.Muted(person, wish.person, wish.muted)]


def _hush(table: Table, person: str, wish: Hush) -> list[AnyAct] | Refusal:
    """Who became the host while hushed may speak up again."""
    if person != table.host:
        return refuse("not-host")
    if wish.person not in table.people:
        return refuse("no-such-person")
    if wish.person == person and wish.hushed:
        return refuse("not-yourself")
    return [acts.Hushed(person, wish.person, wish.hushed)]


def _rematch(table: Table, person: str) -> list[AnyAct] | Refusal:
    if table.phase != "over":
        return refuse("not-over")
    if not table.seats_of(person):
        return refuse("not-seated")
    return refuse("rematch-open") if table.following else [acts.Followed(person, fair_deal.fresh())]


# what can be wrong


def _is_too_much(table: Table, person: str, wish: AnyWish) -> bool:
    """Whether somebody has done enough here; to play on, to begin and to leave is never too much."""
    if isinstance(wish, Play | Start | Leave):
        return False
    return table.deeds[person] >= MOST_DEEDS or table.deeds.total() >= MOST_DEEDS_OF_ALL


def _is_readable(text: str, longest: int) -> bool:
    """Whether a text has something to read and nothing that plays tricks with the screen."""
    return 1 <= len(text) <= longest and text.replace(JOINER, "").isprintable() and text.strip(JOINER) != ""


def wrong_name(name: str) -> Refusal | None:
    return None if _is_readable(name.strip(), LONGEST_NAME) else refuse("bad-name")


def _wrong_part(part: str) -> Refusal | None:
    """Line breaks part the parts when the seed is derived, so there is none within."""
    return None if len(part) <= fair_deal.PART_LENGTH and part.isprintable() else refuse("bad-part")


def _wrong_place(table: Table, place: int) -> Refusal | None:
    """Whether places can be changed, and there is this one."""
    if table.phase != "open":
        return refuse("not-open")
    return None if 0 <= place < len(table.places) else refuse("no-such-place", last=len(table.places) - 1)


def _bad_place(game: str) -> Refusal:
    return refuse("bad-place", levels=", ".join(bots.levels(game)))


def _is_fine(place: Place, person: str, game: str) -> bool:
    """Whether a place says what belongs to its kind and nothing else; only oneself can be sat down."""
    return (place.person == person if place.kind == "person" else place.person is None) and (
        place.level in bots.levels(game) if place.kind == "bot" else place.level is None
    )


def _checked(settings: Settings) -> Settings | Refusal:
    """The settings with all options filled in. How many play is left out: the places decide it."""
    try:
        options = read_options(tr.load(settings.game).OPTIONS, settings.options)
    except BadOption as error:
        texts = {lang: TEXTS.say("refusal", "bad-settings", lang, reason=error.text(lang)) for lang in LANGUAGES}
        return Refusal("bad-settings", texts)
    if settings.move_seconds is not None and not SHORTEST_MOVE <= settings.move_seconds <= LONGEST_MOVE:
        return refuse("bad-time", low=SHORTEST_MOVE, high=LONGEST_MOVE)
    del options["players"]
    return msgspec.structs.replace(settings, options=options)
