"""What to do here? Every move with its chance to win, as the strongest player sees it from this seat."""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from random import Random

import numpy as np

from tafelrunde import bots
from tafelrunde.bots.advice import Advice
from tafelrunde.bots.seat import Seat
from tafelrunde.bots.sides import sides
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import bit, popcount
from tafelrunde.kernel.chance import below, scramble, splitmix
from tafelrunde.kernel.compiled import compiling, entry

SAMPLES, GAMES = 16, 8
"""Deals that could be the true one, and random games from each, where no player can tell more."""
TOO_LONG = 100_000


def hint(seat: Seat, chance: Random) -> list[Advice]:
    """The seat's moves, best first; none if it has none."""
    if not seat.moves:
        return []
    adviser = bots.make(bots.levels(seat.game.name)[-1], seat.game.name)
    advise = getattr(adviser, "advise", None)
    advice: list[Advice] = advise(seat, chance) if advise else by_random_games(seat, chance)
    return advice


def by_random_games(seat: Seat, chance: Random) -> list[Advice]:
    """How often each move wins if nobody thinks from then on."""
    samples = [seat.sample(chance.getrandbits(64)) for _ in range(SAMPLES)]
    actions = np.array([seat.game.parse(move) for move in seat.moves], np.int32)
    points = np.zeros(len(actions), np.float64)
    together = len(sides(seat.game)[0])
    out, scores = np.empty(seat.game.MAX_MOVES, np.int32), np.zeros(8, np.int32)
    with compiling(seat.game.name, "hints"):
        for sample in samples:
            states = np.concatenate([sample.states, sample.states])
            word = np.uint64(chance.getrandbits(64))
            finish(states, seat.number, actions, GAMES, together, word, out, scores, points)
    wins = points / (SAMPLES * GAMES)
    order = np.argsort(-wins, kind="stable").tolist()
    return [Advice(seat.moves[i], float(wins[i]), float(i == order[0])) for i in order]


@entry
def finish(states, seat, actions, games, together, word, out, scores, points):
    """Random games from states[1] to their end, each after one of the actions; adds up what the seat wins by each.

    `together` is how many seats a side has: sides that win at the same time share the point.
    """
    state = states[0]
    for i in range(len(actions)):
        for _ in range(games):
            states[0] = states[1]
            word = splitmix(word)
            state.key[1] = scramble(word)
            engine.apply(state, seat, actions[i])
            decisions = 0
            while not verbs.over(state) and decisions < TOO_LONG:
                word = splitmix(word)
                choice = scramble(word)
                who = engine.pick_actor(verbs.actors(state), choice << np.uint64(32))
                engine.apply(state, who, out[below(choice, verbs.moves(state, who, out))])
                decisions += 1
            if verbs.over(state):
                winners = np.uint64(verbs.score(state, scores))
                if winners & bit(seat):
                    points[i] += together / popcount(winners)
