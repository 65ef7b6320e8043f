"""Beam me up, once more: slow, plain and written straight from the sheet, as a second opinion for the tests.

A position is that of docs/positions.md. `layouts` are the boards of data.toml: each is eight strings from row 7 (top)
down to row 0, seven characters for the columns 1 2 3 4 5 6 S: "." nothing, "R" rocket, "P" pink star, "B" blue star.

Where a throw must follow, `after` sets "pending" to "throw" and stops:
- at the start of a turn: phase "roll", "throw" 0, "dice" None;
- after `keep`: phase "roll", "throw" still the number of throws made, "dice" only the dice kept.
`thrown` then puts the five dice of that throw into the position.
During a turn "throw" and "dice" stay as they were at the last throw, through the phases move and boost.
A position that is won stays as the winning move left it, with "boosts" 0.
"""

from itertools import combinations
from typing import Any

Position = dict[str, Any]
Board = list[str]
Part = tuple[int, int]  # (column 0..6, steps)

COLUMNS = "123456S"
S = 6
TOP = 7  # BM-02: rows 0 to 7
SPACE = (6, 7)  # BM-02: "All"


# ---------------------------------------------------------------- public


def moves(position: Position, seat: int, layouts: list[Board]) -> list[str]:
    """Every legal move of this seat in the documented order."""
    if over(position) or seat != position["turn"]:
        return []
    phase = position["phase"]
    if phase == "lift":
        return [lift_text(columns) for columns in combinations(range(7), stones_to_lift(position))]
    if phase == "roll":
        return roll_moves(position)
    if phase == "move":
        return [up_text(parts) for parts in ups(position, layouts)]
    return boost_moves(position)


def after(position: Position, seat: int, move: str, layouts: list[Board]) -> Position:
    """The position after this legal move and all that follows without chance."""
    new = copied(position)
    word, *rest = move.split()
    if word == "lift":
        lift(new, seat, rest)
    elif word == "keep":
        new["dice"] = sorted(read_dice(rest))
        new["pending"] = "throw"
    elif word == "stand":
        dice_are_final(new)
    elif word == "up":
        up(new, seat, read_parts(rest), layouts)
    elif word == "boost":
        boost(new, seat, COLUMNS.index(rest[0]), layouts)
    elif word == "skip":  # BM-15: it may be left out
        new["boosts"] -= 1
        end_turn_without_boosts(new)
    return new


def thrown(position: Position, dice: list[int]) -> Position:
    """The position after the pending throw, `dice` being all five dice that lie there now."""
    new = copied(position)
    new.pop("pending", None)
    new["dice"] = sorted(dice)
    new["throw"] += 1
    if new["throw"] == 3:  # BM-05: after the third throw that is it
        dice_are_final(new)
    return new


def refusal(position: Position, seat: int, move: str, layouts: list[Board]) -> str | None:
    """The first rule, in the order of the list "Refusals", that forbids this well-formed move; None if it is legal."""
    if over(position):
        return "BM-19"
    phase = position["phase"]
    word, *rest = move.split()
    if seat != position["turn"]:
        return "BM-04" if phase == "lift" else "BM-05"
    if phase == "lift" or word == "lift":
        right = phase == word and len(rest) == len(set(rest)) == stones_to_lift(position)
        return None if right else "BM-04"
    if word in ("keep", "stand"):
        wrong = phase != "roll" or (word == "keep" and not can_keep(position["dice"], read_dice(rest)))
        return "BM-05" if wrong else None
    if word == "up":
        if phase == "roll":
            return "BM-05"
        if phase == "boost":
            return "BM-15"
        return up_refusal(position, read_parts(rest), layouts)
    if phase == "move" and word == "skip":
        return "BM-09"
    if phase != "boost":  # boost, skip
        return "BM-15"
    if word == "boost" and position["stones"][seat][COLUMNS.index(rest[0])] == TOP:
        return "BM-11"
    return None


def copied(position: Position) -> Position:
    """A copy whose stones may be moved; the other fields are replaced, never changed in place."""
    return position | {"stones": [list(stones) for stones in position["stones"]]}


# ---------------------------------------------------------------- the end


