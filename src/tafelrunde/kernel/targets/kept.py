"""What takes long to work out is kept: here on disk, beside the machine code, and worked out in a thread.

Where there are neither files nor threads, another module takes the place of this one (`browser/face/kept.py`).
"""

import os
import tempfile
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from tafelrunde.kernel.targets import native
from tafelrunde.kernel.targets.arrays import Array

Work = Callable[[], Iterator[None]]
"""Work that pauses every few hundredths of a second, for others whose turn it is."""

_working = threading.Lock()


def has(name: str) -> bool:
    """Whether this is kept."""
    return _file(name).exists()


def load(name: str) -> dict[str, Array] | None:
    """The arrays that are kept under this name; None if there are none."""
    try:
        with np.load(_file(name)) as found:
            return dict(found)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile):
        return None


def keep(name: str, **kept: Array) -> None:
    """Keep these arrays; they take the place of others only when all are written."""
    file = _file(name)
    handle, draft = tempfile.mkstemp(dir=file.parent, suffix=file.suffix)
    with os.fdopen(handle, "wb") as opened:
        np.savez(opened, **kept)  # type: ignore[arg-type]  # NumPy declares its own option as one of the arrays
    os.replace(draft, file)


def forget(name: str) -> None:
    """Keep it no longer."""
    _file(name).unlink(missing_ok=True)


def work_beside(work: Work) -> None:
    """Work something out in a thread, one thing at a time on this machine; whoever asks later finds it here."""
    if _working.acquire(blocking=False):
        threading.Thread(target=_finish, args=(work, _working), name="solving", daemon=True).start()


def is_working() -> bool:
    """Whether something is being worked out."""
    return _working.locked()


def _finish(work: Work, working: threading.Lock) -> None:
    try:
        with native.lock_if_free(native.CACHE / "solving.lock") as is_ours:
            if is_ours:
                for _ in work():
                    pass
    finally:
        working.release()


def _file(name: str) -> Path:
    return native.CACHE / f"{name}.npz"
