"""Biberbande for three to six: the table as a list of small numbers, for the learned player.

It sees what its seat knows. As for two (`biberbande_sight.py`), but shorter for every row: the own one, then those of
the others in the order in which their turns come. The places of each row stand in an order of their own.
"""

import numpy as np

from tafelrunde.bots.biberbande import quick as glance
from tafelrunde.bots.biberbande.features_two import ACTIONS as ACTIONS_OF_TWO
from tafelrunde.bots.biberbande.features_two import (
    FARTHER,
    FARTHEST,
    KNOCKED,
    LEADS,
    NO_PARTS,
    ODD,
    PARTS,
    QUARTERS,
    TURNS,
    arrange,
    known_sum,
    number_of,
    points_so_far,
    steps,
    tell_unseen,
)
from tafelrunde.bots.biberbande.memory import CHOSEN, GIVEN, NONE
from tafelrunde.games.biberbande import piles
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.compiled import compiled, entry

FEWEST = 3
OTHERS = biber.SEATS - 1
ROWS = biber.SEATS * biber.SLOTS

UNKNOWN = biber.KINDS
KNOWN_TO_OTHER, OPEN, A_NUMBER = biber.KINDS + 1, biber.KINDS + 2, biber.KINDS + 3
AT_MOST = biber.KINDS + 4
SURE = AT_MOST + NONE + 1
WAS_GIVEN, WAS_CHOSEN, PLACE = SURE + 1, SURE + 2, SURE + 3
"""What there is to tell of a place in a row."""

MARGINS = np.array([-24, -18, -12, -8, -5, -2, 0, 1, 3, 6, 9, 13, 19, 25])
"""Steps of a lead over one of the others."""


def _starts(sizes):
    ends = np.cumsum([0, *sizes.values()]).tolist()
    return dict(zip([*sizes, "all"], ends, strict=True))


_OF_OTHER = _starts(
    {
        "places": biber.SLOTS * PLACE,
        "there": 1,
        "knocked": 1,
        "sum": 1,
        "reckoned": 1,
        "lead": 1,
        "leads": len(MARGINS),
        "shown": len(MARGINS),
        "turns": TURNS,
        "odd": len(ODD),
        "knocks": len(KNOCKED),
    }
)
OTHER = _OF_OTHER["all"]
THERE, HAS_KNOCKED, KNOWN_SUM, RECKONED = (_OF_OTHER[name] for name in ("there", "knocked", "sum", "reckoned"))
LEAD, AHEAD_BY, SHOWN = (_OF_OTHER[name] for name in ("lead", "leads", "shown"))
HAD_TURNS, ODDNESS, KNOCKS = (_OF_OTHER[name] for name in ("turns", "odd", "knocks"))
"""What there is to tell of one of the others."""

ACTIONS = ACTIONS_OF_TWO + biber.SLOTS * FARTHER
"""First those of two players, then the trades with the players farther away."""

_AT = _starts(
    {
        "places": biber.SLOTS * PLACE,
        "others": OTHERS * OTHER,
        "top": biber.KINDS + 1,
        "drawn": biber.KINDS + 1,
        "twos": 1,
        "phase": 3,
        "last_turn": 1,
        "unseen": biber.KINDS,
        "stock": 1,
        "turns": TURNS,
        "rounds": biber.SEATS,
        "players": biber.SEATS + 1,
        "sum": 1,
        "reckoned": 1,
        "leads": len(LEADS),
        "shown": len(LEADS),
        "glance": ACTIONS,
    }
)
SIZE = _AT["all"]
OF_OTHERS, TOP, HELD, TWOS, PHASE = (_AT[name] for name in ("others", "top", "drawn", "twos", "phase"))
LAST_TURN, UNSEEN, STOCK, OWN_TURNS = (_AT[name] for name in ("last_turn", "unseen", "stock", "turns"))
ROUNDS_LEFT, PLAYERS, OWN_SUM, OWN_RECKONED = (_AT[name] for name in ("rounds", "players", "sum", "reckoned"))
LEAST_LEAD, LEAST_SHOWN, GLANCE = (_AT[name] for name in ("leads", "shown", "glance"))

ZERO = np.zeros(SIZE, np.float32)
"""What is taken away from each number."""
SCALE = np.ones(SIZE, np.float32)
"""What one of each number counts then."""
ZERO[GLANCE:] = NO_PARTS
SCALE[GLANCE:] = 1 / (5 * PARTS)
SCALE[UNSEEN : UNSEEN + biber.KINDS] = 1 / 4
SCALE[STOCK] = 1 / 32
for _first in (OWN_SUM, *(OF_OTHERS + i * OTHER + KNOWN_SUM for i in range(OTHERS))):
    SCALE[_first] = 1 / 16
for _first in (OWN_RECKONED, *(OF_OTHERS + i * OTHER + RECKONED for i in range(OTHERS))):
    SCALE[_first] = 1 / (16 * QUARTERS)
for _first in (OF_OTHERS + i * OTHER + LEAD for i in range(OTHERS)):
    SCALE[_first] = 1 / FARTHEST