def has_won(stones: list[int], players: int) -> bool:
    """BM-19: at least 4 stones in space (5 with two players) and none in the bottom row."""
    needed = 5 if players == 2 else 4
    return sum(row in SPACE for row in stones) >= needed and 0 not in stones


def over(position: Position) -> bool:
    return any(has_won(stones, len(position["stones"])) for stones in position["stones"])


# ---------------------------------------------------------------- before the first turn


def stones_to_lift(position: Position) -> int:
    """BM-04: the player after the starter one, the next two, the last three."""
    places_after_starter: int = position["turn"] - position.get("starter", 0)
    return places_after_starter % len(position["stones"])


def lift_text(columns: tuple[int, ...]) -> str:
    return "lift " + " ".join(COLUMNS[column] for column in columns)


def lift(position: Position, seat: int, names: list[str]) -> None:
    for name in names:
        position["stones"][seat][COLUMNS.index(name)] += 1  # BM-16: a rocket does nothing here
    position["turn"] = (seat + 1) % len(position["stones"])
    if position["turn"] == position.get("starter", 0):
        begin_turn(position)


# ---------------------------------------------------------------- the turn and its throws


def begin_turn(position: Position) -> None:
    """The first throw of a turn is made by the table."""
    position.update(phase="roll", throw=0, dice=None, boosts=0, pending="throw")


def end_turn(position: Position) -> None:
    position["turn"] = (position["turn"] + 1) % len(position["stones"])
    begin_turn(position)


def dice_are_final(position: Position) -> None:
    """BM-09: if the dice grant nothing, nothing moves and the turn passes."""
    position["phase"] = "move"
    if not granted(position["dice"]):
        end_turn(position)


def roll_moves(position: Position) -> list[str]:
    """BM-05: any of the dice may be kept, the others are thrown again; keeping all five is `stand`."""
    if position["dice"] is None:
        return []
    texts = []
    for number in range(5):
        for kept in sorted(set(combinations(sorted(position["dice"]), number))):
            texts.append("keep " + (" ".join(map(str, kept)) or "-"))
    return [*texts, "stand"]


def read_dice(words: list[str]) -> list[int]:
    return [] if words == ["-"] else [int(word) for word in words]


def can_keep(dice: list[int], kept: list[int]) -> bool:
    return len(kept) < 5 and all(kept.count(number) <= dice.count(number) for number in kept)


# ---------------------------------------------------------------- what the dice grant


def granted(dice: list[int]) -> set[tuple[Part, ...]]:
    """The possibilities in these dice (BM-09: any of them, smaller ones too), parts in order of columns."""
    found: set[tuple[Part, ...]] = set()
    count = {number: dice.count(number) for number in range(1, 7)}
    pairs = [number for number in count if count[number] >= 2]
    for number in pairs:  # BM-06
        for steps in range(1, count[number]):
            found.add(((number - 1, steps),))
    for one in pairs:  # BM-07
        for other in pairs:
            if one != other:
                found.add(in_order((one - 1, 1), (other - 1, 1)))
                if count[one] == 3:
                    found.add(in_order((one - 1, 2), (other - 1, 1)))
    if has_run(dice, 4):  # BM-08
        found.add(((S, 2),))
        for number in pairs:
            found.add(in_order((S, 2), (number - 1, 1)))
    if has_run(dice, 5):  # BM-08
        found.add(((S, 3),))
    return found


def in_order(*parts: Part) -> tuple[Part, ...]:
    return tuple(sorted(parts))


def has_run(dice: list[int], length: int) -> bool:
    return any(set(range(low, low + length)) <= set(dice) for low in range(1, 8 - length))


def with_joker(possibilities: set[tuple[Part, ...]]) -> set[tuple[Part, ...]]:
    """BM-17: each part may move any stone. BM-18: the two parts move two different stones."""
    found: set[tuple[Part, ...]] = set()
    for steps in {tuple(steps for _, steps in parts) for parts in possibilities}:
        for one in range(7):
            if len(steps) == 1:
                found.add(((one, steps[0]),))
                continue
            for other in range(7):
                if other != one:
                    found.add(in_order((one, steps[0]), (other, steps[1])))
    return found


