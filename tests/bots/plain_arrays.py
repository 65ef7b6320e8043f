"""Arrays that can do no more than `kernel/targets/arrays.py` promises: whoever wants NumPy of them fails."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

from tafelrunde.browser.face import kept as kept_in_memory
from tafelrunde.kernel.targets import arrays, kept

MADE = ("zeros", "array", "records", "packed", "load")
"""What gives arrays to Python."""


class PlainArray:
    """An array in memory as Python may use it; compiled code is given the array itself."""

    __slots__ = ("inside",)
    __iter__ = None
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, inside: Any) -> None:
        assert isinstance(inside, np.ndarray) and inside.flags.c_contiguous, "compiled code takes whole arrays"
        self.inside = inside

    def __len__(self) -> int:
        return len(self.inside)

    def __eq__(self, other: object) -> bool:
        raise TypeError("arrays are compared by compiled code")

    def __getitem__(self, index: Any) -> Any:
        return plain(self.inside[checked(index)])

    def __setitem__(self, index: Any, value: Any) -> None:
        assert isinstance(value, int | float | list | PlainArray), type(value)
        self.inside[checked(index)] = bare(value)

    def tolist(self) -> Any:
        """As lists of numbers."""
        assert self.inside.dtype.names is None, "states are read in plain form"
        return self.inside.tolist()

    def copy(self) -> PlainArray:
        """A copy."""
        return PlainArray(self.inside.copy())


def checked(index: Any) -> Any:
    """An index, several, or a slice without steps."""
    if isinstance(index, slice):
        assert index.step is None and all(each is None or type(each) is int for each in (index.start, index.stop))
    else:
        assert all(type(each) is int for each in (index if isinstance(index, tuple) else (index,))), index
    return index


def plain(value: Any) -> Any:
    """What Python gets to see."""
    if isinstance(value, np.ndarray):
        return PlainArray(value)
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    assert not isinstance(value, np.void), "states are read in plain form"
    return value.item() if isinstance(value, np.generic) else value


def bare(value: Any) -> Any:
    """What compiled code is given."""
    if isinstance(value, PlainArray):
        return value.inside
    if isinstance(value, tuple):
        return tuple(map(bare, value))
    assert isinstance(value, int | float | np.uint64 | list), f"compiled code is given {type(value)}"
    return value


def forget_all() -> None:
    """Forget what players remember, for it holds arrays."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("tafelrunde.bots."):
            for value in [*vars(module).values()]:
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


@pytest.fixture
def plain_arrays(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Only such arrays; what is worked out is kept in memory, between moves."""
    forget_all()
    call: Callable[..., Any] = Dispatcher.__call__
    with monkeypatch.context() as patch:
        for name in MADE:
            patch.setattr(arrays, name, made_by(getattr(arrays, name)))
        read: Callable[..., Any] = arrays.plain
        patch.setattr(arrays, "plain", lambda states, *number: read(getattr(states, "inside", states), *number))
        for name in ("has", "load", "keep", "forget", "work_beside"):
            patch.setattr(kept, name, getattr(kept_in_memory, name))
        patch.setattr(kept_in_memory, "_kept", {})
        patch.setattr(kept_in_memory, "_working", [])
        patch.setattr(Dispatcher, "__call__", lambda self, *given: plain(call(self, *map(bare, given))))
        yield
    forget_all()


def made_by(make: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, which gives such arrays."""
    return lambda *given: plain(make(*given))
