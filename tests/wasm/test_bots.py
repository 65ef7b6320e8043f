"""The bots in WebAssembly: every compiled function that players call, called as they call it."""

import json
from pathlib import Path
from random import Random

import pytest

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.seat import Seat
from tafelrunde.bots.wasm import bots_of
from tafelrunde.kernel.targets.wasm.build import build
from tests.every import random_match

from .script import Script

GAMES = ("biberbande", "biesti-boys")
"""Whose compiled code needs nothing of the C library."""
DECISIONS = 40


@pytest.mark.parametrize("name", GAMES)
def test_what_players_call(name: str, tmp_path: Path) -> None:
    built = build(bots_of(name))
    script, chance = Script(), Random(1)
    with script.recording(built.part.places):
        for players in tr.load(name).facts.players:
            for match, seat, _ in random_match(tr.load(name, players=players), seed=players, most=DECISIONS):
                for level in bots.levels(name):
                    bots.make(level, name).choose(Seat.of(match, seat), chance)
                script.check(f"{players} players, {match}")
    described = json.loads(built.description.read_text())
    assert script.calls.keys() == described["exports"].keys(), "some entries are never compared"
    script.replay(built, tmp_path)
