"""Biberbande: what can be remembered of what everybody has seen, beyond how the table looks now.

Whoever leaves a 3 on the discard has nothing much higher among the cards it knows; whoever throws away a 0 plays at
random.
"""

from typing import Any

import numpy as np

from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.compiled import compiled, entry
from tafelrunde.kernel.targets import arrays

ROWS = biber.SEATS * biber.SLOTS
EVERYBODY = (1 << biber.SEATS) - 1
NONE = biber.NUMBERS
"""Instead of points: no such card."""
GIVEN, CHOSEN = 1, 2
"""How a card has come to its place by a trade: its owner did not want it, or the other player did."""
UNSURE = 5
"""What counts as given away if the owner did not know the card: about the mean."""
MANY, LONGEST = 200, 6
"""The most turns and takes that are counted, and the most turns of a round that are distinguished."""

FARTHEST_ODD = 120
LET_LIE = np.array([13, 13, 6, -2, -7, -8, -6, -6, -6, -5, 0])
TOOK_FOR_UNKNOWN = np.array([-5, -5, -5, -4, 4, 16, 18, 18, 18, 18])
TOOK_FOR_KNOWN = np.array([15, 15, 15, 14, 14, 14, 14, 14, 14, 16, 14, 8, 6, 1, 0, -1, 0, 0, 1])
DISCARDED = np.array([0, 16, 16, 15, 11, 4, -1, -6, -6, -6, -6, 7, 0, 10])
REPLACED_KNOWN = np.array([0, 10, 9, 8, 6, 2, 0, 0, 0, 0, 0, 4, 4, 4])
REPLACED_UNKNOWN = 1
KNOCKED_AFTER = np.array([0, 6, 4, 5, 5, 5, 4])
WENT_ON_AFTER = np.array([0, -2, -2, -2, -2, -2, -2])
"""How much more likely a random player is to do this, in quarters of a nat
(`lab/training/biberbande/random_log_odds.py` counts it): by the top of the discard, by how much more the replaced card
was than the one taken for it, by the card, and by the player's turns in the round."""

MEMORY = np.dtype(
    [
        ("knows", "u1", (ROWS,)),  # a bit for each seat
        ("refused", "u1", (ROWS,)),  # the lowest number that the owner drew and discarded, knowing this card
        ("passed", "u1", (ROWS,)),  # the lowest that it left on the discard
        ("outdone", "u1", (ROWS,)),  # the lowest of its cards that it gave away instead of this one
        ("over", "u1", (ROWS,)),  # the number in whose place it was put when drawn
        ("sure", "u1", (ROWS,)),  # whether the owner knew that number
        ("came", "u1", (ROWS,)),
        ("odd", "i1", (biber.SEATS,)),  # how much like a random player each one has played in this match
        ("turns", "u1", (biber.SEATS,)),  # of the match
        ("round_turns", "u1", (biber.SEATS,)),  # of the round
        ("takes", "u1", (biber.SEATS,)),  # from the discard, in the match
        ("knocked", "u1", (biber.SEATS,)),  # the points of the last row that each one knocked with, plus 1
    ]
)


@compiled
def points_of(card):
    return min(max(np.int64(card) - 1, 0), NONE) if card != 0 else NONE


@compiled
def new_match(memory):
    memory.odd[:] = 0
    memory.turns[:] = 0
    memory.takes[:] = 0
    memory.knocked[:] = 0
    new_round(memory)


@compiled
def new_round(memory):
    memory.round_turns[:] = 0
    for slot in range(ROWS):
        memory.knows[slot] = 1 << slot // biber.SLOTS if slot % biber.SLOTS in (0, biber.SLOTS - 1) else 0
        clear(memory, slot)


@compiled
def clear(memory, slot):
    memory.refused[slot] = memory.passed[slot] = memory.outdone[slot] = memory.over[slot] = NONE
    memory.sure[slot] = memory.came[slot] = 0


