"""The layout of a state."""

from typing import Any

import numpy as np

HEADER = [("key", "u8", (2,)), ("chance", "u8"), ("players", "u1")]
"""The first fields of every state: the seed, how many numbers were drawn from it, how many play."""


def layout(*fields: Any) -> np.dtype[np.void]:
    """The record of a state: the header and these fields, aligned.

    Every byte between them gets a name too: a copy keeps nothing but what has a name, and states are compared by bytes.
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


def plain(state: Any) -> dict[str, Any]:
    """A state record as numbers and lists, much quicker to read in Python; one that is plain already stays as it is."""
    if isinstance(state, dict):
        return state
    values = zip(state.dtype.names, state.item(), strict=True)
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in values}


def _spare(start: int, end: int) -> list[Any]:
    return [(f"spare_{start}", "u1", (end - start,))] if end > start else []
