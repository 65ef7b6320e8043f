"""Whole games between the levels: every move is legal, and greedy beats random."""

import pytest

import tafelrunde as tr

from . import contests

GAMES = 100
AT_LEAST = {"beam-me-up": 0.9, "biberbande": 0.85, "biesti-boys": 0.4, "denkste": 0.8, "dog": 0.9}
"""What greedy must win of the games; in Biesti Boys, if it is not quicker either, only not worse."""


def test_every_game_has_its_measure() -> None:
    assert sorted(AT_LEAST) == tr.games()


@pytest.mark.parametrize("name", tr.games())
def test_greedy_beats_random_by_legal_moves_only(name: str) -> None:
    assert contests.greedy_share(name, GAMES) >= AT_LEAST[name]


def test_in_biesti_boys_the_quicker_one_wins() -> None:
    assert contests.greedy_share("biesti-boys", 48, timed=True) >= 0.75
