"""Playing Biesti Boys as a person does: by what the page shows and says."""

import re
from collections.abc import Callable
from itertools import product

from playwright.sync_api import FloatRect, Locator, Page, TimeoutError, expect

OVER = "[data-over]"
A_MOMENT = 600
"""Milliseconds: the others do not wait, what was to be tapped may have changed."""
ARROWS = {
    "ArrowUp": ("oben", "Top"),
    "ArrowRight": ("rechts", "Right"),
    "ArrowDown": ("unten", "Bottom"),
    "ArrowLeft": ("links", "Left"),
}
READY = re.compile("Get ready|Macht euch bereit")
FITS = re.compile(r"(?:Fits|Passt): (.*)\.$")
CARD = re.compile(r"^(?:Card|Karte) (\d)")


def cards(page: Page) -> Locator:
    """The own cards that can be laid somewhere."""
    return page.get_by_role("button", name=FITS)


def tap(page: Page) -> None:
    """Tap a card that fits, then a lift that takes it."""
    lifts = page.get_by_role("button", name=re.compile("Lay .* here|Hierher passt .*[^t]\\.$"))
    try:
        cards(page).first.click(timeout=A_MOMENT)
        lifts.first.click(timeout=A_MOMENT)
    except TimeoutError:
        page.keyboard.press("Escape")


def press(page: Page) -> None:
    """Choose a card by its number and a lift by an arrow."""
    try:
        label = cards(page).first.get_attribute("aria-label", timeout=A_MOMENT) or ""
    except TimeoutError:
        return
    number, lifts = CARD.search(label), FITS.search(label)
    assert number is not None and lifts is not None, label
    page.keyboard.press(number[1])
    page.keyboard.press(next(arrow for arrow, names in ARROWS.items() if any(name in lifts[1] for name in names)))


def play(*players: tuple[Page, Callable[[Page], None]], rounds: int) -> bool:
    """Everybody lays, each in their own way, for so many rounds; whether somebody has won."""
    for _, (page, lay) in product(range(rounds), players):
        if page.locator(OVER).count():
            return True
        if cards(page).count() and not page.locator(".prompt").filter(has_text=READY).count():
            lay(page)
    return False


def play_to_the_end(*players: tuple[Page, Callable[[Page], None]]) -> None:
    assert play(*players, rounds=5000), "nobody has won"


def drag_together(page: Page) -> bool:
    """Both take a card that fits and drag it to a lift at the same time, with two fingers; if both have one."""
    hands = page.get_by_role("group", name="Cards of").all()
    ways = [(i, way) for i, hand in enumerate(hands) if (way := drag_of(page, hand))]
    if len(ways) < 2:
        return False
    touch = page.context.new_cdp_session(page)
    for part in (0.0, 0.3, 0.7, 1.0):
        points = [{"x": x + (to_x - x) * part, "y": y + (to_y - y) * part, "id": i} for i, (x, y, to_x, to_y) in ways]
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove" if part else "touchStart", "touchPoints": points})
    expect(page.locator(".flyer.held")).to_have_count(2)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".flyer")).to_have_count(0)
    return True


def drag_of(page: Page, hand: Locator) -> tuple[float, float, float, float] | None:
    """From where to where a card of a hand can be dragged."""
    fitting = hand.get_by_role("button", name=re.compile("Fits: ")).first
    if not fitting.count():
        return None
    label = fitting.get_attribute("aria-label") or ""
    lift = page.get_by_role("button", name=re.compile(f"^{label.partition('Fits: ')[2].split(' lift')[0]} lift"))
    boxes = fitting.bounding_box(), lift.bounding_box()
    if boxes[0] is None or boxes[1] is None:  # somebody has played meanwhile
        return None
    return *middle_of(boxes[0]), *middle_of(boxes[1])


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return middle_of(box)


def middle_of(box: FloatRect) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
