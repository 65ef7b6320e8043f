"""Beam me up: the compiled rules against the slow reference."""

import random
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel.match import Match
from tests.parts import parts
from tests.reference import beam_me_up as reference

POSITIONS = 4_000
COLUMNS = "123456S"


def random_position(choice: random.Random) -> dict[str, Any]:
    """Stones anywhere, often near the goal, near the top or on what is drawn on the board; dice that grant much."""
    players = choice.choice((2, 3, 4))
    boards = choice.sample(range(4), players)
    rows = choice.choice(((0, 7), (0, 3), (4, 7), (5, 7), (1, 6)))
    stones = [[choice.randint(*rows) for _ in range(7)] for _ in range(players)]
    for seat in range(players):
        for column in range(7):
            if choice.random() < 0.25:
                drawn = [row for row in range(8) if beam.BOARDS[boards[seat]][7 - row][column] != "."]
                stones[seat][column] = max(0, choice.choice(drawn) - choice.choice((0, 0, 0, 1, 2)))
    numbers = choice.choice((range(1, 7), range(1, 7), (2, 3), (1, 5, 6), (1, 2, 3, 4), (6,)))
    phase = choice.choice(("lift", "roll", "roll", "move", "move", "move", "move", "boost"))
    turn, thrown = choice.randrange(players), phase != "lift"
    starter = (turn + choice.randrange(1, players)) % players if phase == "lift" else choice.randrange(players)
    if phase == "lift":
        stones = lifted_stones(choice, players, starter, turn)
    return {
        "game": "beam-me-up",
        "options": {"players": players, "starter": "first", "boards": "in order"},
        "boards": boards,
        "stones": stones,
        "turn": turn,
        "phase": phase,
        "throw": choice.randint(1, 2 if phase == "roll" else 3) if thrown else 0,
        "dice": sorted(choice.choices(numbers, k=5)) if thrown else None,
        "boosts": choice.randint(1, 2) if phase == "boost" else 0,
        "starter": starter,
    }


def lifted_stones(choice: random.Random, players: int, starter: int, turn: int) -> list[list[int]]:
    """Before the first turn: whoever sits between the starter and the one on turn has lifted."""
    stones = [[0] * 7 for _ in range(players)]
    for lifts in range(1, (turn - starter) % players):
        for column in choice.sample(range(7), lifts):
            stones[(starter + lifts) % players][column] = 1
    return stones


def random_text(choice: random.Random, match: Match) -> str:
    """A well-formed move of any kind; ups more often, for most can be said of them."""
    if choice.random() < 0.5:
        parts = [f"{choice.choice(COLUMNS)}+{choice.randint(1, 5)}" for _ in range(choice.choice((1, 1, 2, 2, 2, 3)))]
        return "up " + " ".join(parts)
    return match.game.write(choice.randrange(match.game.ACTIONS))


def compare(match: Match, position: dict[str, Any], choice: random.Random) -> None:
    """Everybody's moves in order, and some refusals."""
    for seat in range(match.game.players):
        assert match.moves(seat) == reference.moves(position, seat, beam.BOARDS)
    for _ in range(3):
        seat, text = choice.choice((position["turn"], choice.randrange(match.game.players))), random_text(choice, match)
        refusal = match.explain(seat, text)
        assert (refusal and refusal.rule) == reference.refusal(position, seat, text, beam.BOARDS), (
            position,
            seat,
            text,
        )
    assert (match.result is not None) == reference.over(position)


def follow(match: Match, position: dict[str, Any], move: str) -> dict[str, Any]:
    """Play a move in both; the dice that the table throws are told to the reference, all else must come out alike."""
    known = len(match.events())
    seat = position["turn"]
    match.play(seat, move)
    position = reference.after(position, seat, move, beam.BOARDS)
    for event in match.events(since=known):
        if event["type"] == "thrown":
            assert position["pending"] == "throw"
            assert event["seat"] == position["turn"]
            kept = list(position["dice"] or [])
            assert all(event["dice"].count(value) >= kept.count(value) for value in kept)
            position = reference.thrown(position, event["dice"])
    assert "pending" not in position
    reached = match.position()
    assert {key: reached[key] for key in position} == position
    return position


@pytest.mark.parametrize("part", parts(14))
def test_the_rules_agree_with_the_reference_at_any_position(part: int) -> None:
    choice = random.Random(part)
    seen = 0
    while seen < POSITIONS:
        position = random_position(choice)
        try:
            match = tr.from_position(position)
        except tr.BadPosition:
            assert sum(reference.has_won(stones, len(position["stones"])) for stones in position["stones"]) > 1
            continue
        if position["phase"] == "move" and not reference.granted(position["dice"]) and not reference.over(position):
            assert match.events()[0]["type"] == "passed"
            continue
        if reference.over(position):
            position["boosts"] = 0
        compare(match, position, choice)
        seen += 1
        if match.actors():
            position = follow(match, position, choice.choice(match.moves(position["turn"])))
            compare(match, position, choice)
            seen += 1


@pytest.mark.parametrize("part", parts(14))
def test_the_rules_agree_with_the_reference_throughout_games(part: int) -> None:
    choice = random.Random(100 + part)
    seen = 0
    while seen < POSITIONS:
        options = {
            "players": choice.choice((2, 3, 4)),
            "starter": choice.choice(("first", "random")),
            "boards": choice.choice(("in order", "random")),
        }
        match = tr.load("beam-me-up", **options).new(seed=choice.getrandbits(64))
        position = {key: value for key, value in match.position().items() if key not in ("seed", "chance")}
        while match.actors():
            compare(match, position, choice)
            position = follow(match, position, choice.choice(match.moves(position["turn"])))
            seen += 1
        compare(match, position, choice)
