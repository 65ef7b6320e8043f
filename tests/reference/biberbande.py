"""Biberbande, slow and obvious: a second opinion for the tests, written from the sheet and the numbered rules.

A position is that of docs/positions.md. Its stock is a known order: drawing needs no chance. Three steps do:
- pending "shuffle": a card must be drawn and the stock is empty. Whoever draws is in phase `drawn` with `drawn` null;
  at the end of a round `turn` has come to the knocker and the special cards not replaced yet still lie in the rows.
  Shuffle the discard into the stock, then call `settle`.
- pending "bring back": the same, but the discard is empty too. Shuffle what is `out_of_the_round` into the stock.
- pending "deal": the new round is made ready (round, dealer, turn, phase `look` …), only its cards are missing:
  rows, stock and discard are empty.
After the last round `turn` is the knocker and everybody has seen everything.
"""

import copy
import re
from collections import Counter
from typing import Any

Position = dict[str, Any]

SLOTS = range(1, 5)
SWAP, SPY, DRAW_TWO = "T", "P", "Z"
SPECIALS = {SWAP, SPY, DRAW_TWO}
DECK = Counter({**{str(number): 4 for number in range(9)}, "9": 9, SWAP: 9, SPY: 7, DRAW_TWO: 5})  # BI-01
READABLE = re.compile(r"(ready|draw|discard|two|knock|done)|(take|swap|spy) [1-4]|trade [1-4] \d+:[1-4]")


def moves(position: Position, seat: int) -> list[str]:
    """Every legal move of the seat, in the documented order."""
    phase = position["phase"]
    if phase == "over" or position.get("pending"):
        return []
    if phase == "look":
        return [] if has_said_ready(position, seat) else ["ready"]  # BI-03
    if seat != position["turn"]:
        return []  # BI-04
    if phase == "turn":
        return moves_at_the_start_of_a_turn(position)
    if phase == "drawn":
        return moves_with_a_drawn_card(position, seat)
    return ["knock", "done"]  # BI-17


def moves_at_the_start_of_a_turn(position: Position) -> list[str]:
    """A: the discard's top card, or B: draw (BI-05)."""
    discard = position["discard"]
    can_take = discard and discard[-1] not in SPECIALS  # BI-16, BI-07
    return ([f"take {slot}" for slot in SLOTS] if can_take else []) + ["draw"]


def moves_with_a_drawn_card(position: Position, seat: int) -> list[str]:
    """Discard it, put a number into the row, use a special card (BI-08)."""
    found = ["discard"]
    card = position["drawn"]
    others = [other for other in range(position["options"]["players"]) if other != seat]
    if card not in SPECIALS:
        found += [f"swap {slot}" for slot in SLOTS]
    if card == SWAP:  # BI-11, BI-19: the knocker's cards too
        found += [f"trade {own} {other}:{slot}" for own in SLOTS for other in others for slot in SLOTS]
    if card == SPY:  # BI-12
        found += [f"spy {slot}" for slot in SLOTS]
    if card == DRAW_TWO:  # BI-13, BI-14
        found += ["two"]
    return found


def refusal(position: Position, seat: int, move: str) -> str | None:
    """The first rule that forbids the move, in the order of the list "Refusals"; None if it is legal."""
    word, numbers = read(move)
    phase = position["phase"]
    if phase == "over":
        return "BI-21"
    if phase == "look":
        return None if word == "ready" and not has_said_ready(position, seat) else "BI-03"
    if word == "ready":
        return "BI-03"
    if seat != position["turn"]:
        return "BI-04"
    if word == "knock" and position["knocker"] is not None:
        return "BI-18"
    if (word in ("knock", "done")) != (phase == "end"):
        return "BI-17"
    if word in ("take", "draw"):
        return refusal_of_beginning(position, word)
    if word not in ("knock", "done"):
        return refusal_of_using(position, seat, word, numbers)
    return None


def refusal_of_beginning(position: Position, word: str) -> str | None:
    if position["phase"] == "drawn":
        return "BI-05"
    if word == "take" and not position["discard"]:
        return "BI-16"
    if word == "take" and position["discard"][-1] in SPECIALS:
        return "BI-07"
    return None


