"""Playing Beam me up by what the page offers. The table moves for who is slow: what was offered may be gone by then."""

import re
from collections import Counter
from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError, expect

NEXT = ".game[data-phase=over], .dice.open, button.target"
DIE = re.compile(r"(\d): (\d)")
AT_ONCE = 3_000
"""Milliseconds in which something that is still offered can be tapped."""


def is_over(page: Page) -> bool:
    """Wait until there is something to do, or nothing more."""
    expect(page.locator(NEXT).first).to_be_attached()
    return page.locator(".game[data-phase=over]").count() > 0


def rolling(page: Page) -> bool:
    return page.locator(".dice.open").count() > 0


def tap(choice: Locator) -> None:
    with suppress(TimeoutError):
        choice.click(timeout=AT_ONCE)


def step(page: Page, again: bool = False) -> None:
    """Do what can be done now; dice are rolled again if one likes."""
    if rolling(page):
        tap(page.get_by_role("button", name="Roll all again" if again else "Stop here"))
    elif confirm(page).is_visible():
        tap(confirm(page))
    elif (uses := page.get_by_role("group", name="What your dice can do").get_by_role("button")).count():
        tap(uses.first)
    else:
        tap(page.locator("button.target[aria-pressed=false]").first)


def confirm(page: Page) -> Locator:
    """The button that makes the move that is chosen, on devices for fingers."""
    return page.get_by_role("button", name=re.compile("^(Play it|Only this|So spielen|Nur das)$"))


def alike(page: Page) -> list[int]:
    """The places of the dice that show the number that most of them show."""
    labels = page.locator(".dice.open button").evaluate_all("all => all.map(die => die.ariaLabel)")
    numbers = {int(found[1]): int(found[2]) for label in labels if (found := DIE.search(label))}
    most = Counter(numbers.values()).most_common(1)
    return [place for place, number in numbers.items() if number == most[0][0]]


def first_key(page: Page) -> str | None:
    """The key of the first stone that can be chosen."""
    keys = page.locator("button.target[aria-pressed=false]").evaluate_all(
        "all => all.map(each => each.ariaKeyShortcuts)"
    )
    return str(keys[0]) if keys else None
