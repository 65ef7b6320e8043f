"""The server as clients meet it: real sockets, real HTTP, a real database."""

import asyncio
import contextlib
import json
import os
import signal
import socket as sockets
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

import tafelrunde as tr
from tafelrunde.server import hub, serving
from tafelrunde.server.config import Config
from tafelrunde.table import fair

from .clients import PATIENCE, Client, Person, served

pytestmark = pytest.mark.anyio

MINE, OPEN, EMPTY = {"kind": "person"}, {"kind": "open"}, {"kind": "empty"}
BOT = {"kind": "bot", "level": "greedy"}
FAST = 200.0


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(f"sqlite:///{tmp_path / 'games.db'}", speed=FAST, rate=10_000, burst=10_000)


@pytest.fixture
async def server(config: Config) -> AsyncIterator[serving.Server]:
    async with served(config) as (address, server):
        server.address = address  # type: ignore[attr-defined]
        yield server


@pytest.fixture
async def address(server: serving.Server) -> str:
    return str(server.address)  # type: ignore[attr-defined]


@contextlib.asynccontextmanager
async def two_at(
    address: str, game: str, *more: dict[str, str], **settings: Any
) -> AsyncIterator[tuple[Client, Client]]:
    """Anna, who is the host, and Ben at the first two places of a game that has begun."""
    anna, ben = await Person.arrive(address, "Anna"), await Person.arrive(address, "Ben")
    table = await anna.open_table(game, [MINE, OPEN, *more], **settings)
    async with anna.at(table) as host, ben.at(table) as guest:
        await guest.join()
        await guest.do("sit", place=1)
        await host.do("start")
        await guest.until(lambda: guest.phase == "running")
        yield host, guest


# whole games


@pytest.mark.parametrize(("game", "more"), [("denkste", [BOT, EMPTY]), ("dog", [BOT, BOT])])
async def test_two_people_and_bots_play_a_whole_game(address: str, game: str, more: list[dict[str, str]]) -> None:
    async with two_at(address, game, *more) as (anna, ben):
        commitment = anna.lobby["commitment"]
        await asyncio.gather(anna.play(), ben.play())
        assert anna.version == ben.version and anna.lobby == ben.lobby
        result = anna.seats["0"]["view"]["result"]
        assert result["winners"] and result == ben.seats["1"]["view"]["result"]
        async with httpx.AsyncClient(base_url=address) as http:
            record = (await http.get(f"/api/records/{anna.lobby['id']}")).json()
    assert record["result"] == result and record["names"][:2] == ["Anna", "Ben"]
    assert commitment == fair.commitment(record["deal"]["secret"])
    assert record["seed"] == fair.seed(record["deal"]["secret"], record["deal"]["parts"])
    match = tr.replay({key: record[key] for key in ("game", "options", "seed", "moves")})
    assert match.result == result
    for seat, client in (("0", anna), ("1", ben)):
        assert client.events[seat] == match.events(seat=int(seat))


async def test_a_family_on_one_device_holds_several_seats(address: str) -> None:
    anna = await Person.arrive(address, "Anna")
    table = await anna.open_table("dog", [MINE, OPEN, MINE, OPEN])
    async with anna.at(table) as family:
        await family.do("sit", place=3)
        await family.do("fill", level="random")
        await family.do("start")
        assert family.seats.keys() == {"0", "2", "3"}
        for seat, seen in family.seats.items():
            hands = seen["view"]["hands"]
            assert [player for player, hand in enumerate(hands) if isinstance(hand, list)] == [int(seat)]
        await family.play(most=12)
        assert (await family.ask("play", seat=1, move="fold"))["refusal"]["code"] == "not-your-seat"
        ben = await Person.arrive(address, "Ben")
        async with ben.at(table) as onlooker:
            assert onlooker.seats.keys() == {"public"}


async def test_a_rematch_is_a_table_with_the_same_places(address: str) -> None:
    async with two_at(address, "denkste", EMPTY, EMPTY) as (anna, ben):
        await asyncio.gather(anna.play(), ben.play())
        await ben.do("rematch")
        await anna.until(lambda: anna.lobby["following"] is not None)
        assert (await anna.ask("rematch"))["refusal"]["code"] == "rematch-open"
        table = anna.lobby["following"]
    async with ben.person.at(table) as host, anna.person.at(table) as guest:
        assert host.lobby["places"] == anna.lobby["places"] and host.lobby["host"] == ben.person.id
        assert host.lobby["before"] == anna.lobby["id"]
        await guest.join()
        await host.do("start")


