"""Biberbande for two: what one remembers of what everybody has seen, beyond how the table looks now.

Whoever lets a 3 lie has nothing much higher among the cards that it knows; and whoever throws away a 0 does not think.
"""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from typing import Any

import numpy as np

from tafelrunde.games.biberbande.tables import (
    DISCARD,
    DRAW,
    DRAW_TWO,
    NAMES,
    NOBODY,
    NUMBERS,
    READY,
    SEATS,
    SLOTS,
    SPY_ON,
    SWAP,
    SWAP_IN,
    TAKE,
    TRADE,
    TWO,
)
from tafelrunde.kernel.compiled import compiled, entry

PLAYERS = 2
ROWS = PLAYERS * SLOTS
NONE = NUMBERS
"""Instead of points: no such card."""
GIVEN, CHOSEN = 1, 2
"""How a card has come to its place by a trade: its owner did not want it, or another one did."""
HIGHEST_ODD = 100
LET_LIE = np.array([3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0])
THROWN_AWAY = np.array([4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0])
REPLACED = np.array([3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0])
"""How odd it is to draw with this on the discard, to discard it when drawn, to put a drawn card in its place."""
UNUSED = 2
"""How odd it is not to use a swap or a draw-two."""

MEMORY = np.dtype(
    [
        ("knows", "u1", (ROWS,)),  # a bit for each seat
        ("refused", "u1", (ROWS,)),  # the lowest number that the owner refused, knowing this card
        ("over", "u1", (ROWS,)),  # the number in whose place it was put when drawn
        ("sure", "u1", (ROWS,)),  # whether the owner knew that number
        ("came", "u1", (ROWS,)),
        ("odd", "u1", (PLAYERS,)),  # how oddly each one has played in this match
        ("turns", "u1", (PLAYERS,)),  # of the match
        ("takes", "u1", (PLAYERS,)),  # from the discard, in the match
        ("knocked", "u1", (PLAYERS,)),  # the points of the last row that each one knocked with, plus 1
    ]
)


@compiled
def points_of(card):
    return min(max(np.int64(card) - 1, 0), NONE) if card != 0 else NONE


@compiled
def new_round(memory):
    for slot in range(ROWS):
        memory.knows[slot] = 1 << slot // SLOTS if slot % SLOTS in (0, SLOTS - 1) else 0
        clear(memory, slot)


@compiled
def clear(memory, slot):
    memory.refused[slot] = memory.over[slot] = NONE
    memory.sure[slot] = memory.came[slot] = 0


@compiled
def is_odd(memory, seat, amount):
    memory.odd[seat] = min(memory.odd[seat] + amount, HIGHEST_ODD)


@compiled
def refuse(memory, seat, points):
    for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
        if memory.knows[slot] >> seat & 1:
            memory.refused[slot] = min(memory.refused[slot], points)


