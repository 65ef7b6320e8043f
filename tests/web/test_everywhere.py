"""Every page and board, at every size, light and dark: nothing sticks out or lies over another, and axe is content."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import tafelrunde as tr

from .conftest import Visit
from .people import EMPTY, Person

SIZES = [(360, 640), (390, 844), (820, 1180), (1440, 900), (3840, 2160)]
AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
BOXES = Path(__file__).with_name("boxes.js").read_text(encoding="utf-8")
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
BOT = {"kind": "bot", "level": "gentle"}
OF_TABLE = {"lobby": "/t/{open}", "screen-lobby": "/t/{open}/screen"}
PAGES = [
    "/",
    "/learn",
    "/learn/dog",
    "/t/{over}",
    "/replay/{over}",
    "/replay/{over}?show=review",
    "/replay/{over}?show=deal",
]
GUIDES = [f"/learn/{game}/guide" for game in tr.games()]


@pytest.fixture(scope="module")
def anna(site: str) -> Person:
    return Person(site)


@pytest.fixture(scope="module")
def tables(anna: Person) -> dict[str, str]:
    """An open table, a game that is over, and a game of each kind some moves after its start."""
    made = {"open": anna.open_table("biberbande", [None], public=False)}
    made["over"] = anna.open_table("denkste", [None, {"kind": "bot", "level": "random"}, EMPTY, EMPTY], public=False)
    anna.play(made["over"])
    for game in tr.games():
        most = {"dog": 4, "biberbande": 6}.get(game, 4)
        places = [None, *[BOT] * (most - 1)]
        made[game] = anna.open_table(game, places, public=False, options={}, hints=True)
        anna.play(made[game], 3)
    return made


@pytest.fixture
def seen(visit: Visit, anna: Person, tables: dict[str, str]) -> Page:
    return visit("/", person=anna)


def pages() -> list[str]:
    boards = [f"/t/{{{game}}}{part}" for game in tr.games() for part in ("", "/hand")]
    return [*PAGES, *GUIDES, *OF_TABLE.values(), *boards, *(f"/t/{{{game}}}/screen" for game in tr.games())]


def settled(page: Page, path: str) -> None:
    """Open a page and wait until it is drawn."""
    page.goto(path)
    expect(page.locator("h1").first).to_be_attached()
    if "/t/" in path:
        expect(page.locator(".game .stage > *, .around .chair").first).to_be_visible()
    if "/guide" in path:
        expect(page.locator(".guide .stage > *").first).to_be_visible()
    page.evaluate("document.fonts.ready")


@pytest.mark.parametrize("path", pages())
def test_a_page_is_sound(seen: Page, tables: dict[str, str], path: str) -> None:
    seen.set_viewport_size({"width": 360, "height": 640})
    settled(seen, path.format(**tables))
    wrong = [*boxes(seen), *axe(seen)]
    assert not wrong, "\n".join(wrong)


def boxes(page: Page) -> Iterator[str]:
    """What sticks out or lies over something else, at any size."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        for wrong in page.evaluate(f"({BOXES})({json.dumps(width < 500)})"):
            yield f"{width}×{height}: {wrong}"


def axe(page: Page) -> Iterator[str]:
    """What axe finds, in light and dark."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(TWO_FRAMES)
        for violation in page.evaluate("axe.run()")["violations"]:
            nodes = [f"{node['html'][:160]} {node['failureSummary'][:200]}" for node in violation["nodes"][:3]]
            yield f"{scheme}: {violation['id']}: {'; '.join(nodes)}"
