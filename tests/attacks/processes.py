"""Server programs that hang or die: what an operator cannot prevent."""

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path


def family(pid: int) -> list[int]:
    """A process and all its children."""
    children = [int(stat.parent.name) for stat in Path("/proc").glob("[0-9]*/stat") if _parent(stat) == pid]
    return [pid, *(one for child in children for one in family(child))]


def _parent(stat: Path) -> int | None:
    """Whose child a process is; None if it has ended meanwhile."""
    with contextlib.suppress(OSError):
        return int(stat.read_text().rpartition(")")[2].split()[1])
    return None


def parent(pid: int) -> int:
    """Whose child a running process is."""
    found = _parent(Path(f"/proc/{pid}/stat"))
    # A signal to process 0 would stop whoever sends it, and the whole group with it.
    assert found, f"process {pid} has no parent, or has ended"
    return found


@contextlib.contextmanager
def stopped(pid: int) -> Iterator[None]:
    """A program that hangs for a while."""
    whole = family(pid)
    for each in whole:
        os.kill(each, signal.SIGSTOP)
    try:
        yield
    finally:
        for each in whole:
            os.kill(each, signal.SIGCONT)