def refusal_of_using(position: Position, seat: int, word: str, numbers: list[int]) -> str | None:
    card = position["drawn"]
    if position["phase"] == "turn":
        return "BI-08"
    if word == "swap" and card in SPECIALS:
        return "BI-08"
    if word == "trade" and (card != SWAP or numbers[1] == seat or numbers[1] >= position["options"]["players"]):
        return "BI-11"
    if word == "spy" and card != SPY:
        return "BI-12"
    if word == "two" and card != DRAW_TWO:
        return "BI-13"
    return None


def after(position: Position, seat: int, move: str) -> Position:
    """The position after this legal move and all that follows by itself, up to where chance is needed."""
    rule = refusal(position, seat, move)
    if rule is not None:
        raise ValueError(f"seat {seat}: {move!r} is forbidden by {rule}")
    result = complete(position)
    word, numbers = read(move)
    PLAY[word](result, seat, *numbers)
    take_steps(result)
    return result


def settle(position: Position) -> Position:
    """The position after what the table does by itself, up to where chance is needed."""
    result = complete(position)
    take_steps(result)
    return result


# From here on functions change the position they are given.


def take_steps(position: Position) -> None:
    """Begin after the look, draw a card that is owed, end the round."""
    position.pop("pending", None)
    if position["phase"] == "look" and all(position["ready"]):
        position["phase"] = "turn"
        position["ready"] = [0] * position["options"]["players"]
    if position["phase"] == "drawn" and position["drawn"] is None:
        draw_owed_card(position)
    if position["phase"] == "turn" and position["turn"] == position["knocker"]:  # BI-18: no further turn
        end_round(position)


# What each move does.


def ready(position: Position, seat: int) -> None:
    position["ready"][seat] = 1


def take(position: Position, seat: int, slot: int) -> None:
    card = position["discard"].pop()
    replace(position, seat, slot, card)  # BI-06
    for onlooker in position["seen"]:
        onlooker[seat][slot - 1] = 1
    finish_action(position, seat)


def draw(position: Position, seat: int) -> None:
    position["phase"] = "drawn"  # the table draws the card


def discard(position: Position, seat: int) -> None:
    put_away_drawn_card(position)  # BI-09
    if position["twos"]:
        position["twos"] = 0  # BI-13: still in phase `drawn`, so that the table draws the second card
    else:
        finish_action(position, seat)


def swap(position: Position, seat: int, slot: int) -> None:
    replace(position, seat, slot, position["drawn"])  # BI-08
    position["drawn"] = None
    for who, onlooker in enumerate(position["seen"]):
        onlooker[seat][slot - 1] = int(who == seat)
    finish_action(position, seat)


def trade(position: Position, seat: int, own: int, other: int, slot: int) -> None:
    exchange(position["rows"], seat, own - 1, other, slot - 1)  # BI-11
    for onlooker in position["seen"]:
        exchange(onlooker, seat, own - 1, other, slot - 1)
    put_away_drawn_card(position)  # BI-10
    finish_action(position, seat)


def spy(position: Position, seat: int, slot: int) -> None:
    position["seen"][seat][seat][slot - 1] = 1  # BI-12
    put_away_drawn_card(position)  # BI-10
    finish_action(position, seat)


def two(position: Position, seat: int) -> None:
    position["drawn"] = None  # the table draws the first card
    position["used"] += 1  # BI-10: lies beside the piles until the action is finished
    position["twos"] = 1  # BI-13; a second draw owed by an earlier one lapses (BI-14)


def knock(position: Position, seat: int) -> None:
    position["knocker"] = seat  # BI-17
    next_seat(position)


def done(position: Position, seat: int) -> None:
    next_seat(position)


PLAY = {f.__name__: f for f in (ready, take, draw, discard, swap, trade, spy, two, knock, done)}


# The pieces of a move.


def replace(position: Position, seat: int, slot: int, card: str) -> None:
    position["discard"].append(position["rows"][seat][slot - 1])
    position["rows"][seat][slot - 1] = card


def exchange(rows: list[list[Any]], seat: int, own: int, other: int, slot: int) -> None:
    rows[seat][own], rows[other][slot] = rows[other][slot], rows[seat][own]


