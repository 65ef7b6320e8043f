"""Playing Beam me up by what the page offers, as a quick player would."""

import re
from collections import Counter

from playwright.sync_api import Page, expect

NEXT = ".game[data-phase=over], .dice.open, button.target"
WORDS = {
    "en": {"dice": "Your dice", "stop": "Stop here", "uses": "What your dice can do"},
    "de": {"dice": "Deine Würfel", "stop": "So lassen", "uses": "Was deine Würfel können"},
}
DIE = re.compile(r"(\d): (\d)")


def is_over(page: Page) -> bool:
    """Wait until there is something to do, or nothing more."""
    expect(page.locator(NEXT).first).to_be_attached()
    return page.locator(".game[data-phase=over]").count() > 0


def rolling(page: Page) -> bool:
    return page.locator(".dice.open").count() > 0


def alike(page: Page, lang: str) -> list[int]:
    """The places of the dice that show the number that most of them show."""
    dice = page.get_by_role("group", name=WORDS[lang]["dice"]).get_by_role("button")
    shown = [DIE.search(label) for label in dice.evaluate_all("all => all.map(die => die.ariaLabel)")]
    numbers = {int(found[1]): int(found[2]) for found in shown if found}
    [(most, _)] = Counter(numbers.values()).most_common(1)
    return [place for place, number in numbers.items() if number == most]
