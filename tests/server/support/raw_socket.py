"""HTTP and WebSocket byte by byte: what a proper client never sends, and cheap frames for benchmarks."""

import asyncio
import os
from urllib.parse import urlsplit

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
NO_MASK = b"\0\0\0\0"

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def dial(address: str, source: str = "127.0.0.1") -> Streams:
    """A connection from one of this machine's addresses."""
    url = urlsplit(address)
    return await asyncio.open_connection(url.hostname, url.port, local_addr=(source, 0))


def upgrade(table: str, *more: str) -> bytes:
    """The request that turns a connection into a WebSocket."""
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"
    lines = [f"GET /ws/{table} HTTP/1.1", "Host: here", "Connection: Upgrade", "Upgrade: websocket", key, *more]
    return "\r\n".join([*lines, "", ""]).encode()


async def request_upgrade(address: str, table: str, source: str = "127.0.0.1") -> Streams:
    """A connection that has asked to become a WebSocket."""
    reader, writer = await dial(address, source)
    writer.write(upgrade(table))
    return reader, writer


async def socket(address: str, table: str, source: str = "127.0.0.1") -> Streams:
    """A WebSocket at a table, before its hello."""
    reader, writer = await request_upgrade(address, table, source)
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 101"), head
    return reader, writer


def frame(payload: bytes, kind: int = TEXT, *, last: bool = True, masked: bool = True, bits: int = 0) -> bytes:
    """A frame; its mask is all zeros, which changes nothing and costs nothing."""
    length, mask = len(payload), 0x80 if masked else 0
    if length < 126:
        size = bytes([mask | length])
    elif length < 65536:
        size = bytes([mask | 126]) + length.to_bytes(2, "big")
    else:
        size = bytes([mask | 127]) + length.to_bytes(8, "big")
    return bytes([(0x80 if last else 0) | bits << 4 | kind]) + size + (NO_MASK if masked else b"") + payload


async def read_all(reader: asyncio.StreamReader) -> bytes:
    """Everything until the other side closes the connection."""
    received = b""
    try:
        while part := await reader.read(65536):
            received = (received + part)[-1_000_000:]
    except ConnectionError:
        pass
    return received


def split_frames(data: bytes) -> tuple[list[tuple[int, bytes]], bytes]:
    """Kind and payload of each complete frame that the server sent, and the beginning of the next one."""
    frames, start = [], 0
    while len(data) >= start + 2:
        size, head = data[start + 1], start + 2
        if size >= 126:
            head += 2 if size == 126 else 8
            size = int.from_bytes(data[start + 2 : head], "big")
        if len(data) < head + size:
            break
        frames.append((data[start] & 15, data[head : head + size]))
        start = head + size
    return frames, data[start:]


def resident(pid: int) -> int:
    """How much memory a process uses, in bytes."""
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
