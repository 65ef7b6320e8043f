"""Every page and board, at every size, light and dark: nothing sticks out or lies over another, and axe is content."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import tafelrunde as tr

from .company import EMPTY, Person
from .conftest import Visit

SIZES = [(360, 640), (390, 844), (820, 1180), (1440, 900), (3840, 2160)]
AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
BOXES = Path(__file__).with_name("boxes.js").read_text(encoding="utf-8")
BOT = {"kind": "bot", "level": "gentle"}
OF_TABLE = {"lobby": "/t/{open}", "screen-lobby": "/t/{open}/screen"}
PAGES = ["/", "/learn", "/learn/dog", "/replay/{over}", "/replay/{over}?show=review", "/replay/{over}?show=deal"]
GUIDES = [f"/learn/{game}/guide" for game in tr.games()]


@pytest.fixture(scope="module")
def anna(site: str) -> Person:
    return Person(site)


@pytest.fixture(scope="module")
def tables(anna: Person) -> dict[str, str]:
    """An open table, a game that is over, and a game of each kind some moves after its start."""
    made = {"open": anna.opens("biberbande", [None], public=False)}
    made["over"] = anna.opens("denkste", [None, {"kind": "bot", "level": "random"}, EMPTY, EMPTY], public=False)
    anna.plays(made["over"])
    for game in tr.games():
        most = {"dog": 4, "biberbande": 6}.get(game, 4)
        places = [None, *[BOT] * (most - 1)]
        made[game] = anna.opens(game, places, public=False, options={}, hints=True)
        anna.plays(made[game], 3)
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
def test_nothing_sticks_out_or_lies_over_another(seen: Page, tables: dict[str, str], path: str) -> None:
    wrong: list[str] = []
    seen.set_viewport_size({"width": 360, "height": 640})
    settled(seen, path.format(**tables))
    for width, height in SIZES:
        seen.set_viewport_size({"width": width, "height": height})
        seen.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found = seen.evaluate(f"({BOXES})({json.dumps(width < 500)})")
        wrong += [f"{width}×{height}: {each}" for each in found]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", pages())
def test_axe_finds_nothing(seen: Page, tables: dict[str, str], path: str) -> None:
    wrong: list[str] = []
    settled(seen, path.format(**tables))
    seen.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    for scheme in ("light", "dark"):
        seen.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        seen.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        for violation in seen.evaluate("axe.run()")["violations"]:
            nodes = "; ".join(
                node["html"][:160] + " " + str(node["failureSummary"])[:200] for node in violation["nodes"][:3]
            )
            wrong.append(f"{scheme}: {violation['id']}: {nodes}")
    assert not wrong, "\n".join(wrong)
