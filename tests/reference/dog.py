"""Dog, slow and obvious: a second opinion for the tests, written from the sheet and the numbered rules.

Positions are the plain dicts of docs/positions.md. Inside, a place is a number: home -1, the track 0…63, the goal
fields g1…g4 are 64…67. That is also the order in which moves are listed.

What ``after`` leaves behind where docs/positions.md says nothing:
- hands are sorted (A K Q … 2 X), pieces too (home, track, goal), and ``moved`` is always there;
- ``moved`` names pieces of the seat whose pieces are moved *now*: it is emptied when a seven goes over to the partner
  (DG-26), because the four pieces in the full goal cannot move again and ``g1`` would name two pieces;
- when the game is over ``turn`` stays with the seat that ended it;
- before a deal ``turn`` has gone on by one seat, ``round`` and ``starter`` are still those of the round that is over.
"""

import copy
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.reference.dog_board import (
    GOAL_1,
    HOME,
    TRACK,
    Board,
    backward,
    fields_after,
    fields_before,
    forward,
    goal_free,
    partner_of,
    read_place,
    start_of,
    to_start,
    write_place,
)

Position = dict[str, Any]

VALUES = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
CARDS = [*VALUES, "X"]

# DG-21: how far each value goes forwards. The Jack does not move, the seven is split (DG-24).
FORWARD = {"A": [1, 11], "K": [13], "Q": [12], **{str(n): [n] for n in (10, 9, 8, 6, 5, 4, 3, 2)}}
BACKWARD = {"4": 4}
STARTING = ["A", "K"]  # DG-10; the joker names one of them (DG-28)

PLACE = r"h|g[1-4]|[1-5]?\d|6[0-3]"
ACTION = re.compile(rf"(?:(X)=)?(A|K|Q|J|10|[2-9]) ({PLACE})([>x])({PLACE})")


class Action(NamedTuple):
    card: str
    value: str
    origin: int
    target: int


# ---------------------------------------------------------------------------------------------------------- reading


def read_action(move: str) -> Action:
    found = ACTION.fullmatch(move)
    if found is None or (found[2] == "J") != (found[4] == "x"):
        raise ValueError(f"not a move of Dog: {move!r}")
    return Action(found[1] or found[2], found[2], read_place(found[3]), read_place(found[5]))


def write_action(action: Action) -> str:
    name = action.value if action.card == action.value else f"X={action.value}"
    sign = "x" if action.value == "J" else ">"
    return f"{name} {write_place(action.origin)}{sign}{write_place(action.target)}"


# ------------------------------------------------------------------------------------------------------------ seven


def distance(owner: int, origin: int, target: int) -> int:
    """Steps forwards between two places of one owner's piece (from the track or further in within the goal)."""
    if origin >= TRACK:
        return target - origin
    if target >= TRACK:
        return to_start(owner, origin) + target - GOAL_1 + 1
    return (target - origin) % TRACK


def play_part(board: Board, moved: set[int], seat: int, origin: int, target: int) -> tuple[Board, set[int]]:
    """One part of a seven: the new board, and the places of the owner's pieces that have taken a part."""
    owner = board.owner(seat)
    after = board.copy()
    hit: list[int] = []
    if origin < TRACK:
        on_track = to_start(owner, origin) if target >= TRACK else distance(owner, origin, target)
        hit = fields_after(origin, on_track)
    for field in hit:
        after.clear(field)  # DG-24: everything passed or landed on
    after.move(owner, origin, target)
    if after.owner(seat) != owner:
        return after, set()  # DG-26: from now on the partner's pieces, none of which has moved
    return after, (moved - set(hit)) | {target}


def can_finish(board: Board, moved: set[int], seat: int, left: int) -> bool:
    """DG-25: can the rest of the seven be played out exactly? Tries everything, but one way is enough."""
    return left == 0 or any(True for _ in parts(board, moved, seat, left))


def parts(board: Board, moved: set[int], seat: int, left: int) -> Iterator[tuple[int, int]]:
    """The legal next parts (from, to) of a seven, of which ``left`` is still to be moved."""
    owner = board.owner(seat)
    for origin in board.places(owner):
        if origin in moved:
            continue  # DG-25: one part a piece
        for steps in range(left, 0, -1):
            for target in forward(board, owner, origin, steps):
                if can_finish(*play_part(board, moved, seat, origin, target), seat, left - steps):
                    yield origin, target


def seven_so_far(position: Position) -> tuple[set[int], int]:
    """The places of the pieces that have taken a part, and what is left to move."""
    if position["left"] == 0:
        return set(), 7
    return {read_place(text) for text in position.get("moved", [])}, position["left"]


