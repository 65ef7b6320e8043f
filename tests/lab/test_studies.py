"""Studies are found by the name of their game."""

import pytest

import tafelrunde as tr
from tafelrunde.lab import studies


@pytest.mark.parametrize("name", tr.games())
def test_a_game_can_be_solved_if_its_facts_say_so(name: str) -> None:
    assert (studies.of(name).solve is not None) == tr.load(name).facts.solved


def test_a_game_need_not_have_studies(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(studies, "find_spec", lambda name: None)
        assert studies.of(tr.games()[0]) == studies.Study()
    with pytest.raises(tr.BadOption):
        studies.of("chess")
