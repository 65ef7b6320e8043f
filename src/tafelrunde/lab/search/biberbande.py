"""Biberbande for the search: what the seats see, how a round is played quickly, and the value of its end."""

import numpy as np

from tafelrunde.bots.biberbande.heuristic import LONG, WEIGHTS, choose, mean_unseen, value_of
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.compiled import compiled
from tafelrunde.lab.search import hooks

SPREAD = 5.0
"""Points that make a win e times as likely, before the last round; with more rounds left it grows by their root."""
SHARP = 1.5
"""Points by which an action must be better to seem e times as good."""

KEPT = np.array(
    [
        [0.97, 0.97, 0.97, 0.97, 0.97, 0.97, 0.97, 0.97, 0.97, 0.97, 0.97, 0.97, 0.97],
        [0.99, 1.00, 0.98, 1.00, 0.99, 0.95, 0.55, 0.49, 0.39, 0.28, 0.97, 0.97, 0.97],
        [0.80, 0.87, 0.90, 0.96, 1.00, 0.91, 0.33, 0.26, 0.19, 0.12, 0.95, 0.95, 0.95],
        [0.43, 0.58, 0.71, 0.87, 1.00, 0.87, 0.23, 0.17, 0.11, 0.07, 0.96, 0.97, 0.96],
        [0.35, 0.51, 0.67, 0.84, 1.00, 0.76, 0.15, 0.10, 0.07, 0.04, 0.91, 0.93, 0.91],
        [0.26, 0.43, 0.61, 0.87, 1.00, 0.45, 0.06, 0.04, 0.03, 0.02, 0.78, 0.80, 0.78],
    ]
)
"""By the owner's turns and the card: how likely an owner who has looked at it still has it, and has not knocked yet."""
PLACED = np.array(
    [
        [1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00],
        [0.98, 1.00, 1.00, 0.97, 0.93, 0.92, 0.40, 0.31, 0.22, 0.02],
        [0.94, 0.97, 1.00, 1.00, 0.95, 0.91, 0.20, 0.12, 0.07, 0.01],
        [0.72, 0.81, 0.93, 1.00, 0.99, 0.89, 0.12, 0.07, 0.03, 0.01],
        [0.67, 0.77, 0.91, 0.99, 1.00, 0.78, 0.07, 0.03, 0.02, 0.01],
        [0.55, 0.69, 0.88, 1.00, 0.98, 0.40, 0.02, 0.01, 0.01, 0.01],
    ]
)
"""The same for a card that the owner has drawn and put into the row. Both counted by the training."""

hook = hooks.of(biber.STATE)


@hook
def sight(state, viewer):
    """The top of the discard, the viewer's drawn card, and its row as far as it knows it."""
    noticed = state.discard[state.discards - 1] if state.discards > 0 else 0
    noticed = noticed * (biber.KINDS + 1) + (state.drawn if state.phase == biber.DRAWN and state.turn == viewer else 0)
    for slot in range(viewer * biber.SLOTS, (viewer + 1) * biber.SLOTS):
        noticed = noticed * (biber.KINDS + 1) + (state.rows[slot] if state.seen[slot] >> viewer & 1 else 0)
    return noticed


@hook
def belief(state, seat):
    """Owners keep low cards and put low cards into their rows."""
    likely = 1.0
    for slot in range(state.players * biber.SLOTS):
        owner = slot // biber.SLOTS
        marks = state.seen[slot]
        if owner != seat and marks >> owner & 1 and not marks >> seat & 1:
            turns, card = min(state.turns[owner], LONG), state.rows[slot] - 1
            likely *= PLACED[turns, card] if marks & biber.NUMBER else KEPT[turns, card]
    return likely


@hook
def prior(state, seat, action):
    return np.exp(min(max(value_of(state, seat, action, mean_unseen(state, seat), WEIGHTS) / SHARP, -5.0), 5.0))


@hook
def playout(state, seat, out, count, word):
    return choose(state, seat, out, count, WEIGHTS)


@hook
def leaf(state, depth, values):
    """The end of a round: whoever has fewer points is more likely to win."""
    if state.phase != biber.LOOK:
        return False
    share_by_points(state, values)
    return True


@compiled
def share_by_points(state, values):
    spread = SPREAD * np.sqrt(float(biber.ROUNDS[state.players] - state.written))
    total = 0.0
    for seat in range(np.int64(state.players)):
        points = 0
        for i in range(state.written):
            points += state.scores[seat * biber.SEATS + i]
        values[seat] = np.exp(-points / spread)
        total += values[seat]
    for seat in range(np.int64(state.players)):
        values[seat] /= total
