"""Batches: the same games as matches, on any number of threads, and nobody is told more than a seat may know."""

import hashlib
import random

import numpy as np
import pytest

import tafelrunde as tr
from tafelrunde.kernel.batch.batch import Batch
from tafelrunde.kernel.batch.single import Learner
from tafelrunde.kernel.match import Match

from .. import every

STEPS = 300


def digest(batch: Batch) -> str:
    """Everything that a batch tells."""
    arrays = (batch.states, batch.actor, batch.mask, batch.observation, batch.reward, batch.done)
    return hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()


@pytest.mark.parametrize("name", tr.games())
def test_a_batch_plays_what_matches_play(name: str) -> None:
    """Who acts, what can be chosen, what is known, what a move does, and who wins."""
    batch = tr.load(name).batch(2, seed=5)
    matches = [batch.match(number) for number in range(2)]
    finished = 0
    learners = [Learner(match.game) for match in matches]
    for _ in range(20_000):
        choices = batch.sample()
        before = [batch.moves(number) for number in range(2)]
        fresh = [batch.done[number] for number in range(2)]
        actors, part = batch.actor.tolist(), [learner.part for learner in learners]
        for number, match in enumerate(matches):
            seat = actors[number]
            if fresh[number]:
                assert seat == -1 and match.is_over and not batch.mask[number].any()
                continue
            assert seat in match.actors()
            assert set(before[number]) <= set(match.moves(seat))
            assert part[number] or before[number] == match.moves(seat)
            assert batch.observation[number].tolist() == learners[number].observation(match, seat).tolist()
            assert batch.mask[number].tolist() == learners[number].mask(match, seat).tolist()
        batch.step(choices)
        for number, match in enumerate(matches):
            if fresh[number]:
                matches[number] = batch.match(number)
                continue
            move = learners[number].choose(match, actors[number], int(choices[number]))
            if move is not None:
                match.play(actors[number], move)
            assert match.states.tobytes() == batch.states[number].tobytes()
            finished += check_the_end(batch, number, match)
        if finished >= 2:
            return
    raise AssertionError("no game ended")


def check_the_end(batch: Batch, number: int, match: Match) -> bool:
    """Winners are paid at the end, and only then; whether it is the end."""
    if match.result is None:
        assert not batch.done[number] and not batch.reward[number].any()
        return False
    winners = match.result["winners"]
    paid = [1.0 if seat in winners else -1.0 for seat in range(match.game.players)]
    assert batch.done[number] and batch.reward[number].tolist() == (paid if -1.0 in paid else [0.0] * len(paid))
    return True


@pytest.mark.parametrize("name", tr.games())
def test_threads_change_nothing(name: str) -> None:
    game = tr.load(name)
    one, two, other = (game.batch(1024, seed, threads) for seed, threads in ((3, 1), (3, 2), (4, 2)))
    assert len(two._slices) == 2
    for _ in range(STEPS):
        for batch in (one, two, other):
            batch.step(batch.sample())
    assert digest(one) == digest(two) != digest(other)


@pytest.mark.parametrize(("name", "options"), every.ALL, ids=every.label)
def test_an_observation_does_not_depend_on_what_a_seat_cannot_know(name: str, options: dict[str, object]) -> None:
    """And each of its numbers is within what the description says."""
    game = tr.load(name, **options)
    learner = Learner(game)
    most = np.concatenate([np.full(field.length, field.most) for field in learner.spec.fields])
    choice = random.Random(1)
    seen = set()
    for step, (match, _, _) in enumerate(every.random_match(game, seed=21, most=240)):
        if step % 5:
            continue
        for seat in range(game.players):
            told = learner.observation(match, seat)
            assert (told <= most).all()
            twin = match.resample(seat, seed=choice.getrandbits(128))
            assert learner.observation(twin, seat).tolist() == told.tolist()
            seen.add(told.tobytes())
    assert len(seen) > 6


@pytest.mark.parametrize("name", tr.games())
def test_what_is_not_allowed_is_refused_and_changes_nothing(name: str) -> None:
    batch = tr.load(name).batch(3, seed=1)
    before = digest(batch)
    good = batch.sample()
    for wrong in (-1, batch.spec.actions, int(np.flatnonzero(~batch.mask[1])[0])):
        bad = good.copy()
        bad[1] = wrong
        with pytest.raises(ValueError, match=rf"^actions: {wrong} is not allowed in game 1; allowed are \["):
            batch.step(bad)
    with pytest.raises(ValueError, match="expected 3 numbers"):
        batch.step(good[:2])
    assert digest(batch) == before
    batch.step(good)
    assert digest(batch) != before


def test_the_arrays_are_given_and_used_again() -> None:
    batch = tr.load("denkste").batch(8)
    borrowed = np.from_dlpack(batch.observation)
    kept = {name: getattr(batch, name) for name in batch.spec.shapes}
    before = borrowed.copy()
    batch.step(batch.sample())
    assert (borrowed != before).any() and np.shares_memory(borrowed, batch.observation)
    for name, array in kept.items():
        assert getattr(batch, name) is array
        assert array.shape == batch.spec.shapes[name] and array.dtype == batch.spec.kinds[name]


@pytest.mark.parametrize("name", tr.games())
def test_every_number_has_a_meaning(name: str) -> None:
    spec = tr.load(name).batch(1).spec
    assert [field.first for field in spec.fields[1:]] == [field.first + field.length for field in spec.fields[:-1]]
    assert sum(field.length for field in spec.fields) == spec.width
    assert all(field.meaning and field.most >= 1 for field in spec.fields)
    assert max(map(len, spec.parts)) == spec.actions < 700
    assert len(set(spec.parts[0]) - {"never"}) == len([meaning for meaning in spec.parts[0] if meaning != "never"])


@pytest.mark.parametrize(
    ("games", "seed", "threads", "field"), [(0, 0, 0, "games"), (4, -1, 0, "seed"), (4, 0, 257, "threads")]
)
def test_bad_values_are_named(games: int, seed: int, threads: int, field: str) -> None:
    with pytest.raises(tr.BadOption) as refusal:
        tr.load("dog").batch(games, seed, threads)
    assert refusal.value.field == field
