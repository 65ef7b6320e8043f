"""Compiled code on this machine's processor, cached on disk for the next process.

numba's cache does not notice when a *called* function in another file changes. So the cache folder is named after a
hash of everything compiled code can reach: stale code can never run.
"""

import contextlib
import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import llvmlite
import numba
import numpy as np

from tafelrunde.kernel.languages import TEXTS, number, system_language

try:
    import fcntl
except ImportError:  # not on this system: two processes may work on the same thing, which is harmless
    fcntl = None  # type: ignore[assignment]

PACKAGE = Path(__file__).resolve().parents[2]
REACHABLE = ("kernel", "games", "bots", "lab/search", "lab/studies", "lab/training")
"""The folders with compiled code; it takes nothing from any others."""
ELSEWHERE = tuple(Path(__file__).with_name(name) for name in ("ir", "wasm", "gpu"))
"""Make code for other machines; nothing that runs here is in them."""
KEEP_UNUSED_DAYS = 30
OUR_FOLDERS = re.compile(r"(rules|wasm|gpu)-[0-9a-f]{24}")


def sources(folders: Sequence[str] = REACHABLE) -> list[Path]:
    """Every file whose content can end up in compiled code: all code in these folders, and the data it reads."""
    kinds = ("*.py", "data.toml", "*.npz")
    found = (path for folder in folders for kind in kinds for path in (PACKAGE / folder).rglob(kind))
    return sorted(path for path in found if not any(map(path.is_relative_to, ELSEWHERE)))


def fingerprint() -> str:
    """The hash that names the cache folder."""
    digest = hashlib.blake2b(digest_size=12)
    digest.update(
        f"{PACKAGE} {platform.python_version()} {numba.__version__} {llvmlite.__version__} {np.__version__}".encode()
    )
    for path in sources():
        digest.update(f"\n{path.relative_to(PACKAGE)}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def cache_root() -> Path:
    """The folder in which all our caches are."""
    chosen = os.environ.get("TAFELRUNDE_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tafelrunde"


def writable_folder(root: Path, name: str) -> Path:
    """A folder there, used just now; where nothing can be written, one for temporary files."""
    folder = root / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        folder = Path(tempfile.gettempdir()) / f"tafelrunde-{os.getuid()}" / name
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def forget_unused(root: Path) -> None:
    """Remove our caches that nobody has used for a long time; anything else in the folder is left alone."""
    oldest = time.time() - KEEP_UNUSED_DAYS * 86400
    for folder in root.iterdir():
        if OUR_FOLDERS.fullmatch(folder.name) and folder.is_dir() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


CACHE = writable_folder(cache_root(), f"rules-{fingerprint()}")
forget_unused(CACHE.parent)

_compiled_here: set[str] = set()
_speaking: list[str] = []


def thread_seconds() -> float:
    """How long this thread has worked: by that, a busy machine changes nobody's answer."""
    return time.thread_time()


def is_ready(name: str, part: str) -> bool:
    """Whether a part of a game has already been compiled on this machine."""
    return _marker(name, part).exists()


def _marker(name: str, part: str) -> Path:
    return CACHE / f"{name}-{part}.ready"


@contextlib.contextmanager
def compiling(name: str, part: str) -> Iterator[bool]:
    """A context for code that may compile a part of a game: one process compiles and prints a line, the others wait.

    Yields whether this part still has to be compiled on this machine.
    """
    key, marker = f"{name}-{part}", _marker(name, part)
    if key in _compiled_here or marker.exists():
        _compiled_here.add(key)
        yield False
        return
    with lock(CACHE / f"{key}.lock"):
        if marker.exists():
            yield False
            return
        _compiled_here.add(key)  # what compiles may itself ask for this part
        try:
            with said(name, part):
                yield True
        except BaseException:
            _compiled_here.discard(key)
            raise
        marker.touch()


@contextlib.contextmanager
def said(name: str, part: str) -> Iterator[None]:
    """A context for slow work: prints a line with the seconds it took; nested work prints no line of its own."""
    if _speaking:
        yield
        return
    text = TEXTS.say("compiling", part, system_language(), name=name)
    began = time.perf_counter()
    print(text, end="", file=sys.stderr, flush=True)
    _speaking.append(text)
    try:
        yield
    finally:
        _speaking.clear()
    print(f" {number(time.perf_counter() - began, '.1f', system_language())} s", file=sys.stderr)


@contextlib.contextmanager
def lock_if_free(path: Path) -> Iterator[bool]:
    """A context that holds a lock of this machine, unless another process has it; whether it does."""
    if fcntl is None:
        yield True
        return
    with path.open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True


@contextlib.contextmanager
def lock(path: Path) -> Iterator[None]:
    """A context that holds a lock of this machine, for which it waits."""
    if fcntl is None:
        yield
        return
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
