"""What takes long to work out, where there are neither files nor threads: kept in memory, worked out between moves."""

from collections.abc import Callable, Iterator

from tafelrunde.kernel.targets.arrays import Array

Work = Callable[[], Iterator[None]]
"""Work that pauses every few hundredths of a second, for others whose turn it is."""

_kept: dict[str, dict[str, Array]] = {}
_working: list[Iterator[None]] = []


def has(name: str) -> bool:
    """Whether this is kept."""
    return name in _kept


def load(name: str) -> dict[str, Array] | None:
    """The arrays that are kept under this name; None if there are none."""
    return _kept.get(name)


def keep(name: str, **kept: Array) -> None:
    """Keep these arrays."""
    _kept[name] = kept


def forget(name: str) -> None:
    """Keep it no longer."""
    _kept.pop(name, None)


def work_beside(work: Work) -> None:
    """Work something out by and by, one thing at a time; whoever asks later finds it here."""
    if not _working:
        _working.append(work())


def is_working() -> bool:
    """Whether something is being worked out."""
    return bool(_working)


def step() -> bool:
    """For whoever has a few hundredths of a second: get on with the work; returns whether there is more of it."""
    if _working:
        try:
            next(_working[0])
        except StopIteration:
            _working.clear()
        except BaseException:
            _working.clear()
            raise
    return bool(_working)
