"""What holds for every response: its headers, the names that the server goes by, and other sites that may use it."""

from pathlib import Path

import httpx
import pytest

from tafelrunde.server.http.origins import is_own_name
from tafelrunde.server.process.config import Config
from tests.server.support.servers import running_server

pytestmark = pytest.mark.anyio

FRIENDS = "https://friends.example"
PREFLIGHT = {"access-control-request-method": "POST", "access-control-request-headers": "authorization"}


async def test_every_response_has_its_headers(tmp_path: Path) -> None:
    config = Config(f"sqlite:///{tmp_path / 'games.db'}", origins=(FRIENDS,), hosts=("play.example.org",), requests=1)
    async with running_server(config) as (address, _), httpx.AsyncClient(base_url=address) as http:
        for path in ("/", "/api/tables", "/api/nothing", "/healthz", "/icon.svg"):
            headers = (await http.get(path)).headers
            policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
            assert policy["default-src"] == "'self'" and "unsafe" not in str(policy)
            assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
            assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "same-origin"
            assert "access-control-allow-origin" not in headers

        # Under a name of its own it answers; a name that somebody else lets lead here is refused.
        assert (await http.get("/healthz", headers={"host": "play.example.org"})).status_code == 200
        refused = await http.get("/healthz", headers={"host": "evil.example:80"})
        assert refused.status_code == 421 and refused.json()["code"] == "wrong-host"
        assert "evil.example" in refused.json()["texts"]["de"]
        upgrade = {"connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}
        socket = upgrade | {"sec-websocket-key": "MDEyMzQ1Njc4OWFiY2RlZg==", "host": "evil.example"}
        assert (await http.get("/ws/abc", headers=socket)).status_code == 421

        # A site that was listed may use it, and read what it is told; no other site may.
        allowed = await http.options("/api/session", headers=PREFLIGHT | {"origin": FRIENDS})
        assert allowed.status_code == 204 and "authorization" in allowed.headers["access-control-allow-headers"]
        session = await http.post("/api/session", json={"name": "Anna"}, headers={"origin": FRIENDS})
        assert session.status_code == 201 and session.headers["access-control-allow-origin"] == FRIENDS
        foreign = await http.options("/api/session", headers=PREFLIGHT | {"origin": "https://evil.example"})
        assert foreign.status_code == 405 and "access-control-allow-origin" not in foreign.headers

        # Refusals by the limits have them, too.
        while (flooded := await http.get("/healthz")).status_code == 200:
            pass
        assert flooded.status_code == 429 and flooded.headers["x-content-type-options"] == "nosniff"


async def test_addresses_and_local_names_are_always_known() -> None:
    for host in (
        "127.0.0.1:8000",
        "192.168.1.5",
        "[::1]:8000",
        "localhost",
        "pi:8000",
        "Pi.local",
        "pi.fritz.box:80",
        "",
    ):
        assert is_own_name(host, ())
    assert not is_own_name("play.example.org", ()) and is_own_name("Play.Example.org.:443", ("play.example.org",))
