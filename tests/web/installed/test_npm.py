"""The package for JavaScript in a page, from a plain file server, as its README says."""

import json
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser
from tools import npm

import tafelrunde as tr

from ..conftest import PATIENCE, listen

pytestmark = pytest.mark.thorough

PAGE = """<!doctype html><link rel="icon" href="data:,"><script type="importmap">%s</script><script type="module">
import { load, stringify } from 'tafelrunde'
const match = (await load('biberbande', { players: 3 })).new({ seed: 7n })
for (let k = 0; k < 30; k++) {
  const seat = match.actors()[0]
  match.play(seat, match.moves(seat).at(-1))
}
document.body.textContent = stringify(match.record())
</script>"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A file server with the package, Pyodide, and a page that knows where they are."""
    npm.write(tmp_path / "tafelrunde")
    (tmp_path / "pyodide").symlink_to(npm.WEB / "node_modules" / "pyodide")
    places = {"tafelrunde": "./tafelrunde/dist/npm/index.js", "pyodide": "./pyodide/pyodide.mjs"}
    (tmp_path / "index.html").write_text(PAGE % json.dumps({"imports": places}), encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_a_page_plays(browser: Browser, address: str) -> None:
    complaints: list[str] = []
    with browser.new_context() as context:
        page = context.new_page()
        listen(page, complaints)
        page.goto(address)
        page.wait_for_function("document.body.textContent.startsWith('{')", timeout=PATIENCE)
        record = json.loads(page.locator("body").inner_text())
    match = tr.load("biberbande", players=3).new(seed=7)
    for _ in range(30):
        seat = match.actors()[0]
        match.play(seat, match.moves(seat)[-1])
    assert record == json.loads(json.dumps(match.record())) and not complaints, complaints
