"""Talking to the server byte by byte, as no proper client does."""

import asyncio
import os
from collections.abc import Sequence
from urllib.parse import urlsplit

TEXT, BINARY, CLOSE, PING, CONTINUED = 0x1, 0x2, 0x8, 0x9, 0x0
NO_MASK = b"\0\0\0\0"

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def dial(address: str, source: str = "127.0.0.1") -> Streams:
    """A connection from one of this machine's own addresses."""
    url = urlsplit(address)
    return await asyncio.open_connection(url.hostname, url.port, local_addr=(source, 0))


def upgrade(table: str, *more: str) -> bytes:
    """The request that makes a socket of a connection."""
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"
    lines = [f"GET /ws/{table} HTTP/1.1", "Host: here", "Connection: Upgrade", "Upgrade: websocket", key, *more]
    return "\r\n".join([*lines, "", ""]).encode()


async def knock(address: str, table: str, source: str = "127.0.0.1") -> Streams:
    """A connection that wants to be a socket."""
    reader, writer = await dial(address, source)
    writer.write(upgrade(table))
    return reader, writer


async def socket(address: str, table: str, source: str = "127.0.0.1") -> Streams:
    """A socket at a table, which has not said hello yet."""
    reader, writer = await knock(address, table, source)
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 101"), head
    return reader, writer


def frame(payload: bytes, kind: int = TEXT, *, last: bool = True, masked: bool = True, bits: int = 0) -> bytes:
    """A frame; the mask is all zeros, so that one can read it."""
    length, mask = len(payload), 0x80 if masked else 0
    if length < 126:
        size = bytes([mask | length])
    elif length < 65536:
        size = bytes([mask | 126]) + length.to_bytes(2, "big")
    else:
        size = bytes([mask | 127]) + length.to_bytes(8, "big")
    return bytes([(0x80 if last else 0) | bits << 4 | kind]) + size + (NO_MASK if masked else b"") + payload


async def rest(reader: asyncio.StreamReader) -> bytes:
    """Everything until the other side has closed."""
    heard = b""
    try:
        while part := await reader.read(65536):
            heard = (heard + part)[-1_000_000:]
    except ConnectionError:
        pass
    return heard


def frames(heard: bytes) -> Sequence[tuple[int, bytes]]:
    """Kind and payload of each whole frame that the server sent."""
    found = []
    while len(heard) >= 2:
        size, at = heard[1], 2
        if size >= 126:
            at += 2 if size == 126 else 8
            size = int.from_bytes(heard[2:at], "big")
        if len(heard) < at + size:
            break
        found.append((heard[0] & 15, heard[at : at + size]))
        heard = heard[at + size :]
    return found


def resident(pid: int) -> int:
    """How much memory a process has, in bytes."""
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
