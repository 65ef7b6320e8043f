"""Long work in pieces: here, in several processes, or on the machines of a Ray cluster, with the same result.

A piece is a function by name and its arguments. Its result depends on nothing else and goes through JSON, so that it is
the same wherever it was computed, and when it is read from a file. JSON keeps every digit of a number.
"""

import hashlib
import importlib
import json
import os
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tafelrunde.kernel.errors import Unavailable
from tafelrunde.kernel.targets.native import PACKAGE, sources

WHOLE = ("kernel", "games", "bots", "lab")
"""The folders with whatever a result depends on."""


@dataclass(frozen=True)
class Piece:
    """A part of a job that can be done alone, anywhere, and any number of times."""

    key: str
    """Unique in the job; a part of the name of its file."""
    function: str
    """`module:name`"""
    arguments: dict[str, Any]
    """JSON-ready, as is what the function returns."""

    def perform(self) -> str:
        """The result as JSON."""
        module, _, name = self.function.partition(":")
        return json.dumps(getattr(importlib.import_module(module), name)(**self.arguments))

    def fingerprint(self) -> str:
        """The same only for the same question to the same code."""
        return _digest(version(), self.function, json.dumps(self.arguments, sort_keys=True))


Finished = Generator[tuple[int, str], None, None]
"""The numbers of pieces with their results as JSON, in the order in which they are finished."""


def work(
    pieces: Sequence[Piece],
    *,
    workers: int | None = None,
    threads: int = 1,
    ray: str | None = None,
    folder: Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> list[Any]:
    """The results of all pieces in their order.

    They are computed in so many processes (by default one a core; in this process if it is 1, then in so many threads),
    or on a Ray cluster: `ray` is its address, or empty for one that runs on this machine or else is started here.
    With a folder, what is finished is kept there at once, and what is there already is not computed again.
    `progress` is told how many pieces are done. Raises Unavailable.
    """
    if len({piece.key for piece in pieces}) < len(pieces):
        raise ValueError("two pieces have the same key")
    keeper = Keeper(folder) if folder else None
    results: dict[int, Any] = {}
    if keeper:
        kept = ((number, keeper.read(piece)) for number, piece in enumerate(pieces))
        results = {number: json.loads(text) for number, text in kept if text is not None}
        progress(len(results))
    missing = [number for number in range(len(pieces)) if number not in results]
    with closing(_finished([pieces[number] for number in missing], workers, threads, ray)) as finished:
        for at, text in finished:
            if keeper:
                keeper.write(pieces[missing[at]], text)
            results[missing[at]] = json.loads(text)
            progress(len(results))
    return [results[number] for number in range(len(pieces))]


def _finished(pieces: Sequence[Piece], workers: int | None, threads: int, ray: str | None) -> Finished:
    count = min(workers or os.cpu_count() or 1, len(pieces))
    if ray is not None and pieces:
        from tafelrunde.lab.on_ray import finished_on_ray

        return finished_on_ray(pieces, ray)
    if count > 1:
        from tafelrunde.lab.processes import finished_in_processes

        return finished_in_processes(pieces, count)
    return _finished_here(pieces, threads)


def _finished_here(pieces: Sequence[Piece], threads: int) -> Finished:
    if threads == 1:
        yield from ((number, piece.perform()) for number, piece in enumerate(pieces))
        return
    pool = ThreadPoolExecutor(threads)
    try:
        numbers = {pool.submit(piece.perform): number for number, piece in enumerate(pieces)}
        for done in as_completed(numbers):
            yield numbers[done], done.result()
    finally:
        pool.shutdown(cancel_futures=True)


class Keeper:
    """A folder with the results of finished pieces. Only what fits a piece and is whole is taken from it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._trouble(error) from None

    def read(self, piece: Piece) -> str | None:
        """The kept result as JSON, if there is one."""
        try:
            kept = json.loads(self._path(piece).read_text(encoding="utf-8"))
            text = json.dumps(kept["result"])
            return text if kept["seal"] == _digest(piece.fingerprint(), text) else None
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None

    def write(self, piece: Piece, text: str) -> None:
        """Keep a result: after a crash the file is there with all its content, or not at all."""
        path = self._path(piece)
        begun = path.with_suffix(f".{os.getpid()}")
        seal = _digest(piece.fingerprint(), text)
        try:
            begun.write_text(f'{{"seal": "{seal}", "result": {text}}}\n', encoding="utf-8")
            begun.replace(path)
        except OSError as error:
            raise self._trouble(error) from None

    def _path(self, piece: Piece) -> Path:
        return self._folder / f"{piece.key}-{piece.fingerprint()[:12]}.json"

    def _trouble(self, error: OSError) -> Unavailable:
        return Unavailable("folder", path=self._folder, reason=error.strerror)


@cache
def version() -> str:
    """Names the code on which results depend: the same on every machine that has the same package."""
    digest = hashlib.blake2b(digest_size=12)
    for path in sources(WHOLE):
        digest.update(f"\n{path.relative_to(PACKAGE).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _digest(*texts: str) -> str:
    return hashlib.blake2b("\n".join(texts).encode(), digest_size=16).hexdigest()
