"""Tests that can go on for as long as one likes: a part of them every time, the whole of them by `make thorough`."""

from typing import Any

import pytest

thorough = pytest.mark.thorough


def parts(count: int) -> list[Any]:
    """The numbers of the parts of a long comparison: the first is for every run, the others are for thorough ones."""
    return [0, *(pytest.param(number, marks=thorough) for number in range(1, count))]
