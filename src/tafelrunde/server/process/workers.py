"""Several server processes on one port, so that a machine uses all its cores. One that dies or hangs is replaced.

They share nothing but the port, PostgreSQL and Redis. Each has a listening socket of its own, among which the system
distributes connections; this process keeps all of them open, so that nobody is turned away while a worker is replaced.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from tafelrunde.server.process import logs, metrics, serving
from tafelrunde.server.process.config import Config
from tafelrunde.server.process.hand_over import HandOver
from tafelrunde.server.process.transport import LimitedHttpProtocol

BEAT_TICKS = 10
"""A worker shows that it is alive after so many tenths of a second."""
HANGS_AFTER = 20
"""Seconds without such a sign after which a worker is killed."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0
"""Seconds before a worker is replaced; twice as long each time that one dies soon, as the cause may be there still."""
SOON = 60.0
END_SECONDS = 15.0
"""Seconds that the workers have for a polite end."""

log = logging.getLogger(__name__)


def listen(listening: socket.socket, count: int) -> list[socket.socket]:
    """A socket for each worker, in place of a first one that has shown that the port is free."""
    if sys.platform != "linux":  # only there connections are distributed among sockets; elsewhere all share one
        return [listening] * count
    host, port = listening.getsockname()[:2]
    listening.close()
    return [serving.listen(host, port, is_shared=True) for _ in range(count)]


def run(config: Config, listening: Sequence[socket.socket]) -> None:
    """Serve with a worker for each socket, until this process is told to stop."""
    logs.start()
    with tempfile.TemporaryDirectory(prefix="tafelrunde-metrics-") as folder:
        os.environ[metrics.SHARED_FOLDER] = folder
        asyncio.run(_Workers(config, listening, Path(folder)).run())


class _Workers:
    """The parent's view of its workers."""

    def __init__(self, config: Config, listening: Sequence[socket.socket], folder: Path) -> None:
        self._config, self._listening, self._folder = config, listening, folder
        self._processes: set[BaseProcess] = set()
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        """Until a signal comes; a second one ends all at once."""
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self._on_signal)
        await asyncio.gather(*(self._keep(*each) for each in enumerate(self._listening, 1)))

    def _on_signal(self) -> None:
        if self._stopping.is_set():
            for process in self._processes:
                process.kill()
        self._stopping.set()

    async def _keep(self, number: int, listening: socket.socket) -> None:
        """Have a worker at a socket; another one after it."""
        now, pause = asyncio.get_running_loop().time, FIRST_PAUSE
        stopping = asyncio.create_task(self._stopping.wait())
        while not stopping.done():
            began = now()
            process, beats = self._start(number, listening)
            ended = asyncio.create_task(_ended(process))
            await self._watch(number, process, beats, [ended, stopping])
            if stopping.done():
                listening.close()
                process.terminate()
                await asyncio.wait([ended], timeout=END_SECONDS)
                process.kill()
                await ended
            else:
                pause = FIRST_PAUSE if now() - began > SOON else pause
                told = {"worker": number, "status": process.exitcode, "seconds": pause}
                log.error("a worker has died, another one takes its place", extra={"fields": told})
                await asyncio.wait([stopping], timeout=pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            beats.close()
            self._processes.discard(process)
            metrics.forget(process.pid)

    def _start(self, number: int, listening: socket.socket) -> tuple[BaseProcess, Connection]:
        """A new worker, and what shows that it is alive."""
        context = multiprocessing.get_context("spawn")
        beats, beating = context.Pipe(duplex=False)
        hand_over = HandOver(self._folder, number, len(self._listening))
        args = (self._config, listening, hand_over, beating)
        process = context.Process(target=_work, args=args, name=f"worker {number}")
        process.start()
        beating.close()
        self._processes.add(process)
        log.info("a worker starts", extra={"fields": {"worker": number, "process": process.pid}})
        return process, beats

    async def _watch(
        self, number: int, process: BaseProcess, beats: Connection, ends: "Sequence[asyncio.Task[Any]]"
    ) -> None:
        """Return when one of these ends has come. A worker that hangs is killed, but not before its first sign of life:
        a machine may be slow at starting Python."""
        # Counted here, not read from a clock: a machine that was asleep has not waited.
        silent = -1
        while not any(end.done() for end in ends):
            await asyncio.wait(ends, timeout=1.0, return_when=asyncio.FIRST_COMPLETED)
            if _has_beaten(beats):
                silent = 0
            elif silent >= 0:
                silent += 1
            if silent == HANGS_AFTER:
                log.error("a worker hangs, it is killed", extra={"fields": {"worker": number}})
                process.kill()


async def _ended(process: BaseProcess) -> None:
    """Return when a process has ended."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    loop.add_reader(process.sentinel, ended.set)
    await ended.wait()
    loop.remove_reader(process.sentinel)
    process.join()


def _has_beaten(beats: Connection) -> bool:
    with contextlib.suppress(OSError):
        return beats.poll() and bool(os.read(beats.fileno(), 4096))
    return False


def _work(config: Config, listening: socket.socket, hand_over: HandOver, beating: Connection) -> None:
    """A worker's process."""
    os.setpgrp()  # Ctrl-C is meant for the parent, which tells us
    _keep_files()
    os.set_blocking(beating.fileno(), False)
    server = _WorkerServer(config, hand_over, beating)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if not server.started:
        raise SystemExit(1)


def _keep_files() -> None:
    """What was inherited is not handed on to programs that we start: while they ran, our end would not be noticed."""
    for name in os.listdir("/dev/fd"):
        with contextlib.suppress(OSError):  # the listing itself was one of them
            os.set_inheritable(int(name), int(name) <= 2)


class _WorkerServer(serving.DedicatedServer):
    """A server that shows its parent that it is alive, and ends when there is no parent any more."""

    def __init__(self, config: Config, hand_over: HandOver, beating: Connection) -> None:
        super().__init__(config)
        self._hand_over, self._beating = hand_over, beating
        self.settings.hand_over = hand_over
        self._taking_over: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take connections over, and to answer requests."""
        self._hand_over.open(self._on_handed_over)
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """No connection is taken over any more."""
        self._hand_over.close()
        await super().shutdown(sockets)

    def _on_handed_over(self, connection: socket.socket, head: bytes) -> None:
        task = asyncio.create_task(self._take_over(connection, head))
        self._taking_over.add(task)
        task.add_done_callback(self._taking_over.discard)

    async def _take_over(self, connection: socket.socket, head: bytes) -> None:
        """Go on as if the request had come here."""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):
            _, protocol = await loop.connect_accepted_socket(
                lambda: LimitedHttpProtocol(self.settings, self.server_state, self.lifespan.state), connection
            )
            protocol.data_received(head)

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second."""
        if counter % BEAT_TICKS == 0:
            try:
                os.write(self._beating.fileno(), b".")
            except BlockingIOError:
                pass  # the parent is slow, but there
            except OSError:
                log.warning("the parent of the workers is gone")
                return True
        return await super().on_tick(counter)
