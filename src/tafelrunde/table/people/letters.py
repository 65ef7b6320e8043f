"""Letters that look like others."""

import importlib.resources
import json
from functools import cache


@cache
def prototypes() -> dict[int, str]:
    """For each letter that looks like others the one that stands for all of them, as Unicode's list has it.

    The list has both directions: whatever looks like several others stands for them.
    """
    data = importlib.resources.files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    listed = json.loads(data)
    found: dict[int, str] = {}
    for key, (first, *more) in listed.items():
        letter, other = key.strip("\u200e"), first["c"].strip("\u200e")
        is_prototype = bool(more) or (len(listed[first["c"]]) == 1 and letter < other)
        if len(letter) == 1 and not is_prototype:
            found[ord(letter)] = other
    return found
