"""Biberbande: what a seat cannot know is drawn anew."""

import numpy as np

from tafelrunde.games.biberbande import piles
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.chance import draw
from tafelrunde.kernel.compiled import compiled


@biber.rule
def resample(state, seat):
    """Redraw the face-down cards that the seat has not seen.

    A careful player knows which cards the stock had after each shuffle: so cards change places only with those that
    left the stock since the same shuffle; and a card that was put into a row when drawn stays a number (BI-08).
    """
    knows = biber.PUBLIC if seat < 0 else 1 << seat
    hides_drawn = state.drawn != 0 and seat != state.turn
    oldest = 0
    for slot in range(state.players * biber.SLOTS):
        oldest = max(oldest, state.age[slot])
    for i in range(state.settled):
        piles.add(state.pool, state.stock[i])
        state.stock[i] = 0
    if hides_drawn:
        piles.add(state.pool, state.drawn)
    state.loose += state.settled
    state.settled = 0
    stock0, stock1 = state.pool[0], state.pool[1]
    for age in range(oldest, -1, -1):  # the youngest last: what is left over is the stock
        state.pool[0] = stock0 if age == 0 else np.uint64(0)
        state.pool[1] = stock1 if age == 0 else np.uint64(0)
        for slot in range(state.players * biber.SLOTS):
            if state.age[slot] == age and not state.seen[slot] & knows:
                piles.add(state.pool, state.rows[slot])
        for slot in range(state.players * biber.SLOTS):
            if state.age[slot] == age and not state.seen[slot] & knows and state.seen[slot] & biber.NUMBER:
                state.rows[slot] = any_card(state, piles.numbers(state.pool))
        for slot in range(state.players * biber.SLOTS):
            if state.age[slot] == age and not state.seen[slot] & (knows | biber.NUMBER):
                state.rows[slot] = any_card(state, piles.size(state.pool))
    if hides_drawn:
        state.drawn = any_card(state, piles.size(state.pool))
    state.chance = np.uint64(biber.SHUFFLE_SPAN)


@compiled
def any_card(state, among):
    """A card of the pool by chance, among its first so many."""
    card = piles.nth_card(state.pool, draw(state, among))
    piles.remove(state.pool, card)
    return card
