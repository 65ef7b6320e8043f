"""Dog: learn what positions are worth from games against oneself.

    python -m tafelrunde.lab.train_dog

plays, learns from what was played, and writes the weights to `bots/data/dog.npz`.
"""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

import argparse
import time
from pathlib import Path

import numpy as np

from tafelrunde.bots.dog_search import WEIGHED, GAME, at_sight, desk, worth_after
from tafelrunde.bots.dog_value import HIDDEN, MOST_FACTS, ROWS, WEIGHTS, facts_of, judged
from tafelrunde.games.dog.tables import FULL, GIVE
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.chance import below, scramble, splitmix
from tafelrunde.kernel.compiled import compiled, entry

PER_BATCH = 500
"""Games between two lessons."""
LONGEST = 4000
CURIOUS, CURIOUS_GIFT = 40, 300
"""How often, in a thousand, a move and a gift are any at all."""
MEMORY = 0.97
"""How much a position learns from what came of it in the end rather than from what the next one promised."""
KEPT = 300
"""How many positions, in a thousand, a lesson uses."""


@compiled
def chosen(states, seat, net, out, facts, hidden, word):
    curious = CURIOUS_GIFT if states[GAME].phase == GIVE else CURIOUS
    if below(scramble(word), 1000) < curious:
        action = out[below(scramble(~word), verbs.moves(states[GAME], seat, out))]
        return action, worth_after(states, GAME, seat, action, net, facts, hidden)
    return at_sight(states, GAME, seat, net, out, facts, hidden)


@compiled
def game_of(states, seed, net, out, facts, hidden, log, sizes, seats, promised):
    """Play a game and note the facts after every move; returns how many moves there were."""
    state = states[GAME]
    engine.begin(state, seed, np.uint64(0))
    engine.settle(state)
    word, moves = scramble(seed), 0
    while not verbs.over(state) and moves < LONGEST:
        word = splitmix(word)
        seat = lowest(verbs.actors(state))
        action, value = chosen(states, seat, net, out, facts, hidden, word)
        verbs.act(state, seat, action)
        sizes[moves] = facts_of(state, seat, log[moves])
        seats[moves], promised[moves] = seat, value
        moves += 1
        engine.settle(state)
    return moves


@entry
def play(states, seed, games, net, out, facts, hidden, log, sizes, seats, promised, samples, counts, targets):
    """Games against oneself; keeps a part of the positions with what they turned out to be worth."""
    kept = 0
    lengths = 0
    for game in range(games):
        seed = splitmix(seed)
        states[GAME] = states[0]
        moves = game_of(states, scramble(seed), net, out, facts, hidden, log, sizes, seats, promised)
        lengths += moves
        state = states[GAME]
        even = 1.0 if state.goal[0] & state.goal[2] == FULL else 0.0
        for move in range(moves - 1, -1, -1):
            side = seats[move] & 1
            if below(scramble(seed ^ np.uint64(move)), 1000) < KEPT and kept < len(targets) and sizes[move] != 0:
                samples[kept] = log[move]
                counts[kept] = sizes[move]
                targets[kept] = 1 - even if side else even
                kept += 1
            value = 1 - promised[move] if side else promised[move]
            even = MEMORY * even + (1 - MEMORY) * value
    return kept, lengths


@entry
def learn(samples, counts, targets, order, net, rate, hidden):
    """One step down the slope of the log loss for each sample; returns the mean loss."""
    rows, bias, out, out_bias = net
    loss = 0.0
    for number in order:
        facts, count, target = samples[number], counts[number], targets[number]
        guess = judged(facts, count, net, hidden)
        loss -= target * np.log(guess + 1e-9) + (1 - target) * np.log(1 - guess + 1e-9)
        slope = np.float32((guess - target) * rate)
        out_bias[0] -= slope
        for i in range(HIDDEN):
            if hidden[i] > 0:
                back = slope * out[i]
                out[i] -= slope * hidden[i]
                bias[i] -= back
                hidden[i] = back
            else:
                hidden[i] = 0
        for k in range(count):
            row = rows[facts[k]]
            for i in range(HIDDEN):
                row[i] -= hidden[i]
    return loss / len(order)


def blank(seed):
    """A network that knows nothing."""
    chance = np.random.default_rng(seed)
    return (
        chance.normal(0, 0.05, (ROWS, HIDDEN)).astype(np.float32),
        np.full(HIDDEN, 0.1, np.float32),
        chance.normal(0, 0.2, HIDDEN).astype(np.float32),
        np.zeros(1, np.float32),
    )


def train(games, seed, rate, path):
    """Play and learn in turn, with smaller and smaller steps."""
    net, chance = blank(seed), np.random.default_rng(seed)
    states, out, facts, hidden = desk()
    states["players"] = 4
    log, sizes = np.empty((LONGEST, MOST_FACTS), np.int32), np.empty(LONGEST, np.int32)
    seats, promised = np.empty(LONGEST, np.int64), np.empty(LONGEST)
    most = PER_BATCH * 400
    samples, counts, targets = np.empty((most, MOST_FACTS), np.int32), np.empty(most, np.int32), np.empty(most)
    began = time.perf_counter()
    for batch in range(games // PER_BATCH):
        word = np.uint64(chance.integers(2**63))
        kept, lengths = play(states, word, PER_BATCH, net, out, facts, hidden, log, sizes, seats, promised, samples, counts, targets)
        step = rate * (1 - batch * PER_BATCH / games) + rate / 50
        loss = learn(samples, counts, targets, chance.permutation(kept), net, step, hidden)
        if batch % 10 == 0:
            print(f"{batch * PER_BATCH:7} games, {lengths / PER_BATCH:6.0f} moves each, loss {loss:.4f}, {time.perf_counter() - began:.0f} s", flush=True)
            np.savez_compressed(path, **dict(zip(("rows", "bias", "out", "out_bias"), net, strict=True)))
    np.savez_compressed(path, **dict(zip(("rows", "bias", "out", "out_bias"), net, strict=True)))


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=60_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--rate", type=float, default=0.01)
    options.add_argument("--path", type=Path, default=WEIGHTS)
    given = options.parse_args()
    train(given.games, given.seed, given.rate, given.path)
