"""What a hand of Biesti Boys is worth, in cards: `python -m tafelrunde.lab.train_biesti_hands`.

Positions of games at first sight are the examples; the weights are those that make their outcomes most likely.
"""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

import numpy as np
from scipy.optimize import minimize  # type: ignore[import-untyped]

import tafelrunde as tr
from tafelrunde.bots.biesti_boys_search import FACTS, LEFT, WEIGHTS, ahead, at_sight
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.chance import below, scramble, splitmix
from tafelrunde.kernel.compiled import entry

EXAMPLES, ONE_IN, ANY_ONE_IN = 500_000, 3, 8
"""Of a game one position in so many is an example; one card in so many is any that fits."""


@entry
def gather(states, seed, out, units, facts, won):
    """Games at first sight: the facts of both seats, and whether the first one won."""
    state, count, game = states[0], 0, 0
    while count < len(won):
        states[0] = states[1]
        engine.begin(state, seed, np.uint64(game))
        engine.settle(state)
        word, first = scramble(seed ^ scramble(np.uint64(game))), count
        while not verbs.over(state):
            word = splitmix(word)
            number = scramble(word)
            if below(number << np.uint64(40), ONE_IN) == 0 and count < len(won):
                for seat in range(2):
                    for fact in range(len(units)):
                        facts[count, seat, fact] = ahead(state, seat, units[fact])
                count += 1
            seat = engine.pick_actor(verbs.actors(state), number)
            moves = verbs.moves(state, seat, out)
            any_one = below(number << np.uint64(20), ANY_ONE_IN) == 0
            action = out[below(scramble(number), moves)] if any_one else at_sight(state, seat, out, moves, WEIGHTS)
            engine.apply(state, seat, action)
        for i in range(first, count):
            won[i] = state.winner == 1
        game += 1


def fit(facts, won):
    """The weights of the facts, and how much chance is in a card."""
    difference, cards = facts[:, 0] - facts[:, 1], facts[:, :, LEFT].mean(axis=1)

    def surprise(parameters):
        weights = np.append(-1.0, parameters[:-1])
        spread = np.sqrt(np.exp(parameters[-1]) * cards)
        odds = difference @ weights / spread
        error = (1 / (1 + np.exp(-odds)) - won) / len(won)
        slope = np.append((difference.T @ (error / spread))[1:], -(error * odds).sum() / 2)
        return (np.logaddexp(0, odds) - won * odds).mean(), slope

    found = minimize(surprise, np.zeros(FACTS), jac=True, method="L-BFGS-B").x
    return np.append(-1.0, found[:-1]), np.exp(found[-1])


def main() -> None:
    """Print the weights."""
    game = tr.load("biesti-boys", players=2)
    states = np.concatenate([game.blank(), game.blank()])
    facts, won = np.zeros((EXAMPLES, 2, FACTS)), np.zeros(EXAMPLES)
    gather(states, np.uint64(1), np.zeros(game.MAX_MOVES, np.int32), np.eye(FACTS), facts, won)
    weights, spread = fit(facts, won)
    print(np.round(weights, 2).tolist(), round(float(spread), 2))


if __name__ == "__main__":
    main()
