"""Denkste!: the compiled rules against the slow reference."""

import random
from typing import Any

import pytest

import tafelrunde as tr
from tests.parts import parts
from tests.reference import denkste as reference

POSITIONS = 10_000


def random_position(choice: random.Random) -> dict[str, Any]:
    players = choice.choice((2, 3, 4))
    rings = choice.choice(([24, 16, 8], [4, 4, 4], [8, 12, 4]))
    figures = [
        [level := choice.choice((1, 1, 2, 2, 3, 3, 3)), choice.randint(0, rings[level - 1])] for _ in range(players)
    ]
    options = {"players": players, "haste_gedacht": choice.random() < 0.6, "rings": rings}
    return {
        "game": "denkste",
        "options": options,
        "figures": figures,
        "turn": choice.randrange(players),
        "go": None,
        "stop": None,
    }


@pytest.mark.parametrize("part", parts(10))
def test_the_rules_agree_with_the_reference(part: int) -> None:
    choice = random.Random(part)
    seen = 0
    while seen < POSITIONS:
        position = random_position(choice)
        try:
            match = tr.from_position(position)
        except tr.BadPosition as bad:
            fields = {reference.board_field(position, seat) for seat in range(len(position["figures"]))}
            assert bad.field == "figures" and len(fields) < len(position["figures"])
            continue
        seen += 1
        for _ in range(2):
            seat = choice.choice(match.actors())
            assert match.moves(seat) == reference.moves(position, seat)
            text = match.game.write(choice.randrange(match.game.ACTIONS))
            refusal = match.explain(seat, text)
            assert (refusal and refusal.rule) == reference.refusal(position, seat, text)
            move = choice.choice(match.moves(seat))
            match.play(seat, move)
            position = reference.after(position, seat, move)
            assert match.position().items() >= position.items()
