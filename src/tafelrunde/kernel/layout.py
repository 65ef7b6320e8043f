"""The layout of a state record."""

from typing import Any

import numpy as np

HEADER = [("key", "u8", (2,)), ("chance", "u8"), ("players", "u1")]
"""The first fields of every state: the seed, how many numbers have been drawn from it, the number of players."""


def layout(*fields: Any) -> np.dtype[np.void]:
    """The record type of a state: the header and these fields, aligned.

    Padding bytes get names too: a copy keeps only named fields, and states are compared byte by byte.
    """
    aligned = np.dtype([*HEADER, *fields], align=True)
    named: list[Any] = []
    end = 0
    places: Any = aligned.fields
    for field in [*HEADER, *fields]:
        kind, start = places[field[0]][:2]
        named += [*_spare(end, start), field]
        end = start + kind.itemsize
    record = np.dtype([*named, *_spare(end, aligned.itemsize)], align=True)
    assert record.itemsize == aligned.itemsize
    return record


def _spare(start: int, end: int) -> list[Any]:
    return [(f"spare_{start}", "u1", (end - start,))] if end > start else []
