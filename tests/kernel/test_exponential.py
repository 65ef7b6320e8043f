"""Our own exponential function beside that of this machine."""

import math
import random

import pytest

from tafelrunde.kernel.targets.exponential import exp, logistic


def test_it_is_within_two_units_in_the_last_place() -> None:
    chance = random.Random(1)
    for reach in (1e-9, 0.1, 1.0, 20.0, 708.0):
        for _ in range(20_000):
            x = chance.uniform(-reach, reach)
            assert abs(exp(x) - math.exp(x)) <= 2 * math.ulp(math.exp(x)), x


def test_it_holds_at_the_ends() -> None:
    assert exp(0.0) == exp(-0.0) == 1.0
    assert exp(709.782712893384) == pytest.approx(math.exp(709.782712893384), rel=1e-15)
    assert exp(709.7827128933841) == exp(math.inf) == math.inf
    assert exp(-745.1332191019411) == 5e-324 and exp(-745.2) == exp(-math.inf) == 0.0
    assert math.isnan(exp(math.nan))
    for x in range(-745, -707):
        assert abs(exp(x) - math.exp(x)) <= 2 * math.ulp(math.exp(x)), x


def test_a_logit_is_a_chance() -> None:
    assert logistic(0.0) == 0.5 and logistic(-1000.0) == 0.0 and logistic(1000.0) == 1.0
    assert logistic(math.log(3)) == pytest.approx(0.75)