def has_joker(position: Position, seat: int, layouts: list[Board]) -> bool:
    """BM-17, BM-18: at least one own stone stands on a blue star when the dice are used."""
    return any(thing(position, seat, column, layouts) == "B" for column in range(7))


def ups(position: Position, layouts: list[Board]) -> list[tuple[Part, ...]]:
    """All possibilities of the player on turn: one part first, by columns, then by steps."""
    found = granted(position["dice"])
    if has_joker(position, position["turn"], layouts):
        found = with_joker(found)

    def place(parts: tuple[Part, ...]) -> tuple[int, list[int], list[int]]:
        return len(parts), [column for column, _ in parts], [steps for _, steps in parts]

    return sorted(found, key=place)


def up_text(parts: tuple[Part, ...]) -> str:
    """Columns in order, but as docs/positions.md writes it: `S+2 4+1`."""
    if len(parts) == 2 and parts[1] == (S, 2) and parts[0][1] == 1:
        parts = (parts[1], parts[0])
    return "up " + " ".join(f"{COLUMNS[column]}+{steps}" for column, steps in parts)


def read_parts(words: list[str]) -> tuple[Part, ...]:
    return in_order(*((COLUMNS.index(word[0]), int(word[2:])) for word in words))


def up_refusal(position: Position, parts: tuple[Part, ...], layouts: list[Board]) -> str | None:
    if parts in ups(position, layouts):
        return None
    columns = [column for column, _ in parts]
    if len(parts) > 2:
        return "BM-09"
    if len(parts) == 2 and columns[0] == columns[1]:
        return "BM-18"
    without_joker = not has_joker(position, position["turn"], layouts)
    dice_of = {column: position["dice"].count(column + 1) for column in columns if column != S}
    if without_joker and len(parts) == 1 and columns[0] != S and dice_of[columns[0]] == 1:
        return "BM-10"
    if S in columns:
        return "BM-08"
    joker_would_do = parts in with_joker(granted(position["dice"]))
    if without_joker and joker_would_do and any(count < 2 for count in dice_of.values()):
        return "BM-17"
    return "BM-07" if len(parts) == 2 else "BM-06"


# ---------------------------------------------------------------- moving stones


def thing(position: Position, seat: int, column: int, layouts: list[Board]) -> str:
    """What is drawn where this stone stands."""
    board: Board = layouts[position["boards"][seat]]
    row: int = position["stones"][seat][column]
    return board[TOP - row][column]


def up(position: Position, seat: int, parts: tuple[Part, ...], layouts: list[Board]) -> None:
    stones = position["stones"][seat]
    moved = {}
    for column, steps in parts:
        moved[column] = min(steps, TOP - stones[column])  # BM-11: steps beyond the top lapse
        stones[column] += moved[column]
    for column in moved:
        if moved[column] >= 2:  # BM-13: fields really moved
            cool_down(position, seat, column, layouts)
    for column in moved:
        if moved[column] >= 1 and thing(position, seat, column, layouts) == "R":  # BM-15
            position["boosts"] += 1
    end_turn_without_boosts(position)


def cool_down(position: Position, seat: int, column: int, layouts: list[Board]) -> None:
    """BM-12: every other stone of this column one down, not below the bottom; BM-16: a rocket there does nothing."""
    for other, stones in enumerate(position["stones"]):
        if other == seat or stones[column] == 0:
            continue
        if thing(position, other, column, layouts) not in "PB":  # BM-14
            stones[column] -= 1


def boost_moves(position: Position) -> list[str]:
    stones = position["stones"][position["turn"]]
    return [f"boost {COLUMNS[column]}" for column in range(7) if stones[column] < TOP] + ["skip"]


def boost(position: Position, seat: int, column: int, layouts: list[Board]) -> None:
    """BM-15: one field up; landing on a rocket gives another one. BM-13: never a Cool down."""
    position["stones"][seat][column] += 1
    position["boosts"] -= 1
    if thing(position, seat, column, layouts) == "R":
        position["boosts"] += 1
    end_turn_without_boosts(position)


def end_turn_without_boosts(position: Position) -> None:
    if over(position):  # BM-19: the game ends at once, boosts left lapse
        position["boosts"] = 0
    elif position["boosts"] > 0:
        position["phase"] = "boost"
    else:
        end_turn(position)
