"""Clients that are faulty, slow or hostile get a clear refusal or a closed connection, and the others play on."""

import json
import socket as sockets
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.server.process.config import Config
from tests.protocol_client import Person, bye_after, hello_frame
from tests.server.support.servers import running_server

pytestmark = pytest.mark.anyio

ASK = {"type": "ask", "id": "a", "version": 1, "wish": {"wish": "start"}}
NO_MESSAGES = {
    "nothing": "",
    "no JSON": "{",
    "a number": "7",
    "no type": "{}",
    "unknown type": '{"type": "attack"}',
    "unknown field": json.dumps(ASK | {"person": "somebody else"}),
    "unknown wish": json.dumps(ASK | {"wish": {"wish": "win"}}),
    "wish of somebody else": json.dumps(ASK | {"wish": {"wish": "leave", "person": "x"}}),
    "negative version": json.dumps(ASK | {"version": -1}),
    "version of the wrong type": json.dumps(ASK | {"version": "1"}),
    "long id": json.dumps(ASK | {"id": "a" * 65}),
    "strange id": json.dumps(ASK | {"id": "a\u0000"}),
    "half a letter": json.dumps(ASK | {"id": "\ud800"}),
    "deep": "[" * 8000,
    "the server's word": '{"type": "ack", "id": "a", "version": 1}',
}


async def test_an_invalid_message_is_refused_and_the_socket_stays_open(address: str) -> None:
    anna = await Person.register(address, "Anna")
    async with anna.connect(await anna.open_table("denkste")) as client:
        for name, frame in NO_MESSAGES.items():
            await client.socket.send(frame)
            answer = await client.until_message("refused")
            assert answer["id"] is None and answer["refusal"]["code"] == "bad-frame", name
            assert answer["refusal"]["texts"].keys() == set(LANGUAGES)
        await client.send(type="hello", token=anna.token)
        assert (await client.until_message("refused"))["refusal"]["code"] == "said-hello"
        await client.send(type="ping")
        await client.until_message("pong")
        await client.do("say", phrase="hello")


async def test_a_wrong_hello_closes_the_socket(address: str) -> None:
    anna = await Person.register(address, "Anna")
    table = await anna.open_table("denkste")
    for frame in ("", "{}", '{"type": "ping"}', json.dumps(ASK)):
        assert (await bye_after(address, table, frame))["reason"] == "no-hello"
    for token in ("", "short", "ä" * 32, anna.id, "a" * 33):
        bye = await bye_after(address, table, hello_frame(token))
        assert bye["reason"] == "bad-token" and not bye["retry"]
    assert (await bye_after(address, table, b"\x00"))["reason"] == "not-text"
    for unknown in ("aaaaaaaaaaaa", "x", "a%00aaaaaaaaaaaaa", "ä" * 12):
        bye = await bye_after(address, unknown, anna.hello())
        assert bye["reason"] == "no-table" and not bye["retry"]


async def test_a_missing_hello_closes_the_socket(tmp_path: Path) -> None:
    async with running_server(Config(f"sqlite:///{tmp_path / 'games.db'}", hello=0.05)) as (address, _):
        assert (await bye_after(address, "aaaaaaaaaaaa"))["reason"] == "no-hello"


async def test_a_giant_frame_closes_the_socket(address: str) -> None:
    anna = await Person.register(address, "Anna")
    async with anna.connect(await anna.open_table("denkste")) as client:
        await client.socket.send(json.dumps(ASK | {"id": "a" * 20_000}))
        await client.until_closed()
        assert client.socket.close_code == 1009


async def test_a_flood_closes_the_socket(tmp_path: Path) -> None:
    async with running_server(Config(f"sqlite:///{tmp_path / 'games.db'}", rate=1, burst=20)) as (address, _):
        anna = await Person.register(address, "Anna")
        table = await anna.open_table("denkste")
        async with anna.connect(table) as client:
            for _ in range(30):
                await client.send(type="ping")
            heard = await client.until_closed()
            assert heard[-1]["reason"] == "too-fast" and heard[-1]["retry"]
            assert sum(message["type"] == "pong" for message in heard) == 20 - 3, "hello counts as three"
        async with Person(address, "Ben").connect(table):
            pass


