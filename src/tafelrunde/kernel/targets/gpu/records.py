"""Records on a graphics card, for which CuPy has no arrays."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Records:
    """An array of records as its bytes, one record a row."""

    bytes: Any
    kind: np.dtype[Any]

    def __len__(self) -> int:
        return len(self.bytes)

    def row(self, number: int, get: Any) -> npt.NDArray[np.void]:
        """A copy of one record, fetched by `get`."""
        found: npt.NDArray[np.void] = get(self.bytes[number]).view(self.kind)
        return found