# ------------------------------------------------------------------------------------------------------------ moves


def targets_of(board: Board, seat: int, value: str) -> Iterator[tuple[int, int]]:
    """Every (from, to) that a value allows."""
    owner = board.owner(seat)  # DG-27
    if value == "7":
        yield from parts(board, set(), seat, 7)
        return
    start = start_of(owner)
    if value in STARTING and board.at_home(owner) and start not in board.protected:  # DG-10, DG-14
        yield HOME, start
    for origin in board.places(owner):
        if value == "J":
            yield from ((origin, other) for other in partners_in_swap(board, owner, origin))
            continue
        for steps in FORWARD[value]:
            yield from ((origin, target) for target in forward(board, owner, origin, steps))
        if value in BACKWARD:
            yield from ((origin, target) for target in backward(board, origin, BACKWARD[value]))


def partners_in_swap(board: Board, owner: int, origin: int) -> list[int]:
    if origin >= TRACK or origin in board.protected:
        return []  # DG-22
    return [field for field, seat in board.track.items() if seat != owner and field not in board.protected]  # DG-23


def actions(board: Board, seat: int, position: Position) -> Iterator[Action]:
    """The legal actions of the seat on turn: card by card in order, within a card in any order."""
    if position["left"]:
        moved, left = seven_so_far(position)
        yield from (Action("7", "7", *way) for way in parts(board, moved, seat, left))
        return
    for card in CARDS:
        if card in position["hands"][seat]:
            for value in VALUES if card == "X" else [card]:  # DG-28
                yield from (Action(card, value, *way) for way in targets_of(board, seat, value))


def listed(action: Action) -> tuple[int, int, int, int]:
    return CARDS.index(action.card), VALUES.index(action.value), action.origin, action.target


def moves(position: Position, seat: int) -> list[str]:
    """Every legal move of that seat, in the documented order."""
    board = Board.read(position["pieces"])
    if board.over():
        return []  # DG-29
    if position["phase"] == "give":
        hand = position["hands"][seat] if position["given"][seat] is None else []
        return [f"give {card}" for card in CARDS if card in hand]  # DG-06
    if seat != position["turn"]:
        return []  # DG-07
    return [write_action(action) for action in sorted(actions(board, seat, position), key=listed)]


# ------------------------------------------------------------------------------------------------------------ after


def after(position: Position, seat: int, move: str) -> Position:
    """The position after this legal move and the steps that need no chance; ``pending`` is "deal" before a deal."""
    result = copy.deepcopy(position)
    result.pop("pending", None)
    if move.startswith("give "):
        give(result, seat, move.removeprefix("give "))
    else:
        play(result, seat, read_action(move))
    result["hands"] = [sorted(hand, key=CARDS.index) for hand in result["hands"]]
    result["pieces"] = Board.read(result["pieces"]).write()
    result.setdefault("moved", [])
    return result


def give(position: Position, seat: int, card: str) -> None:
    hands, given = position["hands"], position["given"]
    hands[seat].remove(card)
    given[seat] = card
    if all(given[p] is not None or not hands[p] for p in range(4)):
        for p in range(4):
            hands[partner_of(p)].extend([given[p]] if given[p] else [])  # DG-06
        position.update(phase="play", turn=position["starter"])  # DG-07
        settle(position)


def play(position: Position, seat: int, action: Action) -> None:
    board = Board.read(position["pieces"])
    owner = board.owner(seat)
    moved, left = seven_so_far(position)
    if position["left"] == 0:
        position["hands"][seat].remove(action.card)
        if position["given"][partner_of(seat)] == action.card:
            position["given"][partner_of(seat)] = None  # no longer known to be held
    if action.value == "7":
        left -= distance(owner, action.origin, action.target)
        board, moved = play_part(board, moved, seat, action.origin, action.target)
    else:
        left = 0
        if action.value == "J":
            board.swap(action.origin, action.target)
        else:
            board.move(owner, action.origin, action.target)
    position["pieces"] = board.write()
    position["left"] = left
    position["moved"] = [write_place(place) for place in sorted(moved)] if left else []
    if left == 0 and not board.over():  # DG-29
        position["turn"] = (seat + 1) % 4
        settle(position)