# refusals


async def test_every_wish_is_answered_with_a_reason_in_both_languages(address: str) -> None:
    async with two_at(address, "denkste", EMPTY, EMPTY) as (anna, ben):
        refusal = (await anna.ask("play", seat=0, move="stop 2"))["refusal"]
        assert refusal["code"] == "rule" and refusal["rule"].startswith("DK-")
        assert refusal["texts"].keys() == {"de", "en"}
        assert (await anna.ask("play", seat=1, move="go 1"))["refusal"]["code"] == "not-your-seat"
        assert (await ben.ask("start"))["refusal"]["code"] == "not-host"
        assert (await anna.ask("start"))["refusal"]["code"] == "not-open"
        assert (await anna.ask("play", seat=0, move="nonsense"))["refusal"]["texts"]["de"]
        async with (await Person.arrive(address, "Carla")).at(anna.lobby["id"]) as carla:
            for seat in (0, 1):
                assert (await carla.ask("play", seat=seat, move="go 1"))["refusal"]["code"] == "not-here"
            await carla.join()
            assert (await carla.ask("play", seat=0, move="go 1"))["refusal"]["code"] == "not-your-seat"


async def test_the_record_is_open_only_when_the_game_is_over(address: str) -> None:
    async with two_at(address, "denkste", EMPTY, EMPTY) as (anna, _), httpx.AsyncClient(base_url=address) as http:
        answer = await http.get(f"/api/records/{anna.lobby['id']}")
        assert answer.status_code == 409 and answer.json()["code"] == "not-over"
        shown = (await http.get(f"/api/tables/{anna.lobby['id']}")).json()
        assert "deal" not in shown and "secret" not in json.dumps(shown) and "said" not in shown


# coming back


async def test_who_comes_back_is_told_what_happened_meanwhile(address: str) -> None:
    async with two_at(address, "denkste", EMPTY, EMPTY) as (anna, ben):
        await anna.play(most=1)
        await ben.play(most=1)
        await anna.until(lambda: anna.version == ben.version)
        seen, known = anna.version, anna.events["0"]
        await anna.socket.close()
        await ben.until(lambda: ben.present == [ben.person.id])
        await ben.play(most=1)
        async with anna.person.at(ben.lobby["id"], after=seen) as again:
            assert again.version == ben.version > seen
            assert again.events["0"] and again.events["0"][0]["n"] == known[-1]["n"] + 1
            await ben.until(lambda: len(ben.present) == 2)
        async with anna.person.at(ben.lobby["id"]) as anew:
            assert anew.events["0"] == known + again.events["0"]
            assert anew.seats["0"]["view"] == again.seats["0"]["view"]
        async with anna.person.at(ben.lobby["id"], after=10**6) as confused:
            assert confused.events["0"] == anew.events["0"]


async def test_a_wish_that_is_sent_twice_happens_once(address: str) -> None:
    async with two_at(address, "denkste", EMPTY, EMPTY) as (anna, ben):
        first = await anna.ask("play", id="mine", seat=0, move="go 3")
        again = await anna.ask("play", id="mine", seat=0, move="go 3")
        assert first == again and first["type"] == "ack"
        async with anna.person.at(anna.lobby["id"]) as elsewhere:
            assert await elsewhere.ask("play", id="mine", seat=0, move="go 3") == first
            assert elsewhere.version == first["version"]
        # the ids of others are theirs
        assert (await ben.ask("play", id="mine", seat=1, move="stop 2"))["version"] == first["version"] + 1


