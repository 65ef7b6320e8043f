"""Who may do what at a table.

`decide` turns a wish into acts, or refuses it; it does not change the table.
"""

from dataclasses import replace

import tafelrunde as tr
from tafelrunde.bots import Seat
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import read_options
from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.table import acts, clock, dealing, fair_deal, tempo, visibility, wishes
from tafelrunde.table.acts import AnyAct, Place, Settings
from tafelrunde.table.people import members, places
from tafelrunde.table.people.budget import Role
from tafelrunde.table.people.names import is_readable, wrong_name
from tafelrunde.table.table import Table, place_count, resized
from tafelrunde.table.wishes import Refusal, by_rule, refuse

ALWAYS = wishes.Play | wishes.Tap | wishes.Reveal | wishes.Start | wishes.End | wishes.Leave
"""What the game needs, and leaving: it goes however much somebody has done."""
LONGEST_TEXT = 200
SHORTEST_MOVE, LONGEST_MOVE = 1, 86_400
"""The shortest and longest time limit for a move, in seconds."""


def created(
    person: str, name: str, settings: Settings, wanted: list[Place] | None, before: str | None, commitment: str = ""
) -> acts.Created | Refusal:
    """The act that opens a table; places that are not given are open."""
    checked = _checked(settings)
    if isinstance(checked, Refusal):
        return checked
    count = place_count(settings.game)
    if len(wanted or []) > count:
        return refuse("no-such-place")
    wrong = wrong_name(name) or dealing.wrong_commitment(commitment)
    if wrong:
        return wrong
    told = places.told(wanted or [], person, name, settings.game)
    if isinstance(told, Refusal):
        return told
    secret = fair_deal.random_secret()
    return acts.Created(person, name.strip(), checked, resized(told, count), secret, before, commitment)


def rematch(table: Table, followed: acts.Followed) -> acts.Created:
    """The act that opens a rematch: the same settings, and the same places for everybody who has not left."""
    staying = [place if place.person is None or table.is_here(place.person) else Place() for place in table.places]
    names = {place.person: table.people[place.person].name for place in staying if place.person is not None}
    name = names.pop(followed.person)
    return acts.Created(
        followed.person,
        name,
        table.settings,
        staying,
        fair_deal.random_secret(),
        table.id,
        invited=names,
        series=table.series,
    )


def decide(
    table: Table, person: str, wish: wishes.AnyWish, now: float, present: members.Present | None = None
) -> list[AnyAct] | Refusal:
    """The acts that fulfil a wish (at least one, several for a fill), or the reason it is refused.

    `present` are the people who are present, and since when; without it everybody is.
    """
    if _is_too_much(table, person, wish):
        return refuse("too-much")
    if isinstance(wish, wishes.Join):
        return members.join(table, person, wish)
    if isinstance(wish, wishes.Leave):
        return members.leave(table, person)
    if not table.is_here(person):
        return refuse("not-here")
    match wish:
        case wishes.Say():
            return _say(table, person, wish)
        case wishes.Mute():
            return _mute(table, person, wish)
        case wishes.Hush():
            return _hush(table, person, wish)
        case wishes.Reveal():
            return dealing.reveal(table, person, wish)
        case wishes.Play():
            return _play(table, person, wish, now)
        case wishes.TakeBack():
            return _take_back(table, person, wish)
        case wishes.SetTempo():
            return _set_tempo(table, person, wish)
        case wishes.SetClock():
            return _wrong_time(wish.move_seconds) or members.change(table, person, move_seconds=wish.move_seconds)
        case wishes.SetEntry():
            return members.change(table, person, entry=wish.entry)
        case wishes.Admit():
            return members.admit(table, person, wish)
        case wishes.Remove():
            return members.remove(table, person, wish)
        case wishes.HandOn():
            return members.hand_on(table, person, wish)
        case wishes.Vote():
            return members.vote(table, person, wish, now, present)
        case wishes.Seat():
            return places.seat(table, person, wish)
        case wishes.Tap():
            return _tap(table, person)
        case wishes.Rematch():
            return _rematch(table, person)
        case wishes.Sit():
            return places.sit(table, person, wish)
        case wishes.Stand():
            return places.stand(table, person, wish)
        case wishes.TakeOver():
            return places.take_over(table, person, wish)
        case wishes.End():
            return _end(table, person)
        case _:
            return _decide_host(table, person, wish)


