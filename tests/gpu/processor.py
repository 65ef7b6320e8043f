"""A graphics card made of this processor: the same kernels, one thread after the other."""

import time
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from tafelrunde.kernel.targets.gpu.kernels import Kernel
from tafelrunde.kernel.targets.gpu.records import Records

THREADS = 3


class Processor:
    """Does what `Cuda` does, except that nothing happens at the same time."""

    def __init__(self, kernels: Mapping[str, Kernel]) -> None:
        self._kernels = kernels
        self.started: list[str] = []

    def zeros(self, shape: tuple[int, ...], kind: Any) -> Any:
        return np.zeros(shape, kind, order="F")

    def put(self, array: Any) -> Any:
        return np.array(array)

    def put_records(self, records: Any) -> Records:
        rows = records.view(np.uint8).reshape(len(records), records.dtype.itemsize)
        return Records(rows.copy(), records.dtype)

    def get(self, array: Any) -> Any:
        return np.array(array)

    def run(self, name: str, tasks: int, *arguments: Any) -> None:
        kernel = self._kernels[name]
        assert tasks > 0 and len(arguments) + 2 == len(kernel.types)
        self.started.append(name)
        kernel.function.compile(kernel.types)
        compiled = len(kernel.function.signatures)
        given = list(typed(arguments, kernel.types[2:]))
        for thread in range(THREADS):
            kernel.function(thread, THREADS, *given)
        assert len(kernel.function.signatures) == compiled, "called with the types that it is compiled for"

    def clock(self) -> float:
        return time.perf_counter()

    def seconds(self, began: float, ended: float) -> float:
        return ended - began


def typed(arguments: tuple[Any, ...], kinds: tuple[Any, ...]) -> Iterator[Any]:
    """What the card takes as bytes and words, as what it is."""
    for each, kind in zip(arguments, kinds, strict=True):
        if isinstance(each, Records):
            yield each.bytes.view(each.kind).reshape(len(each))
        elif str(kind) == "bool":
            yield bool(each)
        else:
            yield each
