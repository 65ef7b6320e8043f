"""Denkste!: what a seat cannot know is drawn anew."""

from tafelrunde.games.denkste import state as denkste
from tafelrunde.kernel.chance import draw


@denkste.rule
def resample(state, seat):
    """A sealed number of somebody else may be any that could have been set."""
    holder = denkste.stopper(state)
    if state.go != denkste.UNSET and seat != state.turn:
        state.go = 1 + draw(state, 6)
    if state.stop != denkste.UNSET and seat != holder:
        level = state.level[state.turn]
        state.stop = denkste.STOPS[
            state.haste_gedacht, level, draw(state, denkste.STOP_COUNTS[state.haste_gedacht, level])
        ]