@compiled
def notice(memory, seat, action, top, gone):
    """An action as everybody sees it: the top of the discard before, and the card that goes onto it."""
    own = seat * SLOTS
    if action == DRAW:
        refuse(memory, seat, points_of(top))
        is_odd(memory, seat, LET_LIE[points_of(top)])
        return
    if action == DISCARD:
        refuse(memory, seat, points_of(gone))
        is_odd(memory, seat, UNUSED if gone in (SWAP, DRAW_TWO) else THROWN_AWAY[points_of(gone)])
        return
    if action >= TWO or action == READY:
        return
    memory.turns[seat] = min(memory.turns[seat] + 1, HIGHEST_ODD)
    if action < DRAW:
        slot = own + action - TAKE
        memory.takes[seat] = min(memory.takes[seat] + 1, HIGHEST_ODD)
        is_odd(memory, seat, max(points_of(top) - points_of(gone), 0))
        clear(memory, slot)
        memory.knows[slot] = (1 << PLAYERS) - 1
    elif action < TRADE:
        slot = own + action - SWAP_IN
        is_odd(memory, seat, REPLACED[points_of(gone)])
        clear(memory, slot)
        memory.over[slot], memory.sure[slot] = points_of(gone), memory.knows[slot] >> seat & 1
        memory.knows[slot] = 1 << seat
    elif action < SPY_ON:
        number = action - TRADE
        trade(memory, own + number // (SLOTS * (SEATS + 1)), number // SLOTS % (SEATS + 1) * SLOTS + number % SLOTS)
    else:
        memory.knows[own + action - SPY_ON] |= 1 << seat


@compiled
def trade(memory, own, other):
    for field in (memory.knows, memory.refused, memory.over, memory.sure):
        field[own], field[other] = field[other], field[own]
    memory.came[own], memory.came[other] = CHOSEN, GIVEN


@compiled
def shown(memory, knocker, points):
    memory.knocked[knocker] = points + 1


@compiled
def gone_by(state, seat, action):
    """The card that an action puts onto the discard; 0 for what nobody has to remember."""
    if action == DISCARD:
        return np.int64(state.drawn)
    if TAKE <= action < DRAW:
        return np.int64(state.rows[seat * SLOTS + action - TAKE])
    if SWAP_IN <= action < TRADE:
        return np.int64(state.rows[seat * SLOTS + action - SWAP_IN])
    return np.int64(0)


@compiled
def before_action(memory, state, seat, action):
    """What the table sees of an action that is about to be carried out."""
    top = np.int64(state.discard[state.discards - 1]) if state.discards > 0 else np.int64(0)
    notice(memory, seat, np.int64(action), top, gone_by(state, seat, action))


@compiled
def after_action(memory, state, knocker, written):
    """Whether that ended a round; it is given who had knocked before, and how many rounds were written down."""
    if state.written > written:
        if knocker != NOBODY:
            shown(memory, knocker, np.int64(state.scores[knocker * SEATS + written]))
        new_round(memory)


# from what a seat was told


@entry
def begin(memories):
    new_round(memories[0])


@entry
def follow(memories, seat, action, top, gone):
    notice(memories[0], seat, action, top, gone)


@entry
def end_round(memories, knocker, points):
    shown(memories[0], knocker, points)


def warm_up() -> None:
    """Compile all of it, whatever a match has seen so far."""
    memories = np.zeros(1, MEMORY)
    begin(memories)
    follow(memories, 0, DRAW, 1, 0)
    end_round(memories, 0, 0)


CARD = {name: number for number, name in enumerate(NAMES, start=1)}
TRADED, SPIED, DRAWN_TWO = CARD["T"], CARD["P"], CARD["Z"]


def remembered(events: list[dict[str, Any]]) -> Any:
    """The memory of a match for two, by its events as any seat is told them."""
    memories = np.zeros(1, MEMORY)
    begin(memories)
    top, last = 0, None
    knocker: Any = NOBODY
    for event in events:
        word, seat = event["type"], event.get("seat")
        slot = event.get("slot", 1) - 1
        if word == "deal":
            begin(memories)
            top, last, knocker = CARD[event["card"]], None, NOBODY
        elif word == "draw":
            if seat != last:
                follow(memories, seat, DRAW, top, 0)
            last = seat
        elif word in ("take", "swap"):
            gone = CARD[event["discarded"]]
            follow(memories, seat, (TAKE if word == "take" else SWAP_IN) + slot, top, gone)
            top, last = gone, seat
        elif word == "discard":
            top, last = CARD[event["card"]], seat
            follow(memories, seat, DISCARD, 0, top)
        elif word == "trade":
            place = (slot * (SEATS + 1) + event["other"]) * SLOTS + event["other_slot"] - 1
            follow(memories, seat, TRADE + place, top, 0)
            top, last = TRADED, seat
        elif word == "spy":
            follow(memories, seat, SPY_ON + slot, top, 0)
            top, last = SPIED, seat
        elif word == "put_away":
            top = DRAWN_TWO
        elif word == "shuffle":
            top = 0
        elif word == "knock":
            knocker = seat
        elif word == "score" and knocker != NOBODY:
            end_round(memories, knocker, event["points"][knocker])
    return memories
