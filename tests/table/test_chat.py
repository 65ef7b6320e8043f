"""Words at the table: everybody decides whom not to hear, and the host who may not speak."""

import random

import msgspec
import pytest

from tafelrunde.table import acts, visibility, wishes
from tafelrunde.table.table import Table

from .sessions import GUEST, HOST, ONLOOKER, STRANGER, Session


@pytest.fixture
def session() -> Session:
    """Three people, all of whom have said something."""
    session = Session("denkste", free_text=True).join(GUEST, ONLOOKER)
    for person in (HOST, GUEST, ONLOOKER):
        session.ask(person, wishes.Say(text=f"I am {person}"))
    return session


def heard(table: Table, person: str) -> list[str]:
    shown = visibility.lobby_for(table, person) if table.muted_by(person) else visibility.lobby(table)
    return [said["person"] for said in shown["said"]]


def test_who_is_muted_is_not_heard_by_the_one_who_muted(session: Session) -> None:
    before = visibility.lobby(session.table)
    session.ask(GUEST, wishes.Mute(ONLOOKER))
    assert heard(session.table, GUEST) == [HOST, GUEST]
    session.ask(ONLOOKER, wishes.Say(phrase="hello"))
    assert heard(session.table, GUEST) == [HOST, GUEST]
    assert heard(session.table, HOST) == heard(session.table, ONLOOKER) == [HOST, GUEST, ONLOOKER, ONLOOKER]
    session.ask(GUEST, wishes.Mute(ONLOOKER, False))
    assert heard(session.table, GUEST) == [HOST, GUEST, ONLOOKER, ONLOOKER]
    assert visibility.lobby(session.table).keys() == before.keys()


def test_only_oneself_knows_whom_one_has_muted(session: Session) -> None:
    before = visibility.lobby(session.table)
    session.ask(GUEST, wishes.Mute(ONLOOKER))
    assert visibility.lobby(session.table) == before | {"version": before["version"] + 1}
    assert visibility.lobby_for(session.table, GUEST)["muted"] == [ONLOOKER]
    assert visibility.lobby_for(session.table, ONLOOKER)["muted"] == []


def test_it_is_in_the_log_and_survives_a_restart(session: Session) -> None:
    session.ask(GUEST, wishes.Mute(ONLOOKER), wishes.Mute(HOST)).ask(HOST, wishes.Hush(GUEST))
    session.ask(GUEST, wishes.Leave()).join(GUEST)
    table = Table.replay("t1", [(acts.decode(acts.encode(act)), at) for act, at in session.log])
    assert table.muted_by(GUEST) == [HOST, ONLOOKER] and table.hushed == {GUEST}
    assert msgspec.json.encode(visibility.lobby_for(table, GUEST)) == msgspec.json.encode(
        visibility.lobby_for(session.table, GUEST)
    )


def test_whom_the_host_hushes_nobody_hears(session: Session) -> None:
    session.ask(HOST, wishes.Hush(GUEST))
    assert heard(session.table, HOST) == heard(session.table, GUEST) == [HOST, ONLOOKER]
    assert visibility.lobby(session.table)["hushed"] == [GUEST]
    assert session.refused(GUEST, wishes.Say(phrase="hello")) == "muted"
    assert session.refused(GUEST, wishes.Say(text="hello")) == "muted"
    session.ask(HOST, wishes.Hush(GUEST, False)).ask(GUEST, wishes.Say(phrase="hello"))
    assert heard(session.table, HOST) == [HOST, GUEST, ONLOOKER, GUEST]


def test_both_go_on_during_the_game_and_after_it() -> None:
    session = Session("denkste").begin(GUEST, players=2)
    session.ask(HOST, wishes.Hush(GUEST)).ask(GUEST, wishes.Mute(HOST))
    for _ in session.play_on(random.Random(1)):
        pass
    assert session.refused(GUEST, wishes.Say(phrase="bye")) == "muted"
    session.ask(HOST, wishes.Hush(GUEST, False), wishes.Say(phrase="bye"))
    assert heard(session.table, GUEST) == []


@pytest.mark.parametrize(
    ("person", "wish", "code"),
    [
        (GUEST, wishes.Mute(GUEST), "not-yourself"),
        (GUEST, wishes.Mute(STRANGER), "no-such-person"),
        (STRANGER, wishes.Mute(GUEST), "not-here"),
        (GUEST, wishes.Hush(ONLOOKER), "not-host"),
        (STRANGER, wishes.Hush(ONLOOKER), "not-here"),
        (HOST, wishes.Hush(HOST), "not-yourself"),
        (HOST, wishes.Hush(STRANGER), "no-such-person"),
    ],
)
def test_what_is_refused(session: Session, person: str, wish: wishes.AnyWish, code: str) -> None:
    assert session.refused(person, wish) == code


def test_who_becomes_the_host_can_speak_again(session: Session) -> None:
    session.ask(HOST, wishes.Hush(GUEST), wishes.Leave())
    assert session.table.host == GUEST and session.refused(GUEST, wishes.Say(phrase="hello")) == "muted"
    session.ask(GUEST, wishes.Hush(GUEST, False), wishes.Say(phrase="hello"))


def test_every_phrase_can_be_said(session: Session) -> None:
    for phrase in wishes.PHRASES:
        session.ask(GUEST, wishes.Say(phrase=phrase))
    assert len(wishes.PHRASES) > 10
