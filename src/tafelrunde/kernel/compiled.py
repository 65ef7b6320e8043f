"""The decorators for compiled code: it releases the GIL, raises nothing, and allocates nothing unless it says so."""

from typing import Any

import numba
import numba.extending

from tafelrunde.kernel.targets import native

setattr(numba.config, "CACHE_DIR", str(native.CACHE))  # noqa: B010  # numba does not declare it

OPTIONS: Any = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""Without its runtime numba cannot allocate, and counts no arrays: that took a third of a search, half of a batch."""
ALLOCATES: Any = OPTIONS | {"_nrt": True}

intrinsic: Any = numba.extending.intrinsic

compiled = numba.njit(**OPTIONS)
"""For a function called by other compiled code."""

entry = numba.njit(cache=True, **OPTIONS)
"""For a function called from Python; cached on disk for the next process."""

allocating = numba.njit(**ALLOCATES)
"""For a function that makes arrays of its own, or is given some by another one: what is `compiled` must not be."""

allocating_entry = numba.njit(cache=True, **ALLOCATES)
"""The same for one called from Python."""