def settle(position: Position) -> None:
    """Whoever has cards but no move folds, whoever has none is passed over (DG-08); then a deal (DG-04)."""
    board = Board.read(position["pieces"])
    while any(position["hands"]):
        seat = position["turn"]
        if any(True for _ in actions(board, seat, position)):
            return  # DG-09: must play
        if position["hands"][seat]:
            position["hands"][seat] = []
            position["given"][partner_of(seat)] = None
        position["turn"] = (seat + 1) % 4
    position["pending"] = "deal"


# ---------------------------------------------------------------------------------------------------------- refusal


def refusal(position: Position, seat: int, move: str) -> str | None:
    """The first reason in the order of the list "Refusals"; None if the move is legal."""
    board = Board.read(position["pieces"])
    if board.over():
        return "DG-29"
    if position["phase"] == "give" or move.startswith("give "):
        return refuse_give(position, seat, move)
    action = read_action(move)
    if seat != position["turn"]:
        return "DG-07"
    if position["left"]:
        if (action.card, action.value) != ("7", "7"):
            return "DG-25"
    elif action.card not in position["hands"][seat]:
        return "DG-07"
    moved, left = seven_so_far(position)
    return refuse_action(board, moved, seat, left, action)


def refuse_give(position: Position, seat: int, move: str) -> str | None:
    giving = position["phase"] == "give" and move.startswith("give ") and position["given"][seat] is None
    return None if giving and move.removeprefix("give ") in position["hands"][seat] else "DG-06"


def refuse_action(board: Board, moved: set[int], seat: int, left: int, action: Action) -> str | None:
    owner = board.owner(seat)
    _, value, origin, target = action
    if origin == HOME:
        return "DG-22" if value == "J" else refuse_start(board, owner, value, target)
    if origin not in board.places(owner):
        return "DG-07" if owner == seat else "DG-27"
    if value == "J":
        return refuse_swap(board, owner, origin, target)
    if target == HOME:
        return "DG-21"
    if value == "7" and origin in moved:
        return "DG-25"
    allowed = list(range(1, left + 1)) if value == "7" else FORWARD[value]
    if origin >= TRACK:
        reason = refuse_in_goal(board, owner, value, origin, target, allowed)
    elif target >= TRACK:
        reason = refuse_into_goal(board, owner, value, origin, target, allowed)
    else:
        reason = refuse_on_track(board, value, origin, target, allowed)
    if reason is not None or value != "7":
        return reason
    rest = left - distance(owner, origin, target)
    return None if can_finish(*play_part(board, moved, seat, origin, target), seat, rest) else "DG-25"


def refuse_start(board: Board, owner: int, value: str, target: int) -> str | None:
    if value not in STARTING or not board.at_home(owner) or target != start_of(owner):
        return "DG-10"
    return "DG-14" if target in board.protected else None


def refuse_swap(board: Board, owner: int, origin: int, target: int) -> str | None:
    if origin >= TRACK or origin in board.protected or target not in board.track:
        return "DG-22"
    if board.track[target] == owner:
        return "DG-23"
    return "DG-22" if target in board.protected else None


def refuse_in_goal(board: Board, owner: int, value: str, origin: int, target: int, allowed: list[int]) -> str | None:
    if target <= origin:
        return "DG-20"
    reason = refuse_distance(value, target - origin, allowed)
    return reason or (None if goal_free(board, owner, origin + 1, target) else "DG-20")


def refuse_on_track(board: Board, value: str, origin: int, target: int, allowed: list[int]) -> str | None:
    if (target - origin) % TRACK in allowed:
        path = fields_after(origin, (target - origin) % TRACK)
    elif (origin - target) % TRACK == BACKWARD.get(value):
        path = fields_before(origin, BACKWARD[value])
    else:
        return "DG-24" if value == "7" else "DG-21"
    if not board.protected.isdisjoint(path[:-1]):
        return "DG-15"
    return "DG-13" if target in board.protected else None


def refuse_into_goal(board: Board, owner: int, value: str, origin: int, target: int, allowed: list[int]) -> str | None:
    depth = target - GOAL_1 + 1
    beyond = (origin - start_of(owner)) % TRACK
    if origin in board.protected or (beyond > 0 and beyond + depth == BACKWARD.get(value)):
        return "DG-17"
    reason = refuse_distance(value, distance(owner, origin, target), allowed)
    if reason is not None:
        return reason
    if not board.protected.isdisjoint(fields_after(origin, to_start(owner, origin))):
        return "DG-15"
    return None if goal_free(board, owner, GOAL_1, target) else "DG-20"


def refuse_distance(value: str, steps: int, allowed: list[int]) -> str | None:
    if steps in allowed:
        return None
    if value == "7":
        return "DG-24"
    return "DG-16" if steps < max(allowed) else "DG-21"
