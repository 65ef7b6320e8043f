"""The playthroughs still go the same way."""

import pytest

import tafelrunde as tr

from . import GAMES, file_of, playthrough


@pytest.mark.parametrize("name", tr.games())
def test_playthrough(name: str) -> None:
    assert playthrough(name) == file_of(name).read_text(encoding="utf-8"), "see the difference with `make playthroughs`"


def test_every_game_has_one() -> None:
    assert sorted(GAMES) == tr.games()