@compiled
def tell_place(state, memory, seat, slot, facts, base):
    marks = np.int64(state.seen[slot])
    facts[base + KNOWN_TO_OTHER] = marks & ((1 << biber.SEATS) - 1) & ~(1 << seat) != 0
    facts[base + OPEN] = marks & biber.PUBLIC != 0
    if marks >> seat & 1:
        facts[base + state.rows[slot] - 1] = 1
        return
    facts[base + UNKNOWN] = 1
    facts[base + A_NUMBER] = marks & biber.NUMBER != 0
    facts[base + AT_MOST + at_most(memory, slot)] = 1
    facts[base + SURE] = memory.sure[slot]
    facts[base + WAS_GIVEN] = memory.came[slot] == GIVEN
    facts[base + WAS_CHOSEN] = memory.came[slot] == CHOSEN


@compiled
def at_most(memory, slot):
    """What a card is likely to count at most, by what its owner refused for it or gave away before it."""
    limit = min(np.int64(memory.refused[slot]), np.int64(memory.outdone[slot]))
    return min(limit, np.int64(memory.over[slot]), min(np.int64(memory.passed[slot]) + 1, NONE))


@compiled
def tell_other(state, memory, seat, other, own_outlook, mean, facts, base):
    """One of the others, but for the cards; returns the lead over it as it is, and as the rows seem to make it."""
    lead = points_so_far(state, other) - points_so_far(state, seat)
    outlook = glance.sum_of(state, seat, other, mean)
    shown = lead + outlook - own_outlook
    facts[base + THERE] = 1
    facts[base + HAS_KNOCKED] = state.knocker == other
    facts[base + KNOWN_SUM] = known_sum(state, seat, other)
    facts[base + RECKONED] = round(QUARTERS * outlook)
    facts[base + LEAD] = min(max(lead, -FARTHEST), FARTHEST) + FARTHEST
    steps(facts, base + AHEAD_BY, MARGINS, lead)
    steps(facts, base + SHOWN, MARGINS, shown)
    for i in range(TURNS):
        facts[base + HAD_TURNS + i] = state.turns[other] > i
    steps(facts, base + ODDNESS, ODD, memory.odd[other])
    steps(facts, base + KNOCKS, KNOCKED, memory.knocked[other])
    return lead, shown


@compiled
def tell_others(state, memory, seat, mean, slots, facts):
    own = glance.sum_of(state, seat, seat, mean)
    facts[OWN_SUM], facts[OWN_RECKONED] = known_sum(state, seat, seat), round(QUARTERS * own)
    least, least_shown = np.int64(1000), 1000.0
    for row in range(1, np.int64(state.players)):
        base = OF_OTHERS + (row - 1) * OTHER
        for i in range(biber.SLOTS):
            tell_place(state, memory, seat, slots[row * biber.SLOTS + i], facts, base + i * PLACE)
        lead, shown = tell_other(state, memory, seat, (seat + row) % state.players, own, mean, facts, base)
        least, least_shown = min(least, lead), min(least_shown, shown)
    steps(facts, LEAST_LEAD, LEADS, least)
    steps(facts, LEAST_SHOWN, LEADS, least_shown)


@compiled
def tell(state, memory, seat, out, count, facts, slots):
    """Write all that there is to tell, and the order of the slots."""
    facts[:SIZE] = 0
    arrange(state, memory, seat, slots)
    for i in range(biber.SLOTS):
        tell_place(state, memory, seat, slots[i], facts, i * PLACE)
    facts[TOP + (state.discard[state.discards - 1] - 1 if state.discards > 0 else biber.KINDS)] = 1
    facts[HELD + (state.drawn - 1 if state.phase == biber.DRAWN else biber.KINDS)] = 1
    facts[TWOS] = state.twos
    facts[PHASE + (0 if state.phase == biber.TURN else 1 if state.phase == biber.DRAWN else 2)] = 1
    facts[LAST_TURN] = state.knocker != biber.NOBODY
    facts[STOCK] = piles.left(state)
    facts[ROUNDS_LEFT + biber.ROUNDS[state.players] - state.round] = 1
    facts[PLAYERS + state.players] = 1
    for i in range(TURNS):
        facts[OWN_TURNS + i] = state.turns[seat] > i
    tell_unseen(state, seat, facts, UNSEEN)
    mean = glance.mean_unseen(state, seat)
    tell_others(state, memory, seat, mean, slots, facts)
    facts[GLANCE:SIZE] = NO_PARTS
    for i in range(count):
        points = round(glance.worth(state, seat, out[i], mean, glance.WEIGHTS) * PARTS) + NO_PARTS
        number = number_of(out[i], seat, slots)
        facts[GLANCE + number] = min(max(points, 0), 2 * NO_PARTS - 1)


@entry
def see(states, memories, seat, actions, facts, numbers):
    """What the seat sees, and the numbers of these actions of the game."""
    slots = np.zeros(ROWS, np.int32)
    tell(states[0], memories[0], seat, actions, len(actions), facts, slots)
    for i in range(len(actions)):
        numbers[i] = number_of(actions[i], seat, slots)
