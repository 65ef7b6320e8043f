"""The door to a graphics card: CuPy loads the kernels of a game and starts them."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tafelrunde.kernel.errors import Unavailable, need
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.targets.gpu.build import ptx_of
from tafelrunde.kernel.targets.gpu.records import Records

BLOCK = 128
"""Threads that start together."""
BLOCKS_AT_ONCE = 16
"""More of them have no room on a processor of the card; each is given games until there are none left."""


class Cuda:
    """The card that CuPy has chosen, and kernels on it, those of a game if none are given."""

    def __init__(self, game: Game, ptx: Path | None = None) -> None:
        self._cupy = cupy()
        self._kernels = _loaded(str(ptx or ptx_of(game)), self._cupy.cuda.Device().id)

    def zeros(self, shape: tuple[int, ...], kind: Any) -> Any:
        """An array in the card's memory; neighbours in its first dimension are neighbours there."""
        return self._cupy.zeros(shape, kind, order="F")

    def put(self, array: npt.NDArray[Any]) -> Any:
        """A copy in the card's memory."""
        return self._cupy.asarray(array)

    def put_records(self, records: npt.NDArray[np.void]) -> Records:
        """The same of records."""
        size = records.dtype.itemsize
        return Records(self._cupy.asarray(records.view(np.uint8).reshape(len(records), size)), records.dtype)

    def get(self, array: Any) -> npt.NDArray[Any]:
        """A copy in this machine's memory."""
        found: npt.NDArray[Any] = self._cupy.asnumpy(array)
        return found

    def run(self, name: str, tasks: int, *arguments: Any) -> None:
        """Start a kernel for so many tasks. Whoever reads what it has written waits for it."""
        processors = self._cupy.cuda.Device().attributes["MultiProcessorCount"]
        blocks = min(-(-tasks // BLOCK), processors * BLOCKS_AT_ONCE)
        self._kernels.get_function(name)((blocks,), (BLOCK,), tuple(flat(arguments)))

    def clock(self) -> Any:
        """The time when everything before is done, to be compared with another one."""
        event = self._cupy.cuda.Event()
        event.record()
        return event

    def seconds(self, began: Any, ended: Any) -> float:
        """Between these times."""
        ended.synchronize()
        return float(self._cupy.cuda.get_elapsed_time(began, ended)) / 1000


def flat(arguments: tuple[Any, ...]) -> Iterator[Any]:
    """What a kernel is called with: each array with its lengths."""
    for each in arguments:
        array = each.bytes if isinstance(each, Records) else each
        yield array
        shape = getattr(array, "shape", ())
        yield from map(np.int64, shape[:1] if isinstance(each, Records) else shape)


@cache
def cupy() -> Any:
    """CuPy. Raises Unavailable where it is not installed, or finds no card."""
    found = need("cupy", "CuPy", "gpu")
    try:
        if found.cuda.runtime.getDeviceCount() > 0:
            return found
        reason = "0"
    except found.cuda.runtime.CUDARuntimeError as error:
        reason = str(error)
    raise Unavailable("gpu", reason=reason)


@cache
def _loaded(path: str, device: int) -> Any:
    return cupy().RawModule(path=path)
