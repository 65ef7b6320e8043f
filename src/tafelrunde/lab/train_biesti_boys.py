"""Biesti Boys' quick player finds its weights against itself: `python -m tafelrunde.lab.train_biesti_boys`.

Both are equally quick. Every candidate plays the best one so far on deals that both get from both seats; who is better
by more than chance becomes the best.
"""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

import sys

import numpy as np

import tafelrunde as tr
from tafelrunde.bots import biesti_boys_search as policy
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.chance import scramble, splitmix
from tafelrunde.kernel.compiled import entry

PAIRS, ROUNDS, SURE = 4000, 400, 2.0


@entry
def duel(states, seed, pairs, one, other, out, scores, results):
    """Pairs of games on the same deals, the seats exchanged: by pair, how many of the two the first player won."""
    state = states[0]
    for pair in range(pairs):
        results[pair] = 0
        for first in range(2):
            states[0] = states[1]
            engine.begin(state, seed, np.uint64(pair))
            engine.settle(state)
            word = scramble(seed ^ scramble(np.uint64(pair)))
            while not verbs.over(state):
                word = splitmix(word)
                seat = engine.pick_actor(verbs.actors(state), scramble(word))
                weights = one if seat == first else other
                count = verbs.moves(state, seat, out)
                engine.apply(state, seat, policy.at_sight(state, seat, out, count, weights))
            results[pair] += verbs.score(state, scores) >> first & 1


def compare(one, other, seed, pairs=PAIRS):
    """How much of the games the first one wins, and the standard error."""
    game = tr.load("biesti-boys", players=2)
    states = np.concatenate([game.blank(), game.blank()])
    results = np.zeros(pairs)
    out, scores = np.zeros(game.MAX_MOVES, np.int32), np.zeros(8, np.int32)
    duel(states, np.uint64(seed), pairs, one, other, out, scores, results)
    return results.mean() / 2, results.std() / 2 / np.sqrt(pairs)


def main(rounds: int = ROUNDS) -> None:
    """Print every better set of weights."""
    best = policy.WEIGHTS.copy()
    steps = np.array([1.0, 0.4, 1.5, 1.5, 1.5, 1.0, 2.0])
    chance = np.random.default_rng(1)
    for number in range(rounds):
        candidate = best + steps * chance.normal(size=len(best)) * (chance.random(len(best)) < 0.4)
        share, error = compare(candidate, best, number)
        if share > 0.5 + SURE * error:
            share, error = compare(candidate, best, number + 10**6, 2 * PAIRS)
            if share > 0.5 + SURE * error:
                best = candidate
                print(number, f"{share:.4f} ± {error:.4f}", np.round(best, 2).tolist(), flush=True)
    print("against the start:", compare(best, policy.WEIGHTS, 2 * 10**6))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
