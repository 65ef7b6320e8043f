"""Nonsense in requests is refused: it is never an error of the server, and hardly a line in its log."""

import asyncio
import random
from pathlib import Path

import pytest

from tafelrunde.server.process.config import Config
from tests.protocol_client import TIMEOUT
from tests.server.support import raw_socket
from tests.server.support.servers import running_server

pytestmark = pytest.mark.anyio

REQUESTS = 300
METHODS = ("GET", "GET", "POST", "HEAD", "PUT", "OPTIONS", "NONSENSE")
PATHS = (
    "/", "/api/session", "/api/tables", "/api/tables/abcdefghjkmn", "/api/tables/%2e%2e%2f", "/api/codes/%ff%00",
    "/api/records/abcdefghjkmn/steps?seat=%C2%B2&from=1e9", "/api/tables?offset=99999999999999999999", "//", "/t/%00",
    "/api/practice", "/api/games?%ff=%", "/ws/abcdefghjkmn", "/assets/../../etc/passwd", "/api/records/" + "x" * 3000,
    "http://[/", "/?" + "&" * 500, "/qr.svg?text=x", "/api/rules/dog%0d%0aX:y",
)  # fmt: skip
HEADERS = (
    "Origin", "Host", "Authorization", "Accept", "If-None-Match", "X-Forwarded-For", "X-Forwarded-Proto", "Cookie",
    "Accept-Encoding", "Content-Type", "Range", "Upgrade", "Connection", "Referer", "Forwarded", "Sec-WebSocket-Key",
)  # fmt: skip
VALUES = (
    "http://[", "http://[::1", "http://]", "//", "", "null", "\xff\xfe", "http://a:b:c", "http://x@[",
    "Bearer", "Bearer \xff", "Bearer " + "a" * 5000, "Basic x", "[", "::1, 127.0.0.1", "websocket", "Upgrade",
    "close", "bytes=0-", "gzip;q=x", "http://\u2028", "http://%zz", "x" * 2000, "'\"<>", "127.0.0.1:x",
    "http://1.2.3.4.5.6:99999999",
)  # fmt: skip
BODIES = (b"", b"{}", b"[", b"\xff\xfe", b'{"name": "\\ud800"}', b'{"name": 1e999}', b"[" * 5000, b'{"name":"x","x":1}')


def fuzzed(choice: random.Random) -> bytes:
    """A request that could be one."""
    headers = [f"{choice.choice(HEADERS)}: {choice.choice(VALUES)}" for _ in range(choice.randrange(4))]
    body = choice.choice(BODIES)
    head = [f"{choice.choice(METHODS)} {choice.choice(PATHS)} HTTP/1.1", "Host: here", *headers]
    lines = "\r\n".join([*head, f"Content-Length: {len(body)}", "Connection: close", "", ""])
    return lines.encode("latin-1", "replace") + body


async def status(address: str, request: bytes) -> int:
    """The status of the response; 0 if the connection was just closed."""
    reader, writer = await raw_socket.dial(address)
    writer.write(request)
    async with asyncio.timeout(TIMEOUT):
        heard = await reader.readline()
    writer.close()
    return int(heard.split()[1]) if heard else 0


async def test_nonsense_is_never_an_error(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    choice = random.Random(1)
    origin = b"POST /api/session HTTP/1.1\r\nHost: here\r\nOrigin: http://[\r\nContent-Length: 2\r\n\r\n{}"
    config = Config(f"sqlite:///{tmp_path / 'games.db'}", requests=10_000)
    async with running_server(config) as (address, _):
        assert await status(address, origin) == 403
        for _ in range(REQUESTS):
            request = fuzzed(choice)
            assert await status(address, request) != 500, request
        assert await status(address, b"GET /healthz HTTP/1.1\r\n\r\n") == 200
    assert not [record for record in caplog.records if record.exc_info]
