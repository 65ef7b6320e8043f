"""A library that is missing gives one clear line, in the person's language."""

import sys
from collections.abc import Callable

import pytest

from tafelrunde.kernel.errors import Unavailable
from tafelrunde.lab.envs import openspiel, pettingzoo


@pytest.mark.parametrize(
    ("module", "library", "extra", "call"),
    [
        ("pettingzoo", "PettingZoo", "pettingzoo", lambda: pettingzoo.env("dog")),
        ("pettingzoo", "PettingZoo", "pettingzoo", lambda: pettingzoo.parallel_env("denkste")),
        ("pyspiel", "OpenSpiel", "openspiel", openspiel.register),
    ],
)
def test_what_is_missing_is_named(
    module: str, library: str, extra: str, call: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(Unavailable) as refusal:
        call()
    assert str(refusal.value) == f"{library} is not installed. This installs it: pip install tafelrunde[{extra}]"
    assert refusal.value.text("de").startswith(f"{library} ist nicht installiert.")
    assert refusal.value.text("fr").startswith(f"{library} n’est pas installé.")
    assert refusal.value.__cause__ is None and refusal.value.__suppress_context__
