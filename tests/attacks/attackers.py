"""Attackers in a process of their own: `python -m tests.attacks.attackers ADDRESS TARGET`.

They attack when told `go KIND=NUMBER …` and rest when told `stop`, one order a line, and say so; they go when their
input ends. TARGET is a table that they know. `tests.attacks.honest` measures honest players beside them.
"""

import asyncio
import contextlib
import functools
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Awaitable, Callable

import httpx
from websockets.exceptions import WebSocketException

from tests.protocol_client import EMPTY, MINE, Person, hello_frame
from tests.server.sockets.test_fuzz import fuzzed
from tests.server.support import raw_socket, sent_games

SOURCES = "127.0.1.{}"
"""Each kind attacks from an address of its own: one that has used up its budget would not be a second attack."""
PAUSE = 0.1
"""Seconds until an attacker who was cut off reconnects."""
PIECE = 0.5
"""Seconds between two bytes of a very slow client."""
SUSTAINED = 0.06
"""Seconds between two moves of somebody whom the server never slows down."""
LONG = 60.0
"""Seconds that whoever sends a long game waits for the answer."""
TOKEN = "attackerattackerattackerattacker"
HELLO = raw_socket.frame(hello_frame(TOKEN).encode())
JOIN = {"type": "ask", "id": "j", "version": 0, "wish": {"wish": "join", "name": "Eve", "commitment": ""}}

counts: Counter[str] = Counter()
Attack = Callable[[str, str], Awaitable[None]]
"""An attack on a server, at whose table; it returns or fails when it is cut off."""
RawAttack = Callable[[asyncio.StreamReader, asyncio.StreamWriter, str], Awaitable[None]]


def source(kind: str) -> str:
    """The address from which a kind attacks."""
    return SOURCES.format(1 + list(KINDS).index(kind))


def raw(attack: RawAttack) -> Attack:
    """An attack over a connection of its own."""

    @functools.wraps(attack)
    async def connected(address: str, table: str) -> None:
        reader, writer = await raw_socket.dial(address, source(attack.__name__))
        try:
            await attack(reader, writer, table)
        finally:
            writer.transport.abort()

    return connected


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


async def requests(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *lines: str) -> None:
    """Send the same request again and again, each after the response to the one before."""
    counts["up"] += 1
    while True:
        writer.write("\r\n".join([*lines, "Host: here", "", ""]).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        await reader.readexactly(int(head.partition(b"content-length:")[2].split()[0]))
        if b"connection: close" in head:
            return


async def steps(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, table: str) -> None:
    """Asks for the longest answer there is."""
    await requests(reader, writer, f"GET /api/records/{table}/steps?seat=all HTTP/1.1")


async def qr(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, table: str) -> None:
    """Asks for a picture that used to be drawn by the server."""
    await requests(reader, writer, f"GET /qr.svg?text={random.random()}{'x' * 280} HTTP/1.1")


async def garbage(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, table: str) -> None:
    """Sends what is no request, or one with nonsense in its headers."""
    await requests(reader, writer, *random.choice(GARBAGE))


GARBAGE = (
    ("\x16\x03\x01\x02nonsense",),
    ("GET nonsense",),
    ("POST /api/session HTTP/1.1", "Origin: http://[", "Content-Length: 2", "", "{}"),
)


async def hello(address: str, table: str) -> None:
    """Says hello, is told everything, and goes."""
    async with Person(address, "Eve", source=source("hello")).connect(table):
        counts["up"] += 1


@functools.cache
def eve(address: str, kind: str) -> Person:
    return Person(address, "Eve", TOKEN, source(kind))


@functools.cache
def eves_table(address: str, kind: str) -> "asyncio.Task[str]":
    places = [MINE, MINE, EMPTY, EMPTY]
    return asyncio.create_task(eve(address, kind).open_table("denkste", places, options={"rings": [16, 16, 16]}))


async def moves(address: str, table: str) -> None:
    """One person with many sockets plays as fast as possible against themselves."""
    await play_alone(address, "moves")


async def play_alone(address: str, kind: str, pace: float = 0.0) -> None:
    async with eve(address, kind).connect(await asyncio.shield(eves_table(address, kind))) as client:
        counts["up"] += 1
        await client.ask("start")
        while True:
            ready = client.ready_seats()
            seat = random.choice(ready) if ready else "0"
            await client.ask("play", seat=int(seat), move=random.choice(client.seats[seat]["moves"] or ["go 1"]))
            client.frames.clear()
            await asyncio.sleep(pace)


async def crowd(address: str, table: str) -> None:
    """One plays as fast as they may for long; all others look on, from the same address."""
    crowded = await asyncio.shield(eves_table(address, "crowd"))
    counts["crowd"] += 1
    if counts["crowd"] == 1:
        await play_alone(address, "crowd", SUSTAINED)
    reader, writer = await raw_socket.dial(address, source("crowd"))
    try:
        await become_socket(reader, writer, crowded)
        writer.write(raw_socket.frame(hello_frame(f"{random.getrandbits(128):032x}").encode()))
        counts["up"] += 1
        while await hear(reader):
            pass
    finally:
        writer.transport.abort()


async def bots(address: str, table: str) -> None:
    """Opens a table of bots who think as long as there is, and looks on."""
    host = Person(address, "Eve", source=source("bots"))
    places = [{"kind": "bot", "level": "strongest"}] * 4
    async with host.connect(await host.open_table("dog", places, tempo="fast", public=False)) as client:
        await client.do("start")
        counts["up"] += 1
        while client.phase == "running":
            await client.receive()
            client.frames.clear()


@functools.cache
def game_to_send() -> bytes:
    return sent_games.long_game()


async def sent(address: str, table: str) -> None:
    """Sends the longest game there is as somebody new, and looks at the table that was made of it."""
    person = Person(address, "Eve")
    transport = httpx.AsyncHTTPTransport(local_address=source("sent"))
    async with httpx.AsyncClient(base_url=address, transport=transport, timeout=LONG) as http:
        counts["up"] += 1
        made = await http.post("/api/records", content=game_to_send(), headers=person.headers)
        assert made.status_code == 201
        await http.get(f"/api/tables/{made.json()['id']}")


RAW = (mute, half, unknown, fuzz, giant, flood, deaf, asking, steps, qr, garbage)
KINDS: dict[str, Attack] = {attack.__name__: raw(attack) for attack in RAW}
KINDS |= {attack.__name__: attack for attack in (hello, moves, bots, crowd, sent)}


async def again_and_again(attack: Attack, address: str, table: str) -> None:
    """Attack, and reconnect whenever cut off."""
    while True:
        with contextlib.suppress(OSError, EOFError, AssertionError, IndexError, WebSocketException, httpx.HTTPError):
            await attack(address, table)
        counts["cut off"] += 1
        await asyncio.sleep(PAUSE)


async def main(address: str, table: str) -> None:
    """Follow the orders."""
    orders = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    tasks: list[asyncio.Task[None]] = []
    while order := (await orders.readline()).decode().strip():
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        tasks.clear()
        counts.clear()
        if order.startswith("go"):
            numbers = {kind: int(number) for kind, number in (each.split("=") for each in order.split()[1:])}
            for kind, number in numbers.items():
                tasks += [loop.create_task(again_and_again(KINDS[kind], address, table)) for _ in range(number)]
            while counts["up"] + counts["cut off"] < sum(numbers.values()):
                await asyncio.sleep(0.01)
        print(order, flush=True)


if __name__ == "__main__":
    # They would be on other machines: the server is not to lack what they take of this one.
    os.nice(19)
    asyncio.run(main(*sys.argv[1:]))
