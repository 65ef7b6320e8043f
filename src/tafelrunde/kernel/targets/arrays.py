"""Numbers and states in memory, as compiled code takes and fills them.

Python reads and writes states in plain form: a dictionary of numbers and lists, a field each. Of an array it asks
nothing but its length, `tolist` and `copy`, and to read or write what an index, several or a slice without steps stands
for. All arithmetic with arrays is in compiled code, so that every target comes to the same numbers.
"""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
States = npt.NDArray[np.void]
"""One or more state records, one after the other."""
Layout = np.dtype[np.void]


def zeros(kind: str, *shape: int) -> Array:
    """An array of numbers of a kind such as "i4"."""
    return np.zeros(shape, kind)


def array(kind: str, values: Any) -> Array:
    """An array with these numbers."""
    return np.array(values, kind)


def records(layout: Layout, count: int = 1) -> Array:
    """So many records, in which everything is 0."""
    return np.zeros(count, layout)


def load(path: Path) -> dict[str, Array]:
    """The arrays in a file of weights (.npz) by their names; whatever precision it keeps, they are of the kind "f4"."""
    with np.load(path) as data:
        return {name: np.ascontiguousarray(data[name], "f4") for name in data.files}


def word(number: int) -> Any:
    """A number of 64 bits without a sign."""
    return np.uint64(number)


def plain(states: States, number: int = 0) -> dict[str, Any]:
    """A state in plain form."""
    state = states[number]
    values = zip(state.dtype.names, state.item(), strict=True)
    return {name: value.tolist() if type(value) is np.ndarray else value for name, value in values}


def packed(layout: Layout, *states: dict[str, Any]) -> States:
    """States in memory, from their plain form."""
    found = np.zeros(len(states), layout)
    for record, state in zip(found, states, strict=True):
        for name, value in state.items():
            record[name] = value
    return found


def blank(layout: Layout) -> dict[str, Any]:
    """A state in plain form in which everything is 0."""
    return plain(np.zeros(1, layout))
