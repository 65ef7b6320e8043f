"""Denkste!: can this position be."""

from tafelrunde.games.denkste import state as denkste


@denkste.rule
def sound(state):
    if (
        state.turn >= state.players
        or state.go > 6
        or (state.stop != denkste.UNSET and not denkste.GO <= state.stop < denkste.ACTIONS)
    ):
        return False
    for seat in range(state.players):
        level = state.level[seat]
        if (
            level < 1
            or level > denkste.CENTRE
            or (state.steps[seat] > (0 if level == denkste.CENTRE else state.rings[level - 1]))
        ):
            return False
    return True
