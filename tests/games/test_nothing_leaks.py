"""What a seat is shown is a function of what it may know: tested by redrawing all that it may not."""

import random

import pytest

import tafelrunde as tr
from tafelrunde.kernel.match import Match
from tafelrunde.kernel.targets import arrays

from .. import every
from ..parts import thorough

STEPS = 250  # of each random game


@pytest.mark.parametrize("stride", [5, pytest.param(1, marks=thorough)])
@pytest.mark.parametrize(("name", "options"), every.ALL, ids=every.label)
def test_what_a_seat_sees_does_not_depend_on_what_it_cannot_know(
    name: str, options: dict[str, object], stride: int
) -> None:
    game = tr.load(name, **options)
    choice = random.Random(0)
    told = [0] * (game.players + 1)
    for step, (match, _, _) in enumerate(every.random_match(game, seed=12, most=STEPS)):
        if step % stride:
            continue
        for seat in (None, *range(game.players)):
            twin = match.resample(seat, seed=choice.getrandbits(128))
            assert every.canonical(twin.view(seat)) == every.canonical(match.view(seat))
            assert every.canonical(twin.effects(seat)) == every.canonical(match.effects(seat))
            since = told[-1 if seat is None else seat]
            assert every.canonical(twin.events(since, seat)) == every.canonical(match.events(since, seat))
            told[-1 if seat is None else seat] = len(match.events())
            assert_same_answers(match, twin, seat, choice)
            assert_forgets(match, twin, seat, choice)


def assert_same_answers(match: Match, twin: Match, seat: int | None, choice: random.Random) -> None:
    if seat is None:
        return
    assert twin.moves(seat) == match.moves(seat)
    assert [str(why) for _, why in twin.blocked_moves(seat)] == [str(why) for _, why in match.blocked_moves(seat)]
    for _ in range(12):
        text = match.game.write(choice.randrange(match.game.ACTIONS))
        one, other = match.explain(seat, text), twin.explain(seat, text)
        assert (one and one.rule) == (other and other.rule)
        assert (one and one.text("de")) == (other and other.text("de"))


def assert_forgets(match: Match, twin: Match, seat: int | None, choice: random.Random) -> None:
    """The redrawn state depends on nothing but what the seat knows: redrawing the twin gives the same."""
    seed = choice.getrandbits(128)
    assert match.resample(seat, seed).states.tobytes() == twin.resample(seat, seed).states.tobytes()


@pytest.mark.parametrize("name", [name for name in tr.games() if name != "beam-me-up"])
def test_resampling_does_redraw(name: str) -> None:
    """Somewhere in a game what is hidden from an onlooker really changes."""
    changed = 0
    for match, _, _ in every.random_match(tr.load(name), seed=13, most=60):
        plain = match.game.position(arrays.plain(match.states))
        changed += any(
            match.game.position(arrays.plain(match.resample(None, seed).states)) != plain for seed in range(3)
        )
    assert changed > 10


@pytest.mark.parametrize("name", tr.games())
def test_a_resampled_match_can_be_played_to_its_end(name: str) -> None:
    game = tr.load(name)
    for step, (match, _, _) in enumerate(every.random_match(game, seed=14, most=120)):
        if step % 30:
            continue
        twin = match.resample(0, seed=step)
        choice = random.Random(step)
        while twin.actors():
            seat = choice.choice(twin.actors())
            twin.play(seat, choice.choice(twin.moves(seat)))
        assert twin.result is not None


@pytest.mark.parametrize("name", tr.games())
def test_the_seed_is_never_shown(name: str) -> None:
    """The seed would tell everything: no view and no event holds it."""
    seed = 0x1234567890ABCDEF1234567890ABCDEF
    match = tr.load(name).new(seed=seed)
    words = [str(seed), str(seed & (2**64 - 1)), str(seed >> 64)]
    for viewer in (None, 0, 1):
        shown = every.canonical([match.view(viewer), match.events(seat=viewer)])
        assert not any(word in shown for word in words)
        assert "chance" not in match.view(viewer)
