"""Fuzzing a socket: every invalid frame is refused or closes the socket, and the server is none the worse."""

import asyncio
import json
import logging
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.server.process import transport
from tafelrunde.server.process.config import Config
from tafelrunde.server.sockets import messages
from tests.protocol_client import TIMEOUT, Client, Person, hello_frame
from tests.server.support import raw_socket
from tests.server.support.servers import running_server

pytestmark = pytest.mark.anyio

FUZZED = 400
ID = "fuzz"
GENUINE = [
    {"type": "ask", "id": ID, "version": 3, "wish": wish}
    for wish in (
        {"wish": "join", "name": "Anna", "commitment": "abc"},
        {"wish": "sit", "place": 1},
        {"wish": "stand", "place": 1},
        {"wish": "place", "place": 1, "kind": "bot", "level": "random"},
        {"wish": "fill", "level": "greedy"},
        {"wish": "settings", "settings": {"game": "dog", "options": {}, "move_seconds": 5.0}},
        {"wish": "start"},
        {"wish": "reveal", "lock": "0" * 64, "part": "0" * 32, "commitment": ""},
        {"wish": "play", "seat": 0, "move": "go 4"},
        {"wish": "say", "phrase": "hello"},
        {"wish": "say", "text": "Hallo"},
        {"wish": "remove", "person": "somebody"},
        {"wish": "rematch"},
    )
] + [{"type": "ping"}, {"type": "hello", "token": "a" * 32, "after": 3, "protocol": 2}]
STRANGE: list[Any] = [
    None,
    True,
    -1,
    2**63,
    10**400,
    1e308,
    -0.0,
    "",
    "\0",
    "\ud800",
    "a" * 5000,
    "\u202e",
    [],
    {},
    [[[[]]]],
    {"wish": "start"},
    "ask",
]
ANSWERS = ("ack", "refused", "pong", "bye")


def replaced(message: object, choice: random.Random) -> object:
    """A message with something strange somewhere in it."""
    if isinstance(message, dict) and message and choice.random() < 0.85:
        key = choice.choice(list(message))
        return message | {key: replaced(message[key], choice)}
    if isinstance(message, dict) and choice.random() < 0.5:
        return message | {choice.choice(["person", "seat", "", "type"]): choice.choice(STRANGE)}
    return choice.choice(STRANGE)


def damaged(text: str, choice: random.Random) -> str:
    """A text with something missing, repeated or replaced."""
    at, to = sorted(choice.randrange(len(text) + 1) for _ in range(2))
    middle = choice.choice(["", text[at:to] * 2, choice.choice('{}[]",:\\u0'), chr(choice.randrange(1, 0xD7FF))])
    return text[:at] + middle + text[to:]


def noise(choice: random.Random) -> str:
    return "".join(chr(choice.randrange(0xD7FF)) for _ in range(choice.randrange(200)))


