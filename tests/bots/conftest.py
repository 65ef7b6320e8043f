"""What the tests of the players share."""

import time

import pytest


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of thinking stands still: the simulations of a budget are all that counts, however slow the machine."""
    monkeypatch.setattr(time, "thread_time", lambda: 0.0)
