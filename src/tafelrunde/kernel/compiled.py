"""The decorators of compiled code. What they make releases the GIL, allocates nothing and raises nothing."""

from typing import Any

import numba
import numba.extending

from tafelrunde.kernel.targets import native

setattr(numba.config, "CACHE_DIR", str(native.CACHE))  # noqa: B010  # numba does not declare it

OPTIONS: Any = {"nogil": True, "error_model": "numpy"}

intrinsic: Any = numba.extending.intrinsic

compiled = numba.njit(**OPTIONS)
"""A function called by other compiled code."""

entry = numba.njit(cache=True, **OPTIONS)
"""A function called from Python: found in the cache by the next process."""