def _decide_host(table: Table, person: str, wish: wishes.HostWish) -> list[AnyAct] | Refusal:
    if person != table.host:
        return refuse("not-host")
    if table.phase != "open":
        return refuse("not-open")
    match wish:
        case wishes.SetPlace():
            return places.set_place(table, person, wish)
        case wishes.Fill():
            return places.fill(table, person, wish)
        case wishes.Set():
            checked = _checked(wish.settings)
            return checked if isinstance(checked, Refusal) else members.changed(table, checked)
        case wishes.Start():
            return _start(table, person)


def _start(table: Table, person: str) -> list[AnyAct] | Refusal:
    """Start the game; if onlookers are not allowed, people who cannot step in for a bot have to leave."""
    if any(place.kind == "open" for place in table.places):
        return refuse("places-open")
    seated = [place.person for place in table.places if place.person is not None]
    if not all(table.is_here(somebody) for somebody in seated):
        return refuse("not-all-here")
    seats = [number for number, place in enumerate(table.places) if place.kind in ("person", "bot")]
    allowed = tr.load(table.settings.game).facts.players
    if len(seats) not in allowed:
        return refuse("wrong-number", allowed=", ".join(map(str, allowed)))
    is_bot_there = table.settings.take_over and any(place.kind == "bot" for place in table.places)
    may_stay = set(table.people) if table.settings.onlookers or is_bot_there else {person, *seated}
    going = [other for other in table.people if other not in may_stay]
    return [*(acts.Left(other, person) for other in going), *dealing.first_round(table, person, seats)]


def _play(table: Table, person: str, wish: wishes.Play, now: float) -> list[AnyAct] | Refusal:
    if table.match is None or table.phase != "running":
        return refuse("not-running")
    if wish.seat not in table.seats_of(person):
        return refuse("not-your-seat")
    if now < clock.may_move_from(table):
        return refuse("not-yet")
    refusal = table.match.explain(wish.seat, wish.move)
    return by_rule(refusal) if refusal else [acts.Moved(wish.seat, wish.move, "person")]


def _take_back(table: Table, person: str, wish: wishes.TakeBack) -> list[AnyAct] | Refusal:
    """Only the last move, by whoever made it, if it told nobody more than itself."""
    wrong = _not_theirs(table, person, wish.seat)
    if wrong:
        return wrong
    if not table.allows_take_back:
        return refuse("no-take-back")
    if table.taker == (person, wish.seat):
        return [acts.TakenBack(person, wish.seat)]
    last = table.steps[-1][1].act
    is_own = isinstance(last, acts.Moved) and last.seat == wish.seat and last.by == "person"
    return refuse("has-shown" if is_own else "too-late")


def _set_tempo(table: Table, person: str, wish: wishes.SetTempo) -> list[AnyAct] | Refusal:
    changed = members.change(table, person, tempo=wish.tempo)
    is_tap_wrong = wish.tempo == "tap" and not tempo.can_wait_for_tap(table)
    return refuse("no-tap") if is_tap_wrong and not isinstance(changed, Refusal) else changed


def _tap(table: Table, person: str) -> list[AnyAct] | Refusal:
    if table.phase != "running":
        return refuse("not-running")
    if not table.seats_of(person):
        return refuse("not-seated")
    return [acts.Tapped(person)] if tempo.waits_for_tap(table) else refuse("nobody-waits")


def _end(table: Table, person: str) -> list[AnyAct] | Refusal:
    if person != table.host:
        return refuse("not-host")
    return [acts.Ended(person)] if table.phase == "running" else refuse("not-running")


def _say(table: Table, person: str, wish: wishes.Say) -> list[AnyAct] | Refusal:
    if person in table.hushed:
        return refuse("muted")
    if wish.text is None:
        return [acts.Said(person, phrase=wish.phrase)] if wish.phrase in wishes.PHRASES else refuse("no-such-phrase")
    if not table.settings.free_text:
        return refuse("no-free-text")
    text = wish.text.strip()
    fine = wish.phrase is None and is_readable(text, LONGEST_TEXT)
    return [acts.Said(person, text=text)] if fine else refuse("bad-text")


