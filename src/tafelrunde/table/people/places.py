"""Who may sit where: the wishes that are about places."""

from dataclasses import replace

from tafelrunde import bots
from tafelrunde.table import acts, wishes
from tafelrunde.table.acts import AnyAct, Place
from tafelrunde.table.people.names import free_name, lookalike, numbered, taken_names, wrong_name
from tafelrunde.table.table import Table
from tafelrunde.table.wishes import Refusal, refuse


def told(places: list[Place], person: str, name: str, game: str) -> list[Place] | Refusal:
    """The places of a new table as the host wants them, each of their own with a name that is used once."""
    found: list[Place] = []
    taken = {name.strip()}
    for place in places:
        if not _is_fine(place, person, game):
            return _bad_place(game)
        if place.kind == "person":
            place = replace(place, person=person)
        wrong = None if place.name is None else _wrong_name(place.name, taken)
        if wrong:
            return wrong
        if place.name is not None or (place.kind == "person" and any(other.person for other in found)):
            place = replace(place, name=numbered((place.name or name).strip(), taken))
            taken.add(place.name or "")
        found.append(place)
    return found


def sit(table: Table, person: str, wish: wishes.Sit) -> list[AnyAct] | Refusal:
    """A further place of the same person is for somebody else at their device, who has a name, too."""
    wrong = _wrong_place(table, wish.place)
    wrong = wrong or (None if wish.name is None else _wrong_name(wish.name, taken_names(table)))
    if wrong:
        return wrong
    if table.places[wish.place].kind != "open":
        return refuse("place-taken")
    name = wish.name
    if name is None and any(place.person == person for place in table.places):
        name = table.people[person].name
    now = Place("person", person, name=None if name is None else free_name(table, name))
    return [acts.Placed(person, wish.place, now)]


def stand(table: Table, person: str, wish: wishes.Stand) -> list[AnyAct] | Refusal:
    """People give up their own places only."""
    wrong = _wrong_place(table, wish.place)
    if wrong:
        return wrong
    mine = table.places[wish.place].person == person
    return [acts.Placed(person, wish.place, Place())] if mine else refuse("not-your-seat")


def take_over(table: Table, person: str, wish: wishes.TakeOver) -> list[AnyAct] | Refusal:
    """Whoever has a place already may not have a second one: they would see two hands."""
    if table.phase in ("dealing", "over"):
        return refuse("not-running")
    if not 0 <= wish.place < len(table.places):
        return refuse("no-such-place")
    if not table.settings.take_over:
        return refuse("no-take-over")
    if any(place.person == person for place in table.places):
        return refuse("has-place")
    wrong = _knows_too_much(table, person, wish.place)
    if wrong or table.places[wish.place].kind != "bot":
        return wrong or refuse("not-a-bot")
    return [acts.Placed(person, wish.place, Place("person", person))]


# the host's


def set_place(table: Table, person: str, wish: wishes.SetPlace) -> list[AnyAct] | Refusal:
    """Places of people are their own."""
    wrong = _wrong_place(table, wish.place)
    if wrong:
        return wrong
    place = Place(wish.kind, level=wish.level)
    if not _is_fine(place, person, table.settings.game):
        return _bad_place(table.settings.game)
    if table.places[wish.place].kind == "person":
        return refuse("place-taken")
    return [acts.Placed(person, wish.place, place)]


def seat(table: Table, person: str, wish: wishes.Seat) -> list[AnyAct] | Refusal:
    """Somebody who is here and has no place gets one that no person has; in a running game a bot's."""
    if person != table.host:
        return refuse("not-host")
    if table.phase in ("dealing", "over"):
        return refuse("not-running")
    if not 0 <= wish.place < len(table.places):
        return refuse("no-such-place")
    if not table.is_here(wish.person):
        return refuse("no-such-person")
    if any(place.person == wish.person for place in table.places):
        return refuse("has-place")
    if table.places[wish.place].kind == "person":
        return refuse("place-taken")
    if table.phase == "running" and table.places[wish.place].kind != "bot":
        return refuse("not-a-bot")
    wrong = _knows_too_much(table, wish.person, wish.place)
    return wrong or [acts.Placed(person, wish.place, Place("person", wish.person))]


def fill(table: Table, person: str, wish: wishes.Fill) -> list[AnyAct] | Refusal:
    """Bots for all open places."""
    if wish.level not in bots.levels(table.settings.game):
        return _bad_place(table.settings.game)
    free = [number for number, place in enumerate(table.places) if place.kind == "open"]
    filled: list[AnyAct] = [acts.Placed(person, number, Place("bot", level=wish.level)) for number in free]
    return filled or refuse("nothing-open")


# what can be wrong


def _knows_too_much(table: Table, person: str, place: int) -> Refusal | None:
    """Whoever has played knows what was hidden at their seat, and may return to it but not to another one."""
    former = table.former.get(person, {place})
    return None if place in former else refuse("former-place", places=", ".join(str(one + 1) for one in sorted(former)))


def _wrong_name(name: str, taken: set[str]) -> Refusal | None:
    other = lookalike(name, taken)
    return wrong_name(name) or (None if other is None else refuse("look-alike", other=other))


def _wrong_place(table: Table, place: int) -> Refusal | None:
    """Why a place cannot be changed: the game has begun, or there is no such place."""
    if table.phase != "open":
        return refuse("not-open")
    return None if 0 <= place < len(table.places) else refuse("no-such-place")


def _bad_place(game: str) -> Refusal:
    return refuse("bad-place", levels=", ".join(bots.levels(game)))


def _is_fine(place: Place, person: str, game: str) -> bool:
    """Whether a place has exactly the fields of its kind; people can only seat themselves, and need not say so."""
    mine = place.person in (None, person) if place.kind == "person" else (place.person, place.name) == (None, None)
    return mine and (place.level in bots.levels(game) if place.kind == "bot" else place.level is None)
