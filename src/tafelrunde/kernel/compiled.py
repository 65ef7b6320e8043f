"""The decorators for compiled code: it releases the GIL, allocates nothing and raises nothing."""

from typing import Any

import numba
import numba.extending

from tafelrunde.kernel.targets import native

setattr(numba.config, "CACHE_DIR", str(native.CACHE))  # noqa: B010  # numba does not declare it

OPTIONS: Any = {"nogil": True, "error_model": "numpy"}

intrinsic: Any = numba.extending.intrinsic

compiled = numba.njit(**OPTIONS)
"""For a function called by other compiled code."""

entry = numba.njit(cache=True, **OPTIONS)
"""For a function called from Python; cached on disk for the next process."""