def nested(choice: random.Random) -> str:
    opening = choice.choice(["[", '{"a":', '{"type":"ask","wish":'])
    return opening * choice.randrange(1, messages.MAX_FRAME_BYTES // len(opening))


def fuzzed(choice: random.Random) -> str:
    """A frame that is nearly always invalid."""
    message = choice.choice(GENUINE)
    kinds: list[Callable[[], str]] = [
        lambda: json.dumps(replaced(message, choice)),
        lambda: json.dumps(replaced(replaced(message, choice), choice)),
        lambda: damaged(json.dumps(message), choice),
        lambda: noise(choice),
        lambda: nested(choice),
        lambda: json.dumps(message),
    ]
    return choice.choice(kinds)()


async def hear(client: Client) -> None:
    """Receive the answer to whatever was sent last."""
    while (await client.receive())["type"] not in ANSWERS:
        pass


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_is_sent_is_answered(address: str, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    """One frame, one answer; none of it is an error of the server."""
    choice = random.Random(seed)
    anna = await Person.register(address, "Anna")
    table = await anna.open_table("denkste", free_text=True)
    with caplog.at_level(logging.WARNING):
        async with anna.connect(table) as client:
            for number in range(FUZZED):
                await client.socket.send(fuzzed(choice).replace(ID, f"f{number}"))
                await hear(client)
    assert not caplog.records
    assert {"ack", "refused"} == {answer["type"] for answer in client.answers}


async def test_an_invalid_first_frame_is_answered_with_bye(address: str) -> None:
    choice = random.Random(9)
    for _ in range(40):
        reader, writer = await raw_socket.socket(address, "aaaaaaaaaaaa")
        writer.write(raw_socket.frame(damaged(json.dumps(GENUINE[-1]), choice).encode()))
        assert b'"type":"bye"' in await until_close(reader)
        writer.close()


async def until_close(reader: asyncio.StreamReader) -> bytes:
    """What is received until the server sends a close frame, or disconnects."""
    heard = b""
    async with asyncio.timeout(TIMEOUT):
        while not any(kind == raw_socket.CLOSE for kind, _ in raw_socket.split_frames(heard)[0]):
            try:
                part = await reader.read(65536)
            except ConnectionError:
                break
            if not part:
                break
            heard += part
    return heard


HELLO = raw_socket.frame(hello_frame("h" * 32).encode())
PING = b'{"type": "ping"}'
GIANT = messages.MAX_FRAME_BYTES + 1
WRONG = {
    "no mask": (raw_socket.frame(PING, masked=False), 1002),
    "reserved bits": (raw_socket.frame(PING, bits=4), 1002),
    "a reserved kind": (raw_socket.frame(PING, 3), 1002),
    "a compressed frame": (raw_socket.frame(PING, bits=4), 1002),
    "no UTF-8": (raw_socket.frame(b'"\xff\xfe"'), 1007),
    "half a letter": (raw_socket.frame('"\ud800"'.encode("utf-8", "surrogatepass")), 1007),
    "a long ping": (raw_socket.frame(b"x" * 126, raw_socket.PING), 1002),
    "a ping in pieces": (raw_socket.frame(b"x", raw_socket.PING, last=False), 1002),
    "a continuation of nothing": (raw_socket.frame(PING, raw_socket.CONTINUED), 1002),
    "two beginnings": (raw_socket.frame(PING, last=False) + raw_socket.frame(PING), 1002),
    "a giant": (raw_socket.frame(b"x" * GIANT), 1009),
    "a giant to come": (b"\x81\xff" + (2**62).to_bytes(8, "big") + raw_socket.NO_MASK, 1009),
    "a length below nothing": (b"\x81\xff" + (2**63).to_bytes(8, "big") + raw_socket.NO_MASK, 1009),
    "a giant in pieces": (
        raw_socket.frame(b"x" * 9000, last=False) + raw_socket.frame(b"x" * 9000, raw_socket.CONTINUED, last=False),
        1009,
    ),
    "binary": (raw_socket.frame(PING, raw_socket.BINARY), 1003),
    "a close that is none": (raw_socket.frame(b"x", raw_socket.CLOSE), 1002),
}


@pytest.mark.parametrize("name", WRONG)
async def test_a_violation_of_the_websocket_protocol_closes_the_socket(address: str, name: str) -> None:
    sent, code = WRONG[name]
    anna = await Person.register(address, "Anna")
    table = await anna.open_table("denkste")
    async with anna.connect(table) as client:
        reader, writer = await raw_socket.socket(address, table)
        writer.write(HELLO + sent)
        kind, word = raw_socket.split_frames(await until_close(reader))[0][-1]
        assert kind == raw_socket.CLOSE and int.from_bytes(word[:2], "big") == code
        writer.close()
        await client.do("say", phrase="hello")


@pytest.mark.parametrize(
    "sent",
    [
        raw_socket.frame(b"x" * 100, raw_socket.PING) * 100_000,
        raw_socket.frame(b"x", last=False)
        + raw_socket.frame(b"", raw_socket.CONTINUED, last=False) * (transport.MAX_FRAGMENTS + 1),
        raw_socket.frame(b"") * 10_000,
        random.Random(1).randbytes(100_000),
    ],
    ids=["pings", "crumbs", "empty frames", "random bytes"],
)
async def test_a_flood_below_the_level_of_messages_is_cut_off(tmp_path: Path, sent: bytes) -> None:
    async with running_server(Config(f"sqlite:///{tmp_path / 'games.db'}")) as (address, _):
        anna = await Person.register(address, "Anna")
        table = await anna.open_table("denkste")
        async with anna.connect(table) as client:
            reader, writer = await raw_socket.socket(address, table)
            writer.write(HELLO + sent)
            await until_close(reader)
            writer.close()
            await client.do("say", phrase="hello")


@pytest.mark.parametrize(
    "sent",
    [
        b"\0" * 1000,
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\0 HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET http://[ HTTP/1.1\r\n\r\n",
        raw_socket.upgrade("aaaaaaaaaaaa").replace(b"Version: 13", b"Version: 12"),
        raw_socket.upgrade("aaaaaaaaaaaa").replace(b"AAAA==", b"===="),
        raw_socket.upgrade("aaaaaaaaaaaa", "Sec-WebSocket-Key: BBBBBBBBBBBBBBBBBBBBBB=="),
        raw_socket.upgrade("\xff"),
        raw_socket.upgrade("aaaaaaaaaaaa", "Content-Length: 5"),
    ],
    ids=range(13),
)
async def test_an_invalid_request_is_refused(address: str, sent: bytes, caplog: pytest.LogCaptureFixture) -> None:
    reader, writer = await raw_socket.dial(address)
    writer.write(sent)
    writer.write_eof()
    async with asyncio.timeout(TIMEOUT):
        heard = await raw_socket.read_all(reader)
    writer.close()
    assert heard == b"" or heard.startswith((b"HTTP/1.1 4", b"HTTP/1.1 101"))
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert await Person.register(address, "Anna")