@compiled
def add_oddness(memory, seat, amount):
    memory.odd[seat] = min(max(memory.odd[seat] + amount, -FARTHEST_ODD), FARTHEST_ODD)


@compiled
def limit(memory, limits, seat, points):
    """None of the cards that the seat knows of its row is likely to be higher."""
    for slot in range(seat * biber.SLOTS, (seat + 1) * biber.SLOTS):
        if memory.knows[slot] >> seat & 1:
            limits[slot] = min(limits[slot], points)


@compiled
def begin_turn(memory, seat):
    had = min(memory.round_turns[seat], LONGEST)
    if had >= 2:
        add_oddness(memory, seat, WENT_ON_AFTER[had])
    memory.turns[seat] = min(memory.turns[seat] + 1, MANY)
    memory.round_turns[seat] = min(memory.round_turns[seat] + 1, MANY)


@compiled
def notice(memory, seat, action, top, gone):
    """An action as everybody sees it: the top of the discard before, and the card that goes onto it."""
    own = seat * biber.SLOTS
    if action == biber.DRAW:
        begin_turn(memory, seat)
        limit(memory, memory.passed, seat, points_of(top))
        add_oddness(memory, seat, LET_LIE[points_of(top)])
    elif action == biber.DISCARD:
        limit(memory, memory.refused, seat, points_of(gone))
        add_oddness(memory, seat, DISCARDED[gone])
    elif action == biber.KNOCK:
        add_oddness(memory, seat, KNOCKED_AFTER[min(memory.round_turns[seat], LONGEST)])
    elif biber.TAKE <= action < biber.DRAW:
        begin_turn(memory, seat)
        take(memory, seat, own + action - biber.TAKE, points_of(top), points_of(gone))
    elif biber.SWAP_IN <= action < biber.TRADE:
        put_in(memory, seat, own + action - biber.SWAP_IN, gone)
    elif biber.TRADE <= action < biber.SPY_ON:
        number = action - biber.TRADE
        trade(
            memory,
            own + number // (biber.SLOTS * (biber.SEATS + 1)),
            number // biber.SLOTS % (biber.SEATS + 1) * biber.SLOTS + number % biber.SLOTS,
        )
    elif biber.SPY_ON <= action < biber.TWO:
        memory.knows[own + action - biber.SPY_ON] |= 1 << seat


@compiled
def take(memory, seat, slot, taken, gone):
    memory.takes[seat] = min(memory.takes[seat] + 1, MANY)
    if memory.knows[slot] >> seat & 1:
        add_oddness(memory, seat, TOOK_FOR_KNOWN[min(gone, biber.NUMBERS - 1) - taken + biber.NUMBERS - 1])
    else:
        add_oddness(memory, seat, TOOK_FOR_UNKNOWN[taken])
    give_away(memory, seat, slot, gone)
    memory.knows[slot] = EVERYBODY


@compiled
def put_in(memory, seat, slot, gone):
    """A drawn card replaces one in the row."""
    sure = memory.knows[slot] >> seat & 1
    add_oddness(memory, seat, REPLACED_KNOWN[gone] if sure else REPLACED_UNKNOWN)
    give_away(memory, seat, slot, points_of(gone))
    memory.over[slot], memory.sure[slot] = points_of(gone), sure
    memory.knows[slot] = 1 << seat


@compiled
def give_away(memory, seat, slot, points):
    """A card of the row goes; of the others that the seat knows, none is likely to be higher."""
    limit(memory, memory.outdone, seat, points if memory.knows[slot] >> seat & 1 else UNSURE)
    clear(memory, slot)


@compiled
def trade(memory, own, other):
    for field in (memory.knows, memory.refused, memory.passed, memory.outdone, memory.over, memory.sure):
        field[own], field[other] = field[other], field[own]
    memory.came[own], memory.came[other] = CHOSEN, GIVEN


@compiled
def note_knock(memory, knocker, points):
    memory.knocked[knocker] = points + 1


