"""Biberbande: the compiled rules against the slow reference."""

import itertools
import random
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde.kernel.match import Match
from tests.parts import parts
from tests.reference import biberbande as reference

Position = dict[str, Any]

DECK = sorted(reference.DECK.elements())
POSITIONS = 2_000
OURS_ALONE = {"seed", "chance", "told", "age", "pending"}
STOCKS = {"shuffle": "shuffle", "bring_back": "bring back"}
OF_THE_DEAL = ("rows", "stock", "discard")


def comparable(position: Position, *without: str) -> Position:
    return {key: value for key, value in position.items() if key not in OURS_ALONE and key not in without}


def expected(position: Position, match: Match, seat: int, move: str, told: int) -> tuple[Position, tuple[str, ...]]:
    """What the reference says comes of a move; what chance did is taken from the match. And what cannot be compared."""
    result = reference.after(position, seat, move)
    events = [event for event in match.events(told, seat) if event["type"] in (*STOCKS, "draw", "replace")]
    new = [i for i, event in enumerate(events) if event["type"] in STOCKS]
    for begin, end in itertools.pairwise([*new, len(events)]):
        assert result["pending"] == STOCKS[events[begin]["type"]]
        rest = result["discard"].copy() or reference.out_of_the_round(result)
        assert events[begin]["count"] == len(rest)
        top = [event["card"] for event in events[begin + 1 : end]]
        for card in top:
            rest.remove(card)
        if end < len(events):
            assert rest == []
        elif match.position()["phase"] in ("drawn", "over"):
            assert sorted(rest) == sorted(match.position()["stock"])
            rest = match.position()["stock"]
        result = reference.settle(result | {"stock": top + rest, "discard": []})
    if "pending" in result:
        assert result["pending"] == "deal"
        check_deal(match.position())
        return result, OF_THE_DEAL
    return result, ()


def check_deal(position: Position) -> None:
    assert sorted(sum(position["rows"], position["stock"] + position["discard"])) == sorted(DECK)
    assert [len(row) for row in position["rows"]] == [4] * position["options"]["players"]
    assert len(position["discard"]) == 1


def play_and_compare(match: Match, choice: random.Random, knocking: float) -> None:
    """One random move: who may do what, a few refusals, and what comes of it."""
    position, actors = match.position(), match.actors()
    for seat in actors:
        assert match.moves(seat) == reference.moves(position, seat)
    for _ in range(2):
        seat, text = choice.randrange(match.game.players), match.game.write(choice.randrange(match.game.ACTIONS))
        refusal = match.explain(seat, text)
        assert (refusal and refusal.rule) == reference.refusal(position, seat, text)
    seat = choice.choice(actors)
    moves = match.moves(seat)
    move = choice.choice(moves)
    if move == "knock" and choice.random() > knocking:
        move = "done"
    told = len(match.events())
    match.play(seat, move)
    result, unknown = expected(position, match, seat, move, told)
    assert comparable(match.position(), *unknown) == comparable(result, *unknown)


def random_position(choice: random.Random) -> Position:
    """Anything that could lie on the table, few cards left more often than in real games."""
    players = choice.randint(2, 6)
    deck = choice.sample(
        DECK, choice.choice((66, choice.randint(4 * players + 1, 66), 4 * players + choice.randint(1, 4)))
    )
    rows = [[deck.pop() for _ in range(4)] for _ in range(players)]
    phase = choice.choice(("look", "turn", "turn", "drawn", "drawn", "drawn", "end"))
    drawn, used = None, 0
    if phase == "drawn":
        drawn = deck.pop()
        used = choice.randint(0, deck.count("Z"))
        for _ in range(used):
            deck.remove("Z")
    cut = choice.choice((0, 0, 1, choice.randint(0, len(deck))))
    knocker = choice.choice((None, choice.randrange(players))) if phase in ("turn", "drawn") else None
    late = knocker is not None or phase == "end"
    number = choice.randint(1, 4 if players == 2 else players)
    turn = choice.randrange(players)
    if turn == knocker:
        turn = (turn + 1) % players
    return {
        "game": "biberbande",
        "options": {"players": players},
        "rows": rows,
        "stock": deck[:cut],
        "discard": deck[cut:],
        "turn": turn,
        "phase": phase,
        "drawn": drawn,
        "twos": choice.randint(0, 1) if used else 0,
        "used": used,
        "knocker": knocker,
        "turns": [choice.randint(int(late), 2) for _ in range(players)],
        "round": number,
        "dealer": choice.randrange(players),
        "ready": [choice.randint(0, 1) if seat else 0 for seat in range(players)] if phase == "look" else [0] * players,
        "scores": [[choice.randint(0, 36) for _ in range(number - 1)] for _ in range(players)],
        "seen": [[[choice.randint(0, 1) for _ in range(4)] for _ in range(players)] for _ in range(players)],
        "seed": choice.getrandbits(128),
    }


def made_up(choice: random.Random) -> Match:
    """A match at such a position."""
    position = random_position(choice)
    match = tr.from_position(position)
    assert comparable(match.position()) == comparable(position)
    return match


@pytest.mark.parametrize("part", parts(27))
def test_positions_made_up(part: int) -> None:
    choice = random.Random(part)
    brought_back = 0
    for _ in range(POSITIONS // 3):
        match = made_up(choice)
        for _ in range(3):
            if match.actors():
                play_and_compare(match, choice, knocking=0.5)
        brought_back += any(event["type"] == "bring_back" for event in match.events())
    assert brought_back > 5


@pytest.mark.parametrize("part", parts(27))
def test_whole_games(part: int) -> None:
    choice = random.Random(part)
    seen = 0
    while seen < POSITIONS:
        match = tr.load("biberbande", players=choice.randint(2, 6)).new(seed=choice.getrandbits(128))
        knocking = choice.choice((1.0, 0.2, 0.01))
        while match.actors():
            play_and_compare(match, choice, knocking)
            seen += 1
