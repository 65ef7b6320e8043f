"""Denkste!, slow and obvious: a second opinion for the tests, written from the sheet and the numbered rules.

A position is that of docs/positions.md with all its fields. Chance has no part in this game: nothing is pending.
When a figure reaches the centre the cards are cleared and `turn` stays with the winner.
"""

import copy
import re
from itertools import combinations, combinations_with_replacement
from typing import Any

Position = dict[str, Any]
Figure = list[int]

CENTRE = 4
NUMBERS = range(1, 7)
READABLE = re.compile(r"go [1-6]|stop [1-6]( [1-6]){0,2}")


def moves(position: Position, seat: int) -> list[str]:
    """Every legal move of the seat: `go 1` … `go 6`, or the Stop numbers in ascending order."""
    if is_over(position):
        return []
    found = []
    if seat == position["turn"] and position["go"] is None:  # DK-03
        found += [f"go {number}" for number in NUMBERS]
    if seat == stop_holder(position) and position["stop"] is None:  # DK-03
        found += ["stop " + " ".join(map(str, dials)) for dials in stop_choices(position)]
    return found


def refusal(position: Position, seat: int, move: str) -> str | None:
    """The first rule that forbids the move, in the order of the list "Refusals"; None if it is legal."""
    word, numbers = read(move)
    on_turn, holds_stop = seat == position["turn"], seat == stop_holder(position)
    if is_over(position):
        return "DK-11"
    if not on_turn and not holds_stop:
        return "DK-07"
    if word == "go":
        return None if on_turn and position["go"] is None else "DK-03"
    if not holds_stop or position["stop"] is not None:
        return "DK-03"
    if len(numbers) != dials_in_use(position):
        return "DK-04"
    if not position["options"]["haste_gedacht"] and len(set(numbers)) < len(numbers):
        return "DK-05"
    return None


def after(position: Position, seat: int, move: str) -> Position:
    """The position after this legal move and, if it was the second of the two, after the reveal."""
    rule = refusal(position, seat, move)
    if rule is not None:
        raise ValueError(f"seat {seat}: {move!r} is forbidden by {rule}")
    result = copy.deepcopy(position)
    word, numbers = read(move)
    if word == "go":
        result["go"] = numbers[0]
    else:
        result["stop"] = sorted(numbers)
    return settle(result)


def settle(position: Position) -> Position:
    """With both cards set: reveal them, move the figure or not, pass the cards on."""
    if position["go"] is None or position["stop"] is None or is_over(position):
        return position
    result = copy.deepcopy(position)
    turn = result["turn"]
    result["figures"][turn] = revealed(position)
    result["go"] = result["stop"] = None
    if not is_over(result):  # DK-11: whoever reaches the centre wins at once
        result["turn"] = (turn + 1) % result["options"]["players"]  # DK-07
    return result


def path(figure: Figure, steps: int, rings: list[int]) -> Figure:
    """Where a figure comes to by that many counted fields, walked field by field."""
    level, step = figure
    for _ in range(steps):
        if level == CENTRE:
            break  # DK-11: points left over lapse
        if step < rings[level - 1]:
            step += 1  # on around the ring; its length is the figure's start field again
        else:
            level, step = level + 1, 0  # DK-10: from its start field one level up, finally to the centre
    return [level, step]


def revealed(position: Position) -> Figure:
    """Where the figure on turn stands after the reveal."""
    turn, go = position["turn"], position["go"]
    rings = position["options"]["rings"]
    level, step = figure = position["figures"][turn]
    equal = position["stop"].count(go)
    if equal == 3:
        return [2, 0]  # DK-13
    if equal == 2:
        on_own_start = step in (0, rings[level - 1])
        return [level, step] if on_own_start else [level, 0]  # DK-16, DK-12, DK-14, DK-15
    if equal == 1:
        return [level, step]  # DK-06, DK-14
    target = path(figure, go, rings)
    return [level, step] if is_occupied(position, target) else target  # DK-08, DK-06


def is_occupied(position: Position, target: Figure) -> bool:
    """Does another figure stand on the field of the board that the figure on turn would come to?"""
    turn = position["turn"]
    if target[0] == CENTRE:
        return False
    others = [other for other in range(position["options"]["players"]) if other != turn]
    return any(board_field(position, other) == board_field(position, turn, target) for other in others)


def board_field(position: Position, seat: int, figure: Figure | None = None) -> tuple[int, int]:
    """The field as everybody sees it: level, and fields clockwise from the start field of colour 0."""
    level, step = figure or position["figures"][seat]
    if level == CENTRE:
        return CENTRE, 0
    ring = position["options"]["rings"][level - 1]
    colour = seat * 2 if position["options"]["players"] == 2 else seat  # DK-02
    return level, (colour * ring // 4 + step) % ring  # DK-01, DK-09


def is_over(position: Position) -> bool:
    return any(level == CENTRE for level, _ in position["figures"])  # DK-11


def stop_holder(position: Position) -> int:
    """The right-hand neighbour: the player before in turn order (DK-03, DK-17)."""
    turn: int = position["turn"]
    players: int = position["options"]["players"]
    return (turn - 1) % players


def dials_in_use(position: Position) -> int:
    level, _ = position["figures"][position["turn"]]
    return int(level)  # DK-04


def stop_choices(position: Position) -> list[tuple[int, ...]]:
    dials = dials_in_use(position)
    if position["options"]["haste_gedacht"]:
        return list(combinations_with_replacement(NUMBERS, dials))  # DK-12, DK-13, DK-14
    return list(combinations(NUMBERS, dials))  # DK-05


def read(move: str) -> tuple[str, list[int]]:
    if not READABLE.fullmatch(move):
        raise ValueError(f"{move!r} is no move of Denkste!")
    word, *numbers = move.split()
    return word, [int(number) for number in numbers]
