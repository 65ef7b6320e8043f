"""The deal as a browser watches it: nobody waits for it, everything is checked, and a server that cheats is noticed."""

import json
import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from .conftest import Visit
from .people import Person

TROUBLE = "Something is wrong with the deal"


def begun(page: Page) -> str:
    """Start a game against bots; the table's id."""
    page.get_by_role("button", name="Play now: Denkste!").click()
    page.wait_for_url("**/t/*")
    return str(re.findall("/t/([a-z0-9]+)", page.url)[0])


def test_the_browser_checks_the_deal_it_took_part_in(visit: Visit, site: str) -> None:
    page = visit("/", person=Person(site, "Anna"))
    table = begun(page)
    expect(page.locator(".game")).to_have_attribute("data-phase", "running")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="End the game for everybody").click()
    page.get_by_role("button", name="Yes, end it").click()
    page.goto(f"/replay/{table}?show=deal")
    expect(page.get_by_text("Yes: nobody could choose the cards, not even whoever runs the server.")).to_be_visible()
    expect(page.locator("li.good")).to_have_count(5)
    expect(page.get_by_text("Random parts came from Anna.")).to_be_visible()
    kept = f"tafelrunde.deal.{table}"
    page.evaluate(f"localStorage['{kept}'] = localStorage['{kept}'].replace(/\"digest\":\"./, '\"digest\":\"x')")
    page.reload()
    expect(page.get_by_text("Something does not add up.")).to_be_visible()
    expect(page.locator("li.bad")).to_have_count(1)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"commitment": "0" * 64}, "another secret"),
        ({"contributors": []}, "left it out of the lock"),
        ({"digest": "0" * 64}, "does not match"),
    ],
    ids=["another secret", "left out", "another digest"],
)
def test_a_server_that_cheats_is_noticed_and_told_nothing(visit: Visit, change: dict[str, object], words: str) -> None:
    """Between the browser and the server somebody changes what was locked: that is what a server could do as well."""
    page = visit("/")
    sent: list[str] = []

    def between(browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()

        def to_server(frame: str | bytes) -> None:
            sent.append(str(frame))
            server.send(frame)

        browser.on_message(to_server)
        server.on_message(lambda frame: browser.send(cheated(str(frame), change)))

    page.route_web_socket("**/ws/*", between)
    begun(page)
    expect(page.get_by_role("dialog", name=TROUBLE)).to_contain_text(words)
    assert not any('"reveal"' in frame for frame in sent)


def cheated(frame: str, change: dict[str, object]) -> str:
    message = json.loads(frame)
    lobby = message.get("lobby")
    if lobby and lobby.get("lock"):
        where = lobby if "commitment" in change else lobby["lock"]
        where.update(change)
    return json.dumps(message)
