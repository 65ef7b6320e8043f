"""Playing Biesti Boys as a person does: by what the page shows and says."""

import re
from itertools import product

from playwright.sync_api import Locator, Page, TimeoutError

OVER = "[data-over]"
A_MOMENT = 600
"""Milliseconds: the others do not wait, what was to be tapped may have changed."""
ARROWS = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")
LIFTS = {"de": ("oben", "rechts", "unten", "links"), "en": ("Top", "Right", "Bottom", "Left")}
FITS = re.compile(r"(?:Fits|Passt): (.*)\.$")
CARD = re.compile(r"^(?:Card|Karte) (\d)")


def cards(page: Page) -> Locator:
    """The own cards that can be laid somewhere."""
    return page.get_by_role("button", name=FITS)


def is_over(page: Page) -> bool:
    return page.locator(OVER).count() > 0


def tap(page: Page) -> None:
    """Tap a card that fits, then a lift that takes it."""
    lifts = page.get_by_role("button", name=re.compile("Lay .* here|Hierher passt .*[^t]\\.$"))
    try:
        cards(page).first.click(timeout=A_MOMENT)
        lifts.first.click(timeout=A_MOMENT)
    except TimeoutError:
        page.keyboard.press("Escape")


def type_one(page: Page, lang: str) -> None:
    """Choose a card by its number and a lift by an arrow."""
    try:
        label = cards(page).first.get_attribute("aria-label", timeout=A_MOMENT) or ""
    except TimeoutError:
        return
    number, lifts = CARD.search(label), FITS.search(label)
    assert number is not None and lifts is not None, label
    page.keyboard.press(number[1])
    arrow = next(key for key, name in zip(ARROWS, LIFTS[lang], strict=True) if name in lifts[1])
    page.keyboard.press(arrow)


def play_to_the_end(*pages: Page) -> None:
    """Everybody lays, in turn, until somebody has won."""
    for _, page in product(range(5000), pages):
        if is_over(page):
            return
        if cards(page).count():
            tap(page)
    raise AssertionError("nobody has won")
