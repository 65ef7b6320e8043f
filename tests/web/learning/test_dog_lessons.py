"""The steps of Dog's guided first game are real: what is expected is legal, and so is what the others do then; and
what is said of the board is true, in every language."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import tafelrunde as tr

DOG = Path(__file__).parents[3] / "web/src/games/dog"
STEPS = json.loads((DOG / "lessons.json").read_text(encoding="utf-8"))
FIELDS = 64
LESSON = "dog.lesson."


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


WHERE = {
    "de": r"(zwei Felder|kurz|bis|beginnt) (?:(hinter)|vor) (?:\w+em )?(?:Start|Blau)\b",
    "en": r"(two fields|just|begins) (?:(past|behind)|before|in front of) (?:its |your )?(?:start|blue)\b",
    "fr": r"(deux cases|juste) (?:(après|derrière)|avant|devant) (?:son |ton |le )?(?:départ|bleu)\b",
}
"""How it is said where something is: how far, and whether past start or piece; "behind" is past, as the rules say."""
NEAR = range(1, 4)
"""So many fields are not far."""


@pytest.mark.parametrize("lang", WHERE)
def test_what_is_before_and_what_is_past_something_is_called_so(lang: str) -> None:
    told = {key: re.findall(WHERE[lang], text) for key, text in texts(lang)}
    places = how_far_past()
    assert {key: [bool(past) for _, past in found] for key, found in told.items() if found} == {
        key: [fields > 0] for key, fields in places.items()
    }
    for key, fields in places.items():
        [(far, _)] = told[key]
        assert abs(fields) in ([2] if far in ("zwei Felder", "two fields", "deux cases") else NEAR), key


@pytest.mark.parametrize("lang", WHERE)
def test_steps_are_counted_as_the_rules_count_them(lang: str) -> None:
    told = {key: [int(number) for number in re.findall(r"\d+", text)] for key, text in texts(lang)}
    fours = [move for move in tr.from_position(step("back")["position"]).moves(0) if move.startswith("4 ")]
    [last], [goal] = fields_of(step("goal")), step("goal")["expect"]
    assert {key: numbers for key, numbers in told.items() if numbers} == {
        "3": [abs(length(move)) for move in fours],
        "4": [past(0, last), int(goal[-1])],
        "5": [length(part) for part in step("seven")["expect"]],
    }


def length(move: str) -> int:
    """How many fields a move on the track goes forwards."""
    start, end = move[2:].split(">")
    return past(int(end), int(start))


def how_far_past() -> dict[str, int]:
    """How many fields something is past what its text speaks of; the start is field 0."""
    back, goal, seven, jack = (step(name) for name in ("back", "goal", "seven", "jack"))
    [before], [after] = fields_of(back), fields_of(back, moves=1)
    [last], [five] = fields_of(goal), goal["expect"]
    [by_blue] = set(fields_of(seven, moves=1)) - set(fields_of(seven))
    [blue], [nearly_home] = fields_of(seven, seat=1), fields_of(jack, seat=1)
    return {
        "3": past(before, 0),
        "3.done": past(after, 0),
        "4": past(last, 0) + int(five[0]) - int(five[-1]) + 1,  # where its first field is
        "5": past(by_blue, blue),
        "6": past(nearly_home, 0),
    }


def past(field: int, other: int) -> int:
    """How many fields one is past another in the direction of play; negative if it is nearer before it."""
    return (field - other + FIELDS // 2) % FIELDS - FIELDS // 2


def step(name: str) -> dict[str, Any]:
    return next(step for step in STEPS if step["name"] == name)


def fields_of(step: dict[str, Any], seat: int = 0, moves: int = 0) -> list[int]:
    """Where a seat's pieces are on the track, after so many of the moves that are asked for."""
    match = tr.from_position(step["position"])
    for move in step["expect"][:moves]:
        match.play(0, move)
    return [int(field.strip("*")) for field in match.view(0)["pieces"][seat] if field[0] not in "hg"]


def texts(lang: str) -> list[tuple[str, str]]:
    """What is said in the lessons, by their number, and with "done" once they are done."""
    words = json.loads((DOG / f"lang/{lang}.json").read_text(encoding="utf-8"))
    return [(key.removeprefix(LESSON), text) for key, text in words.items() if key.startswith(LESSON)]
