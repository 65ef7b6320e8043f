"""Denkste!: solutions on disk, and solving in the background."""

import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tafelrunde.kernel.targets import native

_solving = threading.Lock()


@contextmanager
def replaced(file: Path) -> Iterator[IO[bytes]]:
    """A file to write, which takes its place only when it is complete."""
    handle, name = tempfile.mkstemp(dir=file.parent, suffix=file.suffix)
    with os.fdopen(handle, "wb") as opened:
        yield opened
    os.replace(name, file)


def solve_in_background(solve: Callable[[], object]) -> None:
    """Solve something in a thread, one at a time on this machine; whoever asks later finds it on disk."""
    if _solving.acquire(blocking=False):
        threading.Thread(target=_solve, args=(solve,), name="solving", daemon=True).start()


def _solve(solve: Callable[[], object]) -> None:
    try:
        with native.lock_if_free(native.CACHE / "solving.lock") as is_ours:
            if is_ours:
                solve()
    finally:
        _solving.release()
