"""Names at a table: readable, and never the same for two people."""

import re

from tafelrunde.table.table import Table
from tafelrunde.table.wishes import Refusal, refuse

LONGEST_NAME = 24
JOINER = "\u200d"
"""Holds the parts of one emoji together."""
NUMBER = re.compile(r" \d+$")


def is_readable(text: str, longest: int) -> bool:
    """Whether a text is printable and not blank, with nothing that could garble the screen."""
    return 1 <= len(text) <= longest and text.replace(JOINER, "").isprintable() and text.strip(JOINER) != ""


def wrong_name(name: str) -> Refusal | None:
    """Why this cannot be a name."""
    return None if is_readable(name.strip(), LONGEST_NAME) else refuse("bad-name")


def free_name(table: Table, name: str, person: str | None = None) -> str:
    """The name if nobody else has it, else with a number; `person` is who is to have it, and may have it already."""
    own = {other.name for other in table.people.values() if other.id != person}
    return numbered(name.strip(), own | {place.name for place in table.places if place.name})


def numbered(name: str, taken: set[str]) -> str:
    """A name that is not taken: as it is, or with the first number from 2 on that makes it differ."""
    known, free, number = {other.casefold() for other in taken}, name, 1
    while free.casefold() in known:
        number += 1
        ending = f" {number}"
        free = NUMBER.sub("", name)[: LONGEST_NAME - len(ending)].rstrip() + ending
    return free