async def test_a_client_that_does_not_read_is_dropped_and_the_others_play_on(tmp_path: Path) -> None:
    config = Config(f"sqlite:///{tmp_path / 'games.db'}", rate=10_000, burst=10_000, queue=20)
    async with running_server(config) as (address, _):
        anna, ben = await Person.register(address, "Anna"), await Person.register(address, "Ben")
        table = await anna.open_table("denkste", free_text=True)
        url = httpx.URL(address)
        slow = sockets.socket()
        slow.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        slow.connect((url.host, url.port))
        async with anna.connect(table) as client, connect(anna.url(table), sock=slow) as socket:
            await socket.send(ben.hello())
            await socket.send(json.dumps(ASK | {"wish": {"wish": "join", "name": "Ben", "commitment": ""}}))
            await client.until(lambda: len(client.present) == 2)
            slow_reader = socket.transport
            slow_reader.pause_reading()
            for _ in range(2000):
                await client.do("say", text="x" * 200)
                if len(client.present) == 1:
                    break
            assert client.present == [client.id]
            async with httpx.AsyncClient(base_url=address) as http:
                figures = (await http.get("/metrics")).text
            assert 'tafelrunde_dropped_sockets_total{reason="slow"} 1.0' in figures
            slow_reader.abort()


async def test_pages_of_other_sites_are_kept_out(tmp_path: Path) -> None:
    config = Config(f"sqlite:///{tmp_path / 'games.db'}", origins=("https://friends.example",))
    async with running_server(config) as (address, _), httpx.AsyncClient(base_url=address) as http:
        anna = await Person.register(address, "Anna")
        url = f"{address.replace('http', 'ws')}/ws/{await anna.open_table('denkste')}"
        for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
            with pytest.raises(InvalidStatus) as refused:
                await connect(url, origin=origin)  # type: ignore[arg-type]
            assert refused.value.response.status_code == 403
            answer = await http.post("/api/session", json={"name": "Eve"}, headers={"origin": origin})
            assert answer.status_code == 403 and answer.json()["code"] == "foreign-origin"
        for origin in (address, "https://friends.example"):
            async with connect(url, origin=origin):  # type: ignore[arg-type]
                pass


async def test_bad_requests_are_refused_with_a_reason(address: str) -> None:
    async with httpx.AsyncClient(base_url=address) as http:

        async def refused(method: str, path: str, **more: Any) -> tuple[int, str]:
            answer = await http.request(method, path, **more)
            assert answer.json()["texts"].keys() == set(LANGUAGES)
            return answer.status_code, answer.json()["code"]

        token = (await http.post("/api/session", json={"name": "Anna"})).json()["token"]
        me = {"authorization": f"Bearer {token}"}
        table = {"name": "Anna", "settings": {"game": "dog", "options": {}}}
        assert await refused("POST", "/api/session", json={"name": " "}) == (422, "bad-name")
        assert await refused("POST", "/api/session", content=b"{") == (422, "bad-body")
        assert await refused("POST", "/api/session", json={"name": "x", "admin": True}) == (422, "bad-body")
        assert await refused("POST", "/api/session", content=b"x" * 70_000) == (413, "too-large")
        assert await refused("POST", "/api/tables", json=table) == (401, "no-token")
        assert await refused("POST", "/api/tables", json=table, headers={"authorization": "Bearer x"}) == (
            401,
            "no-token",
        )
        chess = table | {"settings": {"game": "chess", "options": {}}}
        assert await refused("POST", "/api/tables", json=chess, headers=me) == (422, "bad-settings")
        assert await refused("GET", "/api/tables/aaaaaaaaaaaa") == (404, "no-table")
        assert await refused("GET", "/api/records/..%2f..") == (404, "no-page")
        assert await refused("GET", "/api/tables?offset=-1") == (422, "bad-body")
        assert await refused("GET", "/api/rules/chess") == (404, "no-game")
        assert await refused("GET", "/nowhere") == (404, "no-page")
        assert await refused("DELETE", "/api/tables") == (405, "wrong-method")
