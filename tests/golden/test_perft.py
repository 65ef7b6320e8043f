"""The golden counts still hold."""

import json

import pytest

from . import perft

CASES = [
    (path.stem, entry["name"], entry["json"], entry["counts"])
    for path in sorted(perft.HERE.glob("*.toml"))
    for entry in perft.read(path)
]


@pytest.mark.parametrize(("room", "name", "position", "counts"), CASES, ids=[f"{case[0]}: {case[1]}" for case in CASES])
def test_counts(room: str, name: str, position: str, counts: list[int]) -> None:
    assert counts
    assert perft.counts(json.loads(position), lengths=len(counts)) == counts


def test_every_game_has_some() -> None:
    assert {case[0] for case in CASES} == {"beam_me_up", "biberbande", "biesti_boys", "denkste", "dog"}
