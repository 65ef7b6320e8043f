"""Dog: self-play as a graphics card does it, a game on each of its threads.

A game goes on where it was when the kernel is started again, so that nobody waits for the longest one. The thread looks
at `TOGETHER` moves at most before all of them meet: neighbours wait for each other, and some have many moves.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numba
import numpy as np

from tafelrunde.bots.dog.features import MOST_FEATURES, ROWS, features_of
from tafelrunde.bots.dog.network import HIDDEN
from tafelrunde.bots.dog.search import AFTER, GAME
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.chance import scramble, splitmix
from tafelrunde.kernel.compiled import compiled
from tafelrunde.kernel.targets.gpu.kernels import Kernel
from tafelrunde.kernel.targets.gpu.own import fetch_add, meet, own
from tafelrunde.lab.training.card import BETWEEN, GAMES, MOVES, samples
from tafelrunde.lab.training.dog.card_network import evaluate, win_chance
from tafelrunde.lab.training.dog.targets import any_of, is_random, is_used, value_before, won_by_first

LONGEST = 2600
"""Games with more moves are not learned from."""
NOTED = 800
"""Positions of a game that can be learned from."""
MOST_MOVES, STATES = dog.MAX_MOVES, AFTER + 1
TOGETHER = 16


@compiled
def play_on(
    thread,
    threads,
    turns,
    options,
    states,
    seeds,
    words,
    moved,
    seats,
    values,
    noted,
    sizes,
    explore,
    rows,
    bias,
    out,
    out_bias,
    rows_kept,
    counts,
    targets,
    kept,
    played,
):
    """Play on in each game; of those that end, some positions become samples, with what they were worth."""
    mine, moves = own(states, STATES), own(np.int32, MOST_MOVES)
    features, hidden = own(np.int32, MOST_FEATURES), own(np.float32, HIDDEN)
    net = rows, bias, out, out_bias
    for i in range(thread, len(moved), threads):
        mine[GAME] = states[i]
        seed, word, move = seeds[i], words[i], np.int64(moved[i])
        seat, count, at, best, chosen = np.int64(0), np.int64(0), np.int64(0), -1.0, np.int64(0)
        for _ in range(turns):
            if move == BETWEEN:
                seed = splitmix(seed)
                mine[GAME] = options[0]
                engine.begin(mine[GAME], scramble(seed), np.uint64(0))
                engine.settle(mine[GAME])
                word, move = scramble(scramble(seed)), np.int64(0)
            meet()
            if count == 0:
                seat = np.int64(lowest(verbs.actors(mine[GAME])))
                count, at, best = np.int64(verbs.moves(mine[GAME], seat, moves)), np.int64(0), -1.0
                chosen = np.int64(moves[0])
                if is_random(mine[GAME], explore, splitmix(word)):
                    at, chosen = count, np.int64(moves[any_of(count, splitmix(word))])
                elif count == 1:
                    at = count
            meet()
            for _ in range(TOGETHER):
                if at < count:
                    mine[AFTER] = mine[GAME]
                    verbs.act(mine[AFTER], seat, moves[at])
                    value = win_chance(mine[AFTER], seat, net, features, hidden)
                    if value > best:
                        best, chosen = value, np.int64(moves[at])
                    at += 1
            meet()
            if at == count:
                verbs.act(mine[GAME], seat, chosen)
                found = np.int64(features_of(mine[GAME], seat, features))
                seats[i, move] = seat
                values[i, move] = evaluate(features, found, net, hidden)
                note(i, move, seed, features, found, noted, sizes)
                engine.settle(mine[GAME])
                word, move, count = splitmix(word), move + 1, np.int64(0)
                if verbs.over(mine[GAME]) or move == LONGEST:
                    if verbs.over(mine[GAME]):
                        remember(
                            i, move, mine[GAME], seed, seats, values, noted, sizes, rows_kept, counts, targets, kept
                        )
                    fetch_add(played, GAMES, 1)
                    fetch_add(played, MOVES, move)
                    move = np.int64(BETWEEN)
        states[i], seeds[i], words[i], moved[i] = mine[GAME], seed, word, move


@compiled
def note(i, move, seed, features, found, noted, sizes):
    """Note the features after a move, if it will be learned from."""
    if move == 0:
        sizes[i, 0] = 0
    place = np.int64(sizes[i, 0])
    if is_used(seed, move) and place < NOTED:
        sizes[i, 0] = place + 1
        sizes[i, place + 1] = found
        for k in range(found):
            noted[i, place, k] = features[k]


@compiled
def remember(i, moves, state, seed, seats, values, noted, sizes, rows_kept, counts, targets, kept):
    """Go back through a game: what each position was worth."""
    even, left = won_by_first(state), np.int64(0)
    for move in range(moves):
        left += is_used(seed, move)
    for move in range(moves - 1, -1, -1):
        odd = seats[i, move] & 1
        if is_used(seed, move):
            left -= 1
            if left < NOTED:
                at = fetch_add(kept, 0, 1)
                if at < len(targets):
                    found = np.int64(sizes[i, left + 1])
                    counts[at], targets[at] = found, 1 - even if odd else even
                    for k in range(found):
                        rows_kept[at, k] = noted[i, left, k]
        even = value_before(even, values[i, move], odd)


def kernels() -> Mapping[str, Kernel]:
    """The kernel with the types of what it is given."""
    zeros = partial(np.zeros, order="F")
    states = np.zeros(1, dog.STATE)
    network = [np.zeros(shape, np.float32) for shape in ((ROWS, HIDDEN), HIDDEN, HIDDEN, 1)]
    kept = samples(2, MOST_FEATURES, zeros)
    given = (0, 1, 0, states, states, *beside(2, zeros), 0, *network, *kept, np.zeros(2, np.int64))
    return {"play_on": Kernel(play_on, tuple(map(numba.typeof, given)))}


def beside(games: int, zeros: Any) -> tuple[Any, ...]:
    """What is kept beside the states of games that go on."""
    return (
        zeros(games, np.uint64),
        zeros(games, np.uint64),
        zeros(games, np.int32),
        zeros((games, LONGEST), np.int8),
        zeros((games, LONGEST), np.float64),
        zeros((games, NOTED, MOST_FEATURES), np.int16),
        zeros((games, NOTED + 1), np.int32),
    )
