"""Calls compiled code in WebAssembly. Modules are bound by whoever has loaded them, with their descriptions.

`call(number, size, *numbers)` calls the export with that number. All arrays of a call stand in `memory`, the first so
many bytes of which are copied to the module and back; a place is counted from the beginning of it. Arrays that never
change are copied once, and large ones stay in the module (`face/large.py`): their places are passed with a minus.
"""

import struct
from collections.abc import Callable
from typing import Any, Protocol

from tafelrunde.browser.face.arrays import Array, States, Word
from tafelrunde.browser.face.large import Home, Piece

ALIGN = 16
memory = bytearray(1 << 16)


class Code(Home, Protocol):
    """A module as `bind.mjs` gives it."""

    def call(self, number: int, size: int, *numbers: Any) -> Any:
        """Call the export with this number."""


class Module:
    """The compiled code of a part of a game."""

    def __init__(self, description: dict[str, Any], code: Code) -> None:
        self.home, self.call = code, code.call
        self.kept: dict[int, tuple[int, Any]] = {}
        """What never changes, by its identity: its place, and itself, so that no other one can have this identity."""
        self.exports: dict[str, list[Export]] = {}
        for number, (name, export) in enumerate(description["exports"].items()):
            function = ".".join(name.split(".")[:2])
            self.exports.setdefault(function, []).append(Export(number, export))


class Export:
    """One function for arguments of certain types."""

    def __init__(self, number: int, described: dict[str, Any]) -> None:
        self.number = number
        self.kinds: list[dict[str, Any]] = described["parameters"]
        self.returns: Any = described["returns"]


modules: dict[str, Module] = {}
PARTS = {"games": "rules", "bots": "bots"}


def bind(description: dict[str, Any], code: Code) -> None:
    """From now on this module is called for a part of a game."""
    modules[f"{description['game']}-{description['part']}"] = Module(description, code)


def entry(module: str, name: str) -> Callable[..., Any]:
    """The function of this name that a module of Python has as compiled code."""
    function, own = f"{module.rpartition('.')[2]}.{name}", _part_of(module)

    def call(*values: Any) -> Any:
        # Generic code belongs to every game: the state, which comes first, tells to which one.
        bound = modules[own or _part_of(values[0].layout.module)]
        return _call(bound, _chosen(bound.exports[function], values), values)

    return call


def _part_of(module: str) -> str:
    """The part of a game that a module of Python belongs to; empty for generic ones."""
    _, room, game, *_ = module.split(".")
    return f"{game.replace('_', '-')}-{PARTS[room]}" if room in PARTS else ""


def _chosen(exports: list[Export], values: tuple[Any, ...]) -> Export:
    """The export for arguments of these types."""
    if len(exports) == 1:
        return exports[0]
    return next(export for export in exports if all(map(_fits, export.kinds, values)))


def _fits(kind: dict[str, Any], value: Any) -> bool:
    if "tuple" in kind:
        return isinstance(value, tuple) and all(map(_fits, kind["tuple"], value))
    if "array" in kind:
        is_array = isinstance(value, Array | States)
        return is_array and value.element == kind["array"] and len(value.shape) == kind["dimensions"]
    return bool(kind["scalar"] == _scalar(value))


def _scalar(value: Any) -> str:
    if isinstance(value, bool):
        return "bool"
    return "float64" if isinstance(value, float) else "uint64" if isinstance(value, Word) else "int64"


def _call(module: Module, export: Export, values: tuple[Any, ...]) -> Any:
    returned = export.returns if isinstance(export.returns, list) else []
    arguments: list[Any] = [0] if returned else []
    arrays: list[tuple[int, Any]] = []
    end = _place(module, arguments, arrays, export.kinds, values, _aligned(8 * len(returned)))
    if end > len(memory):
        memory.extend(bytes(end))
    for place, data in arrays:
        memory[place : place + len(data)] = data
    result = module.call(export.number, end, *arguments)
    for place, data in arrays:
        data[:] = memory[place : place + len(data)]
    if not returned:
        return result
    cells = struct.unpack_from("<" + "".join(_cell(kind) for kind in returned), memory)
    return tuple(bool(cell) if kind == "bool" else cell for kind, cell in zip(returned, cells, strict=True))


def _place(
    module: Module, arguments: list[Any], arrays: list[tuple[int, Any]], kinds: Any, values: Any, end: int
) -> int:
    """Add what is passed for these values, with their arrays from `end` on; where the last one ends."""
    for kind, value in zip(kinds, values, strict=True):
        if "tuple" in kind:
            end = _place(module, arguments, arrays, kind["tuple"], value, end)
        elif "array" in kind and value.data.readonly:
            arguments += (-_kept(module, value.data), *value.shape)
        elif "array" in kind and isinstance(value.data, Piece):
            arguments += (-value.data.large.place_in(module.home) - value.data.start, *value.shape)
        elif "array" in kind:
            arguments += (end, *value.shape)
            arrays.append((end, value.data))
            end = _aligned(end + len(value.data))
        else:
            arguments.append(int(value) if isinstance(value, int) else value)
    return end


def _kept(module: Module, data: Any) -> int:
    """The place of an array that never changes."""
    if id(data) not in module.kept:
        place = module.home.alloc(len(data))
        module.home.write(place, data)
        module.kept[id(data)] = place, data
    return module.kept[id(data)][0]


def _aligned(size: int) -> int:
    return -(-size // ALIGN) * ALIGN


def _cell(kind: str) -> str:
    return "d" if kind.startswith("float") else "Q" if kind == "uint64" else "q"
