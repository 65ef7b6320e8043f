"""Who is at the table and who is in charge of it: the wishes that are about other people."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tafelrunde import bots
from tafelrunde.table import acts, clock, dealing, wishes
from tafelrunde.table.acts import AnyAct, Place, Settings
from tafelrunde.table.people.names import NUMBER, free_name, lookalike, taken_names, wrong_name
from tafelrunde.table.table import Table
from tafelrunde.table.wishes import Refusal, refuse

MOST_PEOPLE = 64
MOST_REQUESTS = 12
"""How many may wait to be let in: the host has to look at each."""
STALL_SECONDS = 60.0
"""Somebody who has kept everybody waiting for so long may be voted out."""

Present = Mapping[str, float]
"""Who is present, and since when."""


# coming


def join(table: Table, person: str, wish: wishes.Join) -> list[AnyAct] | Refusal:
    """Join, or ask to be let in where the host wants to be asked."""
    wrong = _shut_out(table, person) or wrong_name(wish.name)
    if wrong:
        return wrong
    name, commitment = _name_for(table, person, wish.name), dealing.joining_commitment(table, person, wish.commitment)
    if isinstance(name, Refusal):
        return name
    if isinstance(commitment, Refusal):
        return commitment
    if person in table.people or table.settings.entry == "open":
        return [acts.Joined(person, name, commitment)]
    if person not in table.requests and len(table.requests) >= MOST_REQUESTS:
        return refuse("too-many-requests")
    return [acts.Requested(person, name, commitment)]


def can_step_in(table: Table) -> bool:
    """Whether somebody who comes late may take over from a bot."""
    return table.phase == "running" and table.settings.take_over and any(place.kind == "bot" for place in table.places)


def _shut_out(table: Table, person: str) -> Refusal | None:
    """Why somebody may not come to the table; whoever belongs to it may come back."""
    if person in table.removed:
        return refuse("removed")
    if person in table.people:
        return None
    if table.settings.entry == "locked":
        return refuse("locked")
    if not (table.phase == "open" or table.settings.onlookers or can_step_in(table)):
        return refuse("no-onlookers")
    return refuse("too-full") if len(table.people) >= MOST_PEOPLE else None


def _name_for(table: Table, person: str, wanted: str) -> str | Refusal:
    """What somebody is called. Whoever plays keeps the name, and nobody looks like somebody else."""
    known = table.people.get(person)
    has_played = table.role_of(person) != "onlooker" or person in table.former
    if known is not None and table.phase in ("dealing", "running") and has_played:
        kept = {known.name, NUMBER.sub("", known.name)}
        is_kept = not known.here or wanted.strip() in kept
        return known.name if is_kept else refuse("no-renaming", name=known.name)
    other = lookalike(wanted, taken_names(table, person))
    return free_name(table, wanted, person) if other is None else refuse("look-alike", other=other)


def admit(table: Table, person: str, wish: wishes.Admit) -> list[AnyAct] | Refusal:
    """Whoever has asked comes to the table, or is told no."""
    if person != table.host:
        return refuse("not-host")
    if wish.person not in table.requests:
        return refuse("no-such-request")
    if not wish.admit:
        return [acts.Dismissed(person, wish.person)]
    return refuse("too-full") if len(table.people) >= MOST_PEOPLE else [_let_in(table, wish.person)]


def _let_in(table: Table, person: str) -> acts.Joined:
    asked = table.requests[person]
    return acts.Joined(person, free_name(table, asked.name, person), asked.commitment, by=table.host)


def leave(table: Table, person: str) -> list[AnyAct] | Refusal:
    """Leave, or no longer wait to be let in."""
    if person in table.requests:
        return [acts.Dismissed(person, person)]
    return [acts.Left(person, person)] if table.is_here(person) else refuse("not-here")


# the host's


def change(table: Table, person: str, **parts: Any) -> list[AnyAct] | Refusal:
    """Change settings that the host may change until the game is over."""
    if person != table.host:
        return refuse("not-host")
    if table.phase == "over":
        return refuse("not-running")
    return changed(table, replace(table.settings, **parts))


def changed(table: Table, settings: Settings) -> list[AnyAct]:
    """The host's new settings. If everybody may join from now on, so may those who wait."""
    waiting = list(table.requests) if settings.entry == "open" else []
    room = MOST_PEOPLE - len(table.people)
    return [acts.Changed(table.host, settings), *(_let_in(table, other) for other in waiting[:room])]


