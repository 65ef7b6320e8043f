"""Real Chromium, the built client and a real server process. A page that complains fails its test."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tafelrunde.server.http import client_files

from .people import Person

SPEED = 12
"""How much faster than people bots play here."""
BROWSERS = os.environ.get("TAFELRUNDE_CHROMIUM", "chromium-headless-shell"), "chromium"
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), "")
"""Debian's, best without the windows and menus that nobody sees here: the same engine needs two thirds of the time."""
QUIET = ("background-networking", "component-update", "sync", "gpu")
ARGUMENTS = ["--no-sandbox", "--no-first-run", *(f"--disable-{what}" for what in QUIET)]
PATIENCE = 60_000
"""Milliseconds until something that should happen counts as not happening: other tests share the cores."""
expect.set_options(timeout=PATIENCE)
PHONE, LAPTOP = ViewportSize(width=390, height=844), ViewportSize(width=1440, height=900)
LYING = ViewportSize(width=844, height=390)
"""A phone on its side."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole games in a browser alone come first: in the end, whoever has nothing left to do helps with short tests."""
    items.sort(key=lambda item: "/offline/" not in item.nodeid)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Chromium as it is installed."""
    if not CHROMIUM or not client_files.files():
        lack = "NOT TESTED, there is no Chromium, or the pages were not built"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(lack)
    return {"executable_path": CHROMIUM, "args": ARGUMENTS}


def served(
    folder: Path, speed: float, reveal: float = 1000, local: bool = False, port: int = 0
) -> Generator[str, None, None]:
    """The address of a server that waits so many seconds for the parts of a deal, with or without games to keep."""
    command = [sys.executable, "-m", "tafelrunde.server", str(port), f"sqlite:///{folder / 'games.db'}", str(speed)]
    patient = {**os.environ, "TAFELRUNDE_GRACE": "1000000", "TAFELRUNDE_REVEAL": str(reveal)}  # nobody is given up
    patient["TAFELRUNDE_LOCAL"] = str(int(local))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=patient) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose bots are quick."""
    yield from served(tmp_path_factory.mktemp("site"), SPEED)


FAST = "localStorage['tafelrunde.prefs'] ??= JSON.stringify({ tempo: 'fast' })"
"""Nobody here wants to wait for bots."""
FORGETFUL = "delete Navigator.prototype.serviceWorker"
"""A browser that keeps nothing for times without a network: what it asks for can be answered by a test."""
Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Visit]:
    """A person with a browser of their own: `visit("/", lang="de", size=PHONE)`. Complaints fail the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def visit(
        path: str = "/",
        *,
        lang: str = "en",
        size: ViewportSize = LAPTOP,
        person: Person | None = None,
        keeps: bool = False,
        **more: Any,
    ) -> Page:
        settings: dict[str, Any] = {"reduced_motion": "reduce", "has_touch": size is PHONE} | more
        context = browser.new_context(base_url=site, locale=lang, viewport=size, **settings)
        contexts.append(context)
        context.add_init_script(FAST)
        if not keeps:
            context.add_init_script(FORGETFUL)
        if person is not None:
            context.add_init_script(person.session_script())
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        listen(page, complaints)
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        # What a test answers itself may be asked for until the end: it would fail the next test.
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")
        context.unroute_all(behavior="ignoreErrors")
        context.close()
    assert not complaints, complaints


def count_taps(page: Page) -> None:
    """Count from now on; pages of this site are not loaded anew on the way."""
    page.evaluate("taps = 0; addEventListener('click', () => taps++, true)")


def taps(page: Page) -> int:
    return int(page.evaluate("taps"))


CUT = ("ERR_INTERNET_DISCONNECTED", "ERR_ABORTED")
"""What a page may say when the test has cut it off, or left it."""


def listen(page: Page, complaints: list[str]) -> None:
    """Note what a page complains about."""

    def note(complaint: str) -> None:
        if not any(cut in complaint for cut in CUT):
            complaints.append(complaint)

    page.on("console", lambda message: note(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: note(str(error)))
    page.on("requestfailed", lambda request: note(f"{request.url}: {request.failure}"))
    page.on("response", lambda response: note(f"{response.url}: {response.status}") if response.status >= 400 else None)
