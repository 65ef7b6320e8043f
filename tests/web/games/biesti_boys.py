"""Playing Biesti Boys as a person does: by what the page shows and says."""

import re
from collections.abc import Callable
from itertools import product

from playwright.sync_api import Locator, Page, TimeoutError

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
