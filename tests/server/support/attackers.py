"""Attackers in a process of their own: `python -m tests.server.support.attackers ADDRESS TABLE KIND=NUMBER …`.

It attacks when told `go` and rests when told `stop`, one word a line, and says so; it goes when its input ends.
"""

import asyncio
import contextlib
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Awaitable, Callable

from tests.server.sockets.test_fuzz import fuzzed
from tests.server.support import raw_socket

SOURCE = "127.0.0.2"
PAUSE = 0.1
"""Seconds until an attacker who was cut off reconnects."""
PIECE = 0.5
"""Seconds between two bytes of a very slow client."""
TOKEN = "attackerattackerattackerattacker"
HELLO = raw_socket.frame(json.dumps({"type": "hello", "token": TOKEN}).encode())
JOIN = {"type": "ask", "id": "j", "version": 0, "wish": {"wish": "join", "name": "Eve", "part": ""}}

counts: Counter[str] = Counter()
Attack = Callable[[asyncio.StreamReader, asyncio.StreamWriter, str], Awaitable[None]]


async def hear(reader: asyncio.StreamReader) -> bool:
    """Read something; whether the connection is still open."""
    heard = await reader.read(65536)
    return heard != b"" and b'"bye"' not in heard


async def become_socket(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, table: str) -> None:
    writer.write(raw_socket.upgrade(table))
    await reader.readuntil(b"\r\n\r\n")


async def mute(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, table: str) -> None:
    """Sends nothing."""
    counts["up"] += 1
    await raw_socket.read_all(reader)


async def half(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, table: str) -> None:
    """Sends half a request, then one byte at a time."""
    writer.write(b"GET /healthz HTTP/1.1\r\nX: ")
    counts["up"] += 1
    while not reader.at_eof() and not writer.is_closing():
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(PIECE)


async def unknown(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, table: str) -> None:
    """Opens a socket and does not say hello."""
    await become_socket(reader, writer, table)
    counts["up"] += 1
    await raw_socket.read_all(reader)


async def fuzz(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, table: str) -> None:
    """Sends invalid messages."""
    choice = random.Random()
    await become_socket(reader, writer, table)
    writer.write(HELLO)
    counts["up"] += 1
    while await hear(reader):
        writer.write(raw_socket.frame(fuzzed(choice).encode("utf-8", "surrogatepass")))


async def giant(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, table: str) -> None:
    """Sends a frame that is far too large."""
    await become_socket(reader, writer, table)
    writer.write(HELLO + raw_socket.frame(b"x" * 1_000_000))
    counts["up"] += 1
    await raw_socket.read_all(reader)


async def flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, table: str) -> None:
    """Sends messages as fast as possible."""
    await become_socket(reader, writer, table)
    writer.write(HELLO)
    counts["up"] += 1
    while await hear(reader):
        writer.write(raw_socket.frame(b'{"type": "ping"}') * 50)


async def deaf(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, table: str) -> None:
    """Sends a lot and never reads the answers."""
    await become_socket(reader, writer, table)
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    writer.write(HELLO + raw_socket.frame(json.dumps(JOIN).encode()))
    counts["up"] += 1
    while not writer.is_closing():
        writer.write(raw_socket.frame(b'{"type": "ping"}') + raw_socket.frame(b"x" * 125, raw_socket.PING))
        await writer.drain()
        await asyncio.sleep(0.05)


async def asking(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, table: str) -> None:
    """Asks for tables that do not exist."""
    counts["up"] += 1
    while not reader.at_eof():
        writer.write(b"GET /api/tables/%012d HTTP/1.1\r\nHost: here\r\n\r\n" % random.randrange(10**12))
        await hear(reader)


KINDS: dict[str, Attack] = {
    attack.__name__: attack for attack in (mute, half, unknown, fuzz, giant, flood, deaf, asking)
}


async def again_and_again(attack: Attack, address: str, table: str) -> None:
    """Attack, and reconnect whenever cut off."""
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await raw_socket.dial(address, SOURCE)
            try:
                await attack(reader, writer, table)
            finally:
                writer.transport.abort()
        counts["cut off"] += 1
        await asyncio.sleep(PAUSE)


async def main(address: str, table: str, *wanted: str) -> None:
    """Follow the orders."""
    orders = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    tasks: list[asyncio.Task[None]] = []
    numbers = {kind: int(number) for kind, number in (each.split("=") for each in wanted)}
    while order := (await orders.readline()).strip():
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        tasks.clear()
        counts.clear()
        if order == b"go":
            for kind, number in numbers.items():
                tasks += [loop.create_task(again_and_again(KINDS[kind], address, table)) for _ in range(number)]
            while counts["up"] < sum(numbers.values()):
                await asyncio.sleep(0.01)
        print(order.decode(), flush=True)


if __name__ == "__main__":
    # They would be on other machines: the server is not to lack what they take of this one.
    os.nice(19)
    asyncio.run(main(*sys.argv[1:]))
