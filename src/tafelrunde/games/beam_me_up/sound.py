"""Beam me up: can this position be."""

from tafelrunde.games.beam_me_up import climbing
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel.bits import popcount


@beam.rule
def sound(state):
    if state.turn >= state.players or state.starter >= state.players or state.phase > beam.BOOSTING:
        return False
    if state.throw > beam.THROWS or state.dice >= len(beam.COUNTS) or state.boosts > beam.MOST_BOOSTS:
        return False
    if state.phase == beam.LIFTING and (state.throw or state.dice != beam.NO_DICE or climbing.lifts(state) == 0):
        return False
    if (state.boosts != 0) != (state.phase == beam.BOOSTING and state.winners == 0):
        return False
    if state.phase == beam.ROLLING and (state.throw == beam.THROWS or (state.dice >= beam.FULL and state.throw == 0)):
        return False
    if state.phase == beam.MOVING and (state.dice < beam.FULL or state.throw == 0):
        return False
    winners = 0
    for seat in range(4):
        if seat >= state.players:
            if state.stones[seat] or state.board[seat]:
                return False
            continue
        if state.board[seat] >= len(beam.ROCKETS):
            return False
        for other in range(seat):
            if state.board[other] == state.board[seat]:
                return False
        for column in range(beam.STONES):
            if popcount(state.stones[seat] & beam.LANE[column]) != 1:
                return False
        if popcount(state.stones[seat]) != beam.STONES:
            return False
        if climbing.has_won(state, seat):
            winners |= 1 << seat
    return winners == state.winners and popcount(winners) <= 1
