"""Pieces of work in several processes of this machine."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import cast

from tafelrunde.kernel.errors import Unavailable
from tafelrunde.lab.pieces import Finished, Piece

CONTEXT = multiprocessing.get_context("spawn")
MOST_DEATHS = 3
"""How often a process may die over the same piece before that is no accident."""


def finished_in_processes(pieces: Sequence[Piece], count: int) -> Finished:
    """Their results from so many processes. When one is killed, another does its piece again."""
    waiting, deaths = deque(range(len(pieces))), [0] * len(pieces)
    workers: dict[Connection, Worker] = {}
    try:
        for _ in range(count):
            _start(workers).begin(waiting.popleft(), pieces)
        while workers:
            for pipe in cast(list[Connection], wait(list(workers))):
                worker = workers[pipe]
                number = worker.number
                try:
                    yield number, worker.result()
                except EOFError:
                    deaths[number] += 1
                    if deaths[number] == MOST_DEATHS:
                        raise Unavailable("died", piece=pieces[number].key) from None
                    waiting.appendleft(number)
                    workers.pop(pipe).end()
                    worker = _start(workers)
                if waiting:
                    worker.begin(waiting.popleft(), pieces)
                else:
                    workers.pop(worker.pipe).end()
    finally:
        for worker in workers.values():
            worker.end()


class Worker:
    """A process that does one piece after the other."""

    def __init__(self) -> None:
        self.pipe, theirs = CONTEXT.Pipe()
        self.number = -1
        self._process = CONTEXT.Process(target=serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def begin(self, number: int, pieces: Sequence[Piece]) -> None:
        """Give it a piece to do; that it is dead is noticed when the result is fetched."""
        self.number = number
        with suppress(OSError):
            self.pipe.send(pieces[number])

    def result(self) -> str:
        """The result, or the error that the piece has raised. Raises EOFError if the process is dead."""
        try:
            found = self.pipe.recv()
        except OSError:
            raise EOFError from None
        if isinstance(found, Exception):
            raise found
        return cast(str, found)

    def end(self) -> None:
        """Nothing of it is left."""
        self._process.kill()
        self._process.join()
        self.pipe.close()


def _start(workers: dict[Connection, Worker]) -> Worker:
    worker = Worker()
    workers[worker.pipe] = worker
    return worker


def serve(pipe: Connection) -> None:
    """Do what comes until nothing more does. Ctrl-C is for whoever has started this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            piece: Piece = pipe.recv()
        except EOFError:
            return
        try:
            found: str | Exception = piece.perform()
        except Exception as error:
            found = error
        pipe.send(found)
