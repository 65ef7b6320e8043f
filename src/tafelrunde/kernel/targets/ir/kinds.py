"""The types of parameters and results, as numba has found them, in the words of a description."""

from typing import Any

import numba
import numpy as np

CODES = {"u1": "B", "i1": "b", "u2": "H", "i2": "h", "u4": "I", "i4": "i", "u8": "Q", "i8": "q", "f4": "f", "f8": "d"}
CODES |= {"b1": "?"}
"""The codes of Python's struct, which has the same sizes on every machine with "<"."""
types: Any = numba.types
"""numba declares only some of its types."""


def describe_parameter(kind: Any) -> dict[str, Any]:
    """A parameter of this type; raises TypeError if the type cannot be passed."""
    if isinstance(kind, types.Array):
        if kind.layout != "C":
            raise TypeError(f"{kind} is not contiguous")
        dtype = numba.np.numpy_support.as_dtype(kind.dtype)
        element = "record" if isinstance(kind.dtype, types.Record) else name_of(kind.dtype)
        return {"array": element, "size": dtype.itemsize, "dimensions": kind.ndim}
    if isinstance(kind, types.BaseTuple):
        return {"tuple": [describe_parameter(part) for part in kind]}
    return {"scalar": name_of(kind)}


def describe_result(kind: Any) -> str | list[str] | None:
    """What a function of this return type gives back."""
    if isinstance(kind, types.NoneType):
        return None
    if isinstance(kind, types.BaseTuple):
        return [name_of(part) for part in kind]
    return name_of(kind)


def name_of(kind: Any) -> str:
    """The name of a number's type: bool, int64, uint8, float32, …"""
    if not isinstance(kind, types.Boolean | types.Integer | types.Float):
        raise TypeError(f"{kind} is neither a number nor an array or tuple of numbers")
    return "bool" if isinstance(kind, types.Boolean) else str(np.dtype(str(kind)))


def describe_record(dtype: np.dtype[np.void]) -> dict[str, Any]:
    """The layout of a record, with the codes of Python's struct."""
    places: Any = dtype.fields
    fields = []
    for name in dtype.names or ():
        kind, offset = places[name][:2]
        fields.append({"name": name, "code": CODES[kind.base.str[1:]], "shape": list(kind.shape), "offset": offset})
    return {"size": dtype.itemsize, "fields": fields}
