"""Several people at one device, a screen with phones beside it, and connections that get lost."""

import base64
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

import tafelrunde as tr

from .conftest import LAPTOP, PHONE, Visit
from .people import BOT, EMPTY, Person

TV = {"width": 1920, "height": 1080}
PLACES = {"biberbande": 6}


def others(game: str) -> list[dict[str, str] | None]:
    """Bots; where everybody races more places of one's own, as bots may be done before one can lay a card."""
    return [None if tr.load(game).facts.simultaneous else BOT] * (PLACES.get(game, 4) - 1)


READABLE = 28
"""Pixels of a letter's height on a TV that is four metres away."""

SMALLER = """(size) => {
    const scale = (one) => { const { a, b } = one.getScreenCTM?.() ?? { a: 1, b: 0 }; return Math.hypot(a, b) }
    const height = (one) => parseFloat(getComputedStyle(one).fontSize) * scale(one)
    const isSeen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const texts = document.evaluate('//text()[normalize-space()]', document.body, null, 7)
    return Array.from({ length: texts.snapshotLength }, (_, i) => texts.snapshotItem(i))
        .filter(({ parentElement: one }) => isSeen(one) && !one.closest('.only-heard, [aria-live], .around .top'))
        .filter(({ parentElement: one }) => height(one) < size)
        .map((text) => `${text.parentElement.className.baseVal ?? text.parentElement.className}: ${text.nodeValue}`)
}"""
"""The texts that are lower than that, wherever they are; but for the picture on the table where people gather."""


def test_a_curtain_hides_what_the_other_must_not_see(visit: Visit) -> None:
    page = visit("/", lang="en")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="With friends: Denkste!").click()
    page.get_by_role("button", name="Place 3: Free").click()
    page.get_by_label("Who else is playing here?").fill("Grandma")
    page.get_by_role("button", name="Somebody else on this device").click()
    page.get_by_role("button", name="Start with 2").click()
    for name in ("Anna", "Grandma", "", "Anna"):
        if not name:  # whoever has just sealed Stop has the Go card next, and the device already
            seal(page, 3)
            continue
        curtain = page.get_by_role("dialog", name=f"Over to {name}")
        expect(curtain).to_be_visible()
        expect(page.get_by_role("button", name="Seal it")).to_have_count(0)
        curtain.get_by_role("button", name=f"I am {name}").click()
        expect(curtain).to_have_count(0)
        seal(page, 3)


def seal(page: Page, number: int, word: str = "Seal it") -> None:
    """Set a number on the card in front of one, and seal it."""
    page.get_by_role("radio").nth(number - 1).click()
    page.get_by_role("button", name=word).click()


def test_a_screen_shows_the_table_and_phones_are_hands(visit: Visit) -> None:
    anna, ben = visit("/", lang="en", size=PHONE), visit("/", lang="de", size=PHONE)
    anna.get_by_label("Your name").fill("Anna")
    anna.get_by_role("button", name="With friends: Denkste!").click()
    anna.get_by_role("heading", name="Invite").wait_for()
    table = anna.url
    screen = visit(f"{table}/screen", size={"width": 1920, "height": 1080})
    link = screen.locator(".link")
    expect(link).to_have_text(re.compile("/hand$"))
    ben.goto(f"{table}/hand")
    ben.get_by_role("button", name="Mitspielen").click()
    expect(screen.get_by_role("button", name=re.compile("^Place 2: .* is here"))).to_be_visible()
    anna.goto(f"{table}/hand")
    anna.get_by_role("button", name="Start with 2").click()
    for page in (anna, ben, screen):
        expect(page.locator(".game")).to_have_attribute("data-phase", "running")
    expect(screen.get_by_role("button", name="Seal it")).to_have_count(0)
    seal(anna, 2)
    seal(ben, 2, "Versiegeln")
    expect(screen.locator(".log ol")).to_contain_text("Go 2")


def test_a_reload_changes_nothing(visit: Visit, site: str) -> None:
    anna = Person(site)
    table = anna.open_table("dog", [None, BOT, BOT, BOT], public=False)
    anna.play(table, 3)
    page = visit(f"/t/{table}", person=anna)
    mine = page.locator(".prompt.mine")
    expect(mine).to_be_visible()
    lines = page.locator(".log ol li")
    expect(lines).not_to_have_count(0)
    before = (mine.inner_text(), lines.all_inner_texts())
    page.reload()
    expect(mine).to_have_text(before[0])
    expect(lines).to_have_text(before[1])


