"""What all environments are made of: nobody is told more than a seat may know, nor of a move that is half chosen."""

import random

import pytest

import tafelrunde as tr
from tafelrunde.lab.envs.course import Course, paid

from . import won

STEPS = 150


@pytest.mark.parametrize("name", tr.games())
def test_nobody_is_told_what_a_seat_cannot_know(name: str) -> None:
    """Everything that is hidden from a seat is redrawn, and what another one has chosen so far is taken back."""
    choice = random.Random(3)
    course = Course.of(tr.load(name).new(seed=3))
    half_chosen = 0
    for step in range(STEPS):
        if course.match.is_over:
            break
        if course.seat is None:
            course.ask(choice.choice(course.asked()))
        half_chosen += bool(course.learner.chosen)
        for seat in range(course.match.game.players) if step % 5 == 0 or course.learner.chosen else ():
            twin = course.copy()
            twin.match = course.match.resample(seat, choice.getrandbits(128))
            if seat != course.seat:
                twin.learner.chosen = []
            assert twin.observation(seat).tolist() == course.observation(seat).tolist()
            assert twin.mask(seat).tolist() == course.mask(seat).tolist()
        take_any(course, choice)
    assert step > STEPS // 5 and (half_chosen > STEPS // 4 or len(course.spec.parts) == 1)


@pytest.mark.parametrize("name", tr.games())
def test_the_whole_course_of_a_game(name: str) -> None:
    choice = random.Random(4)
    course = Course.of(tr.load(name).new(seed=4))
    while not course.match.is_over:
        assert paid(course.match) == [0.0] * course.match.game.players
        if course.seat is None:
            course.ask(choice.choice(course.asked()))
        take_any(course, choice)
    assert paid(course.match) == won(course.match)
    for seat in range(course.match.game.players):
        assert not course.observation(seat).any() and not course.mask(seat).any()


def take_any(course: Course, choice: random.Random) -> None:
    """Choose something that is allowed; a whole move is played."""
    assert course.seat is not None
    allowed = [number for number, may in enumerate(course.mask(course.seat)) if may]
    assert all(course.allows(number) == (number in allowed) for number in range(-1, course.spec.actions + 1))
    move = course.choose(choice.choice(allowed))
    if move is not None:
        course.play(move)
        assert course.seat is None