def remove(table: Table, person: str, wish: wishes.Remove) -> list[AnyAct] | Refusal:
    """Somebody has to go, for good; in a running game a bot gets their seats. While it is dealt, seats are locked."""
    if person != table.host:
        return refuse("not-host")
    if table.phase == "over" or (table.phase == "dealing" and table.seats_of(wish.person)):
        return refuse("not-running")
    if wish.person not in table.people:
        return refuse("no-such-person")
    if wish.person == person:
        return refuse("not-yourself")
    if table.is_host_stand_in and wish.person == table.opener:
        return refuse("opener", name=table.people[wish.person].name)
    return [*_to_bot(table, person, wish.person), acts.Left(wish.person, person)]


def hand_on(table: Table, person: str, wish: wishes.HandOn) -> list[AnyAct] | Refusal:
    """Somebody else is in charge from now on; in a running game somebody who plays."""
    if person != table.host:
        return refuse("not-host")
    if not table.is_here(wish.person):
        return refuse("no-such-person")
    if wish.person == person:
        return refuse("not-yourself")
    if table.phase == "running" and not table.seats_of(wish.person):
        return refuse("not-seated")
    return [acts.HostChanged(person, wish.person, "person")]


def passed_on(table: Table, present: Present) -> acts.HostChanged | None:
    """The host has been gone for too long, and somebody else is here; or is back before the game has started."""
    if table.phase == "over":
        return None
    if table.host in present:
        is_back = table.is_host_stand_in and table.phase == "open" and table.opener in present
        heir = table.opener if is_back and table.is_here(table.opener) else None
    else:
        heir = table.heir(present)
    return None if heir is None or heir == table.host else acts.HostChanged(table.host, heir, "table")


# voting


def vote(table: Table, person: str, wish: wishes.Vote, now: float, present: Present | None) -> list[AnyAct] | Refusal:
    """A bot plays for somebody who keeps everybody waiting if most of the others who play and are present want it."""
    there = dict.fromkeys(table.people, 0.0) if present is None else present
    wrong = _cannot_vote(table, person, wish, now, there)
    if wrong:
        return wrong
    voted = acts.Voted(person, wish.person, wish.out)
    players = {place.person for place in table.places if place.person in there or place.person == person}
    voters = players - {wish.person}
    in_favour = (table.votes.get(wish.person, set()) | {person}) & voters if wish.out else set()
    is_out = 2 * len(in_favour) > len(voters)
    return [voted, *(_to_bot(table, person, wish.person) if is_out else [])]


def _cannot_vote(table: Table, person: str, wish: wishes.Vote, now: float, present: Present) -> Refusal | None:
    if table.match is None or table.phase != "running":
        return refuse("not-running")
    if not table.seats_of(person):
        return refuse("not-seated")
    if not table.seats_of(wish.person):
        return refuse("no-such-person")
    if wish.person == person:
        return refuse("not-yourself")
    if not wish.out:
        return None
    acting = set(table.match.actors())
    since = max(table.steps[-1][1].at, clock.may_move_from(table), present.get(wish.person, 0.0))
    if not acting & set(table.seats_of(wish.person)) or now - since < STALL_SECONDS:
        return refuse("not-stalling", name=table.people[wish.person].name)
    return refuse("your-turn") if acting & set(table.seats_of(person)) else None


def _to_bot(table: Table, by: str, person: str) -> list[AnyAct]:
    """Bots for all seats that somebody has in the running game."""
    bot = Place("bot", level=bots.usual(table.settings.game))
    seats = table.seats_of(person) if table.phase == "running" else []
    return [acts.Placed(by, table.seats[seat], bot) for seat in seats]
