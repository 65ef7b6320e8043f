"""HTTP: the server responds as docs/openapi.json says."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

import tafelrunde as tr
from tafelrunde.server.http import api, openapi
from tafelrunde.server.sent.bodies import LARGEST
from tafelrunde.table import replay
from tests.protocol_client import BOT, EMPTY, MINE, TIMEOUT, Person, two_players
from tests.server.http.test_sent import parcel_of

pytestmark = pytest.mark.anyio

DOCUMENT = openapi.document(api.ENDPOINTS)
DOCS = Path(__file__).parents[3] / "docs"


def test_the_document_is_up_to_date() -> None:
    kept = (DOCS / "openapi.json").read_text(encoding="utf-8")
    assert kept == openapi.text(api.ENDPOINTS), "python -m tafelrunde.server.http.api > docs/openapi.json"


def test_the_document_is_valid() -> None:
    validate(DOCUMENT)


class Checking(httpx.AsyncClient):
    """A client that checks every response against the document, and records which ones it has had."""

    def __init__(self, address: str) -> None:
        super().__init__(base_url=address)
        self.had: set[tuple[str, str, str]] = set()

    async def request(self, method: str, url: Any, **more: Any) -> httpx.Response:
        answer = await super().request(method, url, **more)
        path = described(answer.url.path)
        told = DOCUMENT["paths"][path][method.lower()]["responses"].get(str(answer.status_code))
        assert told, f"{method} {path} does not say that it may answer {answer.status_code}"
        [(media, content)] = told["content"].items()
        assert answer.headers["content-type"].startswith(media)
        schema = {"components": DOCUMENT["components"], **content["schema"]}
        Draft202012Validator(schema).validate(answer.json() if media == "application/json" else answer.text)
        self.had.add((method, path, str(answer.status_code)))
        return answer

    async def code(self, method: str, url: str, **more: Any) -> tuple[int, str]:
        """The refusal of a request."""
        answer = await self.request(method, url, **more)
        assert answer.json()["texts"]["de"] and answer.json()["texts"]["en"]
        return answer.status_code, answer.json()["code"]


def described(path: str) -> str:
    """The path in the document that a path matches."""
    return min(
        (str(each) for each in DOCUMENT["paths"] if re.fullmatch(re.sub(r"{\w+}", "[^/]+", each), path)),
        key=lambda each: each.count("{"),
    )


def everything() -> set[tuple[str, str, str]]:
    """All responses but those of limits, which other tests reach."""
    return {
        (method.upper(), path, status)
        for path, methods in DOCUMENT["paths"].items()
        for method, told in methods.items()
        for status in told["responses"]
        if status != "429"
    }


async def test_every_response_is_as_documented(address: str) -> None:
    async with Checking(address) as http, two_players(address, "denkste", EMPTY, EMPTY, onlookers=False) as (anna, ben):
        mine, id = anna.person.headers, anna.lobby["id"]
        steps = f"/api/records/{id}/steps"
        programs = ("/api/address", "/api/openapi.json", "/api/protocol.json", "/healthz", "/readyz", "/metrics")
        for path in ("/api/games", "/api/rules/dog", "/api/tables", *programs):
            assert (await http.get(path)).status_code == 200
        assert (await http.get("/api/openapi.json")).json() == DOCUMENT
        assert (await http.get(f"/api/tables/{id}")).json()["phase"] == "running"
        assert (await http.post("/api/session", json={"name": "Eva"})).status_code == 201
        table = {"name": "Eva", "settings": {"game": "dog", "options": {}}}
        opened = await http.post("/api/tables", json=table, headers=mine)
        assert opened.status_code == 201
        code = (await http.get(f"/api/tables/{opened.json()['id']}")).json()["code"]
        assert (await http.get(f"/api/codes/{code.upper()}")).json() == opened.json()
        assert (await http.get(steps, headers=mine)).json()["phase"] == "running"
        start = {"position": {"game": "denkste"}, "seat": 0}
        assert "go 1" in (await http.post("/api/practice", json=start)).json()["moves"]
        sent = await http.post("/api/records", json=await parcel_of("denkste"), headers=Person(address, "Ada").headers)
        assert (await http.get(f"/api/tables/{sent.json()['id']}")).json()["phase"] == "over"
        begin = {"start": {"game": "denkste"}}
        assert (await http.post("/api/analysis", json=begin | {"follow": True})).json()["seat"] == 0
        eva = Person(address, "Eva").headers
        assert (await http.get("/api/me", headers=eva)).status_code == 200
        for path in ["/api/me/devices"] * 19 + ["/api/me/token"]:
            linked = await http.post(path, json={"label": "Phone"}, headers=eva)
            assert linked.status_code == 201
            device = {"authorization": f"Bearer {linked.json()['token']}"}
            if path == "/api/me/devices":
                assert (await http.post("/api/me/token", json={}, headers=device)).status_code == 201
        assert await http.code("POST", "/api/me/devices", json={}, headers=device) == (409, "too-many-devices")
        assert (await http.get("/api/me/data", headers=device)).json()["tables"] == []
        [*_, last] = (await http.get("/api/me", headers=device)).json()["devices"]
        assert (await http.delete("/api/me/devices", headers=device)).json() == {"devices": 19}
        assert await http.code("DELETE", "/api/me/devices/nothing", headers=device) == (404, "no-device")
        assert (await http.delete(f"/api/me/devices/{last['id']}", headers=device)).json() == {"devices": 1}
        for method, path in (
            ("GET", "/api/me"),
            ("GET", "/api/me/data"),
            ("DELETE", "/api/me"),
            ("POST", "/api/me/token"),
            ("POST", "/api/me/devices"),
            ("DELETE", "/api/me/devices"),
            ("DELETE", "/api/me/devices/nothing"),
            ("GET", f"/api/tables/{id}"),
        ):
            body: dict[str, Any] = {"json": {}} if method == "POST" else {}
            assert await http.code(method, path, headers=device, **body) == (401, "no-token")
        assert (await http.delete("/api/me", headers=Person(address, "Eva").headers)).json() == {
            "tables": 0,
            "left": [],
        }
        assert (await http.get("/api/about")).json()["keep_names"] == 90 * 86_400
        # refused
        wrong = start | {"moves": [{"seat": 0, "move": "go 7"}]}
        assert await http.code("POST", "/api/practice", json=wrong) == (409, "rule")
        assert await http.code("POST", "/api/analysis", json=begin | {"moves": wrong["moves"]}) == (409, "rule")
        foreign = {"origin": "https://elsewhere.example"}
        assert await http.code("GET", "/api/rules/chess") == (404, "no-game")
        assert await http.code("GET", "/api/codes/aaaaa") == (404, "no-code")
        for path in (
            "/api/tables/nowhere",
            "/api/records/nowhere",
            "/api/records/nowhere/steps",
            "/api/records/nowhere/review",
        ):
            assert await http.code("GET", path, headers=mine) == (404, "no-table")
        mine_only = ("/api/me/token", "/api/me/devices")
        posts = ("/api/session", "/api/tables", "/api/practice", "/api/analysis", "/api/records", *mine_only)
        for path in posts:
            assert await http.code("POST", path, json={"x": 1}, headers=mine) == (422, "bad-body")
            huge = b" " * (LARGEST + 1 if path == "/api/records" else 70_000)
            assert await http.code("POST", path, content=huge, headers=mine) == (413, "too-large")
            assert await http.code("POST", path, json=table, headers=mine | foreign) == (403, "foreign-origin")
        for path in ("/api/tables", "/api/records"):
            assert await http.code("POST", path, json=table) == (401, "no-token")
        for path in (
            "/api/tables?offset=-1",
            "/api/tables?sort=name",
            steps + "?seat=x",
            f"/api/records/{id}?download=x",
        ):
            assert await http.code("GET", path) == (422, "bad-body")
        for path in (f"/api/records/{id}", f"/api/records/{id}/review"):
            assert await http.code("GET", path) == (409, "not-over")
        assert await http.code("GET", steps, params={"seat": "all"}) == (409, "not-over")
        assert await http.code("GET", steps) == (401, "no-token")
        assert await http.code("GET", steps, params={"seat": 1}, headers=mine) == (403, "not-your-seat")
        await asyncio.gather(anna.play(), ben.play())
        # the host did not want anybody to look on
        carla = Person(address, "Carla").headers
        for path in (f"/api/records/{id}", f"/api/records/{id}/review", steps + "?seat=all"):
            assert await http.code("GET", path) == (401, "no-token")
            assert await http.code("GET", path, headers=carla) == (403, "no-onlookers")
            assert (await http.get(path, headers=mine)).status_code == (202 if path.endswith("/review") else 200)
        async with asyncio.timeout(TIMEOUT):
            while (await http.get(f"/api/records/{id}/review", headers=mine)).status_code == 202:
                await asyncio.sleep(0.3)  # as often as one person may for long
        assert (await http.get(f"/api/tables/{id}")).json()["deal"]["rounds"]
    # What a database that does not work looks like is in tests/attacks.
    assert http.had == everything() - {
        ("GET", "/readyz", "503"),
        ("POST", "/api/tables", "503"),
        ("POST", "/api/records", "503"),
        ("DELETE", "/api/me", "503"),
    }


async def test_a_game_that_was_ended_has_a_record_and_no_review(address: str) -> None:
    async with Checking(address) as http, two_players(address, "denkste", EMPTY, EMPTY) as (anna, ben):
        await anna.do("end")
        await ben.until(lambda: ben.phase == "over")
        assert ben.lobby["ended_by"] == anna.id and ben.seats["1"]["moves"] == []
        record = f"/api/records/{anna.lobby['id']}"
        assert (await http.get(record)).json()["result"] is None
        assert len((await http.get(f"{record}/steps?seat=all")).json()["steps"]) == 1
        assert await http.code("GET", f"{record}/review") == (409, "no-result")


async def test_a_record_is_a_file_that_can_be_verified_and_replayed(address: str, tmp_path: Path) -> None:
    async with two_players(address, "denkste", EMPTY, EMPTY) as (anna, ben), Checking(address) as http:
        await asyncio.gather(anna.play(), ben.play())
        path = f"/api/records/{anna.lobby['id']}"
        assert "content-disposition" not in (await http.get(path)).headers
        answer = await http.get(path, params={"download": 1})
    [name] = re.findall(r'attachment; filename="([\w.-]+)"', answer.headers["content-disposition"])
    assert name == f"tafelrunde-denkste-{anna.lobby['id']}.json"
    file = tmp_path / name
    file.write_bytes(answer.content)
    assert "The record is true" in run(
        "verify", str(file), "--lock", anna.lobby["lock"]["digest"], "--part", next(iter(anna.person.parts.values()))
    )
    assert len(run("replay", str(file), "--seat", "1").splitlines()) >= len(anna.events["0"])


def run(*words: str) -> str:
    command = [sys.executable, "-c", "from tafelrunde.cli.main import main; main()", *words, "--lang", "en"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


async def test_a_long_game_comes_in_pages(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "PAGE", 20)
    anna = await Person.register(address, "Anna")
    id = await anna.open_table("denkste", [MINE, BOT, EMPTY, EMPTY])
    async with anna.connect(id) as client, Checking(address) as http:
        await client.do("start")
        await client.play(most=12)
        mine, path = anna.headers, f"/api/records/{id}/steps"
        running = (await http.get(path, params={"seat": 0}, headers=mine)).json()
        assert running["names"] == ["Anna", None] and running["steps"][0]["version"] == 4
        await client.play()
        record = (await http.get(f"/api/records/{id}")).json()
        found: list[Any] = []
        next = 0
        while next is not None:
            page = (await http.get(path, params={"seat": "all", "from": next})).json()
            assert len(page["steps"]) <= 20 and page["last"] == len(record["moves"])
            found, next = found + page["steps"], page["next"]
        assert [[step["seat"], step["move"]] for step in found[1:]] == record["moves"]
        assert found[-1]["view"]["figures"] == tr.replay(played(record)).position()["figures"]
        own = (await http.get(path, params={"seat": 0, "to": 19})).json()
        assert own["steps"][: len(running["steps"])] == running["steps"] and own["next"] is None
        assert [event for step in own["steps"] for event in step["events"]] == client.events["0"][: events_in(own)]
        some = (await http.get(path, params={"from": 3, "to": 5})).json()
        assert [step["number"] for step in some["steps"]] == [3, 4, 5]
        beyond = (await http.get(path, params={"from": 10**6})).json()
        assert beyond["steps"] == [] and beyond["next"] is None


def events_in(page: dict[str, Any]) -> int:
    return sum(len(step["events"]) for step in page["steps"])


def played(record: dict[str, Any]) -> dict[str, Any]:
    return {key: record[key] for key in ("game", "options", "seed", "moves")}


def test_every_endpoint_has_a_docstring() -> None:
    assert all(endpoint.handler.__doc__ for endpoint in api.ENDPOINTS)
