"""Everybody at a table comes to the same worker: a worker hands a WebSocket over to the one that a table belongs to.

Workers could share a table, as servers do, but whoever follows reads every move from the database: a table at two
workers costs more than twice as much. If a table's worker is away, its people are served where they are.
"""

import array
import asyncio
import contextlib
import os
import re
import socket
import zlib
from collections.abc import Callable
from pathlib import Path

TABLE = re.compile(rb"/ws/([a-z0-9]+)")
MAX_HEAD_BYTES = 64 * 1024
"""The largest head of a request that is handed over."""


class HandOver:
    """One worker's door for connections, and its way to the doors of the others."""

    def __init__(self, folder: Path, number: int, count: int) -> None:
        self._folder, self._number, self._count = folder, number, count
        self._door: socket.socket | None = None

    def open(self, on_connection: Callable[[socket.socket, bytes], None]) -> None:
        """From now on connections may be handed over to this worker; each comes with the head of its request."""
        path = self._path(self._number)
        path.unlink(missing_ok=True)
        self._door = door = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        door.setblocking(False)
        door.bind(str(path))
        asyncio.get_running_loop().add_reader(door, self._receive, door, on_connection)

    def close(self) -> None:
        """Nothing more is taken over."""
        if self._door is not None:
            asyncio.get_running_loop().remove_reader(self._door)
            self._door.close()
            self._door = None

    def pass_on(self, path: bytes, head: bytes, file: int) -> bool:
        """Hand a connection over if its table belongs to another worker that takes it; whether it did."""
        table = TABLE.match(path)
        if table is None or len(head) > MAX_HEAD_BYTES or self._door is None:
            return False
        owner = zlib.crc32(table[1]) % self._count + 1
        if owner == self._number:
            return False
        with contextlib.suppress(OSError):  # it is away, or has no time
            files = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file]))
            self._door.sendmsg([head], [files], 0, str(self._path(owner)))
            return True
        return False

    def _receive(self, door: socket.socket, on_connection: Callable[[socket.socket, bytes], None]) -> None:
        try:
            head, files, _, _ = socket.recv_fds(door, MAX_HEAD_BYTES, 1)
        except OSError:
            return
        for file in files:
            try:
                connection = socket.socket(fileno=file)
            except OSError:
                os.close(file)
            else:
                connection.setblocking(False)
                on_connection(connection, head)

    def _path(self, number: int) -> Path:
        return self._folder / f"worker-{number}"
