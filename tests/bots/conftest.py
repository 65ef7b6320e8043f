"""What the tests of the players share."""

import time

import pytest

from tafelrunde.bots.denkste import multiplayer_solution, multiplayer_turn


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of thinking stands still: the simulations of a budget are all that counts, however slow the machine."""
    monkeypatch.setattr(time, "thread_time", lambda: 0.0)


@pytest.fixture(autouse=True)
def _denkste_for_many_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only small games for three and four are solved, and nobody looks far ahead: a minute of thought saved."""
    monkeypatch.setattr(multiplayer_solution, "MOST_POSITIONS", 25_000)
    monkeypatch.setattr(multiplayer_turn, "MOST_POSITIONS", 500)
