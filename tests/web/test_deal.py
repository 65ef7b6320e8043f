"""The deal as a browser watches it: nobody waits for it, everything is checked, and a server that cheats is noticed."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tafelrunde.table.fair_deal import part_commitment
from tests.protocol_client import lock_digest

from .conftest import SPEED, Visit, served
from .people import Person

Lobby = dict[str, Any]

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
    expect(
        page.get_by_text("Yes: nobody could choose the random numbers of this game, not even whoever runs the server.")
    ).to_be_visible()
    expect(page.locator("li.good")).to_have_count(5)
    expect(page.get_by_text("Random parts came from Anna.")).to_be_visible()
    expect(page.get_by_text("is not checked here: tafelrunde verify plays the game again")).to_be_visible()
    expect(page.get_by_text("This page comes from the server, too.")).to_be_visible()
    kept = f"tafelrunde.deal.{table}"
    page.evaluate(f"localStorage['{kept}'] = localStorage['{kept}'].replace(/\"digest\":\"./, '\"digest\":\"x')")
    page.reload()
    expect(page.get_by_text("Something does not add up.")).to_be_visible()
    expect(page.locator("li.bad")).to_have_count(1)


class Cheat:
    """Somebody between the browser and the server changes what is locked: that is what a server could do as well."""

    def __init__(
        self, page: Page, change: Callable[[Lobby], None] = lambda lobby: None, swallows: bool = False
    ) -> None:
        self.change, self.swallows = change, swallows
        self.reveals: list[str] = []
        self.lobby: Lobby = {}
        """As the server has told it."""
        page.route_web_socket("**/ws/*", self._stand)

    def _stand(self, browser: WebSocketRoute) -> None:
        self.browser, server = browser, browser.connect_to_server()

        def to_server(frame: str | bytes) -> None:
            is_reveal = '"reveal"' in str(frame)
            self.reveals += [str(frame)] if is_reveal else []
            if not (is_reveal and self.swallows):
                server.send(frame)
            if is_reveal:
                self.after_reveal()

        browser.on_message(to_server)
        server.on_message(lambda frame: self._to_browser(str(frame)))

    def _to_browser(self, frame: str) -> None:
        message = json.loads(frame)
        if message.get("lobby"):
            self.message, self.lobby = message, self.lobby | message["lobby"]
            if self.lobby["lock"]:
                message["lobby"] = copy.deepcopy(self.lobby)
                self.change(message["lobby"])
        self.browser.send(json.dumps(message))

    def after_reveal(self) -> None:
        """The browser has revealed its part."""


def lock(**fields: Any) -> Callable[[Lobby], None]:
    """The change of some fields of a lock."""
    return lambda lobby: lobby["lock"].update(fields)


def invent(lobby: Lobby) -> None:
    """Add a part in the name of a bot's seat to a lock, and show the digest that fits."""
    made_up = {"person": "nobody", "seat": 1, "commitment": part_commitment("0" * 32), "revealed": True}
    lobby["lock"]["contributors"].append(made_up)
    lobby["lock"]["digest"] = lock_digest(lobby)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lobby: lobby.update(commitment="0" * 64), "another secret"),
        (lock(contributors=[]), "left it out of the lock"),
        (lock(digest="0" * 64), "does not match"),
        (invent, "somebody who does not play at that seat"),
    ],
    ids=["another secret", "left out", "another digest", "a part of a bot"],
)
def test_a_server_that_cheats_is_noticed_and_told_nothing(
    visit: Visit, change: Callable[[Lobby], None], words: str
) -> None:
    page = visit("/")
    cheat = Cheat(page, change)
    begun(page)
    expect(page.get_by_role("dialog", name=TROUBLE)).to_contain_text(words)
    assert not cheat.reveals


class SecondLock(Cheat):
    """As soon as it knows the part of the browser it shows a lock that it likes better, and asks for the part again."""

    def after_reveal(self) -> None:
        lobby = copy.deepcopy(self.lobby)
        self.reveals += ["asked again"]
        lobby["lock"]["contributors"].append(
            {"person": "friend", "seat": 1, "commitment": part_commitment("1" * 32), "revealed": True}
        )
        lobby["places"][1] = {"kind": "person", "person": "friend"}
        lobby["lock"]["digest"] = lock_digest(lobby)
        self.browser.send(json.dumps(self.message | {"number": self.message["number"] + 1, "lobby": lobby}))


def test_a_part_is_revealed_to_one_lock_only(visit: Visit) -> None:
    page = visit("/")
    cheat = SecondLock(page, swallows=True)
    begun(page)
    expect(page.get_by_role("dialog", name=TROUBLE)).to_contain_text("another lock than the one to which your device")
    assert len(cheat.reveals) == 2 and cheat.reveals[1] == "asked again", "and was told nothing more"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that does not wait long for parts."""
    yield from served(tmp_path_factory.mktemp("hasty"), SPEED, reveal=0.5)


def test_a_game_that_was_dealt_without_a_lock_is_noticed(visit: Visit, hasty: str) -> None:
    page = visit(f"{hasty}/")
    cheat = Cheat(page, lambda lobby: lobby.update(lock=None))
    begun(page)
    said = page.get_by_role("dialog", name=TROUBLE)
    expect(said).to_contain_text("left it out of the lock")
    expect(page.locator(".game")).to_have_count(0)
    page.reload()  # the game runs already when it comes
    expect(said).to_contain_text("left it out of the lock")
    expect(page.locator(".game")).to_have_count(0)
    said.get_by_role("button", name="I see").click()
    expect(page.locator(".game")).to_have_attribute("data-phase", "running")
    assert not cheat.reveals


def test_a_part_that_the_server_says_has_not_come_is_missed_calmly(visit: Visit, hasty: str) -> None:
    page = visit(f"{hasty}/")
    cheat = Cheat(page, swallows=True)
    begun(page)
    said = page.get_by_role("dialog", name="Your random part is not in this deal")
    expect(said).to_contain_text("or the server left it out")
    expect(page.locator(".game")).to_have_count(0)
    said.get_by_role("button", name="I see").click()
    expect(page.get_by_text("Something is wrong")).to_have_count(0)
    expect(page.locator(".game")).to_have_attribute("data-phase", "running")
    assert len(cheat.reveals) == 1
