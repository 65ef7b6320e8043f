"""Browsers without a network, after one visit: to a server that is gone since, or to a site that never had one."""

import functools
import json
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tafelrunde.server.http import client_files

from ..conftest import FAST, LAPTOP, PATIENCE, served

SPEED = 150
BUILT = Path(__file__).parents[3] / "build" / "site"
PATH = "/some/where/"
"""The sub-path at which a plain file server has the site."""
KEPT = """() => navigator.serviceWorker.ready.then(() => new Promise((done) => {
    const look = async () => {
        for (const name of await caches.keys())
            if ((await (await caches.open(name)).keys()).some(({ url }) => url.endsWith('/whole'))) done(true)
        setTimeout(look, 200)
    }
    void look()
}))"""
"""Waits until the browser has everything that it needs to play."""
LEFT = "net::ERR_ABORTED"
"""What becomes of a request when the test leaves the page: a bot may just ask for what it has learned."""
Visitor = Callable[..., Page]


@pytest.fixture(scope="session")
def built() -> None:
    """What `make site` builds."""
    if not (client_files.LOCAL / "manifest.json").exists() or not (BUILT / "index.html").exists():
        pytest.fail("the site was not built: make site")


def file_server(folder: Path) -> Iterator[str]:
    """The address at which a plain file server has a folder at a sub-path."""

    class Handler(SimpleHTTPRequestHandler):
        def translate_path(self, path: str) -> str:
            return super().translate_path("/" + path.removeprefix(PATH)) if path.startswith(PATH) else "/nowhere"

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{PATH}"
    server.shutdown()


def address_of(kind: str, folder: Path) -> Iterator[str]:
    """The address of our pages, from a server or from a site."""
    if kind == "site":
        yield from file_server(BUILT)
    else:
        yield from (f"{address}/" for address in served(folder, SPEED, local=True))


class Cut:
    """A browser that has visited our pages once; now there is no network, and nobody who would answer."""

    def __init__(self, kind: str, home: str, context: BrowserContext) -> None:
        self.is_site, self.home, self.context = kind == "site", home, context
        self.complaints: list[str] = []

    def at(self, path: str) -> str:
        """The address of one of our pages."""
        return f"{self.home}{'#/' if self.is_site else ''}{path.removeprefix('/')}"

    def visit(self, path: str = "/", size: ViewportSize = LAPTOP) -> Page:
        """A new page."""
        page = self.context.new_page()
        page.set_viewport_size(size)
        listen(page, self.complaints)
        page.goto(self.at(path))
        return page


def listen(page: Page, complaints: list[str]) -> None:
    """Note whatever a page complains about."""
    page.set_default_timeout(PATIENCE)
    page.on("console", lambda one: complaints.append(one.text) if one.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "requestfailed", lambda one: complaints.append(f"{one.url}: {one.failure}") if one.failure != LEFT else None
    )
    page.on(
        "response", lambda answer: complaints.append(f"{answer.url}: {answer.status}") if answer.status >= 400 else None
    )


@pytest.fixture(scope="module", params=["server", "site"])
def cut(
    request: pytest.FixtureRequest, browser: Browser, built: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Cut]:
    """After one visit the network is gone, and who answered, too."""
    source = address_of(request.param, tmp_path_factory.mktemp(request.param))
    home = next(source)
    context = browser.new_context(locale="en", viewport=LAPTOP, reduced_motion="reduce")
    context.add_init_script(f"{FAST}; sessionStorage['tafelrunde.speed'] ??= {json.dumps(str(SPEED))}")
    found = Cut(request.param, home, context)
    page = found.visit()
    expect(page.get_by_role("button", name="Play now")).to_have_count(5)
    page.evaluate(KEPT)
    page.close()
    context.set_offline(True)
    next(source, None)
    yield found
    context.close()


@pytest.fixture
def visit(cut: Cut) -> Iterator[Visitor]:
    """A page of the browser that is cut off; complaints fail the test."""
    pages: list[Page] = []

    def visit(path: str = "/", size: ViewportSize = LAPTOP) -> Page:
        pages.append(cut.visit(path, size))
        return pages[-1]

    cut.complaints.clear()
    yield visit
    for page in pages:
        page.close()
    assert not cut.complaints, cut.complaints
