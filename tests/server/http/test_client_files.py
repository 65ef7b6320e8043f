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
            "/index.html": client_files.File(b"<!doctype html>", b"", "text/html", "no-cache", '"i"'),
            "/assets/a.js": client_files.File(
                script, gzip.compress(script), "text/javascript", client_files.CACHE_FOREVER, '"a"'
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


@pytest.mark.parametrize("lies", ["as it is", "compressed", "both"])
async def test_what_browsers_play_with_may_lie_there_only_compressed(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lies: str
) -> None:
    monkeypatch.setattr(client_files, "LOCAL", tmp_path)
    (tmp_path / "manifest.json").write_text("{}")
    module = tmp_path / "0123456789abcdef" / "dog-rules.wasm"
    module.parent.mkdir()
    if lies != "compressed":
        module.write_bytes(b"a module")
    if lies != "as it is":
        module.with_name("dog-rules.wasm.gz").write_bytes(gzip.compress(b"a module"))
    async with httpx.AsyncClient(base_url=address) as http:
        for encoding in ("gzip", "identity"):
            found = await http.get("/local/0123456789abcdef/dog-rules.wasm", headers={"accept-encoding": encoding})
            is_gzipped = encoding == "gzip" and lies != "as it is"
            assert (found.content, found.headers["content-type"]) == (b"a module", "application/wasm")
            assert found.headers.get("content-encoding") == ("gzip" if is_gzipped else None)
            assert "immutable" in found.headers["cache-control"]
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