@compiled
def gone_by(state, seat, action):
    """The card that an action puts onto the discard; 0 if nobody has to remember it."""
    if action == biber.DISCARD:
        return np.int64(state.drawn)
    if biber.TAKE <= action < biber.DRAW:
        return np.int64(state.rows[seat * biber.SLOTS + action - biber.TAKE])
    if biber.SWAP_IN <= action < biber.TRADE:
        return np.int64(state.rows[seat * biber.SLOTS + action - biber.SWAP_IN])
    return np.int64(0)


@compiled
def before_action(memory, state, seat, action):
    """What the table sees of an action that is about to be carried out."""
    top = np.int64(state.discard[state.discards - 1]) if state.discards > 0 else np.int64(0)
    notice(memory, seat, np.int64(action), top, gone_by(state, seat, action))


@compiled
def after_action(memory, state, knocker, written):
    """If that ended a round, begin the next one; `knocker` had knocked and `written` rounds were scored before."""
    if state.written > written:
        if knocker != biber.NOBODY:
            note_knock(memory, knocker, np.int64(state.scores[knocker * biber.SEATS + written]))
        new_round(memory)


# from the events that a seat sees

DEALT, ACTED, ENDED = range(3)


@entry
def follow_events(memories, lines):
    """Follow lines of: what happened, and then the seat, its action, the top of the discard and what goes onto it.

    At the end of a round: who had knocked, and the points of its row.
    """
    for i in range(len(lines)):
        what, seat = lines[i, 0], lines[i, 1]
        if what == DEALT:
            new_round(memories[0])
        elif what == ACTED:
            notice(memories[0], seat, lines[i, 2], lines[i, 3], lines[i, 4])
        else:
            note_knock(memories[0], seat, lines[i, 2])


CARD = {name: number for number, name in enumerate(biber.NAMES, start=1)}
TRADED, SPIED, DRAWN_TWO = CARD["T"], CARD["P"], CARD["Z"]


def memory_of(events: list[dict[str, Any]]) -> Any:
    """The memory of a match, by its events as any seat sees them."""
    memories = arrays.records(MEMORY)
    follow_events(memories, arrays.array("i8", _lines(events)))
    return memories


def _lines(events: list[dict[str, Any]]) -> list[list[int]]:
    """What is remembered of the events."""
    dealt = [DEALT, 0, 0, 0, 0]
    lines = [dealt]
    top, last = 0, None
    knocker: int = biber.NOBODY
    for event in events:
        word: str = event["type"]
        seat: Any = event.get("seat")
        slot = event.get("slot", 1) - 1
        if word == "deal":
            lines.append(dealt)
            top, last, knocker = CARD[event["card"]], None, biber.NOBODY
        elif word == "draw":
            if seat != last:
                lines.append([ACTED, seat, biber.DRAW, top, 0])
            last = seat
        elif word in ("take", "swap"):
            gone = CARD[event["discarded"]]
            lines.append([ACTED, seat, (biber.TAKE if word == "take" else biber.SWAP_IN) + slot, top, gone])
            top, last = gone, seat
        elif word == "discard":
            top, last = CARD[event["card"]], seat
            lines.append([ACTED, seat, biber.DISCARD, 0, top])
        elif word == "trade":
            place = (slot * (biber.SEATS + 1) + event["other"]) * biber.SLOTS + event["other_slot"] - 1
            lines.append([ACTED, seat, biber.TRADE + place, top, 0])
            top, last = TRADED, seat
        elif word == "spy":
            lines.append([ACTED, seat, biber.SPY_ON + slot, top, 0])
            top, last = SPIED, seat
        elif word == "put_away":
            top = DRAWN_TWO
        elif word == "shuffle":
            top = 0
        elif word == "knock":
            lines.append([ACTED, seat, biber.KNOCK, top, 0])
            knocker = seat
        elif word == "score" and knocker != biber.NOBODY:
            lines.append([ENDED, knocker, event["points"][knocker], 0, 0])
    return lines
