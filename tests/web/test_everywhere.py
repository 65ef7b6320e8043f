"""Every page and board, at the sizes and in the colours that matter to it: nothing sticks out, lies over another or is
too small for a finger, and axe is content."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, TimeoutError, ViewportSize, expect

import tafelrunde as tr

from .conftest import Visit
from .people import EMPTY, Person

SMALL, PHONE, LYING, TABLET, LAPTOP, HUGE = (360, 640), (390, 844), (844, 390), (820, 1180), (1440, 900), (3840, 2160)
ADVICE_MILLISECONDS = 10_000
FINGER = 44
"""Pixels that a finger needs, on the smallest phone."""
AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
BOXES = Path(__file__).with_name("boxes.js").read_text(encoding="utf-8")
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
BOT = {"kind": "bot", "level": "gentle"}
OF_TABLE = {"lobby": "/t/{open}", "screen-lobby": "/t/{open}/screen"}
STORIES = [f"/learn/{game}" for game in tr.games()]
PAGES = [
    "/",
    "/me",
    "/privacy",
    "/imprint",
    "/learn",
    "/device#d.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    *STORIES,
    "/t/{over}",
    "/replay/{over}",
    "/replay/{over}?show=review",
    "/replay/{over}?show=deal",
]
OPEN, HINTS, STORY, TURN = "dialog[open]", ".hints", ".story", ".prompt.mine"
MENU, LOG, HINT = "[aria-label=Menu]", '[aria-label^="What happened"]', "[aria-label=Hint], button:has-text('Hint')"
OPENINGS: dict[str, list[tuple[str, str]]] = {
    "/": [("[aria-label=Settings], button:has-text('Settings')", OPEN)],
    "/t/{open}": [(".chair button, button.chair", OPEN)],
    "/t/{dog}": [(MENU, OPEN), (LOG, OPEN), (HINT, HINTS), ("[aria-label='Since your last move']", STORY)],
    "/t/{denkste}": [(HINT, HINTS)],
    "/t/{beam-me-up}": [(HINT, HINTS), ("[aria-label^='Show the board of']", OPEN)],
    "/t/{biberbande}": [(HINT, HINTS), ("button:has-text('Score pad'), [aria-label='Score pad']", OPEN)],
}
"""What opens a sheet, and the sheet, by the page."""
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
        anna.play(made[game], 3, others=3 if game == "dog" else 0)
    return made


def pages() -> list[str]:
    boards = [f"/t/{{{game}}}{part}" for game in tr.games() for part in ("", "/hand")]
    return [*PAGES, *GUIDES, *OF_TABLE.values(), *boards, *(f"/t/{{{game}}}/screen" for game in tr.games())]


def settled(page: Page, path: str) -> None:
    """Wait until a page is drawn."""
    expect(page.locator("h1").first).to_be_attached()
    if "/t/" in path:
        expect(page.locator(".game .stage > *, .around .chair").first).to_be_visible()
    if "/guide" in path:
        expect(page.locator(".guide .stage > *").first).to_be_visible()
    page.evaluate("document.fonts.ready")


def sizes_of(path: str) -> list[tuple[int, int]]:
    """The sizes at which a page may look different: words just flow, a hand is held, a screen hangs on the wall."""
    if path.endswith("/hand"):
        return [SMALL, PHONE, TABLET]
    if path.endswith("/screen"):
        return [TABLET, LAPTOP, HUGE]
    if path == "/" or path.startswith("/t/"):
        return [SMALL, PHONE, LYING, TABLET, LAPTOP, HUGE]
    return [SMALL, LAPTOP]


def schemes_of(path: str) -> list[Literal["light", "dark"]]:
    """Light and dark; once for what has the colours of a page that is seen in both."""
    if path.endswith(("/hand", "/guide", "/privacy", "/imprint")) or path in STORIES[1:]:
        return ["light"]
    return ["dark"] if path.endswith("/screen") else ["light", "dark"]


@pytest.mark.parametrize("path", pages())
def test_a_page_is_sound(visit: Visit, anna: Person, tables: dict[str, str], path: str) -> None:
    sizes = sizes_of(path)
    page = visit(path.format(**tables), person=anna, size=viewport(sizes[0]), has_touch=sizes[0] == SMALL)
    settled(page, path)
    wrong = [*opened(page, path), *boxes(page, sizes), *axe(page, schemes_of(path))]
    assert not wrong, "\n".join(wrong)


def test_a_phone_on_its_side_shows_a_board_as_high_as_it_is(visit: Visit, anna: Person, tables: dict[str, str]) -> None:
    """What is above the board elsewhere stands beside it."""
    page = visit("/t/{dog}".format(**tables), person=anna, size=viewport(LYING))
    settled(page, "/t/")
    stage, board = page.locator(".stage").bounding_box(), page.get_by_role("group", name="The board").bounding_box()
    assert stage is not None and board is not None
    assert stage["height"] == LYING[1] and min(board["width"], board["height"]) > 0.75 * LYING[1]


def test_who_is_asked_to_join_in_has_large_buttons(visit: Visit, tables: dict[str, str]) -> None:
    page = visit("/t/{dog}".format(**tables), size=viewport(SMALL), has_touch=True)
    expect(page.locator(OPEN)).to_be_visible()
    wrong = measured(page, FINGER, OPEN)
    assert not wrong, "\n".join(wrong)


def viewport(size: tuple[int, int]) -> ViewportSize:
    return ViewportSize(width=size[0], height=size[1])


def boxes(page: Page, sizes: list[tuple[int, int]]) -> Iterator[str]:
    """What sticks out, lies over something else or is smaller than a finger, at these sizes."""
    for size in sizes:
        if size in (LAPTOP, HUGE):  # there is a mouse
            page.context.new_cdp_session(page).send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        page.set_viewport_size(viewport(size))
        page.evaluate(TWO_FRAMES)
        for wrong in measured(page, FINGER if size == SMALL else 0):
            yield f"{size[0]}×{size[1]}: {wrong}"


def opened(page: Page, path: str) -> Iterator[str]:
    """What is wrong with the sheets that can be opened on a page, on the smallest phone."""
    for button, sheet in OPENINGS.get(path, []):
        while not opens(page, button, sheet):
            pass
        page.evaluate(TWO_FRAMES)
        for wrong in measured(page, FINGER, sheet):
            yield f"{button}: {wrong}"
        page.keyboard.press("Escape")


def opens(page: Page, button: str, sheet: str) -> bool:
    """Whether a sheet opens. Advice is for what was when it was asked for: if somebody moves meanwhile, it is gone."""
    expect(page.locator(TURN if sheet == HINTS else "body")).to_be_visible()
    page.locator(button).first.click()
    try:
        page.locator(sheet).wait_for(timeout=ADVICE_MILLISECONDS if sheet == HINTS else None)
    except TimeoutError:
        if sheet != HINTS:
            raise
        return False
    return True


def measured(page: Page, finger: int, within: str = "") -> list[str]:
    found: list[str] = page.evaluate(BOXES, {"finger": finger, "within": within})
    return found


def axe(page: Page, schemes: list[Literal["light", "dark"]]) -> Iterator[str]:
    """What axe finds in these colours."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(TWO_FRAMES)
        for violation in page.evaluate("axe.run()")["violations"]:
            nodes = [f"{node['html'][:160]} {node['failureSummary'][:200]}" for node in violation["nodes"][:3]]
            yield f"{scheme}: {violation['id']}: {'; '.join(nodes)}"
