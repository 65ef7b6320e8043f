"""Any move of Dog, chosen without a list of all."""

import random
from collections.abc import Iterator

import numpy as np

import tafelrunde as tr
from tafelrunde.games.dog.game import Dog
from tafelrunde.kernel.compiled import compiled
from tafelrunde.kernel.match import Match
from tafelrunde.lab.search import dog, hooks

PICKS = 2000


@compiled
def pick(states, seat, out, words, picks):
    for i in range(len(words)):
        picks[i] = hooks.any_move(states[0], seat, out, words[i])


def positions(seed: int) -> Iterator[tuple[Match, int]]:
    """Positions of a random game with several moves, of those one in eight."""
    match, chance = tr.load("dog").new(seed=seed), random.Random(seed)
    while match.result is None:
        seat = chance.choice(match.actors())
        moves = match.moves(seat)
        if len(moves) > 1 and chance.random() < 1 / 8:
            yield match, seat
        match.play(seat, chance.choice(moves))


def test_any_move_is_each_legal_one_as_likely_as_another() -> None:
    """Over all positions the differences are as large as chance makes them: about one for each move that is free."""
    chance = np.random.default_rng(1)
    out, picks = np.zeros(512, np.int32), np.zeros(PICKS, np.int64)
    differences = free = 0.0
    for match, seat in (position for seed in range(6) for position in positions(seed)):
        legal = match.actions(seat)
        pick(match.states, seat, out, chance.integers(0, 1 << 64, PICKS, dtype=np.uint64), picks)
        found, counts = np.unique(picks, return_counts=True)
        assert set(found.tolist()) == set(legal)
        expected = PICKS / len(legal)
        differences += ((counts - expected) ** 2 / expected).sum()
        free += len(legal) - 1
    assert free > 2000
    assert abs(differences - free) < 5 * np.sqrt(2 * free)


def test_a_gift_is_seen_by_the_giver_alone() -> None:
    state = np.zeros(1, Dog.STATE)[0]
    assert dog.seen(state, 1, 1, 3) == 3
    assert dog.seen(state, 2, 1, 3) == dog.seen(state, 2, 1, 5)
    assert dog.seen(state, 2, 1, 300) == 300
