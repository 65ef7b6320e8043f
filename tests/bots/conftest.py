"""What the tests of the players share."""

import time
from collections.abc import Iterator

import pytest

from tafelrunde.bots.denkste import multiplayer_solution, multiplayer_turn
from tafelrunde.bots.denkste.multiplayer_turn import _multiplayer_game


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of thinking stands still: the simulations of a budget are all that counts, however slow the machine."""
    monkeypatch.setattr(time, "thread_time", lambda: 0.0)


@pytest.fixture(autouse=True)
def _denkste_for_many_is_quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Only small games for three and four are solved, and nobody looks far ahead: a minute of thought saved.

    What was found out in that way is not remembered for other tests.
    """
    _multiplayer_game.cache_clear()
    monkeypatch.setattr(multiplayer_solution, "MOST_POSITIONS", 25_000)
    monkeypatch.setattr(multiplayer_turn, "MOST_POSITIONS", 500)
    yield
    _multiplayer_game.cache_clear()
