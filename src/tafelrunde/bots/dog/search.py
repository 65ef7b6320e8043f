"""Dog: moves tried on sampled deals, each played to the end of the round.

States are kept in one array: what is known, the sampled deal, the game played on from it, and a move being looked at.
An `evaluator` is the network with the buffers that it needs; a `ranking` is the moves with their values.
"""

from typing import Any

import numpy as np

from tafelrunde.bots.dog.features import MOST_FEATURES
from tafelrunde.bots.dog.network import HIDDEN, win_chance
from tafelrunde.games.dog import rules  # noqa: F401  # registers the verbs
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel import verbs
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.compiled import compiled, entry
from tafelrunde.kernel.targets import arrays

KNOWN, DEAL, GAME, AFTER = range(4)
TRUST = 2.0
"""The network's first value of a move counts as much as this many tries."""


def new_states() -> Any:
    """The array of states."""
    return arrays.records(dog.STATE, 4)


def evaluator(net: Any) -> Any:
    """A network, with buffers for moves, features and the sums of the first layer."""
    return net, arrays.zeros("i4", dog.MAX_MOVES), arrays.zeros("i4", MOST_FEATURES), arrays.zeros("f4", HIDDEN)


def new_ranking() -> Any:
    """Buffers for moves, their values, and how often each was tried."""
    return arrays.zeros("i4", dog.MAX_MOVES), arrays.zeros("f8", dog.MAX_MOVES), arrays.zeros("i8", dog.MAX_MOVES)


@compiled
def evaluate(state, seat, evaluator):
    net, _, features, hidden = evaluator
    return win_chance(state, seat, net, features, hidden)


@compiled
def value_after(states, origin, seat, action, evaluator):
    """The value, to the seat, of the position after a move of its own."""
    states[AFTER] = states[origin]
    verbs.act(states[AFTER], seat, action)
    return evaluate(states[AFTER], seat, evaluator)


@compiled
def network_move(states, origin, seat, evaluator):
    """The move that the network rates highest, without any search."""
    out = evaluator[1]
    count = verbs.moves(states[origin], seat, out)
    best, chosen = -1.0, out[0]
    for i in range(count if count > 1 else 0):
        value = value_after(states, origin, seat, out[i], evaluator)
        if value > best:
            best, chosen = value, out[i]
    return chosen


@compiled
def round_is_over(state):
    cards = state.cards[0] | state.cards[1] | state.cards[2] | state.cards[3]
    return state.phase == dog.PLAY and state.left == 0 and cards == 0


@compiled
def finish_round(states, seat, evaluator):
    """Let the network play all seats to the end of the round; returns its value for the seat's side."""
    state = states[GAME]
    while not verbs.over(state) and not round_is_over(state):
        if verbs.step(state) == 0:
            mover = lowest(verbs.actors(state))
            verbs.act(state, mover, network_move(states, GAME, mover, evaluator))
    return evaluate(state, seat, evaluator)


@compiled
def sample_deal(states, seat, key0, key1):
    """A deal that the seat cannot tell from the true one."""
    states[DEAL] = states[KNOWN]
    states[DEAL].key[0] = key0
    states[DEAL].key[1] = key1
    states[DEAL].chance = 0
    verbs.resample(states[DEAL], seat)


@compiled
def sort_ranking(ranking, count):
    """Highest value first."""
    actions, values, tries = ranking
    for i in range(1, count):
        action, value, tried = actions[i], values[i], tries[i]
        k = i
        while k > 0 and values[k - 1] < value:
            actions[k], values[k], tries[k] = actions[k - 1], values[k - 1], tries[k - 1]
            k -= 1
        actions[k], values[k], tries[k] = action, value, tried


@entry
def rank_by_network(states, seat, evaluator, ranking):
    """Rank all moves of the seat by the network alone; returns how many there are."""
    actions, values, tries = ranking
    count = verbs.moves(states[KNOWN], seat, actions)
    for i in range(count):
        values[i] = value_after(states, KNOWN, seat, actions[i], evaluator)
        tries[i] = 0
    sort_ranking(ranking, count)
    return count


@entry
def try_moves(states, seat, seed, deals, alive, evaluator, ranking):
    """Try the first moves, all on the same sampled deals, and rank them anew."""
    actions, values, tries = ranking
    for deal in range(deals):
        sample_deal(states, seat, seed, np.uint64(deal))
        for i in range(alive):
            states[GAME] = states[DEAL]
            verbs.act(states[GAME], seat, actions[i])
            tries[i] += 1
            values[i] += (finish_round(states, seat, evaluator) - values[i]) / (tries[i] + TRUST)
    sort_ranking(ranking, alive)
