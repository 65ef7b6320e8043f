"""A game that was played without a network is sent when there is one again, and others look at it."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from ..conftest import FAST, PATIENCE, PHONE, served
from .conftest import KEPT, SPEED, listen
from .whole import WHOLE

GAME = "biesti-boys"


@pytest.fixture(scope="module")
def home(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that gives browsers what they need to play without it."""
    yield from served(tmp_path_factory.mktemp("sharing"), SPEED, local=True)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(locale="en", viewport=PHONE, reduced_motion="reduce", service_workers="allow")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.add_init_script(f"{FAST}; sessionStorage['tafelrunde.speed'] ??= {json.dumps(str(SPEED))}")
    yield context
    context.close()


def played_here(context: BrowserContext, home: str) -> Page:
    """A page with the result of a game that was played without a network."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(home)
    expect(page.get_by_role("button", name="Play now")).to_have_count(5)
    page.evaluate(KEPT)
    context.set_offline(True)
    page.reload()
    page.locator(f".world-{GAME}").get_by_role("button").first.click()
    for _ in WHOLE[GAME](page):
        pass
    context.set_offline(False)
    return page


def test_a_game_is_sent_and_others_look_at_it(context: BrowserContext, browser: Browser, home: str) -> None:
    page = played_here(context, home)
    expect(page.locator("[data-over]:not(.deaf)")).to_be_visible()
    page.get_by_role("link", name="Watch again").click()
    page.get_by_role("button", name="Share").click()
    sheet = page.get_by_role("dialog", name="Share this game")
    expect(sheet).to_contain_text("the moves and the time between them, nothing else")
    sheet.get_by_role("button", name="Send to the server").click()
    link = sheet.get_by_role("link")
    expect(link).to_be_visible()
    shared = link.get_attribute("href") or ""
    sheet.get_by_role("button", name="Copy the link").click()
    assert "local" not in shared.removeprefix(home) and page.evaluate("navigator.clipboard.readText()") == shared

    complaints: list[str] = []
    friend = browser.new_page(locale="en", viewport=PHONE, reduced_motion="reduce")
    listen(friend, complaints)
    friend.goto(shared)
    expect(friend.locator(".timeline input")).not_to_have_attribute("max", "0")
    expect(friend.get_by_role("button", name="Share")).to_have_count(0)
    friend.get_by_role("link", name="Fairness").click()
    expect(friend.get_by_text("Whoever had the device could choose the cards.").first).to_be_visible()
    friend.close()
    assert complaints == []

    # It is known that it was sent, also in its review.
    page.goto(page.url.split("?")[0] + "?show=review")
    page.get_by_role("button", name="Share").click()
    expect(sheet.get_by_role("link")).to_have_attribute("href", f"{shared}?show=review&seat=0")