def put_away_drawn_card(position: Position) -> None:
    position["discard"].append(position["drawn"])
    position["drawn"] = None


def draw_owed_card(position: Position) -> None:
    if position["stock"]:
        position["drawn"] = position["stock"].pop(0)
    else:
        wait_for_a_stock(position)


def wait_for_a_stock(position: Position) -> None:
    position["pending"] = "shuffle" if position["discard"] else "bring back"  # BI-15, BI-16


def finish_action(position: Position, seat: int) -> None:
    position["discard"] += [DRAW_TWO] * position["used"]  # BI-10
    position["used"] = position["twos"] = 0
    position["turns"][seat] += 1
    everybody_had_a_turn = all(count > 0 for count in position["turns"])
    if position["knocker"] is None and everybody_had_a_turn:
        position["phase"] = "end"  # BI-17
    else:
        next_seat(position)


def next_seat(position: Position) -> None:
    position["phase"] = "turn"
    position["turn"] = (position["turn"] + 1) % position["options"]["players"]  # BI-04


# The end of a round.


def end_round(position: Position) -> None:
    players, knocker = position["options"]["players"], position["knocker"]
    position["seen"] = [[[1] * 4 for _ in range(players)] for _ in range(players)]  # BI-20: all cards are shown
    for seat in [(knocker + i) % players for i in range(players)]:
        for slot in range(4):
            replace_special(position, seat, slot)
    if not position.get("pending"):
        write_down(position)


def replace_special(position: Position, seat: int, slot: int) -> None:
    """Put a special card aside, out of the round, for the next of the stock until a number comes (BI-20)."""
    row, stock = position["rows"][seat], position["stock"]
    while row[slot] in SPECIALS and stock:
        row[slot] = stock.pop(0)
    if row[slot] in SPECIALS:
        wait_for_a_stock(position)


def write_down(position: Position) -> None:
    for score, row in zip(position["scores"], position["rows"], strict=True):
        score.append(sum(int(card) for card in row))  # BI-21
    players = position["options"]["players"]
    rounds = 4 if players == 2 else players  # BI-21
    if position["round"] == rounds:
        position["phase"] = "over"
    else:
        prepare_round(position)


def prepare_round(position: Position) -> None:
    """Everything of the next round but its cards."""
    players = position["options"]["players"]
    position["round"] += 1
    position["dealer"] = (position["dealer"] + 1) % players  # BI-22
    position["turn"] = (position["dealer"] + 1) % players  # BI-04
    position["phase"] = "look"  # BI-03
    position["knocker"] = None
    position["turns"] = [0] * players
    position["seen"] = first_look(players)
    position["rows"] = [[] for _ in range(players)]
    position["stock"], position["discard"] = [], []
    position["pending"] = "deal"  # BI-02


def first_look(players: int) -> list[list[list[int]]]:
    """Everybody has seen the two outer cards of their own row (BI-03)."""
    return [[[1, 0, 0, 1] if a == b else [0] * 4 for b in range(players)] for a in range(players)]


# Reading.


def out_of_the_round(position: Position) -> list[str]:
    """The cards that the position leaves out, and those that were put aside (BI-20)."""
    on_the_table = Counter(sum(position["rows"], position["stock"] + position["discard"]))
    on_the_table[DRAW_TWO] += position["used"]
    if position["drawn"]:
        on_the_table[position["drawn"]] += 1
    return sorted((DECK - on_the_table).elements())


def complete(position: Position) -> Position:
    """A copy of the position with what may be left out filled in."""
    result = copy.deepcopy(position)
    players = result["options"]["players"]
    result.setdefault("ready", [0] * players)
    result.setdefault("used", result["twos"])
    result.setdefault("turns", [0] * players)
    result.setdefault("scores", [[] for _ in range(players)])
    result.setdefault("seen", first_look(players))
    return result


def has_said_ready(position: Position, seat: int) -> bool:
    return bool(position.get("ready", [0] * position["options"]["players"])[seat])


def read(move: str) -> tuple[str, list[int]]:
    if not READABLE.fullmatch(move):
        raise ValueError(f"{move!r} is no move of Biberbande")
    word, *numbers = re.split("[ :]", move)
    return word, [int(number) for number in numbers]