def _mute(table: Table, person: str, wish: wishes.Mute) -> list[AnyAct] | Refusal:
    if wish.person not in table.people:
        return refuse("no-such-person")
    return refuse("not-yourself") if wish.person == person else [acts.Muted(person, wish.person, wish.muted)]


def _hush(table: Table, person: str, wish: wishes.Hush) -> list[AnyAct] | Refusal:
    """Hosts cannot hush themselves, but may lift a hush on themselves from before they became the host."""
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
    return refuse("rematch-open") if table.following else [acts.Followed(person, acts.new_table_id())]


# questions that change nothing


def may_have_hint(table: Table, person: str, seat: int) -> Seat | Refusal:
    """The seat to give a hint for, holding only what that seat knows; or why there is no hint."""
    wrong = _not_theirs(table, person, seat)
    if wrong or table.match is None:
        return wrong or refuse("not-running")
    if table.match.game.facts.simultaneous:
        return refuse("no-hints-in-a-race")
    return _to_move(table, seat) if table.settings.hints else refuse("no-hints")


def may_try(table: Table, person: str, seat: int) -> Seat | Refusal:
    """The seat to try moves with, holding only what that seat knows. Refused where cards must be remembered."""
    wrong = _not_theirs(table, person, seat)
    if wrong:
        return wrong
    return refuse("no-trying") if visibility.must_remember(table) else _to_move(table, seat)


def _not_theirs(table: Table, person: str, seat: int) -> Refusal | None:
    """Why this person cannot ask on behalf of this seat."""
    if not table.is_here(person):
        return refuse("not-here")
    if table.match is None or table.phase != "running":
        return refuse("not-running")
    return None if seat in table.seats_of(person) else refuse("not-your-seat")


def _to_move(table: Table, seat: int) -> Seat | Refusal:
    assert table.match is not None
    asked = Seat.of(table.match, seat)
    return asked if asked.moves else refuse("not-your-turn")


# what can be wrong


def _is_too_much(table: Table, person: str, wish: wishes.AnyWish) -> bool:
    """Whether somebody has used up their acts at this table."""
    if isinstance(wish, ALWAYS):
        return False
    is_coming = isinstance(wish, wishes.Join) and person != table.host
    role: Role = "coming" if is_coming else table.role_of(person)
    return table.budget.is_used_up(role, person)


def _wrong_time(seconds: float | None) -> Refusal | None:
    is_fine = seconds is None or SHORTEST_MOVE <= seconds <= LONGEST_MOVE
    return None if is_fine else refuse("bad-time", low=SHORTEST_MOVE, high=LONGEST_MOVE)


def _checked(settings: Settings) -> Settings | Refusal:
    """The settings with all options filled in, except the number of players, which follows from the places."""
    try:
        options = read_options(tr.load(settings.game).OPTIONS, settings.options)
    except BadOption as error:
        texts = {lang: wishes.TEXTS.say("refusal", "bad-settings", lang, reason=error.text(lang)) for lang in LANGUAGES}
        return Refusal("bad-settings", texts)
    wrong = _wrong_time(settings.move_seconds)
    if wrong:
        return wrong
    del options["players"]
    return replace(settings, options=options)


def with_lateness(refusal: Refusal, table: Table, play: wishes.Play, seen: int, at: float) -> Refusal:
    """In games without turns: a refusal that says by how much a move came too late, which arrived at time `at` from
    somebody who had seen version `seen`."""
    if refusal.rule is None or table.match is None or not table.match.game.facts.simultaneous:
        return refusal
    overtaken = _overtaken_at(table, play, seen)
    late_ms = None if overtaken is None else max(1, round((at - overtaken) * 1000))
    return replace(refusal, late_ms=late_ms)


def _overtaken_at(table: Table, play: wishes.Play, seen: int) -> float | None:
    """When the first event happened that got in ahead of the move."""
    assert table.match is not None
    if not 0 < seen < table.version:
        return None
    view = table.match.peek(play.seat)
    for event in table.match.peek_events(table.log[seen - 1].events):
        if table.match.game.overtakes(event, play.move, view):
            return next(step.at for step in table.log[seen:] if step.events > event["n"])
    return None
