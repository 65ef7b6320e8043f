"""What the table tells of a move before it is played is what happens when it is."""

from collections import Counter
from typing import Any

import tafelrunde as tr
from tafelrunde.kernel.match import Match

from ... import every

START = [0, 16, 32, 48]


def test_effects_are_what_playing_does() -> None:
    game = tr.load("dog")
    seen: Counter[str] = Counter()
    for seed in range(6):
        for match, seat, _ in every.random_match(game, seed=seed):
            moves, effects = match.moves(seat), match.effects(seat)
            assert [effect["move"] for effect in effects] == [move for move in moves if not move.startswith("give")]
            for effect in effects:
                after = match.copy()
                after.play(seat, effect["move"])
                assert_happened(match, seat, effect, after)
                seen.update(effect.keys())
                seen["backwards"] += effect["steps"] < 0
                seen["partner"] += effect["seat"] != seat
            assert all(match.effects(other) == [] for other in range(4) if other not in match.actors())
            assert match.effects(None) == []
    assert all(seen[key] > 10 for key in ("hits", "swap", "backwards", "partner"))


def assert_happened(match: Match, seat: int, effect: dict[str, Any], after: Match) -> None:
    events = after.events(match.event_count, seat)
    played = next(event for event in events if event["type"] == "played")
    assert [played[key] for key in ("owner", "from", "to")] == [effect[key] for key in ("seat", "from", "to")]
    assert played.get("swap") == effect.get("swap")
    assert effect.get("hits", []) == [
        [event["owner"], event["field"]] for event in events if event["type"] == "sent_home"
    ]
    stood, stand = (bare(one.view(seat)["pieces"]) for one in (match, after))
    expected = [Counter(places) for places in stood]
    expected[effect["seat"]].subtract([effect["from"]])
    if "swap" in effect:
        expected[effect["swap"]].subtract([effect["to"]])
        expected[effect["swap"]].update([effect["from"]])
    for owner, field in effect.get("hits", []):
        expected[owner].subtract([field])
        expected[owner].update(["h"])
    expected[effect["seat"]].update([effect["to"]])
    assert [+places for places in expected] == [Counter(places) for places in stand]
    assert effect["steps"] == walked(effect)
    if played["value"] == "7":
        left = match.view(seat)["left"] or 7
        assert left - effect["steps"] == played["left"]


def bare(pieces: list[list[str]]) -> list[list[str]]:
    return [[place.rstrip("*") for place in places] for places in pieces]


def walked(effect: dict[str, Any]) -> int:
    """Counted field by field."""
    if effect["from"] == "h" or "swap" in effect:
        return 0
    four = effect["move"].removeprefix("X=").startswith("4 ")
    if four and effect["from"][0] != "g" and effect["to"] == str((int(effect["from"]) - 4) % 64):
        return -4
    place, steps = effect["from"], 0
    while place != effect["to"]:
        steps += 1
        if place[0] == "g":
            place = f"g{int(place[1]) + 1}"
        elif effect["to"][0] == "g" and int(place) == START[effect["seat"]]:
            place = "g1"
        else:
            place = str((int(place) + 1) % 64)
    return steps
