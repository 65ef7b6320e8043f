"""Generic compiled code built on the verbs: the functions that Python calls, and whole games at native speed.

States are passed as an array of records, of which the first is used.
"""

import numpy as np

from tafelrunde.kernel import verbs
from tafelrunde.kernel.bits import bit, lowest, nth, popcount
from tafelrunde.kernel.chance import below, scramble, splitmix
from tafelrunde.kernel.compiled import compiled, entry

TOO_LONG = 10_000_000
"""No game comes near this many decisions; one that does is abandoned, so that a faulty rule cannot hang the machine."""


@compiled
def settle(state):
    """Take every step that is pending."""
    while verbs.step(state) != 0:
        pass


@compiled
def apply(state, seat, action):
    """Carry out a legal action and every step that follows from it."""
    verbs.act(state, seat, action)
    settle(state)


@compiled
def begin(state, key0, key1):
    """Set up a new game from this seed."""
    state.key[0] = key0
    state.key[1] = key1
    state.chance = 0
    verbs.setup(state)


@compiled
def pick_actor(mask, word):
    """A random seat from the mask."""
    count = popcount(mask)
    if count == 1:
        return lowest(mask)
    return nth(mask, below(word, count))


@entry
def setup(states, key0, key1):
    begin(states[0], key0, key1)


@entry
def actors(states):
    return verbs.actors(states[0])


@entry
def moves(states, seat, out):
    return verbs.moves(states[0], seat, out)


@entry
def judge(states, seat, action):
    return verbs.judge(states[0], seat, action)


@entry
def act(states, seat, action):
    verbs.act(states[0], seat, action)


@entry
def step(states):
    return verbs.step(states[0])


@entry
def outcome(states, scores):
    """The winners as bits, -1 while the game goes on."""
    if not verbs.over(states[0]):
        return -1
    return verbs.score(states[0], scores)


@entry
def resample(states, seat, key0, key1):
    states[0].key[0] = key0
    states[0].key[1] = key1
    states[0].chance = 0
    verbs.resample(states[0], seat)


@entry
def sound(states):
    return verbs.sound(states[0])


@compiled
def first_choice(seed, number):
    """Where the choices of a random game begin; each next one is `splitmix` of the one before."""
    return scramble(seed ^ scramble(number))


@compiled
def random_decision(state, choice, out):
    """A seat that may act, and one of all its moves: each is equally likely, and `choice` decides."""
    word = scramble(choice)
    seat = pick_actor(verbs.actors(state), word << np.uint64(32))
    return seat, out[below(word, verbs.moves(state, seat, out))]


@compiled
def random_game(state, seed, number, out, kinds):
    """Play one complete game, choosing moves uniformly at random; return the number of decisions."""
    begin(state, seed, number)
    settle(state)
    choice = first_choice(seed, number)
    decisions = 0
    while not verbs.over(state) and decisions < TOO_LONG:
        choice = splitmix(choice)
        seat, action = random_decision(state, choice, out)
        if len(kinds) > 0:
            kinds[verbs.kind(state, action)] += 1
        apply(state, seat, action)
        decisions += 1
    return decisions


@entry
def playouts(states, seed, first, lengths, out, scores, wins, totals, kinds):
    """Complete random games, one for each entry of `lengths`; states[1] holds the options.

    Game i is the same on any number of threads: its deal and its choices follow from `seed` and `first + i`.
    Adds up wins and scores by seat and, if `kinds` is not empty, the actions by kind.
    """
    state = states[0]
    for game in range(len(lengths)):
        states[0] = states[1]
        lengths[game] = random_game(state, seed, np.uint64(first + game), out, kinds)
        winners = verbs.score(state, scores)
        for seat in range(state.players):
            totals[seat] += scores[seat]
            if np.uint64(winners) & bit(seat):
                wins[seat] += 1
