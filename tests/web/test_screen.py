"""The big screen in the room: everything on it is what an onlooker sees, and can be read from the sofa."""

import base64
import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

import tafelrunde as tr

from .conftest import Visit
from .people import EMPTY, Person

TV = {"width": 1920, "height": 1080}
BOT = {"kind": "bot", "level": "random"}
PLAYERS = {"dog": 4, "biberbande": 3}
READABLE = 28
"""Pixels of a letter's height on a TV that is four metres away."""

SMALLER = """(size) => ['.seats .name', '.prompt p', '.news .text', '.log li'].filter((some) =>
    [...document.querySelectorAll(some)].some((one) => parseFloat(getComputedStyle(one).fontSize) < size))"""


@pytest.mark.parametrize("game", tr.games())
def test_the_screen_of_a_player_is_an_onlookers(visit: Visit, site: str, game: str) -> None:
    """Whatever seats the browser has: over the socket, in words, and in every pixel."""
    anna = Person(site)
    players = PLAYERS.get(game, 2)
    places = [None, *[BOT] * (players - 1), *[EMPTY] * (6 - players if game == "biberbande" else 4 - players)]
    table = anna.open_table(game, places, public=False, hints=True)
    anna.play(table, 2)
    screens = [watched(visit("/", size=TV, person=person), f"/t/{table}/screen") for person in (anna, None)]
    (page, frames), (onlooker, seen) = screens
    assert frames == seen and list(frames[-1]["seats"]) == ["public"]
    assert page.locator("body").inner_text() == onlooker.locator("body").inner_text()
    expect(page.locator(".you")).to_have_count(0)
    assert same(page, onlooker)
    small = page.evaluate(SMALLER, READABLE)
    assert not small


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
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob())
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
        canvas.drawImage(image, 0, 0)
        return canvas.getImageData(0, 0, image.width, image.height).data
    }))
    return one.reduce((sum, value, at) => sum + (Math.abs(value - other[at]) > 48), 0) / one.length
}"""
"""The share of two pictures that differs; edges are not drawn exactly alike every time."""


def same(page: Page, other: Page) -> bool:
    """Whether two pages look the same once nothing moves on them."""
    for _ in range(20):
        pictures = [base64.b64encode(each.screenshot()).decode() for each in (page, other)]
        if pictures[0] == pictures[1] or page.evaluate(DIFFERENT, pictures) < 0.0002:
            return True
        page.wait_for_timeout(250)
    return False
