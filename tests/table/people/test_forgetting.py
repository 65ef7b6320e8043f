"""Forgetting in memory gives the same table as reading the log without the words."""

import pytest

from tafelrunde.table import acts, visibility, wishes
from tafelrunde.table.people import forgetting
from tafelrunde.table.table import Table
from tests.table.sessions import GUEST, HOST, ONLOOKER, Session


def told() -> Session:
    """A game with shared devices, words, a request, and somebody who has left."""
    session = Session("denkste", free_text=True).join(ONLOOKER).ask(HOST, wishes.Sit(2, "Opa"))
    session.begin(GUEST, players=3)
    session.ask(GUEST, wishes.Say(text="Hello"), wishes.Say("hello")).ask(ONLOOKER, wishes.Say(text="Hi"))
    return session.ask(HOST, wishes.SetEntry("approve")).join("waiting").ask(ONLOOKER, wishes.Leave())


@pytest.mark.parametrize("person", [HOST, GUEST, ONLOOKER, "waiting", None])
def test_a_table_in_memory_becomes_what_the_log_says(person: str | None) -> None:
    session = told()
    log = [(acts.stripped(act, person), at) for act, at in session.log]
    read = Table.replay(session.table.id, log)
    assert forgetting.forget(session.table, person)
    assert visibility.lobby(session.table) == visibility.lobby(read)
    assert (session.table.names, session.table.log) == (read.names, read.log)
    assert not forgetting.forget(session.table, person), "nothing is left"


def test_others_keep_their_words() -> None:
    session = told()
    forgetting.forget(session.table, GUEST)
    shown = str(visibility.lobby(session.table))
    assert "Opa" in shown and "Hi" in shown and "Guest" not in shown and "Hello" not in shown
