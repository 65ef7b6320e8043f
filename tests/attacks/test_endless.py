"""A game that will not end is ended by the table, without a winner."""

import dataclasses

import pytest

from tafelrunde.games.denkste.facts import FACTS
from tafelrunde.games.denkste.game import Denkste
from tafelrunde.table import acts, permissions, visibility, wishes
from tafelrunde.table.clock import Clock
from tafelrunde.table.table import Table
from tests.parts import thorough
from tests.table.sessions import GUEST, HOST, Session


@pytest.mark.parametrize("most", [700, pytest.param(FACTS.most_moves, marks=thorough)])
def test_after_very_many_moves_the_game_is_over(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two who always set the same number stay where they are for ever."""
    monkeypatch.setattr(Denkste, "facts", dataclasses.replace(FACTS, most_moves=most))
    session = Session("denkste").begin(GUEST, players=2)
    table = session.table
    while table.phase == "running":
        assert table.match is not None
        seat = table.match.actors()[0]
        session.happen(acts.Moved(seat, table.match.moves(seat)[0], "person"))
    assert table.moves_made == most and table.is_too_long
    shown = visibility.lobby(table)
    assert shown["phase"] == "over" and shown["too_long"] and shown["ended_by"] is None and "deal" in shown
    assert session.refused(HOST, wishes.Play(0, "go 1")) == "not-running"
    clock = Clock(1)
    clock.update(table, {HOST}, session.now)
    assert clock.next() is None
    record = table.record()
    assert record["result"] is None and len(record["moves"]) == most
    assert isinstance(permissions.decide(table, HOST, wishes.Rematch(), session.now), list)
    assert Table.replay("t1", session.log).is_too_long
    seen = visibility.perspective(table, 0, 0, session.now)
    assert len(seen.events) == visibility.MOST_EVENTS and seen.since == 0 and not seen.moves
    assert seen.events[-1]["n"] == table.match.event_count - 1  # type: ignore[union-attr]


def test_taking_back_does_not_make_a_game_longer() -> None:
    session = Session("denkste", take_back=True).begin(GUEST, players=2)
    for _ in range(3):
        session.ask(HOST, wishes.Play(0, "go 1"), wishes.TakeBack(0))
    assert session.table.moves_made == 3