class Process:
    """A server process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        self.process, self.address = process, address

    @classmethod
    async def start(cls, database: str) -> "Process":
        command = (sys.executable, "-m", "tafelrunde.server", "0", database, str(FAST))
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, env=dict(os.environ))
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            address = (await process.stdout.readline()).decode().strip()
        return cls(process, address)

    async def stop(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_a_game_goes_on_after_a_restart(config: Config, how: signal.Signals) -> None:
    first = await Process.start(config.database)
    try:
        async with two_at(first.address, "denkste", BOT, EMPTY) as (anna, ben):
            await asyncio.gather(anna.play(most=6), ben.play(most=6))
            stopping = asyncio.create_task(first.stop(how))
            last = (await anna.until_closed(), await ben.until_closed())
            await stopping
    finally:
        with contextlib.suppress(ProcessLookupError):
            first.process.kill()
    if how == signal.SIGTERM:
        for heard in last:
            assert heard[-1]["type"] == "bye" and heard[-1]["reason"] == "restart" and heard[-1]["retry"]
    second = await Process.start(config.database)
    try:
        table = anna.lobby["id"]
        for person in (anna.person, ben.person):
            person.address = second.address
        async with anna.person.at(table) as anna2, ben.person.at(table) as ben2:
            for old, new, seat in ((anna, anna2, "0"), (ben, ben2, "1")):
                assert new.version >= old.version
                assert new.events[seat][: len(old.events[seat])] == old.events[seat]
                assert all(old_answer["version"] <= new.version for old_answer in old.answers)
            await asyncio.gather(anna2.play(), ben2.play())
            assert anna2.phase == "over"
    finally:
        assert await second.stop(signal.SIGTERM) in (0, -signal.SIGTERM)


# who may be here


async def test_who_leaves_is_told_nothing_more_and_a_bot_plays_on(address: str) -> None:
    async with two_at(address, "denkste", EMPTY, EMPTY) as (anna, ben):
        await ben.do("leave")
        assert (await ben.until_closed())[-1]["reason"] == "left"
        await anna.play(most=1)
        seen = anna.version
        await anna.until(lambda: anna.version > seen)
        assert not anna.lobby["people"][1]["here"]
        async with ben.person.at(anna.lobby["id"]) as back:
            assert back.seats.keys() == {"1"}
            await back.join()
            await asyncio.gather(back.play(), anna.play())


async def test_the_host_can_send_somebody_away(address: str) -> None:
    anna, ben = await Person.arrive(address, "Anna"), await Person.arrive(address, "Ben")
    table = await anna.open_table("denkste")
    async with anna.at(table) as host, ben.at(table) as guest:
        await guest.join()
        await host.do("remove", person=ben.id)
        bye = (await guest.until_closed())[-1]
        assert bye["type"] == "bye" and bye["reason"] == "removed" and not bye["retry"]
    assert (await last_words(address, table, hello(ben)))["reason"] == "removed"


async def test_where_onlookers_are_forbidden_nobody_looks_on(address: str) -> None:
    async with two_at(address, "denkste", EMPTY, EMPTY, onlookers=False) as (anna, _):
        carla = await Person.arrive(address, "Carla")
        bye = await last_words(address, anna.lobby["id"], hello(carla))
        assert bye["reason"] == "no-onlookers" and bye["texts"]["de"]


# nothing leaks


@pytest.fixture
def no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table has the same id and the same deal."""
    monkeypatch.setattr(hub.secrets, "choice", lambda letters: letters[0])
    monkeypatch.setattr(fair, "fresh", lambda: "0123456789abcdef" * 2)


async def frames_of(database: Path, game: str, seats: int, moves: list[tuple[int, int]]) -> dict[str, list[str]]:
    """All that everybody is sent; `moves` are seats with the number of the move that they choose."""
    names = ["Anna", "Ben", "Carla", "Dora"][:seats]
    async with served(Config(f"sqlite:///{database}")) as (address, _), contextlib.AsyncExitStack() as stack:
        people = [Person(address, name, (name * 32)[:32], "") for name in (*names, "Onlooker")]
        table = await people[0].open_table(game, [OPEN] * seats + [EMPTY] * (4 - seats))
        clients = [await stack.enter_async_context(person.at(table)) for person in people]
        for place, client in enumerate(clients[:-1]):
            await client.join()
            await client.do("sit", place=place)
        version = await clients[0].do("start")
        for seat, number in moves:
            player = clients[seat]
            await hear(player, version)
            version = await player.do("play", seat=seat, move=player.seats[str(seat)]["moves"][number])
        for client in clients:
            await hear(client, version)
        return {client.person.name: client.frames for client in clients}


async def hear(client: Client, version: int) -> None:
    await client.until(lambda: client.version == version)


