"""The defaults that docs/positions.md promises."""

from typing import Any

import pytest

import tafelrunde as tr

BIBER = {"game": "biberbande", "rows": [["1", "2", "3", "4"], ["5", "6", "7", "8"]]}
BIESTI = {"game": "biesti-boys", "lifts": ["2", "8", "S", "6"], "hands": [["3"], ["7"]]}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"game": "beam-me-up"}, {"phase": "lift", "turn": 1, "dice": None, "throw": 0, "boosts": 0, "boards": [0, 1]}),
        ({"game": "beam-me-up", "dice": [2, 2, 4, 5, 6]}, {"phase": "roll", "throw": 1, "turn": 0}),
        ({"game": "beam-me-up", "turn": 1}, {"phase": "roll", "throw": 1, "turn": 1}),
        (
            BIBER,
            {"phase": "turn", "turn": 0, "dealer": 1, "round": 1, "stock": [], "turns": [0, 0], "scores": [[], []]},
        ),
        (BIBER | {"drawn": "9"}, {"phase": "drawn", "drawn": "9", "twos": 0, "used": 0}),
        (BIBER | {"knocker": 0}, {"turn": 1, "turns": [1, 1]}),
        (BIESTI, {"piles": [[], []], "boards": [], "winner": None, "hands": [["3"], ["7"]]}),
        ({"game": "denkste"}, {"figures": [[1, 0], [1, 0]], "turn": 0, "go": None, "stop": None, "seed": 0}),
        ({"game": "dog"}, {"phase": "give", "round": 1, "starter": 0, "given": [None] * 4}),
        ({"game": "dog", "hands": [["K"], ["K"], ["K"], ["K"]]}, {"phase": "play", "turn": 0, "left": 0, "moved": []}),
    ],
)
def test_defaults(given: dict[str, Any], expected: dict[str, Any]) -> None:
    position = tr.from_position(given).position()
    assert {key: position[key] for key in expected} == expected


@pytest.mark.parametrize(("game", "field"), [("biberbande", "rows"), ("biesti-boys", "lifts")])
def test_what_must_be_given(game: str, field: str) -> None:
    with pytest.raises(tr.BadPosition) as caught:
        tr.from_position({"game": game})
    assert caught.value.field == field
