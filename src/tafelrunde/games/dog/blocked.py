"""Dog: what one would try with a card that cannot be played, piece by piece. The rules say why it does not go."""

from collections.abc import Iterator, Sequence
from typing import Any

from tafelrunde.games.dog import board
from tafelrunde.games.dog import state as dog

JOKER_VALUES = (0, dog.FOUR)
"""If a joker cannot be played as an ace or a four, it cannot be played at all (`movement.can_play`)."""


def blocked_moves(state: Any, seat: int, actions: Sequence[int]) -> list[tuple[int, int, int]]:
    """For each card without a legal move, and each piece: illegal actions, whose piece it is, and where it is.

    `actions` are the seat's legal ones, `state` is a plain one.
    """
    if state["phase"] != dog.PLAY or state["turn"] != seat or state["left"] or not actions:
        return []
    used = {dog.JOKER if joker else value for joker, value, _, _ in map(board.parts_of, actions)}
    owner = int(board.mover(seat, state["goal"][seat]))
    found = []
    for card, count in enumerate(state["hand"][seat]):
        if not count or card in used:
            continue
        for origin in _places(state, owner):
            for value in JOKER_VALUES if card == dog.JOKER else (card,):
                for target in _targets(state, owner, value, origin):
                    number = (card == dog.JOKER) * dog.N_VALUES + value
                    action = dog.GIVES + (number * dog.PLACES + origin) * dog.PLACES + target
                    found.append((action, owner, origin))
    return found


def _places(state: Any, owner: int) -> list[int]:
    """Where the owner has pieces: home once, then by track field, then by goal field."""
    track = [1 + field for field in range(dog.TRACK) if state["track"][owner] >> field & 1]
    goal = [dog.FIRST_GOAL + number for number in range(dog.PIECES) if state["goal"][owner] >> number & 1]
    return [dog.HOME] * (len(track) + len(goal) < dog.PIECES) + track + goal


def _targets(state: Any, owner: int, value: int, origin: int) -> Iterator[int]:
    """Where one would want to go from a place with a card of this value."""
    if value == dog.JACK:
        yield from _swaps(state, owner) if dog.HOME < origin < dog.FIRST_GOAL else [1 + int(dog.START[owner])]
    elif origin == dog.HOME:
        yield 1 + int(dog.START[owner])
    elif origin >= dog.FIRST_GOAL:
        deepest = dog.FIRST_GOAL + dog.PIECES - 1
        reached = [origin + steps for steps in _steps(value) if steps > 0 and origin + steps <= deepest]
        yield from reached or [deepest]
    else:
        for steps in _steps(value):
            yield 1 + (origin - 1 + steps) % dog.TRACK


def _steps(value: int) -> list[int]:
    """How far a value goes; of a seven the shortest part and the whole."""
    if value == dog.SEVEN:
        return [1, dog.WHOLE_SEVEN]
    forwards = sorted({int(dog.SHORT[value]), int(dog.LONG[value])})
    return [*forwards, -int(dog.BACK[value])] if dog.BACK[value] else forwards


def _swaps(state: Any, owner: int) -> list[int]:
    """The pieces of others on the track; home if there are none."""
    others = sum(state["track"][seat] for seat in range(dog.SEATS) if seat != owner)
    return [1 + field for field in range(dog.TRACK) if others >> field & 1] or [dog.HOME]
