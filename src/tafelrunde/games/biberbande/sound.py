"""Biberbande: can this position be."""

import numpy as np

from tafelrunde.games.biberbande import piles
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.compiled import compiled

_COPIES = np.array(biber.COPIES)


@biber.rule
def sound(state):
    if state.phase > biber.DEALING or not 2 <= state.players <= biber.SEATS:
        return False
    return sound_round(state) and sound_rows(state) and sound_piles(state)


@compiled
def sound_round(state):
    """Seats, scores and counts within their limits, and no two of them against each other."""
    if state.turn >= state.players or state.dealer >= state.players or state.ready >> state.players:
        return False
    if (state.ready != 0 and state.phase != biber.LOOK) or state.twos > 1 or state.twos > state.used:
        return False
    if (state.drawn != 0) != (state.phase == biber.DRAWN) or (state.used != 0 and state.phase != biber.DRAWN):
        return False
    if state.turn == state.knocker and (state.phase == biber.TURN or state.phase == biber.DRAWN):  # BI-18
        return False
    if state.knocker != biber.NOBODY and (
        state.knocker >= state.players or state.phase == biber.LOOK or state.phase == biber.END
    ):
        return False
    if (state.knocker != biber.NOBODY or state.phase == biber.END) and not biber.everybody_had_a_turn(state):  # BI-17
        return False
    rounds = biber.ROUNDS[state.players]
    if state.phase == biber.OVER:
        return state.round == rounds and 1 <= state.written <= rounds
    return state.round <= rounds and state.written <= max(state.round - 1, 0) + (state.phase == biber.DEALING)


@compiled
def sound_rows(state):
    """Four cards each and nothing at empty seats; what everybody knows is known to everybody."""
    for slot in range(biber.SEATS * biber.SLOTS):
        if slot >= state.players * biber.SLOTS or state.round == 0:
            if state.rows[slot] != 0 or state.seen[slot] != 0 or state.age[slot] != 0:
                return False
        elif not sound_slot(state, state.rows[slot], state.seen[slot], state.age[slot]):
            return False
    for seat in range(biber.SEATS):
        if seat >= state.players and state.turns[seat] != 0:
            return False
        for i in range(biber.SEATS):
            written = seat < state.players and i < state.written
            if state.scores[seat * biber.SEATS + i] > (biber.HIGHEST if written else 0):
                return False
    return True


@compiled
def sound_slot(state, card, seen, age):
    if not 1 <= card <= (biber.NUMBERS if state.phase == biber.OVER else biber.KINDS):  # BI-20
        return False
    if seen & biber.PUBLIC:
        return seen == biber.everybody(state) and age == 0
    return seen < 1 << state.players or (
        biber.NUMBER <= seen < biber.NUMBER + (1 << state.players) and card <= biber.NUMBERS
    )


@compiled
def sound_piles(state):
    """All cards of the deck are there, each once (BI-01); unused places are empty."""
    if state.settled > biber.CARDS or state.discards > biber.CARDS or (state.settled > 0 and state.loose > 0):
        return False
    if state.drawn > biber.KINDS or piles.size(state.pool) != state.loose:
        return False
    for i in range(biber.CARDS):
        if (state.stock[i] != 0) != (i < state.settled) or (state.discard[i] != 0) != (i < state.discards):
            return False
    for card in range(1, biber.KINDS + 1):
        found = piles.count_of(state.pool, card) + piles.count_of(state.aside, card)
        for i in range(biber.CARDS):
            found += (state.stock[i] == card) + (state.discard[i] == card)
        for slot in range(biber.SEATS * biber.SLOTS):
            found += state.rows[slot] == card
        found += (state.drawn == card) + (state.used if card == biber.DRAW_TWO else 0)
        if found != (0 if state.round == 0 else _COPIES[card - 1]):
            return False
    return True
