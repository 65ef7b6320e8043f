"""Biesti Boys for the search: everybody is equally quick, so a random one of those who can act is first.

No player thinks ahead in it: see docs/bots/biesti-boys.md.
"""

import numpy as np

from tafelrunde.games.biesti_boys import state as biesti
from tafelrunde.lab.search import hooks

hook = hooks.of(biesti.STATE)


@hook
def together(state):
    return False


@hook
def sight(state, viewer):
    """The viewer's hand."""
    return np.int64(state.hand[viewer])
