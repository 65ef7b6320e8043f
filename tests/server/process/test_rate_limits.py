"""Limits: whatever is too slow, too large or too much is refused or cut off; others do not notice."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.server.process import rate_limits, transport
from tafelrunde.server.process.config import Config
from tafelrunde.server.process.rate_limits import ConnectionCounter, TokenBucket, TokenBuckets, network
from tafelrunde.server.tables.hub import Hub
from tests.protocol_client import TIMEOUT, Person
from tests.server.support import raw_socket
from tests.server.support.servers import running_server

pytestmark = pytest.mark.anyio

HEAD = b"GET /healthz HTTP/1.1\r\nHost: here\r\n"
ELSEWHERE = "127.0.0.2"
TABLE = "aaaaaaaaaaaa"


@pytest.fixture(autouse=True)
def refused_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusals are held back for a moment only."""
    monkeypatch.setattr(rate_limits, "MOST_HELD_SECONDS", 0.05)


@contextlib.asynccontextmanager
async def limited(folder: Path, **settings: Any) -> AsyncIterator[str]:
    async with running_server(Config(f"sqlite:///{folder / 'games.db'}", **settings)) as (address, _):
        yield address


async def answer(reader: asyncio.StreamReader) -> tuple[int, str]:
    """Status and code of the refusal with which a connection ends."""
    async with asyncio.timeout(TIMEOUT):
        head, _, body = (await raw_socket.read_all(reader)).partition(b"\r\n\r\n")
    refusal = json.loads(body)
    assert refusal["texts"].keys() == set(LANGUAGES)
    return int(head.split()[1]), refusal["code"]


async def ask(address: str, source: str = "127.0.0.1", *more: str) -> tuple[int, str]:
    """A plain request; status and code of the response."""
    reader, writer = await raw_socket.dial(address, source)
    writer.write(HEAD + "".join(f"{line}\r\n" for line in more).encode() + b"Connection: close\r\n\r\n")
    async with asyncio.timeout(TIMEOUT):
        head, _, body = (await raw_socket.read_all(reader)).partition(b"\r\n\r\n")
    writer.close()
    return int(head.split()[1]), json.loads(body).get("code", "")


# slow and huge


@pytest.mark.parametrize(
    "sent",
    [b"", b"\r\n", b"GET", HEAD, HEAD + b"X: y\r\n", b"POST /api/session HTTP/1.1\r\nContent-Length: 20\r\n\r\n{"],
    ids=["nothing", "an empty line", "a word", "half a head", "some more", "half a body"],
)
async def test_an_unfinished_request_is_refused(tmp_path: Path, sent: bytes) -> None:
    async with limited(tmp_path, request=0.1) as address:
        reader, writer = await raw_socket.dial(address)
        writer.write(sent)
        assert await answer(reader) == (408, "too-slow")


async def test_a_kept_connection_has_to_send_another_request(tmp_path: Path) -> None:
    """An empty line after a response is not a request."""
    async with limited(tmp_path, request=0.1) as address:
        reader, writer = await raw_socket.dial(address)
        writer.write(HEAD + b"\r\n")
        assert await reader.readuntil(b'{"ok":true}')
        writer.write(b"\r\n")
        assert await answer(reader) == (408, "too-slow")


