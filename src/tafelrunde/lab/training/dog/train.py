"""Dog: learn what positions are worth from games against oneself.

    python -m tafelrunde.lab.training.dog.train

plays at sight, learns from what came of it, plays on with what was learned, and so on; the weights go to
`bots/dog/weights.npz`.
"""

import argparse
import time
from pathlib import Path

import numpy as np

from tafelrunde.bots.dog.features import MOST_FEATURES, ROWS, features_of
from tafelrunde.bots.dog.network import HIDDEN, PARTS, WEIGHTS, evaluate
from tafelrunde.bots.dog.search import GAME, KNOWN, evaluator, network_move, new_states
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.chance import below, scramble, splitmix
from tafelrunde.kernel.compiled import compiled, entry

GAMES, SEED, RATE = 150_000, 1, 0.02
PER_LESSON = 500
"""Games between two lessons."""
BY_CHANCE = 4
"""Before the first lessons all moves are by chance: there is nothing to go by."""
CURIOUS, GIFTS = 40, 8
"""How often, in a thousand, a move is any at all; gifts so many times as often."""
LONGEST = 4000
"""A game with more moves teaches nothing."""
MEMORY = 0.97
"""How much a position learns from what came of it in the end rather than from what the next one promised."""
KEPT = 300
"""How many positions, in a thousand, a lesson uses."""


# playing


@compiled
def chosen(states, seat, curious, evaluator, word):
    """Mostly the move that looks best."""
    out = evaluator[1]
    if below(scramble(word), 1000) < (curious * GIFTS if states[GAME].phase == dog.GIVE else curious):
        return out[below(scramble(~word), verbs.moves(states[GAME], seat, out))]
    return network_move(states, GAME, seat, evaluator)


@compiled
def play_game(states, seed, curious, evaluator, notes):
    """Play a game and note the facts after every move; returns how many moves there were."""
    net, _, _, hidden = evaluator
    facts, counts, seats, promised = notes
    state = states[GAME]
    engine.begin(state, seed, np.uint64(0))
    engine.settle(state)
    word, move = scramble(seed), 0
    while not verbs.over(state) and move < LONGEST:
        word = splitmix(word)
        seat = lowest(verbs.actors(state))
        verbs.act(state, seat, chosen(states, seat, curious, evaluator, word))
        counts[move] = features_of(state, seat, facts[move])
        seats[move], promised[move] = seat, evaluate(facts[move], counts[move], net, hidden)
        move += 1
        engine.settle(state)
    return move


@compiled
def remember(moves, won, seed, notes, lesson, kept):
    """Go back through a game: what a position was worth is what the next one promised, and how the game ended."""
    facts, counts, seats, promised = notes
    samples, sizes, targets = lesson
    even = won
    for move in range(moves - 1, -1, -1):
        odd = seats[move] & 1
        if below(scramble(seed ^ np.uint64(move)), 1000) < KEPT and kept < len(targets):
            samples[kept] = facts[move]
            sizes[kept] = counts[move]
            targets[kept] = 1 - even if odd else even
            kept += 1
        even = MEMORY * even + (1 - MEMORY) * (1 - promised[move] if odd else promised[move])
    return kept


@entry
def play(states, seed, games, curious, evaluator, notes, lesson):
    """Games against oneself; returns how many positions are kept for the lesson, and the moves of all games."""
    kept, total = 0, 0
    for _ in range(games):
        seed = splitmix(seed)
        states[GAME] = states[KNOWN]
        moves = play_game(states, scramble(seed), curious, evaluator, notes)
        total += moves
        state = states[GAME]
        if verbs.over(state):
            won = 1.0 if state.goal[0] & state.goal[2] == dog.FULL else 0.0
            kept = remember(moves, won, seed, notes, lesson, kept)
    return kept, total


# learning


@compiled
def correct(facts, count, slope, net, hidden):
    """One step against the slope of the loss, after the network has judged these facts."""
    rows, bias, out, out_bias = net
    out_bias[0] -= slope
    for i in range(HIDDEN):
        back = slope * out[i] if hidden[i] > 0 else np.float32(0)
        out[i] -= slope * max(hidden[i], np.float32(0))
        bias[i] -= back
        hidden[i] = back
    for k in range(count):
        row = rows[facts[k]]
        for i in range(HIDDEN):
            row[i] -= hidden[i]


@entry
def learn(lesson, order, rate, net, hidden):
    """Go through the positions of a lesson once, in this order; returns the mean log loss."""
    samples, sizes, targets = lesson
    loss = 0.0
    for i in order:
        guess, target = evaluate(samples[i], sizes[i], net, hidden), targets[i]
        loss -= target * np.log(guess + 1e-9) + (1 - target) * np.log(1 - guess + 1e-9)
        correct(samples[i], sizes[i], np.float32((guess - target) * rate), net, hidden)
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


def paper(positions):
    """Room for positions: their facts, and how many."""
    return np.empty((positions, MOST_FEATURES), np.int32), np.empty(positions, np.int32)


def train(games, seed, rate, per_lesson=PER_LESSON):
    """Play and learn in turn, with smaller and smaller steps; yields the network and how it went after each lesson."""
    net, chance = blank(seed), np.random.default_rng(seed)
    thinking, states = evaluator(net), new_states()
    states["players"] = dog.SEATS
    notes = (*paper(LONGEST), np.empty(LONGEST, np.int64), np.empty(LONGEST))
    lesson = (*paper(LONGEST * per_lesson // 10), np.empty(LONGEST * per_lesson // 10))
    for number in range(games // per_lesson):
        word, curious = np.uint64(chance.integers(2**63)), 1000 if number < BY_CHANCE else CURIOUS
        kept, moves = play(states, word, per_lesson, curious, thinking, notes, lesson)
        step = rate * (1 - number * per_lesson / games) + rate / 50
        loss = learn(lesson, chance.permutation(kept), step, net, thinking[-1])
        yield net, f"{(number + 1) * per_lesson} games, {moves / per_lesson:.0f} moves each, loss {loss:.4f}"


def main() -> None:
    options = argparse.ArgumentParser(description="Learn what positions of Dog are worth.")
    options.add_argument("--games", type=int, default=GAMES)
    options.add_argument("--seed", type=int, default=SEED)
    options.add_argument("--rate", type=float, default=RATE)
    options.add_argument("--path", type=Path, default=WEIGHTS)
    given = options.parse_args()
    began = time.perf_counter()
    for net, report in train(given.games, given.seed, given.rate):
        print(f"{report}, {time.perf_counter() - began:.0f} s", flush=True)
        np.savez_compressed(given.path, **dict(zip(PARTS, net, strict=True)))


if __name__ == "__main__":
    main()
