"""Here everything was compiled before it came."""

import contextlib
from collections.abc import Iterator


def is_ready(name: str, part: str) -> bool:
    """Always."""
    return True


@contextlib.contextmanager
def compiling(name: str, part: str) -> Iterator[bool]:
    """Nothing has to be compiled."""
    yield False
