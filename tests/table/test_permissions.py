"""Hints are for a person's own seat, when it is on turn and the table allows them."""

import pytest

import tafelrunde as tr
from tafelrunde.bots import Seat
from tafelrunde.table import permissions, wishes
from tafelrunde.table.wishes import Refusal

from .sessions import GAMES, GUEST, HOST, ONLOOKER, STRANGER, Session, fewest


def answer(session: Session, person: str, seat: int) -> str:
    found = permissions.may_have_hint(session.table, person, seat)
    return found.code if isinstance(found, Refusal) else "seat"


@pytest.mark.parametrize("game", [game for game in GAMES if not tr.load(game).facts.simultaneous])
def test_a_hint_is_made_of_what_the_seat_knows(game: str) -> None:
    session = Session(game, hints=True).begin(GUEST, players=fewest(game))
    match = session.table.match
    assert match is not None
    [first, *_] = match.actors()
    seat = permissions.may_have_hint(session.table, HOST if first == 0 else GUEST, first)
    assert isinstance(seat, Seat) and seat.number == first
    assert seat.view == match.view(first) and seat.moves == match.moves(first)


def test_who_may_not_have_a_hint() -> None:
    session = Session("denkste", hints=True)
    assert answer(session, HOST, 0) == "not-running"
    session.begin(GUEST, players=2).join(ONLOOKER)
    assert [answer(session, HOST, seat) for seat in (-1, 0, 1, 2)] == [
        "not-your-seat",
        "seat",
        "not-your-seat",
        "not-your-seat",
    ]
    assert answer(session, ONLOOKER, 0) == "not-your-seat" and answer(session, STRANGER, 0) == "not-here"
    session.ask(HOST, wishes.Play(0, "go 3"))
    assert answer(session, HOST, 0) == "not-your-turn"


def test_hints_are_off_unless_the_host_wants_them() -> None:
    assert answer(Session("denkste").begin(GUEST, players=2), HOST, 0) == "no-hints"


def test_a_race_has_no_hints() -> None:
    assert answer(Session("biesti-boys", hints=True).begin(GUEST, players=2), HOST, 0) == "no-hints-in-a-race"
