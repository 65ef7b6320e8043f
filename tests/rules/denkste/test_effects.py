"""Where the Go numbers lead, as the table tells everybody, is where figures go."""

from collections import Counter

import pytest

import tafelrunde as tr

from ... import every

SMALL = {"rings": [4, 8, 4]}


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4}, {"players": 3, **SMALL}, {"players": 2, **SMALL}])
def test_effects_are_what_playing_does(options: dict[str, object]) -> None:
    game = tr.load("denkste", **options)
    seen: Counter[str] = Counter()
    for seed in range(4):
        for match, _, _ in every.random_match(game, seed=seed):
            view = match.view()
            turn, start = view["turn"], view["figures"][view["turn"]]
            effects = match.effects()
            assert [effect["move"] for effect in effects] == [f"go {number}" for number in range(1, 7)]
            assert all(match.effects(seat) == effects for seat in range(game.players))
            if view["go_set"] or view["stop_set"]:
                continue
            for number, effect in enumerate(effects, 1):
                assert (effect["seat"], effect["from"], effect["way"][-1]) == (turn, start, effect["to"])
                assert len(effect["way"]) == number or effect["to"] == [4, 0]
                assert effect["way"] == effects[-1]["way"][:number]
                after = match.copy()
                after.play(turn, effect["move"])
                stop = next(move for move in after.moves(view["stopper"]) if str(number) not in move)
                after.play(view["stopper"], stop)
                assert after.view()["figures"][turn] == (start if effect["closed"] else effect["to"])
                seen["closed"] += effect["closed"]
                seen["centre"] += effect["to"] == [4, 0]
    assert seen["closed"] > 10
    assert seen["centre"] > 10


def test_effects_end_with_the_game() -> None:
    match = tr.from_position({"game": "denkste", "figures": [[4, 0], [1, 3]]})
    assert match.result is not None
    assert match.effects() == match.effects(0) == []
