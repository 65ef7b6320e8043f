"""Dog: the compiled rules against the slow reference, position by position."""

import random
from typing import Any

import numpy as np
import pytest

import tafelrunde as tr
from tafelrunde.games.dog import rules
from tafelrunde.games.dog import state as dog
from tafelrunde.games.dog.game import Dog
from tafelrunde.kernel import engine
from tafelrunde.kernel.fields import Fields
from tafelrunde.kernel.targets import arrays
from tests.parts import parts
from tests.reference import dog as reference
from tests.reference import dog_board

PLACES = ["h", *map(str, range(64)), "g1", "g2", "g3", "g4"]
COMPARED = ("pieces", "hands", "turn", "phase", "left", "moved", "given")


class Comparison:
    """One game, one buffer, one source of chance for the tests."""

    def __init__(self, seed: int) -> None:
        game = tr.load("dog")
        assert isinstance(game, Dog)
        self.game = game
        self.random = random.Random(seed)
        self.buffer = np.empty(game.MAX_MOVES, np.int32)

    def check(self, states: Any, seat: int, refusals: int) -> list[int]:
        """The moves of a seat, and the reasons why some others are not allowed."""
        position = self.game.position(arrays.plain(states))
        actions: list[int] = self.buffer[: engine.moves(states, seat, self.buffer)].tolist()
        legal = [self.game.write(action) for action in actions]
        assert legal == reference.moves(position, seat), position
        for _ in range(refusals):
            text = self.attempt(legal)
            action = self.game.parse(text)
            assert action is not None and self.game.write(action) == text
            reason = engine.judge(states, seat, action)
            expected = reference.refusal(position, seat, text)
            assert (f"DG-{reason:02d}" if reason else None) == expected, (position, seat, text)
        return actions

    def attempt(self, legal: list[str]) -> str:
        """Any move, or a legal one with something changed."""
        chance = self.random
        value, origin, target = chance.choice(dog.VALUES), chance.choice(PLACES), chance.choice(PLACES)
        joker = chance.choice(["", "X="])
        if legal and chance.random() < 0.9:
            model = chance.choice(legal)
            if model.startswith("give "):
                return f"give {chance.choice(dog.CARDS)}"
            card, way = model.split()
            name, (start, end) = card.removeprefix("X="), way.replace("x", ">").split(">")
            what = chance.randrange(4)
            value = value if what == 0 else name
            origin = origin if what == 1 else start
            target = end if what < 2 else target if what == 2 else str((int(end) + 1) % 64) if end.isdigit() else "g1"
            joker = "X=" if card.startswith("X=") else ""
        return f"{joker}{value} {origin}{'x' if value == 'J' else '>'}{target}"

    def follow(self, states: Any, seat: int, action: int) -> None:
        """Play an action and compare all that follows without chance."""
        expected = reference.after(self.game.position(arrays.plain(states)), seat, self.game.write(action))
        engine.act(states, seat, action)
        dealing = False
        while step := engine.step(states):
            if step in (rules.SHUFFLE, rules.DEAL) and not dealing:
                dealing = True
                assert expected.get("pending") == "deal"
        if not dealing:
            after = self.game.position(arrays.plain(states))
            assert "pending" not in expected
            assert {key: after[key] for key in COMPARED} == {key: expected[key] for key in COMPARED}
        assert engine.sound(states)


@pytest.mark.parametrize("seed", parts(8))
def test_random_play(seed: int) -> None:
    compared = Comparison(seed)
    positions = 0
    while positions < 6_000:
        states = compared.game.new(compared.random.randrange(10**9)).states
        while mask := engine.actors(states):
            seat = compared.random.choice([seat for seat in range(4) if mask >> seat & 1])
            actions = compared.check(states, seat, refusals=positions % 4 == 0)
            compared.follow(states, seat, compared.random.choice(actions))
            positions += 1


@pytest.mark.parametrize("seed", parts(8))
def test_positions_made_up(seed: int) -> None:
    compared = Comparison(seed)
    for number in range(7_500):
        state = compared.game.empty_state()
        position = made_up(compared.random)
        try:
            compared.game.place(Fields(position), state)
        except tr.BadPosition as bad:
            assert bad.field == "left" and reference.moves(position, position["turn"]) == []
            continue
        states = arrays.packed(compared.game.STATE, state)
        assert engine.sound(states)
        seat = position["turn"]
        actions = compared.check(states, seat, refusals=number % 2 * 3)
        if actions:
            compared.follow(states, seat, compared.random.choice(actions))
        elif position["hands"][seat] and engine.actors(states):
            assert engine.step(states) == rules.FOLD  # DG-08


def made_up(chance: random.Random) -> dict[str, Any]:
    """A position near the starts and goals, with many sevens and jokers."""
    free = [str(field) for field in range(64) if chance.random() < 0.3 or min(field % 16, -field % 16) < 7]
    chance.shuffle(free)
    pieces = []
    for seat in range(4):
        full = chance.random() < 0.15
        goal = chance.sample(PLACES[-4:], 4 if full else chance.choice([0, 0, 1, 1, 2, 3]))
        out = [free.pop() for _ in range(chance.randint(0, 4 - len(goal)))]
        start = str(16 * seat)
        if start in free and len(goal) + len(out) < 4 and chance.random() < 0.4:
            free.remove(start)
            out.append(start + "*" * (chance.random() < 0.8))
        pieces.append(["h"] * (4 - len(goal) - len(out)) + out + goal)
    if all(len(set(goal) & set(PLACES[-4:])) == 4 for goal in pieces):
        pieces[0] = ["h"] * 4
    hands = [
        chance.choices(dog.CARDS, [2, 1, 1, 2, 1, 1, 1, 6, 1, 1, 3, 1, 1, 1], k=chance.randint(0, 2)) for _ in "0123"
    ]
    position: dict[str, Any] = {"game": "dog", "pieces": pieces, "hands": hands, "starter": 0, "round": 1}
    position |= {"turn": chance.randrange(4), "phase": "play", "left": 0, "moved": [], "given": [None] * 4}
    board = dog_board.Board.read(pieces)
    if chance.random() < 0.4 and not board.over():
        owner = board.owner(position["turn"])
        own = [place for place in board.places(owner) if f"{place}*" not in pieces[owner]]
        moved = sorted(chance.sample(own, chance.randint(0, min(2, len(own)))))
        left = chance.randint(1, 7 - max(1, len(moved)))
        position |= {"left": left, "moved": [dog_board.write_place(place) for place in moved]}
    return position
