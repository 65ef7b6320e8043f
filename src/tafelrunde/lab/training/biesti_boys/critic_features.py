"""Biesti Boys: what the critic sees, which knows all cards and what everybody is about to lay."""

import numpy as np

from tafelrunde.bots.biesti_boys.features import FEW, MOST_FITTING, cards_of, sort_rivals, write_hand
from tafelrunde.games.biesti_boys import state as biesti
from tafelrunde.kernel import verbs
from tafelrunde.kernel.compiled import allocating
from tafelrunde.lab.training.biesti_boys.opponents import OPPONENTS
from tafelrunde.lab.training.biesti_boys.real_time import NOTHING

MIDDLE = 2 * biesti.KINDS
"""The lifts; then for each player, the seat itself first:"""
NEXT = 2 * biesti.KINDS
FITTING = NEXT + biesti.KINDS
USEFUL = FITTING + MOST_FITTING + 1
PLANNED = USEFUL + biesti.LIFTS + 1
PLANNED_CARD = PLANNED + 3
DUE = PLANNED_CARD + biesti.KINDS
LEAD = DUE + 1
LEFT = LEAD + 1
FEW_LEFT = LEFT + 1
WHO = FEW_LEFT + FEW
PLACE = WHO + len(OPPONENTS)


def width(players: int) -> int:
    """How many numbers there are."""
    return MIDDLE + players * PLACE


@allocating
def write_table(state, clock, seat, facts, order):
    """Write the table for this seat: the lifts, the seat itself, then the others."""
    facts[:] = 0.0
    for lift in range(biesti.LIFTS):
        at = np.int64(state.lifts[lift])
        facts[at + biesti.KINDS if facts[at] > 0.0 else at] = 1.0
    own = cards_of(state, seat)
    write_player(state, clock, seat, own, facts[MIDDLE:])
    for place in range(sort_rivals(state, seat, order)):
        write_player(state, clock, order[place], own, facts[MIDDLE + (place + 1) * PLACE :])


@allocating
def write_player(state, clock, seat, own, facts):
    cards = cards_of(state, seat)
    write_hand(state.hand[seat], facts)
    if state.left[seat] > 0:
        facts[NEXT + state.pile[seat * biesti.SHARE[state.players] + state.left[seat] - 1]] = 1.0
    write_fitting(state, state.hand[seat], facts)
    write_plan(state, clock, seat, facts)
    facts[LEAD] = (cards - own) / np.sqrt(max(cards + own, 1) + 0.0)
    facts[LEFT] = cards / biesti.DECK
    if 0 < cards <= FEW:
        facts[FEW_LEFT + cards - 1] = 1.0
    facts[WHO + clock.kinds[seat]] = 1.0


@allocating
def write_fitting(state, hand, facts):
    """How many cards fit, and on how many lifts."""
    fitting, useful, kinds = 0, 0, np.int64(0)
    for kind in range(biesti.KINDS):
        held, ways = biesti.count_of(hand, kind), 0
        if held > 0:
            kinds |= 1 << kind
            for lift in range(biesti.LIFTS):
                ways += biesti.KINDS_THAT_FIT[state.lifts[lift]] >> kind & 1
            fitting += held if ways > 0 else 0
    for lift in range(biesti.LIFTS):
        useful += 1 if biesti.KINDS_THAT_FIT[state.lifts[lift]] & kinds else 0
    facts[FITTING + min(fitting, MOST_FITTING)] = 1.0
    facts[USEFUL + useful] = 1.0


@allocating
def write_plan(state, clock, seat, facts):
    """Whether a card is planned, whether it still fits, and when it is due."""
    plan = clock.plan[seat]
    if plan == NOTHING:
        facts[PLANNED] = 1.0
        return
    right = verbs.judge(state, seat, plan) == 0
    facts[PLANNED + (1 if right else 2)] = 1.0
    if right:
        facts[PLANNED_CARD + plan // biesti.LIFTS] = 1.0
    facts[DUE] = clock.due[seat] - clock.now
