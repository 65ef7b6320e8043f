"""Dog: a player that tries its moves on sampled deals, each played on to the end of the round.

States are kept in one array: what is known, the sampled deal, the game played on from it, and a move being weighed.
"""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

import numpy as np

from tafelrunde.bots.dog_value import HIDDEN, MOST_FACTS, worth
from tafelrunde.games.dog import rules  # noqa: F401  # they make the verbs known
from tafelrunde.games.dog.tables import FULL, MAX_MOVES, PLAY, STATE
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.chance import scramble, splitmix
from tafelrunde.kernel.compiled import compiled, entry

KNOWN, DEAL, GAME, WEIGHED = range(4)
CANDIDATES = 12
"""So many moves are tried, those that look best at first sight."""
TRUST = 2.0
"""The first sight counts like so many tries."""


def desk():
    """Room to think: states, moves, facts and the network's first layer."""
    return (
        np.zeros(4, STATE),
        np.empty(MAX_MOVES, np.int32),
        np.empty(MOST_FACTS, np.int32),
        np.empty(HIDDEN, np.float32),
    )


@compiled
def worth_after(states, origin, seat, action, net, facts, hidden):
    """What the seat thinks of the position after a move of its own."""
    states[WEIGHED] = states[origin]
    verbs.act(states[WEIGHED], seat, action)
    return worth(states[WEIGHED], seat, net, facts, hidden)


@compiled
def at_sight(states, origin, seat, net, out, facts, hidden):
    """The move that looks best to the seat, and what it is worth."""
    count = verbs.moves(states[origin], seat, out)
    best, chosen = -1.0, out[0]
    for i in range(count):
        value = worth_after(states, origin, seat, out[i], net, facts, hidden)
        if value > best:
            best, chosen = value, out[i]
    return chosen, best


@compiled
def round_is_over(state):
    return (
        state.phase == PLAY
        and state.left == 0
        and state.cards[0] | state.cards[1] | state.cards[2] | state.cards[3] == 0
    )


@compiled
def played_out(states, seat, net, out, facts, hidden):
    """The round played on at sight by all; what its end is worth to the side of the seat."""
    state = states[GAME]
    while not verbs.over(state) and not round_is_over(state):
        if verbs.step(state) == 0:
            mover = lowest(verbs.actors(state))
            if state.left == 0 and state.phase == PLAY and state.cards[mover] == 1:
                pass
            action, _ = at_sight(states, GAME, mover, net, out, facts, hidden)
            verbs.act(state, mover, action)
    return worth(state, seat, net, facts, hidden)


@compiled
def sampled(states, seat, key0, key1):
    """A deal that the seat cannot tell from the true one."""
    states[DEAL] = states[KNOWN]
    states[DEAL].key[0] = key0
    states[DEAL].key[1] = key1
    states[DEAL].chance = 0
    verbs.resample(states[DEAL], seat)


@compiled
def put_in_order(actions, values, tries, count):
    """Sort by worth, the best first."""
    for i in range(1, count):
        action, value, tried = actions[i], values[i], tries[i]
        k = i
        while k > 0 and values[k - 1] < value:
            actions[k], values[k], tries[k] = actions[k - 1], values[k - 1], tries[k - 1]
            k -= 1
        actions[k], values[k], tries[k] = action, value, tried


@compiled
def tried(states, seat, seed, worlds, alive, net, out, facts, hidden, actions, values, tries):
    """Play each of the first moves on in the same sampled deals."""
    for world in range(worlds):
        seed = splitmix(seed)
        sampled(states, seat, scramble(seed), np.uint64(world))
        for i in range(alive):
            states[GAME] = states[DEAL]
            verbs.act(states[GAME], seat, actions[i])
            value = played_out(states, seat, net, out, facts, hidden)
            tries[i] += 1
            values[i] += (value - values[i]) / (tries[i] + TRUST)
    return seed


@compiled
def think(states, seat, seed, simulations, net, out, facts, hidden, actions, values, tries):
    """Weigh all moves at sight, then try the best ones, with half of them left in every round of trying.

    Afterwards the moves stand in order, the best first; returns how many there are.
    """
    count = verbs.moves(states[KNOWN], seat, actions)
    for i in range(count):
        values[i] = worth_after(states, KNOWN, seat, actions[i], net, facts, hidden)
        tries[i] = 0
    put_in_order(actions, values, tries, count)
    alive = min(count, CANDIDATES)
    stages = 0
    while 1 << stages < alive:
        stages += 1
    for stage in range(stages):
        worlds = simulations // (stages * alive)
        seed = tried(states, seat, seed, max(1, worlds), alive, net, out, facts, hidden, actions, values, tries)
        put_in_order(actions, values, tries, alive)
        alive = (alive + 1) // 2
    return count


@entry
def advise(states, seat, seed, simulations, net, out, facts, hidden, actions, values, tries):
    return think(states, seat, seed, simulations, net, out, facts, hidden, actions, values, tries)