async def test_a_slow_but_complete_request_is_answered(tmp_path: Path) -> None:
    async with limited(tmp_path) as address:
        reader, writer = await raw_socket.dial(address)
        for letter in HEAD + b"Connection: close\r\n\r\n":
            writer.write(bytes([letter]))
            await writer.drain()
        assert (await raw_socket.read_all(reader)).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    "piece",
    [b"a", b"X: y\r\n", b"X: " + b"y" * 1000 + b"\r\n"],
    ids=["one long header", "many short headers", "many headers"],
)
async def test_an_endless_head_is_refused(tmp_path: Path, piece: bytes) -> None:
    async with limited(tmp_path) as address:
        reader, writer = await raw_socket.dial(address)
        writer.write(HEAD + (b"X: " if piece == b"a" else b""))
        writer.write(piece * (transport.MAX_REQUEST_BYTES // len(piece) + 1))
        assert await answer(reader) == (413, "too-large")


async def test_endless_trailers_are_refused(tmp_path: Path) -> None:
    """Headers may also come after a body."""
    async with limited(tmp_path) as address:
        reader, writer = await raw_socket.dial(address)
        writer.write(b"POST /api/session HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
        writer.write(b"X: y\r\n" * (transport.MAX_REQUEST_BYTES // 6 + 1))
        assert await answer(reader) == (413, "too-large")


async def test_pipelining_is_limited(tmp_path: Path) -> None:
    async with limited(tmp_path) as address:
        reader, writer = await raw_socket.dial(address)
        writer.write((HEAD + b"\r\n") * 1000)
        heard = await raw_socket.read_all(reader)
        assert heard.count(b"HTTP/1.1 200") < 1000 and b"HTTP/1.1 400" in heard
        assert (await ask(address))[0] == 200


# too many


async def test_connections_per_address_are_limited(tmp_path: Path) -> None:
    async with limited(tmp_path, per_address=3) as address:
        held = [await raw_socket.dial(address, ELSEWHERE) for _ in range(3)]
        assert await ask(address, ELSEWHERE) == (503, "too-many")
        assert (await ask(address, "127.0.0.3"))[0] == 200
        held.pop()[1].close()
        async with asyncio.timeout(TIMEOUT):
            while (await ask(address, ELSEWHERE))[0] != 200:
                pass


async def test_sockets_per_address_are_limited(tmp_path: Path) -> None:
    async with limited(tmp_path, per_address=3) as address:
        held = [await raw_socket.socket(address, TABLE) for _ in range(3)]
        reader, _ = await raw_socket.request_upgrade(address, TABLE)
        assert await answer(reader) == (503, "too-many")
        await raw_socket.socket(address, TABLE, ELSEWHERE)
        assert (await ask(address))[0] == 200
        held.pop()[1].close()
        async with asyncio.timeout(TIMEOUT):
            while not await is_let_in(address):
                pass


async def is_let_in(address: str) -> bool:
    reader, writer = await raw_socket.request_upgrade(address, TABLE)
    head = await reader.readline()
    writer.close()
    return b" 101 " in head


async def test_connections_in_all_are_limited(tmp_path: Path) -> None:
    async with limited(tmp_path, connections=6) as address:
        held = [await raw_socket.dial(address, f"127.0.0.{number}") for number in range(2, 8)]
        assert await ask(address, "127.0.0.99") == (503, "too-many")
        for _, writer in held:
            writer.close()
        async with asyncio.timeout(TIMEOUT):
            while (await ask(address))[0] != 200:
                pass


async def test_a_silent_connection_beyond_the_limit_is_closed(tmp_path: Path) -> None:
    async with limited(tmp_path, per_address=1) as address:
        await raw_socket.dial(address, ELSEWHERE)
        reader, _ = await raw_socket.dial(address, ELSEWHERE)
        async with asyncio.timeout(TIMEOUT):
            assert await raw_socket.read_all(reader) == b""


async def test_requests_per_address_are_limited(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with limited(tmp_path, requests=0.25) as address:
        heard = [await ask(address, ELSEWHERE) for _ in range(7)]
        assert [status for status, _ in heard[:5]] == [200] * 5
        assert heard[-1] == (429, "too-fast")
        reader, _ = await raw_socket.request_upgrade(address, TABLE, ELSEWHERE)
        assert await answer(reader) == (429, "too-fast")
        assert (await ask(address, "127.0.0.3"))[0] == 200
        assert not caplog.records, "to be refused is no error"


async def test_new_tables_per_session_are_limited(tmp_path: Path) -> None:
    async with limited(tmp_path, tables=2) as address, httpx.AsyncClient(base_url=address) as http:
        anna, ben = await Person.register(address, "Anna"), await Person.register(address, "Ben")
        await anna.open_table("denkste")
        await anna.open_table("denkste")
        table = {"name": "Anna", "settings": {"game": "dog", "options": {}}}
        refused = await http.post("/api/tables", json=table, headers=anna.headers)
        assert refused.status_code == 429 and refused.json()["code"] == "too-many-tables"
        assert (await http.get("/api/tables")).status_code == 200
        await ben.open_table("denkste")


async def test_new_tables_per_address_are_limited(tmp_path: Path) -> None:
    async with limited(tmp_path, tables=1) as address, httpx.AsyncClient(base_url=address) as http:
        heard = []
        for number in range(rate_limits.SESSIONS_PER_ADDRESS + 1):
            token = {"authorization": f"Bearer {number:032}"}
            heard.append((await http.post("/api/tables", json={}, headers=token)).status_code)
        assert heard == [422] * rate_limits.SESSIONS_PER_ADDRESS + [429]


async def test_a_known_proxy_is_trusted(tmp_path: Path) -> None:
    async with limited(tmp_path, requests=0.15, proxies=(f"{ELSEWHERE}/32",)) as address:
        for who in range(10):
            assert (await ask(address, ELSEWHERE, f"X-Forwarded-For: 192.0.2.{who}"))[0] == 200
        heard = [await ask(address, ELSEWHERE, "X-Forwarded-For: 192.0.2.1") for _ in range(4)]
        assert heard[-1] == (429, "too-fast")


async def test_an_unknown_proxy_is_not_trusted(tmp_path: Path) -> None:
    async with limited(tmp_path, requests=0.15, proxies=(ELSEWHERE,)) as address:
        heard = [await ask(address, "127.0.0.3", f"X-Forwarded-For: 192.0.2.{who}") for who in range(10)]
        assert heard[-1] == (429, "too-fast")


async def test_connections_of_a_proxy_have_no_limit_per_address(tmp_path: Path) -> None:
    async with limited(tmp_path, per_address=2, proxies=(ELSEWHERE,)) as address:
        for _ in range(5):
            await raw_socket.dial(address, ELSEWHERE)
        assert (await ask(address, ELSEWHERE))[0] == 200


async def test_unknown_tables_leave_nothing_in_memory(tmp_path: Path) -> None:
    async with running_server(Config(f"sqlite:///{tmp_path / 'games.db'}")) as (address, server):
        async with httpx.AsyncClient(base_url=address) as http:
            for number in range(20):
                assert (await http.get(f"/api/tables/{number:012}")).status_code == 404
        hub: Hub = server._app.state.hub
        assert not hub._tables and not hub._idle_timers


async def test_all_sockets_of_a_person_share_one_budget(tmp_path: Path) -> None:
    """Eight sockets may send no more than one; somebody else may."""
    async with limited(tmp_path, rate=0.01, burst=40) as address, contextlib.AsyncExitStack() as stack:
        anna, ben = Person(address, "Anna"), Person(address, "Ben")
        table = await anna.open_table("denkste")
        async with ben.connect(table) as other:
            clients = [await stack.enter_async_context(anna.connect(table)) for _ in range(8)]
            for client in clients:  # a hello counts as three frames
                await client.send(type="ping")
                await client.until_message("pong")
            for _ in range(9):
                await clients[0].send(type="ping")
            heard = await clients[0].until_closed()
            assert heard[-1]["reason"] == "too-fast"
            assert sum(message["type"] == "pong" for message in heard) == 40 - 8 * (3 + 1)
            await other.send(type="ping")
            await other.until_message("pong")


async def test_requests_are_priced_by_what_they_cost(tmp_path: Path) -> None:
    elsewhere = httpx.AsyncHTTPTransport(local_address=ELSEWHERE)
    async with limited(tmp_path, requests=2) as address:  # 40 at once
        async with httpx.AsyncClient(transport=elsewhere, base_url=address) as http:
            steps = [(await http.get(f"/api/records/{TABLE}/steps")).status_code for _ in range(3)]
            assert steps == [404, 404, 429]
        assert (await ask(address))[0] == 200, "others can go on"


@pytest.mark.parametrize(
    ("method", "path", "cost"),
    [
        ("GET", "/api/me/data", 50),
        ("POST", "/api/me/token", 10),
        ("POST", "/api/me/devices", 10),
        ("GET", f"/api/records/{TABLE}/review", 5),
        ("GET", f"/api/tables/{TABLE}", 5),
        ("GET", "/api/tables", 2),
        ("GET", "/api/games", 1),
    ],
)
async def test_a_person_has_a_fifth_of_every_request(tmp_path: Path, method: str, path: str, cost: int) -> None:
    """What reads or writes much counts as many requests, and nothing is for nothing."""
    share = 4 * cost
    settings = {"requests": share / rate_limits.PERSONS_SHARE / rate_limits.BURST_SECONDS}
    async with limited(tmp_path, **settings) as address, httpx.AsyncClient(base_url=address) as http:

        async def ask(person: Person) -> int:
            body: dict[str, str] | None = {} if method == "POST" else None
            return (await http.request(method, path, headers=person.headers, json=body)).status_code

        anna = Person(address, "Anna")
        statuses = [await ask(anna) for _ in range(6)]
        assert 429 not in statuses[:4] and statuses[-1] == 429
        assert await ask(Person(address, "Ben")) != 429, "others can go on"


# the parts


def test_the_debt_of_a_bucket_is_limited() -> None:
    bucket = TokenBucket(0.0, 3.0)
    assert [bucket.take() for _ in range(5)] == [True] * 3 + [False] * 2
    for _ in range(100):
        bucket.take()
    assert bucket._level == -3.0


def test_full_buckets_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    meters = TokenBuckets(1e9, 1.0)
    for who in range(1000):
        assert meters.take(str(who))
    assert len(meters._buckets) <= 2 * rate_limits.FEW_BUCKETS


def test_looking_for_full_buckets_costs_little_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    looks, is_full = 0, TokenBucket.is_full

    def counted(bucket: TokenBucket) -> bool:
        nonlocal looks
        looks += 1
        return is_full(bucket)

    monkeypatch.setattr(TokenBucket, "is_full", counted)
    meters = TokenBuckets(0.0, 2.0)
    for who in range(20_000):
        assert meters.take(str(who))
    assert len(meters._buckets) == 20_000, "nobody gets a new one while theirs is not full"
    assert looks < 2 * 20_000


def test_a_counter_forgets_closed_connections() -> None:
    counter = ConnectionCounter(3, 2)
    assert [counter.acquire(who) for who in ("a", "a", "a", None, "b")] == [True, True, False, True, False]
    for who in ("a", "a", None):
        counter.release(who)
    assert not counter._counts and counter.acquire("b")


@pytest.mark.parametrize(
    ("host", "one"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("a name", "a name"),
    ],
)
def test_a_network_counts_as_one_address(host: str, one: str) -> None:
    assert network(host) == one
