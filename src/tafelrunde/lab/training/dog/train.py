"""Dog: learn the value of positions by self-play.

    python -m tafelrunde.lab.training.dog.train

plays by the network alone, learns from the outcomes, plays on with what it has learned, and so on; the weights go to
`bots/dog/weights.npz`. With `--device cuda` a graphics card plays and learns (`on_card.py`).
"""

import argparse
import time
from pathlib import Path

import numpy as np

from tafelrunde.bots.dog.features import MOST_FEATURES, features_of
from tafelrunde.bots.dog.network import HIDDEN, PARTS, WEIGHTS, evaluate
from tafelrunde.bots.dog.search import GAME, KNOWN, evaluator, network_move, new_states
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.chance import scramble, splitmix
from tafelrunde.kernel.compiled import allocating, allocating_entry
from tafelrunde.lab.training.dog.targets import (
    ALL_RANDOM,
    EXPLORE,
    any_of,
    is_random,
    is_used,
    value_before,
    won_by_first,
)
from tafelrunde.lab.training.dog.untrained import untrained

GAMES, SEED, RATE = 150_000, 1, 0.02
PER_ITERATION = 500
"""Games in an iteration."""
RANDOM_ITERATIONS = 4
"""At first all moves are random: there is nothing to go by yet."""
LONGEST = 4000
"""Games with more moves are not learned from."""


# playing


@allocating
def chosen(states, seat, explore, evaluator, word):
    """Mostly the best move by the network."""
    out = evaluator[1]
    if is_random(states[GAME], explore, word):
        return out[any_of(verbs.moves(states[GAME], seat, out), word)]
    return network_move(states, GAME, seat, evaluator)


@allocating
def play_game(states, seed, explore, evaluator, notes):
    """Play a game and write the features after every move; returns how many moves there were."""
    net, _, _, hidden = evaluator
    features, counts, seats, values = notes
    state = states[GAME]
    engine.begin(state, seed, np.uint64(0))
    engine.settle(state)
    word, move = scramble(seed), 0
    while not verbs.over(state) and move < LONGEST:
        word = splitmix(word)
        seat = lowest(verbs.actors(state))
        verbs.act(state, seat, chosen(states, seat, explore, evaluator, word))
        counts[move] = features_of(state, seat, features[move])
        seats[move], values[move] = seat, evaluate(features[move], counts[move], net, hidden)
        move += 1
        engine.settle(state)
    return move


@allocating
def remember(moves, won, seed, notes, batch, kept):
    """Go back through a game: a position was worth what the next one was, and how the game ended."""
    features, counts, seats, values = notes
    samples, sizes, targets = batch
    even = won
    for move in range(moves - 1, -1, -1):
        odd = seats[move] & 1
        if is_used(seed, move) and kept < len(targets):
            samples[kept] = features[move]
            sizes[kept] = counts[move]
            targets[kept] = 1 - even if odd else even
            kept += 1
        even = value_before(even, values[move], odd)
    return kept


@allocating_entry
def play(states, seed, games, explore, evaluator, notes, batch):
    """Self-play; returns how many positions are kept to learn from, and the moves of all games."""
    kept, total = 0, 0
    for _ in range(games):
        seed = splitmix(seed)
        states[GAME] = states[KNOWN]
        moves = play_game(states, scramble(seed), explore, evaluator, notes)
        total += moves
        if verbs.over(states[GAME]):
            kept = remember(moves, won_by_first(states[GAME]), seed, notes, batch, kept)
    return kept, total


# learning


@allocating
def correct(features, count, slope, net, hidden):
    """One step of gradient descent, after the network has evaluated these features."""
    rows, bias, out, out_bias = net
    out_bias[0] -= slope
    for i in range(HIDDEN):
        back = slope * out[i] if hidden[i] > 0 else np.float32(0)
        out[i] -= slope * max(hidden[i], np.float32(0))
        bias[i] -= back
        hidden[i] = back
    for k in range(count):
        row = rows[features[k]]
        for i in range(HIDDEN):
            row[i] -= hidden[i]


@allocating_entry
def learn(batch, order, rate, net, hidden):
    """Learn from a batch of positions once, in this order; returns the mean log loss."""
    samples, sizes, targets = batch
    loss = 0.0
    for i in order:
        guess, target = evaluate(samples[i], sizes[i], net, hidden), targets[i]
        loss -= target * np.log(guess + 1e-9) + (1 - target) * np.log(1 - guess + 1e-9)
        correct(samples[i], sizes[i], np.float32((guess - target) * rate), net, hidden)
    return loss / len(order)


def buffers(positions):
    """Arrays for positions: their features, and how many there are."""
    return np.empty((positions, MOST_FEATURES), np.int32), np.empty(positions, np.int32)


def train(games, seed, rate, per_iteration=PER_ITERATION):
    """Play and learn, in smaller and smaller steps; yields the network and a line on progress after each iteration."""
    net, chance = untrained(seed), np.random.default_rng(seed)
    network, states = evaluator(net), new_states()
    states["players"] = dog.SEATS
    notes = (*buffers(LONGEST), np.empty(LONGEST, np.int64), np.empty(LONGEST))
    batch = (*buffers(LONGEST * per_iteration // 10), np.empty(LONGEST * per_iteration // 10))
    for number in range(games // per_iteration):
        word, explore = np.uint64(chance.integers(2**63)), ALL_RANDOM if number < RANDOM_ITERATIONS else EXPLORE
        kept, moves = play(states, word, per_iteration, explore, network, notes, batch)
        step = rate * (1 - number * per_iteration / games) + rate / 50
        loss = learn(batch, chance.permutation(kept), step, net, network[-1])
        yield net, f"{(number + 1) * per_iteration} games, {moves / per_iteration:.0f} moves each, loss {loss:.4f}"


def main() -> None:
    options = argparse.ArgumentParser(description="Learn what positions of Dog are worth.")
    options.add_argument("--games", type=int, default=GAMES)
    options.add_argument("--seed", type=int, default=SEED)
    options.add_argument("--rate", type=float, default=RATE, help="on a processor")
    options.add_argument("--path", type=Path, default=WEIGHTS)
    options.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    options.add_argument("--minutes", type=float, help="on a card: for so long instead of so many games")
    given = options.parse_args()
    began = time.perf_counter()
    on_cpu = given.device == "cpu"
    for net, report in train(given.games, given.seed, given.rate) if on_cpu else train_on_card(given):
        print(f"{report}, {time.perf_counter() - began:.0f} s", flush=True)
        np.savez_compressed(given.path, **dict(zip(PARTS, net, strict=True)))


def train_on_card(given):
    from tafelrunde.lab.training.dog import on_card

    return on_card.train(given.games, given.seed, given.minutes)


if __name__ == "__main__":
    main()
