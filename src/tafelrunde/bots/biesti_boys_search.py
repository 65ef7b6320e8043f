"""Biesti Boys for the search: how good a lay looks, and a race that is not played to its end.

Everybody is equally quick here: of those who can act one is first by chance.
"""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

import numpy as np

from tafelrunde.bots import hooks
from tafelrunde.games.biesti_boys.state import STATE, count_of
from tafelrunde.games.biesti_boys.tables import COPIES, DECK, DRAW, GO, HALT, KINDS, KINDS_THAT_FIT, LIFTS, STOP
from tafelrunde.kernel.compiled import compiled

OWN, WAY, OTHERS, STOPS, GOES, RARE, BLOCKED = range(7)
"""The weights: own cards that fit somewhere, each of their ways, cards of the deck that fit for others, to lay a Stop,
a Go, a card that seldom fits, and to have nothing that fits."""
WEIGHTS = np.array([0.0, 0.5, 1.6, -2.0, 1.0, 0.5, -1.8])
"""Rounded from runs of `python -m tafelrunde.lab.train_biesti_boys`."""
RIGHT, SURE, NEVER = 1000.0, 500.0, -1000.0
"""To call a wrong card comes first, then to draw; nobody lays a wrong card or calls a right one."""
FAR = 24
"""Decisions after which the cards left are compared."""
SHARP = 1.0
_COPIES = np.array(COPIES) / DECK
_SELDOM = np.array([kind in (0, STOP - 1) for kind in range(KINDS)])

hook = hooks.of(STATE)


@compiled
def worth(state, seat, action, weights):
    """How good an action looks."""
    if action == DRAW:
        return SURE
    if action >= HALT:
        lift = action - HALT
        return NEVER if fits(state.lifts[lift], state.laid_on[lift]) else RIGHT
    kind, lift = action // LIFTS, action % LIFTS
    if not fits(kind, state.lifts[lift]):
        return NEVER
    value = weights[RARE] if _SELDOM[kind] else 0.0
    if kind == STOP:
        value += weights[STOPS]
    elif kind == GO:
        value += weights[GOES]
    return value + after(state, seat, kind, lift, weights)


@compiled
def fits(kind, shown):
    return KINDS_THAT_FIT[shown] >> kind & 1 != 0


@compiled
def after(state, seat, laid, on, weights):
    """What the lifts offer once the card lies there."""
    value, own = 0.0, 0
    for kind in range(KINDS):
        ways = 0
        for lift in range(LIFTS):
            shown = laid if lift == on else np.int64(state.lifts[lift])
            ways += KINDS_THAT_FIT[shown] >> kind & 1
        if ways > 0:
            value -= weights[OTHERS] * _COPIES[kind]
            held = count_of(state.hand[seat], kind) - (kind == laid)
            own += held
            value += held * (weights[OWN] + weights[WAY] * ways)
    return value if own > 0 else value + weights[BLOCKED]


@compiled
def choose(state, seat, out, count, weights):
    """The action that looks best."""
    best, chosen = 10 * NEVER, out[0]
    for i in range(count):
        value = worth(state, seat, out[i], weights)
        if value > best:
            best, chosen = value, out[i]
    return chosen


@hook
def together(state):
    return False


@hook
def sight(state, viewer):
    """The own hand."""
    return np.int64(state.hand[viewer])


@hook
def prior(state, seat, action):
    return np.exp(min(max(worth(state, seat, action, WEIGHTS) / SHARP, -8.0), 8.0))


@hook
def playout(state, seat, out, count, word):
    return choose(state, seat, out, count, WEIGHTS)


@hook
def leaf(state, depth, values):
    """After a while whoever has fewer cards left is more likely to win."""
    if depth < FAR:
        return False
    total = 0.0
    cards = np.int64(0)
    for seat in range(np.int64(state.players)):
        cards += np.int64(state.held[seat]) + np.int64(state.left[seat])
    spread = 0.83 * np.sqrt(max(cards / state.players, 1.0))
    for seat in range(np.int64(state.players)):
        left = np.int64(state.held[seat]) + np.int64(state.left[seat])
        values[seat] = np.exp(-left / spread)
        total += values[seat]
    for seat in range(np.int64(state.players)):
        values[seat] /= total
    return True