def test_moves_wait_while_the_connection_is_lost(visit: Visit, site: str) -> None:
    anna = Person(site)
    table = anna.open_table("denkste", [None, BOT, EMPTY, EMPTY], public=False, options={})
    page = visit("/", person=anna)
    line = Line(page)
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".prompt.mine")).to_be_visible()
    line.cut()
    expect(page.get_by_text("Connection lost. We keep trying; nothing you did is lost.")).to_be_visible()
    seal(page, 4)
    expect(page.get_by_text("Your move is waiting")).to_be_visible()
    line.mend()
    expect(page.get_by_text("Connection lost")).to_have_count(0)
    expect(page.locator(".log ol")).to_contain_text("4")


class Line:
    """What is between a page and its server."""

    def __init__(self, page: Page) -> None:
        self._whole, self._sockets = True, list[WebSocketRoute]()
        page.route_web_socket(re.compile("/ws/"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self._whole:
            socket.connect_to_server()
            self._sockets.append(socket)
        else:
            socket.close()

    def cut(self) -> None:
        self._whole = False
        for socket in self._sockets:
            socket.close()
        self._sockets.clear()

    def mend(self) -> None:
        self._whole = True


@pytest.mark.parametrize("game", tr.games())
def test_the_screen_of_a_player_is_an_onlookers(visit: Visit, site: str, game: str) -> None:
    """Whatever seats the browser has: over the socket, in words, and in every pixel."""
    anna = Person(site)
    table = anna.open_table(game, [None, *others(game)], public=False, hints=True, tempo="slow")
    lobby = visit(f"/t/{table}/screen", size=TV)
    expect(lobby.locator(".chair").first).to_be_visible()
    assert lobby.evaluate(SMALLER, READABLE) == []
    anna.play(table, 2)
    screens = [watched(visit("/", size=TV, person=person), f"/t/{table}/screen") for person in (anna, None)]
    (page, frames), (onlooker, seen) = screens
    assert frames == seen and list(frames[-1]["seats"]) == ["public"]
    for each in (page, onlooker):
        hide_seconds(each)
    assert page.locator("body").inner_text() == onlooker.locator("body").inner_text()
    expect(page.locator(".you")).to_have_count(0)
    assert same(page, onlooker)
    assert page.evaluate(SMALLER, READABLE) == []
    for size in (LAPTOP, PHONE):
        words = []
        for each in (page, onlooker):
            each.set_viewport_size(size)
            expect(each.get_by_role("complementary", name="What happened")).to_have_count(int(size is LAPTOP))
            words.append(each.locator("body").inner_text())
        assert words[0] == words[1]


def hide_seconds(page: Page) -> None:
    """How long somebody has been away is not the same a second later."""
    gone = page.locator(".badge.gone")
    expect(gone).not_to_have_count(0)
    gone.evaluate_all("badges => badges.forEach((badge) => badge.lastElementChild.remove())")


def watched(page: Page, path: str) -> tuple[Page, list[dict[str, Any]]]:
    """Open a page; it, and what it was told of the game."""
    frames: list[dict[str, Any]] = []

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] in ("snapshot", "update"):
            for perspective in message["seats"].values():
                perspective["wait"] = 0
            frames.append(message)

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", hear)

    page.on("websocket", listen)
    page.goto(path)
    expect(page.locator(".game .stage > *").first).to_be_visible()
    expect(page.locator(".log li")).not_to_have_count(0)
    page.evaluate("document.fonts.ready")
    return page, frames


DIFFERENT = """async (pictures) => {
    const [one, other] = await Promise.all(pictures.map(async (picture) => {
        const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
        canvas.drawImage(image, 0, 0)
        return canvas.getImageData(0, 0, image.width, image.height).data
    }))
    return one.reduce((sum, value, at) => sum + (Math.abs(value - other[at]) > 48), 0) / one.length
}"""
"""The share of two pictures that differs; edges are not drawn exactly alike every time."""


def same(page: Page, other: Page) -> bool:
    """Whether two pages look the same once nothing moves on them, if need be when both have just been opened."""
    for attempt in range(20):
        if attempt in (6, 13):
            for each in (page, other):
                each.reload()
                expect(each.locator(".log li")).not_to_have_count(0)
                each.evaluate("document.fonts.ready")
                hide_seconds(each)
        pictures = [base64.b64encode(each.screenshot()).decode() for each in (page, other)]
        if page.evaluate(DIFFERENT, pictures) < 0.0002:
            return True
        page.wait_for_timeout(250)
    return False