@pytest.mark.usefixtures("no_chance")
async def test_a_sealed_choice_of_denkste_is_told_to_nobody_else(tmp_path: Path) -> None:
    low = await frames_of(tmp_path / "low.db", "denkste", 2, [(0, 1)])
    high = await frames_of(tmp_path / "high.db", "denkste", 2, [(0, 4)])
    assert low["Ben"] == high["Ben"] and low["Onlooker"] == high["Onlooker"]
    assert low["Anna"] != high["Anna"]
    low = await frames_of(tmp_path / "low2.db", "denkste", 2, [(0, 1), (1, 0)])
    high = await frames_of(tmp_path / "high2.db", "denkste", 2, [(0, 4), (1, 0)])
    assert low["Onlooker"][:-1] == high["Onlooker"][:-1] and low["Onlooker"][-1] != high["Onlooker"][-1]


@pytest.mark.usefixtures("no_chance")
async def test_a_card_given_in_dog_is_told_to_the_partners_only(tmp_path: Path) -> None:
    first = await frames_of(tmp_path / "first.db", "dog", 4, [(0, 0), (1, 0), (2, 0), (3, 0)])
    last = await frames_of(tmp_path / "last.db", "dog", 4, [(0, -1), (1, 0), (2, 0), (3, 0)])
    for other in ("Ben", "Dora", "Onlooker"):
        assert first[other] == last[other]
    for partner in ("Anna", "Carla"):
        assert first[partner] != last[partner]


# bad clients


def hello(person: Person) -> str:
    return json.dumps({"type": "hello", "token": person.token})


async def last_words(address: str, table: str, *frames: str | bytes, after: int = 0) -> dict[str, Any]:
    """The Bye that answers these frames."""
    async with connect(f"{address.replace('http', 'ws')}/ws/{table}") as socket:
        for frame in frames:
            await socket.send(frame)
        heard: list[dict[str, Any]] = []
        with contextlib.suppress(ConnectionClosed):
            async with asyncio.timeout(PATIENCE):
                while True:
                    heard.append(json.loads(await socket.recv()))
    assert heard[-1]["type"] == "bye", heard
    return heard[-1]


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


async def test_what_is_no_message_is_refused_and_the_socket_lives(address: str) -> None:
    anna = await Person.arrive(address, "Anna")
    async with anna.at(await anna.open_table("denkste")) as client:
        for name, frame in NO_MESSAGES.items():
            await client.socket.send(frame)
            answer = await client.until_message("refused")
            assert answer["id"] is None and answer["refusal"]["code"] == "bad-frame", name
            assert answer["refusal"]["texts"].keys() == {"de", "en"}
        await client.send(type="hello", token=anna.token)
        assert (await client.until_message("refused"))["refusal"]["code"] == "said-hello"
        await client.send(type="ping")
        await client.until_message("pong")
        await client.do("say", phrase="hello")


async def test_who_does_not_say_hello_properly_is_sent_away(address: str) -> None:
    anna = await Person.arrive(address, "Anna")
    table = await anna.open_table("denkste")
    for frame in ("", "{}", '{"type": "ping"}', json.dumps(ASK)):
        assert (await last_words(address, table, frame))["reason"] == "no-hello"
    for token in ("", "short", "ä" * 32, anna.id, "a" * 33):
        bye = await last_words(address, table, json.dumps({"type": "hello", "token": token}))
        assert bye["reason"] == "bad-token" and not bye["retry"]
    assert (await last_words(address, table, b"\x00"))["reason"] == "not-text"
    for unknown in ("aaaaaaaaaaaa", "x", "a%00aaaaaaaaaaaaa", "ä" * 12):
        bye = await last_words(address, unknown, hello(anna))
        assert bye["reason"] == "no-table" and not bye["retry"]


async def test_who_says_nothing_is_sent_away(tmp_path: Path) -> None:
    async with served(Config(f"sqlite:///{tmp_path / 'games.db'}", hello=0.05)) as (address, _):
        assert (await last_words(address, "aaaaaaaaaaaa"))["reason"] == "no-hello"


async def test_a_giant_frame_closes_the_socket(address: str) -> None:
    anna = await Person.arrive(address, "Anna")
    async with anna.at(await anna.open_table("denkste")) as client:
        await client.socket.send(json.dumps(ASK | {"id": "a" * 20_000}))
        await client.until_closed()
        assert client.socket.close_code == 1009


