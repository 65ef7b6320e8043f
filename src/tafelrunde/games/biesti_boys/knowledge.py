"""Biesti Boys: what everybody knows of the hands.

For each card in hand the state has the set of kinds that it cannot be. A dead end adds the same kinds to every set, a
card that came back is known entirely, a card just drawn not at all. So of two sets one contains the other, or together
they leave no kind. A set that contains another one is the larger number and stands before it.
"""

import numpy as np

from tafelrunde.games.biesti_boys import state as biesti
from tafelrunde.kernel.compiled import compiled, entry


@compiled
def sort_in(known, place, excluded):
    """Put a set of excluded kinds where it belongs; the places before this one are sorted."""
    while place > 0 and known[place - 1] < excluded:
        known[place] = known[place - 1]
        place -= 1
    known[place] = excluded


@compiled
def forget(state, seat, kind):
    """A card has left the hand. Nobody can tell which of those that it may have been: the one that was known best.

    Those form a chain, each knowing all that the next one knows. For a dead end excludes the same kinds for all cards
    in hand, and a card that came back is known entirely.
    """
    known = state.excluded[seat]
    if known[0] == 0:
        return
    place = 0
    while known[place] >> kind & 1:
        place += 1
    while place < biesti.LARGEST_HAND - 1:
        known[place] = known[place + 1]
        place += 1
    known[biesti.LARGEST_HAND - 1] = 0


@compiled
def learn_that_nobody_can_lay(state):
    """Everybody sees by what the table does that no card in any hand is right on the lifts."""
    fitting = biesti.kinds_that_fit(state)
    for seat in range(np.int64(state.players)):
        known = state.excluded[seat]
        for i in range(np.int64(state.held[seat])):
            sort_in(known, i, known[i] | fitting)


@entry
def agree(one, other):
    """Whether two sets of excluded kinds can stand side by side: one contains the other, or they leave no kind."""
    return one & other == one or one & other == other or one | other == biesti.ALL_KINDS
