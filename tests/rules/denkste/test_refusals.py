"""Denkste!: every refusal names its rule."""

import pytest

import tafelrunde as tr

BASIC = {"game": "denkste", "options": {"players": 3}, "figures": [[2, 3], [1, 0], [1, 5]], "turn": 0}
OVER = BASIC | {"figures": [[4, 0], [1, 0], [1, 5]]}
SET = BASIC | {"go": 4}


@pytest.mark.parametrize(
    ("position", "seat", "move", "rule"),
    [
        (OVER, 0, "go 1", "DK-11"),
        (OVER, 2, "stop 1 2", "DK-11"),
        (BASIC, 1, "go 1", "DK-07"),
        (BASIC, 1, "stop 1 2", "DK-07"),
        (BASIC, 2, "go 1", "DK-03"),
        (BASIC, 0, "stop 1 2", "DK-03"),
        (SET, 0, "go 5", "DK-03"),
        (BASIC | {"stop": [1, 2]}, 2, "stop 1 3", "DK-03"),
        (BASIC, 2, "stop 1", "DK-04"),
        (BASIC, 2, "stop 1 2 3", "DK-04"),
        (BASIC, 2, "stop 4 4", "DK-05"),
        (BASIC, 0, "go 7", None),
        (BASIC, 0, "stay", None),
        (BASIC, 0, "", None),
        (BASIC, 3, "go 1", None),
    ],
)
def test_refusals(position: dict[str, object], seat: int, move: str, rule: str | None) -> None:
    refusal = tr.from_position(position).explain(seat, move)
    assert refusal is not None
    assert refusal.rule == rule
    assert refusal.text("de") and refusal.text("en")
