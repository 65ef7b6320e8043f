"""Biesti Boys in the browser: whole games from the start page to the result, and races for one lift."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.web.biesti_boys import OVER, is_over, play_to_the_end, tap, type_one
from tests.web.conftest import PHONE, Visit


def test_a_game_by_tapping(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play now: Biesti Boys").click()
    expect(page.locator(".house")).to_be_visible()
    expect(page.get_by_text("Get ready")).to_be_hidden()
    play_to_the_end(page)
    expect(page.locator(OVER)).to_be_visible()
    expect(page.get_by_text("all laid").first).to_be_visible()


def test_a_game_by_keys(visit: Visit) -> None:
    page = visit("/", lang="de", size=PHONE)
    focus(page, page.get_by_role("button", name="Gleich spielen: Biesti Boys"))
    page.keyboard.press("Enter")
    expect(page.locator(".house")).to_be_visible()
    expect(page.get_by_text("Macht euch bereit")).to_be_hidden()
    while not is_over(page):
        type_one(page, "de")
    expect(page.locator(OVER)).to_be_visible()


def test_two_browsers(visit: Visit) -> None:
    anna = visit("/")
    anna.get_by_role("button", name="With friends: Biesti Boys").click()
    anna.wait_for_url("**/t/*")
    bert = visit(urlsplit(anna.url).path, lang="de", size=PHONE)
    bert.get_by_role("button", name=re.compile("frei", re.IGNORECASE)).first.click()
    anna.get_by_role("button", name="Start with 2").click()
    for page in (anna, bert):
        expect(page.locator(".house")).to_be_visible()
    expect(anna.get_by_text("Get ready")).to_be_hidden()
    play_to_the_end(anna, bert)
    for page in (anna, bert):
        expect(page.locator(OVER)).to_be_visible()


def test_two_people_on_one_screen_drag_at_the_same_time(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    page.get_by_role("button", name="With friends: Biesti Boys").click()
    page.get_by_role("button", name="Place 2").click()
    page.get_by_role("button", name="Somebody else on this device").click()
    page.get_by_role("button", name="Start with 2").click()
    expect(page.get_by_role("group", name="Cards of")).to_have_count(2)
    expect(page.get_by_text("Get ready")).to_be_hidden()
    before = left(page)
    while left(page) == before:
        drag_together(page)
    for _ in range(6):
        tap(page)
    assert left(page) < before


def left(page: Page) -> int:
    """How many cards all players have, as the page tells it."""
    return sum(int(note.split()[0]) for note in page.get_by_role("list", name="Players").locator(".note").all_inner_texts())


def drag_together(page: Page) -> None:
    """Both take a card that fits and drag it to a lift at the same time, with two fingers."""
    hands = page.get_by_role("group", name="Cards of").all()
    ways = [way for hand in hands if (way := drag_of(page, hand))]
    if not ways:
        return
    touch = page.context.new_cdp_session(page)
    for part in (0.0, 0.3, 0.7, 1.0):
        points = [{"x": a[0] + (b[0] - a[0]) * part, "y": a[1] + (b[1] - a[1]) * part, "id": i} for i, (a, b) in enumerate(ways)]
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove" if part else "touchStart", "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def drag_of(page: Page, hand: Locator) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """From where to where a card of a hand can be dragged."""
    fitting = hand.get_by_role("button", name=re.compile("Fits: ")).first
    if not fitting.count():
        return None
    label = fitting.get_attribute("aria-label") or ""
    lift = page.get_by_role("button", name=re.compile(f"^{label.partition('Fits: ')[2].split(' lift')[0]} lift"))
    return middle(fitting), middle(lift)


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def focus(page: Page, wanted: Locator) -> None:
    """Press Tab until something has the focus."""
    expect(wanted).to_be_enabled()
    for _ in range(60):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError("cannot be reached by Tab")
