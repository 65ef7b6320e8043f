"""The files that a browser is sent."""

import gzip
from pathlib import Path

import httpx
import pytest

from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.server.http import client_files

pytestmark = pytest.mark.anyio

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two files, whether or not the client has been built."""
    script = b"console.log(1)"
    monkeypatch.setattr(
        client_files,
        "files",
        lambda: {
            "/index.html": client_files.File(b"<!doctype html>", {}, "text/html", "no-cache", '"i"'),
            "/assets/a.js": client_files.File(
                script, {"gzip": gzip.compress(script)}, "text/javascript", client_files.CACHE_FOREVER, '"a"'
            ),
        },
    )


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    ("path", "status"),
    [("/", 200), ("/t/abc", 200), ("/learn/dog", 200), ("/replay/abc", 200), ("/me", 200), ("/old/page", 404)],
)
async def test_every_page_of_the_client_is_the_client(address: str, path: str, status: int) -> None:
    async with httpx.AsyncClient(base_url=address, headers=BROWSER) as http:
        page = await http.get(path)
        assert page.status_code == status and page.text == "<!doctype html>"
        assert "frame-ancestors 'none'" in page.headers["content-security-policy"]


@pytest.mark.usefixtures("built")
async def test_the_start_page_is_for_every_client(address: str) -> None:
    async with httpx.AsyncClient(base_url=address) as http:
        page = await http.get("/", headers={"accept": "*/*"})
        assert page.status_code == 200 and page.text == "<!doctype html>"


@pytest.mark.usefixtures("built")
async def test_a_script_is_compressed_and_cached(address: str) -> None:
    async with httpx.AsyncClient(base_url=address) as http:
        script = await http.get("/assets/a.js", headers={"accept-encoding": "gzip"})
        assert script.headers["content-encoding"] == "gzip" and script.text == "console.log(1)"
        assert "immutable" in script.headers["cache-control"]
        plain = await http.get("/assets/a.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers and plain.text == "console.log(1)"
        again = await http.get("/assets/a.js", headers={"if-none-match": '"a"'})
        assert again.status_code == 304 and not again.content


PACKED = {"gzip": gzip.compress(b"a module"), "br": b"smaller"}
"""What lies beside a module, and is sent as it is."""


@pytest.mark.parametrize(
    "lies", [["as it is"], ["gzip"], ["as it is", "gzip"], ["gzip", "br"], ["as it is", "gzip", "br"]]
)
async def test_what_browsers_play_with_may_lie_there_only_compressed(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lies: list[str]
) -> None:
    monkeypatch.setattr(client_files, "LOCAL", tmp_path)
    (tmp_path / "manifest.json").write_text("{}")
    module = tmp_path / "0123456789abcdef" / "dog-rules.wasm"
    module.parent.mkdir()
    if "as it is" in lies:
        module.write_bytes(b"a module")
    for encoding in PACKED.keys() & lies:
        module.with_name(f"dog-rules.wasm{client_files.PACKED[encoding]}").write_bytes(PACKED[encoding])
    asked = {"identity": [], "gzip": ["gzip"], "gzip, br;q=0": ["gzip"], "GZIP;q=0.5, deflate, br": ["br", "gzip"]}
    async with httpx.AsyncClient(base_url=address) as http:
        for accepted, encodings in asked.items():
            url = "/local/0123456789abcdef/dog-rules.wasm"
            async with http.stream("GET", url, headers={"accept-encoding": accepted}) as found:
                expected = next((each for each in encodings if each in lies), None)
                assert found.headers.get("content-encoding") == expected, accepted
                body = b"".join([part async for part in found.aiter_raw()])
                assert body == (PACKED[expected] if expected else b"a module")
                assert (
                    found.headers["content-type"] == "application/wasm"
                    and "immutable" in found.headers["cache-control"]
                )
                assert found.headers["vary"] == "accept-encoding"
        assert (await http.get("/local/manifest.json")).headers["cache-control"] == "no-cache"
        assert (await http.get("/local/0123456789abcdef/chess-rules.wasm")).status_code == 404


@pytest.mark.usefixtures("built")
async def test_programs_get_a_refusal_for_an_unknown_path(address: str) -> None:
    async with httpx.AsyncClient(base_url=address) as http:
        for path, headers in (("/api/nothing", BROWSER), ("/ws/x", BROWSER), ("/nothing", {"accept": "*/*"})):
            answer = await http.get(path, headers=headers)
            assert answer.status_code == 404 and answer.json()["code"] == "no-page", path
        wrong = await http.post("/healthz", headers=BROWSER)
        assert wrong.status_code == 405 and wrong.json()["code"] == "wrong-method"


async def test_without_the_client_the_page_says_how_to_build_it(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_files, "files", dict)
    async with httpx.AsyncClient(base_url=address, headers=BROWSER) as http:
        page = await http.get("/")
        assert page.status_code == 503 and page.text.count("make pages") == len(LANGUAGES)
