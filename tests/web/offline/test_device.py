"""What belongs to the device: new versions of the pages, and a server that is away for a while."""

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from ..conftest import FAST, PHONE, served
from .conftest import BUILT, KEPT, SPEED, file_server, listen
from .whole import WHOLE

GAME = "beam-me-up"
NEW = "0123456789abcdef"
VERSIONS = "async () => (await caches.keys()).filter((name) => name.startsWith('tafelrunde-first-'))"
"""The versions of the pages that the browser has something of."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a browser that keeps what it gets."""
    context: BrowserContext = browser.new_context(locale="en", viewport=PHONE, reduced_motion="reduce")
    context.add_init_script(f"{FAST}; sessionStorage['tafelrunde.speed'] ??= {json.dumps(str(SPEED))}")
    complaints: list[str] = []
    page = context.new_page()
    listen(page, complaints)
    yield page
    context.close()
    assert not complaints, complaints


def begin(page: Page) -> None:
    """Start a game against bots from the start page, and play a little."""
    page.locator(f".world-{GAME}").get_by_role("button").first.click()
    page.wait_for_url("**/t/*")
    next(WHOLE[GAME](page))


@pytest.mark.usefixtures("built")
def test_one_plays_here_while_the_server_is_away_and_there_when_it_is_back(page: Page, tmp_path: Path) -> None:
    with closing(served(tmp_path, SPEED, local=True)) as server:
        home = next(server)
        page.goto(home)
        expect(page.get_by_role("button", name="Play now")).to_have_count(5)
        page.evaluate(KEPT)
    page.goto(home)
    away = page.get_by_text("You can still play on this device")
    expect(away).to_be_visible()
    begin(page)
    here = page.url
    assert "/t/local" in here
    page.goto(home)
    expect(away).to_be_visible()
    with closing(served(tmp_path, SPEED, local=True, port=urlsplit(home).port or 0)) as server:
        assert next(server) == home
        expect(page.get_by_label("Code or link")).to_be_visible()
        expect(away).to_have_count(0)
        page.get_by_role("link", name="Beam me up", exact=True).click()
        page.wait_for_url(here)
        next(WHOLE[GAME](page))
        page.goto(home)
        begin(page)
        assert "/t/local" not in page.url
        page.close()  # it would try to connect again once the server is gone


@pytest.mark.usefixtures("built")
def test_a_new_version_is_offered_and_comes_when_one_likes(page: Page, tmp_path: Path) -> None:
    shutil.copytree(BUILT, tmp_path / "site")
    server = file_server(tmp_path / "site")
    page.goto(next(server))
    note = page.get_by_role("status").filter(has_text="There is a new version.")
    page.evaluate(KEPT)
    expect(note).to_have_count(0)
    script = tmp_path / "site" / "sw.js"
    script.write_text(re.sub(r"VERSION = '\w+'", f"VERSION = '{NEW}'", script.read_text(encoding="utf-8"), count=1))
    page.reload()
    expect(note).to_be_visible()
    assert len(page.evaluate(VERSIONS)) == 2, "the old one is there until one wants the new one"
    note.get_by_role("button", name="Load it now").click()
    expect(note).to_have_count(0)
    expect(page.get_by_role("button", name="Play now")).to_have_count(5)
    assert page.evaluate(VERSIONS) == [f"tafelrunde-first-{NEW}"]
    next(server, None)
