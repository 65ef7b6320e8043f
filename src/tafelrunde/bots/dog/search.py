"""Dog: a player that tries its moves on sampled deals, each played on to the end of the round.

States are kept in one array: what is known, the sampled deal, the game played on from it, and a move being weighed.
A `mind` is the network with room for moves and for its own working; a `ranking` the moves with what they are worth.
"""

from typing import Any

import numpy as np

from tafelrunde.bots.dog.network import HIDDEN, MOST_FACTS, worth
from tafelrunde.games.dog import rules  # noqa: F401  # they make the verbs known
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel import verbs
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.compiled import compiled, entry

KNOWN, DEAL, GAME, WEIGHED = range(4)
TRUST = 2.0
"""What a move looks worth at sight counts like so many tries."""


def room() -> Any:
    """Room for the states."""
    return np.zeros(4, dog.STATE)


def mind(net: Any) -> Any:
    """A network, and room for moves, facts and the sums of the first layer."""
    return net, np.empty(dog.MAX_MOVES, np.int32), np.empty(MOST_FACTS, np.int32), np.empty(HIDDEN, np.float32)


def ranking() -> Any:
    """Room for moves, what they are worth, and how often each was tried."""
    return np.empty(dog.MAX_MOVES, np.int32), np.empty(dog.MAX_MOVES), np.empty(dog.MAX_MOVES, np.int64)


@compiled
def judgement(state, seat, mind):
    net, _, facts, hidden = mind
    return worth(state, seat, net, facts, hidden)


@compiled
def worth_after(states, origin, seat, action, mind):
    """What the seat thinks of the position after a move of its own."""
    states[WEIGHED] = states[origin]
    verbs.act(states[WEIGHED], seat, action)
    return judgement(states[WEIGHED], seat, mind)


@compiled
def at_sight(states, origin, seat, mind):
    """The move that looks best to the seat."""
    out = mind[1]
    count = verbs.moves(states[origin], seat, out)
    best, chosen = -1.0, out[0]
    for i in range(count if count > 1 else 0):
        value = worth_after(states, origin, seat, out[i], mind)
        if value > best:
            best, chosen = value, out[i]
    return chosen


@compiled
def round_is_over(state):
    cards = state.cards[0] | state.cards[1] | state.cards[2] | state.cards[3]
    return state.phase == dog.PLAY and state.left == 0 and cards == 0


@compiled
def played_on(states, seat, mind):
    """The round played on at sight by all; what its end is worth to the side of the seat."""
    state = states[GAME]
    while not verbs.over(state) and not round_is_over(state):
        if verbs.step(state) == 0:
            mover = lowest(verbs.actors(state))
            verbs.act(state, mover, at_sight(states, GAME, mover, mind))
    return judgement(state, seat, mind)


@compiled
def sample(states, seat, key0, key1):
    """A deal that the seat cannot tell from the true one."""
    states[DEAL] = states[KNOWN]
    states[DEAL].key[0] = key0
    states[DEAL].key[1] = key1
    states[DEAL].chance = 0
    verbs.resample(states[DEAL], seat)


@compiled
def put_in_order(ranking, count):
    """The moves of most worth first."""
    actions, values, tries = ranking
    for i in range(1, count):
        action, value, tried = actions[i], values[i], tries[i]
        k = i
        while k > 0 and values[k - 1] < value:
            actions[k], values[k], tries[k] = actions[k - 1], values[k - 1], tries[k - 1]
            k -= 1
        actions[k], values[k], tries[k] = action, value, tried


@entry
def weigh(states, seat, mind, ranking):
    """Rank all moves of the seat as they look at sight; returns how many there are."""
    actions, values, tries = ranking
    count = verbs.moves(states[KNOWN], seat, actions)
    for i in range(count):
        values[i] = worth_after(states, KNOWN, seat, actions[i], mind)
        tries[i] = 0
    put_in_order(ranking, count)
    return count


@entry
def attempt(states, seat, seed, deals, alive, mind, ranking):
    """Play the first moves on, all in the same sampled deals, and put them in order."""
    actions, values, tries = ranking
    for deal in range(deals):
        sample(states, seat, seed, np.uint64(deal))
        for i in range(alive):
            states[GAME] = states[DEAL]
            verbs.act(states[GAME], seat, actions[i])
            tries[i] += 1
            values[i] += (played_on(states, seat, mind) - values[i]) / (tries[i] + TRUST)
    put_in_order(ranking, alive)
