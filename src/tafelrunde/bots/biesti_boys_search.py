"""Biesti Boys for the search: how good a lay looks, and a race that is not played to its end.

Everybody is equally quick here: of those who can act one is first by chance.
"""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

import numpy as np

from tafelrunde.bots import hooks
from tafelrunde.games.biesti_boys.state import STATE, count_of, one
from tafelrunde.games.biesti_boys.tables import COPIES, DECK, DRAW, GO, HALT, KINDS, KINDS_THAT_FIT, LIFTS, STOP
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.compiled import compiled

OWN, WAY, OTHERS, STOPS, GOES, RARE, BLOCKED = range(7)
"""The weights: own cards that fit somewhere, each of their ways, cards of the deck that fit for others, to lay a Stop,
a Go, a card that seldom fits, and to have nothing that fits."""
WEIGHTS = np.array([0.0, 0.5, 1.6, -2.0, 1.0, 0.5, -1.8])
"""Rounded from runs of `python -m tafelrunde.lab.train_biesti_boys`."""
RIGHT, SURE, NEVER = 1000.0, 500.0, -1000.0
"""To call a wrong card comes first, then to draw; nobody lays a wrong card or calls a right one."""
FAR = 10
"""Decisions after which it is judged who is ahead."""
FACTS = 10
LEFT, ONE_FITS, TWO_FIT, THREE_FIT, EACH_WAY, FOUR_WAYS, SELDOM, STOP_HELD, GO_HELD, EQUAL = range(FACTS)
HAND = np.array([-1.0, 1.62, 0.31, 0.05, 0.09, 0.34, -0.25, -0.09, -1.11, -0.62])
SPREAD = 1.55
"""What the cards that a seat has left are worth, in cards, and how much chance is in a card: learned from games by the
clock; `python -m tafelrunde.lab.train_biesti_hands` finds nearly the same where one is first by chance."""
SHARP = 1.0
OPEN = np.array([sum(COPIES[kind] for kind in range(KINDS) if kinds >> kind & 1) / DECK for kinds in range(1 << KINDS)])
"""By a set of kinds: how much of the deck they are."""
_SPECIAL = np.array([SELDOM, 0, 0, 0, 0, 0, 0, 0, SELDOM, STOP_HELD, GO_HELD])
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
    fitting, both, three, all_four = 0, 0, 0, 0
    for lift in range(LIFTS):
        kinds = KINDS_THAT_FIT[laid if lift == on else np.int64(state.lifts[lift])]
        all_four |= three & kinds
        three |= both & kinds
        both |= fitting & kinds
        fitting |= kinds
    value = -weights[OTHERS] * OPEN[fitting]
    own, cards = 0, state.hand[seat] - one(laid)
    while cards != 0:
        kind = lowest(cards) // 4
        held = count_of(cards, kind)
        cards &= ~(np.uint64(15) << np.uint64(4 * kind))
        if fitting >> kind & 1:
            ways = 1 + (both >> kind & 1) + (three >> kind & 1) + (all_four >> kind & 1)
            own += held
            value += held * (weights[OWN] + weights[WAY] * ways)
    return value if own > 0 else value + weights[BLOCKED]


@compiled
def at_sight(state, seat, out, count, weights):
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
    return at_sight(state, seat, out, count, WEIGHTS)


@hook
def leaf(state, depth, values):
    """After a while whoever is further ahead is more likely to win."""
    if depth < FAR:
        return False
    cards, total = 0.0, 0.0
    for seat in range(np.int64(state.players)):
        cards += np.float64(state.held[seat]) + np.float64(state.left[seat])
    spread = np.sqrt(SPREAD * cards / state.players)
    for seat in range(np.int64(state.players)):
        values[seat] = np.exp(ahead(state, seat, HAND) / spread)
        total += values[seat]
    for seat in range(np.int64(state.players)):
        values[seat] /= total
    return True


@compiled
def ahead(state, seat, weights):
    """How far a seat is, in cards."""
    fitting, ways = np.int64(0), np.int64(0)
    value = weights[LEFT] * (np.int64(state.held[seat]) + np.int64(state.left[seat]))
    cards = state.hand[seat]
    while cards != 0:
        kind = lowest(cards) // 4
        held = count_of(cards, kind)
        cards &= ~(np.uint64(15) << np.uint64(4 * kind))
        lifts = lifts_for(state, kind)
        fitting += held if lifts else 0
        ways += lifts * held
        value += held * weights[_SPECIAL[kind]] if _SPECIAL[kind] else 0.0
        value += (held - 1) * weights[EQUAL]
    for number in range(3):
        if fitting > number:
            value += weights[ONE_FITS + number]
    return value + weights[EACH_WAY] * ways + (weights[FOUR_WAYS] if ways >= 4 else 0.0)


@compiled
def lifts_for(state, kind):
    """On how many lifts a card is right."""
    count = np.int64(0)
    for lift in range(LIFTS):
        count += KINDS_THAT_FIT[state.lifts[lift]] >> kind & 1
    return count
