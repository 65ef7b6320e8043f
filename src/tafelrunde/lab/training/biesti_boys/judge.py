"""Biesti Boys: what a judge sees who knows all cards, and what everybody has in mind."""

import numpy as np

from tafelrunde.bots.biesti_boys.features import FEW, MOST_FITTING, cards_of, sort_rivals, write_hand
from tafelrunde.games.biesti_boys import state as biesti
from tafelrunde.kernel import verbs
from tafelrunde.kernel.compiled import compiled
from tafelrunde.lab.training.biesti_boys.opponents import OPPONENTS
from tafelrunde.lab.training.biesti_boys.race import NOTHING

MIDDLE = 2 * biesti.KINDS
"""The lifts; then for each player, the seat itself first:"""
NEXT = 2 * biesti.KINDS
FITTING = NEXT + biesti.KINDS
USEFUL = FITTING + MOST_FITTING + 1
IN_MIND = USEFUL + biesti.LIFTS + 1
CARD_IN_MIND = IN_MIND + 3
DUE = CARD_IN_MIND + biesti.KINDS
LEAD = DUE + 1
LEFT = LEAD + 1
FEW_LEFT = LEFT + 1
WHO = FEW_LEFT + FEW
PLACE = WHO + len(OPPONENTS)


def width(players: int) -> int:
    """How many facts there are."""
    return MIDDLE + players * PLACE


@compiled
def tell_all(state, race, seat, facts, order):
    """The table, for this seat."""
    facts[:] = 0.0
    for lift in range(biesti.LIFTS):
        at = np.int64(state.lifts[lift])
        facts[at + biesti.KINDS if facts[at] > 0.0 else at] = 1.0
    own = cards_of(state, seat)
    tell_player(state, race, seat, own, facts[MIDDLE:])
    for place in range(sort_rivals(state, seat, order)):
        tell_player(state, race, order[place], own, facts[MIDDLE + (place + 1) * PLACE :])


@compiled
def tell_player(state, race, seat, own, facts):
    cards = cards_of(state, seat)
    write_hand(state.hand[seat], facts)
    if state.left[seat] > 0:
        facts[NEXT + state.pile[seat * biesti.SHARE[state.players] + state.left[seat] - 1]] = 1.0
    tell_fitting(state, state.hand[seat], facts)
    tell_plan(state, race, seat, facts)
    facts[LEAD] = (cards - own) / np.sqrt(max(cards + own, 1) + 0.0)
    facts[LEFT] = cards / biesti.DECK
    if 0 < cards <= FEW:
        facts[FEW_LEFT + cards - 1] = 1.0
    facts[WHO + race.kinds[seat]] = 1.0


@compiled
def tell_fitting(state, hand, facts):
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


@compiled
def tell_plan(state, race, seat, facts):
    """Whether there is a card in mind, whether it is still right, and when it is due."""
    plan = race.plan[seat]
    if plan == NOTHING:
        facts[IN_MIND] = 1.0
        return
    right = verbs.judge(state, seat, plan) == 0
    facts[IN_MIND + (1 if right else 2)] = 1.0
    if right:
        facts[CARD_IN_MIND + plan // biesti.LIFTS] = 1.0
    facts[DUE] = race.due[seat] - race.now
