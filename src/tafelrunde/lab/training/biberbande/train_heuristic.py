"""Biberbande: find the weights of the heuristic by self-play.

    python -m tafelrunde.lab.training.biberbande.train_heuristic

Every candidate plays the best one so far, each deal from both seats; a candidate that is better by more than chance
becomes the best.
"""

import sys

import numpy as np

import tafelrunde as tr
from tafelrunde.bots.biberbande import heuristic as policy
from tafelrunde.games.biberbande import piles
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.compiled import allocating, allocating_entry

PAIRS, ROUNDS, SURE = 4000, 400, 2.0


@allocating_entry
def duel(states, seed, pairs, one, other, out, scores, results):
    """Pairs of games on the same deal with seats exchanged; writes what the first player won of each pair."""
    state = states[0]
    for pair in range(pairs):
        won = 0.0
        for first in range(2):
            states[0] = states[1]
            engine.begin(state, seed, np.uint64(pair))
            engine.settle(state)
            for _ in range(2000):
                if verbs.over(state):
                    break
                seat = engine.pick_actor(verbs.actors(state), np.uint64(0))
                count = verbs.moves(state, seat, out)
                weights = one if seat == first else other
                engine.apply(state, seat, policy.choose(state, seat, out, count, weights))
            winners = verbs.score(state, scores)
            won += 0.0 if not winners >> first & 1 else 0.5 if winners == 3 else 1.0
            results[pair, 1 + first] = scores[first] - scores[1 - first]
        results[pair, 0] = won / 2


@allocating_entry
def observe(states, seed, games, weights, out, kept, unseen):
    """Count the cards that their owner knows and the player on turn does not, by mark, turns and card.

    Beside it, how often it would be that card if all that the player has not seen were equally likely.
    """
    state = states[0]
    for game in range(games):
        states[0] = states[1]
        engine.begin(state, seed, np.uint64(game))
        engine.settle(state)
        while not verbs.over(state):
            seat = engine.pick_actor(verbs.actors(state), np.uint64(0))
            if state.phase == biber.TURN:
                note(state, seat, kept, unseen)
            count = verbs.moves(state, seat, out)
            engine.apply(state, seat, policy.choose(state, seat, out, count, weights))


@allocating
def note(state, seat, kept, unseen):
    for slot in range(np.int64(state.players) * biber.SLOTS):
        owner, marks = slot // biber.SLOTS, state.seen[slot]
        if owner == seat or not marks >> owner & 1 or marks >> seat & 1:
            continue
        mark, turns = 1 if marks & biber.NUMBER else 0, min(state.turns[owner], policy.LONG)
        kept[mark, turns, state.rows[slot] - 1] += 1
        for card in range(1, biber.KINDS + 1):
            if mark == 0 or card <= biber.NUMBERS:
                unseen[mark, turns, card - 1] += piles.count_of(state.pool, card) / max(piles.size(state.pool), 1)


def beliefs(weights, games=20000):
    """By mark and turns: how likely a card is kept, and by how much it is lower than unknown cards."""
    game = tr.load("biberbande", players=2)
    states = np.concatenate([game.blank(), game.blank()])
    kept, unseen = np.zeros((2, 2, policy.LONG + 1, biber.KINDS))
    observe(states, np.uint64(3), games, weights, np.zeros(game.MAX_MOVES, np.int32), kept, unseen)
    ratio = kept / np.maximum(unseen, 1e-9)
    points = np.arange(biber.NUMBERS)

    def mean(counts):
        numbers = counts[..., : biber.NUMBERS]
        return (numbers * points).sum(-1) / np.maximum(numbers.sum(-1), 1e-9)

    return ratio / np.maximum(ratio.max(-1, keepdims=True), 1e-9), mean(unseen) - mean(kept)


def compare(one, other, seed, pairs=PAIRS):
    """The share of games that the first one wins, its standard error, and all results."""
    game = tr.load("biberbande", players=2)
    states = np.concatenate([game.blank(), game.blank()])
    results = np.zeros((pairs, 3))
    out, scores = np.zeros(game.MAX_MOVES, np.int32), np.zeros(8, np.int32)
    duel(states, np.uint64(seed), pairs, one, other, out, scores, results)
    return results[:, 0].mean(), results[:, 0].std() / np.sqrt(pairs), results


def main(rounds: int = ROUNDS) -> None:
    """Print every better set of weights."""
    best = policy.WEIGHTS.copy()
    steps = np.array([0.3, 0.3, 1.0, 1.0, 1.5, 0.3, 0.3])
    chance = np.random.default_rng(1)
    for number in range(rounds):
        candidate = best + steps * chance.normal(size=len(best)) * (chance.random(len(best)) < 0.35)
        share, error, _ = compare(candidate, best, number)
        if share > 0.5 + SURE * error:
            share, error, _ = compare(candidate, best, number + 10**6, 2 * PAIRS)
            if share > 0.5 + SURE * error:
                best = candidate
                print(number, f"{share:.4f} ± {error:.4f}", np.round(best, 2).tolist(), flush=True)
    print("against the start:", compare(best, policy.WEIGHTS, 2 * 10**6)[:2])
    likely, lower = beliefs(best)
    print("cards that owners know, by mark, turns and card:", np.round(likely, 2).tolist())
    print("and by how much they are lower than others:", np.round(lower, 1).tolist())


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
