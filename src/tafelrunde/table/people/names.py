"""Names at a table: readable, never the same for two people, and none that looks like another."""

import re
import unicodedata
from collections.abc import Collection

from tafelrunde.table.people.letters import prototypes
from tafelrunde.table.table import Table
from tafelrunde.table.wishes import Refusal, refuse

LONGEST_NAME = 24
MOST_MARKS = 3
"""So many accents and vowel signs may stand over and under one letter; more of them would reach into other lines."""
JOINER, EMOJI_STYLE = "\u200d", "\ufe0f"
"""Hold the parts of one emoji together, and say that it has colours. Both are invisible by themselves."""
BLANKS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\U0001d159\U000e0100-\U000e01ef]"
)
"""What Unicode calls printable although there is nothing to see: fillers, an empty Braille pattern, selectors."""
NUMBER = re.compile(r" \d+$")


def is_readable(text: str, longest: int) -> bool:
    """Whether a text is printable and not blank, with nothing that could garble the screen."""
    return 1 <= len(text) <= longest and text.replace(JOINER, "").isprintable() and text.strip(JOINER) != ""


def wrong_name(name: str) -> Refusal | None:
    """Why this cannot be a name."""
    shown = unicodedata.normalize("NFC", name.strip())
    kinds = [unicodedata.category(letter)[0] for letter in shown]
    is_fine = (
        is_readable(shown, LONGEST_NAME)
        and not BLANKS.search(shown)
        and any(kind in "LNPS" for kind in kinds)
        and "M" * (MOST_MARKS + 1) not in "".join(kinds)
    )
    return None if is_fine else refuse("bad-name")


def lookalike(name: str, taken: Collection[str]) -> str | None:
    """The name that this one could be mistaken for. One that is the same, but for capitals, is not meant."""
    shapes = _shapes(name)
    return next((other for other in taken if _plain(other) != _plain(name) and shapes & _shapes(other)), None)


def taken_names(table: Table, person: str | None = None) -> set[str]:
    """The names at a table, except for the one that a person has."""
    own = {other.name for other in table.people.values() if other.id != person}
    return own | {place.name for place in table.places if place.name}


def free_name(table: Table, name: str, person: str | None = None) -> str:
    """The name if nobody else has it, else with a number; `person` is who is to have it, and may have it already."""
    return numbered(name, taken_names(table, person))


def numbered(name: str, taken: set[str]) -> str:
    """A name that is not taken, nor looks like one: as it is, or with the first number from 2 on that makes it so."""
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    known, free, number = {_plain(other) for other in taken}, plain, 1
    while _plain(free) in known or lookalike(free, taken) is not None:
        number += 1
        ending = f" {number}"
        free = NUMBER.sub("", plain)[: LONGEST_NAME - len(ending)].rstrip() + ending
    return free


def _plain(name: str) -> str:
    """A name without what nobody would tell apart by: capitals, spaces, ways to write the same letter."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def _shapes(name: str) -> set[str]:
    """What a name looks like, as it is written and in small letters: l, I and 1 are one shape."""
    return {_shape(name), "small " + _shape(_plain(name))}


def _shape(name: str) -> str:
    seen = unicodedata.normalize("NFD", name.replace(JOINER, "").replace(EMOJI_STYLE, "").replace(" ", ""))
    return unicodedata.normalize("NFD", seen.translate(prototypes()))