async def test_a_flood_closes_the_socket(tmp_path: Path) -> None:
    async with served(Config(f"sqlite:///{tmp_path / 'games.db'}", rate=1, burst=20)) as (address, _):
        anna = await Person.arrive(address, "Anna")
        table = await anna.open_table("denkste")
        async with anna.at(table) as client:
            for _ in range(30):
                await client.send(type="ping")
            heard = await client.until_closed()
            assert heard[-1]["reason"] == "too-fast" and heard[-1]["retry"]
            assert sum(message["type"] == "pong" for message in heard) == 19
        async with anna.at(table):
            pass


async def test_who_does_not_read_is_dropped_and_the_others_play_on(tmp_path: Path) -> None:
    config = Config(f"sqlite:///{tmp_path / 'games.db'}", rate=10_000, burst=10_000, queue=20)
    async with served(config) as (address, _):
        anna, ben = await Person.arrive(address, "Anna"), await Person.arrive(address, "Ben")
        table = await anna.open_table("denkste", free_text=True)
        url = httpx.URL(address)
        slow = sockets.socket()
        slow.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        slow.connect((url.host, url.port))
        async with anna.at(table) as client, connect(f"ws://{url.netloc.decode()}/ws/{table}", sock=slow) as socket:
            await socket.send(hello(ben))
            await socket.send(json.dumps(ASK | {"wish": {"wish": "join", "name": "Ben", "part": ""}}))
            await client.until(lambda: len(client.present) == 2)
            slow_reader = socket.transport
            slow_reader.pause_reading()
            for _ in range(2000):
                await client.do("say", text="x" * 200)
                if len(client.present) == 1:
                    break
            assert client.present == [anna.id]
            async with httpx.AsyncClient(base_url=address) as http:
                figures = (await http.get("/metrics")).text
            assert 'tafelrunde_dropped_sockets_total{reason="slow"} 1.0' in figures
            slow_reader.abort()


async def test_pages_of_other_sites_are_kept_out(tmp_path: Path) -> None:
    config = Config(f"sqlite:///{tmp_path / 'games.db'}", origins=("https://friends.example",))
    async with served(config) as (address, _), httpx.AsyncClient(base_url=address) as http:
        anna = await Person.arrive(address, "Anna")
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


async def test_bad_requests_are_answered_with_reasons(address: str) -> None:
    async with httpx.AsyncClient(base_url=address) as http:

        async def refused(method: str, path: str, **more: Any) -> tuple[int, str]:
            answer = await http.request(method, path, **more)
            assert answer.json()["texts"].keys() == {"de", "en"}
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


# what is there to read


async def test_the_list_shows_public_tables_only(address: str) -> None:
    anna = await Person.arrive(address, "Anna")
    public, secret = await anna.open_table("dog", [MINE]), await anna.open_table("dog", public=False)
    async with anna.at(public) as client, httpx.AsyncClient(base_url=address) as http:
        await client.do("fill", level="greedy")
        [shown] = (await http.get("/api/tables")).json()["tables"]
        assert shown["id"] == public and shown["places"] == {"bot": 3, "person": 1} and shown["phase"] == "open"
        await client.do("start")
        [shown] = (await http.get("/api/tables")).json()["tables"]
        assert shown["phase"] == "running" and shown["host"] == "Anna"
        assert (await http.get("/api/tables?offset=1")).json()["tables"] == []
        assert (await http.get(f"/api/tables/{secret}")).json()["settings"]["public"] is False


async def test_games_rules_health_and_figures(address: str) -> None:
    async with httpx.AsyncClient(base_url=address) as http:
        games = (await http.get("/api/games")).json()
        assert [game["name"] for game in games["games"]] == tr.games()
        assert games["levels"].keys() == {"random", "greedy"} and games["phrases"]["hello"]["de"] == "Hallo!"
        rules = (await http.get("/api/rules/dog")).json()
        assert rules["rules"][0]["id"] == "DG-01" and rules["rules"][0]["texts"].keys() == {"de", "en"}
        assert (await http.get("/healthz")).json() == {"ok": True}
        anna = await Person.arrive(address, "Anna")
        async with anna.at(await anna.open_table("dog")) as client:
            await client.do("say", phrase="hello")
            figures = (await http.get("/metrics")).text
        assert 'tafelrunde_wishes_total{outcome="done",wish="say"} 1.0' in figures
        assert "tafelrunde_live_tables 1.0" in figures and "tafelrunde_sockets 1.0" in figures
        assert anna.id not in figures and client.lobby["id"] not in figures
