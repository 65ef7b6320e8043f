"""Numbers and states in memory, as compiled code takes and fills them; here they are bytes.

Python reads and writes states in plain form: a dictionary of numbers and lists, a field each.
"""

import ast
import io
import math
import struct
import zipfile
from array import array as flat_array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tafelrunde.browser.face.large import Large, Piece

SITE = "/site/"
fetch: Callable[[str], Any] | None = None
"""The content of a file that is not packed, as JavaScript has it; None without a network. Brought by `boot.mjs`."""
LARGE = 1 << 14
"""Arrays of so many bytes stay in the memory of compiled code."""
CODES = {"u1": "B", "i1": "b", "u2": "H", "i2": "h", "u4": "I", "i4": "i", "u8": "Q", "i8": "q", "f4": "f", "f8": "d"}
CODES |= {"b1": "?"}
NAMES = {"B": "uint8", "b": "int8", "H": "uint16", "h": "int16", "I": "uint32", "i": "int32", "Q": "uint64"}
NAMES |= {"q": "int64", "f": "float32", "d": "float64", "?": "bool"}


class Word(int):
    """A number of 64 bits without a sign."""


class Array:
    """Numbers without gaps, the last dimension next to each other. A part of it shares its memory."""

    __slots__ = ("code", "data", "shape")

    def __init__(self, code: str, shape: tuple[int, ...], data: Any) -> None:
        self.code, self.shape = code, shape
        self.data: Any = data if isinstance(data, Piece) else memoryview(data).cast("B")

    @property
    def element(self) -> str:
        """The type of its numbers, as descriptions of modules call it."""
        return NAMES[self.code]

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[number] for number in range(len(self)))

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, tuple):
            found: Any = self
            for one in at:
                found = found[one]
            return found
        if isinstance(at, int) and len(self.shape) == 1:
            if isinstance(self.data, Piece):
                return self._part(at).data.cast(self.code)[0]
            return self.data.cast(self.code)[at]
        return self._part(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        if isinstance(at, tuple):
            *outer, last = at
            self[tuple(outer)][last] = value
        elif isinstance(at, int) and len(self.shape) == 1 and not isinstance(self.data, Piece):
            self.data.cast(self.code)[at] = value
        else:
            part = self._part(at)
            part.data[:] = value.data.tobytes() if isinstance(value, Array) else _bytes(part.code, value)

    def _part(self, at: Any) -> "Array":
        size = len(self.data) // self.shape[0] if self.shape[0] else 0
        if isinstance(at, slice):
            start, stop, step = at.indices(self.shape[0])
            if step != 1:
                raise IndexError("a part of an array has no gaps")
            shape = (max(stop - start, 0), *self.shape[1:])
            return Array(self.code, shape, self.data[start * size : max(start, stop) * size])
        place = range(self.shape[0])[at]
        return Array(self.code, self.shape[1:], self.data[place * size : (place + 1) * size])

    def tolist(self) -> Any:
        """The numbers as lists in lists."""
        if len(self.shape) == 1 or 0 in self.shape or isinstance(self.data, Piece):
            return self.data.cast(self.code).tolist() if len(self.shape) == 1 else [part.tolist() for part in self]
        return self.data.cast(self.code, self.shape).tolist()

    def copy(self) -> "Array":
        """Another array with the same numbers."""
        size = len(self.data)
        data = self.data.tobytes()
        return Array(self.code, self.shape, Piece(Large(size, data), 0, size) if size >= LARGE else bytearray(data))


class Layout:
    """The record of a state or of something else, as its description says; made by a module with compiled code."""

    def __init__(self, described: dict[str, Any], module: str) -> None:
        self.module = module
        self.itemsize: int = described["size"]
        self.fields = [(field["name"], math.prod(field["shape"]), field["shape"]) for field in described["fields"]]
        codes = [f"{math.prod(field['shape'])}{field['code']}" for field in described["fields"]]
        self.form = struct.Struct("<" + "".join(codes))
        assert self.form.size == self.itemsize, "padding has names, too"


class States:
    """One or more records, one after the other."""

    __slots__ = ("data", "layout")

    def __init__(self, layout: Layout, data: Any) -> None:
        self.layout, self.data = layout, memoryview(data)

    @property
    def shape(self) -> tuple[int, ...]:
        """How many there are."""
        return (len(self.data) // self.layout.itemsize,)

    element = "record"

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, at: int) -> "States":
        size, place = self.layout.itemsize, range(len(self))[at]
        return States(self.layout, self.data[place * size : (place + 1) * size])

    def __setitem__(self, at: int, record: "States") -> None:
        self[at].data[:] = record.data

    def copy(self) -> "States":
        """Other records that are the same."""
        return States(self.layout, bytearray(self.data))

    def tobytes(self) -> bytes:
        """The records as they are in memory."""
        return self.data.tobytes()


def zeros(kind: str, *shape: int) -> Array:
    """An array of numbers of a kind such as "i4"."""
    code = CODES[kind]
    size = struct.calcsize(code) * math.prod(shape)
    return Array(code, shape, Piece(Large(size), 0, size) if size >= LARGE else bytearray(size))


def array(kind: str, values: Any) -> Array:
    """An array with these numbers."""
    code, shape, inner = CODES[kind], [], values
    while isinstance(inner, list | tuple | Array):
        shape.append(len(inner))
        inner = inner[0] if len(inner) else None
    return Array(code, tuple(shape), bytearray(_bytes(code, values)))


def records(layout: Layout, count: int = 1) -> States:
    """So many records, in which everything is 0."""
    return States(layout, bytearray(layout.itemsize * count))


def load(path: Path) -> dict[str, Array]:
    """The arrays in a file of weights (.npz) by their names; whatever precision it keeps, they are of the kind "f4"."""
    with zipfile.ZipFile(path if path.exists() else io.BytesIO(_fetched(path))) as archive:
        return {name.removesuffix(".npy"): _weights(archive.read(name)) for name in archive.namelist()}


def _fetched(path: Path) -> bytes:
    """A file that was not packed, as it is not needed for every game."""
    if fetch is None:
        raise FileNotFoundError(str(path))
    found = fetch(path.as_posix().removeprefix(SITE))
    if found is None:
        raise OSError(f"{path.name} could not be loaded")
    content: bytes = found.to_bytes()
    return content


def word(number: int) -> Word:
    """A number of 64 bits without a sign."""
    return Word(number)


def plain(states: States, number: int = 0) -> dict[str, Any]:
    """A state in plain form."""
    values = states.layout.form.unpack_from(states.data, number * states.layout.itemsize)
    found, at = {}, 0
    for name, count, shape in states.layout.fields:
        found[name] = _nested(values[at : at + count], shape) if shape else values[at]
        at += count
    return found


def packed(layout: Layout, *states: dict[str, Any]) -> States:
    """States in memory, from their plain form."""
    data = bytearray()
    for state in states:
        data += layout.form.pack(*(number for name, _, _ in layout.fields for number in _flat(state[name])))
    return States(layout, data)


def blank(layout: Layout) -> dict[str, Any]:
    """A state in plain form in which everything is 0."""
    return plain(States(layout, bytearray(layout.itemsize)))


def _weights(file: bytes) -> Array:
    """The array in a file of NumPy's format 1.0: a magic word, the length of a description, that, and the numbers."""
    start = 10 + int.from_bytes(file[8:10], "little")
    described = ast.literal_eval(file[10:start].decode())
    assert file[:7] == b"\x93NUMPY\x01", "not as np.savez writes it"
    code: Any = {"<f2": "e", "<f4": "f", "<f8": "d"}[described["descr"]]
    numbers, shape = memoryview(file[start:]).cast(code).tolist(), described["shape"]
    if described["fortran_order"] and len(shape) == 2:
        numbers = [number for row in range(shape[0]) for number in numbers[row :: shape[0]]]
    return Array("f", shape, flat_array("f", numbers).tobytes())


def _nested(values: tuple[Any, ...], shape: list[int]) -> list[Any]:
    if len(shape) == 1:
        return list(values)
    size = len(values) // shape[0]
    return [_nested(values[size * number : size * (number + 1)], shape[1:]) for number in range(shape[0])]


def _flat(value: Any) -> Any:
    """The numbers of nested lists, which are nested equally deep."""
    if isinstance(value, Array):
        return _flat(value.tolist())
    if not isinstance(value, list | tuple):
        return [value]
    is_nested = bool(value) and isinstance(value[0], list | tuple | Array)
    return [number for part in value for number in _flat(part)] if is_nested else value


def _bytes(code: str, value: Any) -> bytes:
    numbers = _flat(value)
    return struct.pack(f"<{len(numbers)}?", *numbers) if code == "?" else flat_array(code, numbers).tobytes()
