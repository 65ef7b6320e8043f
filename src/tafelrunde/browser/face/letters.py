"""Letters that look like others, as `pack.py` has written them down: short, and read when somebody is named."""

import importlib.resources
from functools import cache

FILE = "letters.txt"
_LETTERS = (importlib.resources.files("tafelrunde.browser.face") / FILE).read_bytes()
"""A line for each letter that stands for others: the letter, a tab, the others."""


@cache
def prototypes() -> dict[int, str]:
    """For each letter that looks like others the one that stands for all of them."""
    lines = (line.split("\t") for line in _LETTERS.decode().split("\n"))
    return {ord(letter): other for other, letters in lines for letter in letters}
