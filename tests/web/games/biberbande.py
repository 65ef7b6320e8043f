"""Somebody who plays Biberbande with what the page offers, by pointer or by keys."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

ANYTHING = ".board .act, .board .can, .panel .button, [data-over]"


@dataclass(frozen=True)
class Words:
    """What the page calls things."""

    ready: str
    knock: str
    go_on: str
    stock: str
    drop: str
    swap: str
    spy: str
    two: str
    choose: str
    trade: str


ENGLISH = Words(
    "Got it!",
    "Knock!",
    "Go on",
    "Stock",
    "Discard",
    "Swap it in",
    "Look at it",
    "Draw two",
    "Choose it",
    "Swap for this",
)
GERMAN = Words(
    "Bereit!",
    "Klopfen!",
    "Weiter",
    "Zugstapel",
    "Abwerfen",
    "Hier eintauschen",
    "Ansehen",
    "Zweimal",
    "Zum Tauschen",
    "Dagegen",
)


def offered(page: Page, name: str) -> Locator:
    return page.locator(".board").get_by_role("button", name=re.compile(re.escape(name)))


def is_over(page: Page) -> bool:
    """Wait until there is something to do; whether there will never be again."""
    expect(page.locator(ANYTHING).first).to_be_visible()
    return page.locator("[data-over]").count() > 0


def tap(page: Page, words: Words, timeout: float | None = None) -> str:
    """Do what can be done now, the end of the round first; what it was. What was there a moment ago may have passed:
    then it takes until the timeout, in milliseconds, and raises TimeoutError."""
    for name in (
        words.ready,
        words.knock,
        words.go_on,
        words.swap,
        words.spy,
        words.two,
        words.trade,
        words.choose,
        words.stock,
    ):
        button = offered(page, name)
        if button.count():
            button.first.click(timeout=timeout)
            return name
    return ""


def press(page: Page, words: Words) -> str:
    """The same, by keys alone."""
    keys = {words.ready: "r", words.knock: "k", words.swap: "2", words.spy: "3", words.two: "u", words.stock: "s"}
    for name, key in keys.items():
        if offered(page, name).count():
            page.keyboard.press(key)
            return name
    if offered(page, words.trade).count():
        reach(page, words.trade)
        return words.trade
    if offered(page, words.choose).count():
        page.keyboard.press("4")
        return words.choose
    if offered(page, words.go_on).count():
        expect(offered(page, words.go_on)).to_be_focused()
        page.keyboard.press("Enter")
        return words.go_on
    return ""


def reach(page: Page, name: str) -> None:
    """Go with the arrows to something that can be chosen, and choose it."""
    target = offered(page, name).first
    for _ in range(12):
        page.keyboard.press("ArrowUp")
        if re.search(re.escape(name), page.evaluate("document.activeElement.ariaLabel ?? ''")):
            break
    else:
        target.focus()
    page.keyboard.press("Enter")
