"""The steps of Dog's guided first game are real: what is expected is legal, and so is what the others do then."""

import json
from pathlib import Path
from typing import Any

import pytest

import tafelrunde as tr

STEPS = json.loads((Path(__file__).parents[3] / "web/src/games/dog/lessons.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("step", STEPS, ids=lambda step: str(step["name"]))
def test_a_step_can_be_played(step: dict[str, Any]) -> None:
    for first in step["expect"]:
        match = tr.from_position(step["position"])
        match.play(0, first)
        while match.view(0)["left"]:
            [part] = set(match.moves(0)) & set(step["expect"])
            match.play(0, part)
        for reply in step["replies"]:
            match.play(reply["seat"], reply["move"])


def test_the_steps_do_what_they_tell() -> None:
    ends: dict[str, Any] = {}
    for step in STEPS:
        match = tr.from_position(step["position"])
        for move in step["expect"] if step["name"] == "seven" else step["expect"][:1]:
            match.play(0, move)
        ends[step["name"]] = match.view(0)
    assert ends["start"]["pieces"][0] == ["h", "h", "h", "0*"] and ends["start"]["cards"] == [2, 0, 0, 0]
    assert ends["hit"]["pieces"][1] == ["h"] * 4
    assert ends["goal"]["pieces"][0] == ["h", "h", "h", "g3"]
    assert [ends["seven"]["pieces"][seat] for seat in (1, 3)] == [["h"] * 4] * 2
    assert ends["together"]["result"]["winners"] == [0, 2]
