"""Playing Denkste! by pointer."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect

AT_ONCE = 1_000
"""Milliseconds in which something that is still offered can be tapped."""
ATTEMPTS = 50
"""More taps than a card takes."""
ASKED = """() => {
    if (document.querySelector('.game[data-phase=over]')) return { over: true }
    if (document.querySelector('.curtain')) return { over: false, curtain: true }
    const [sheet, button] = ['.sheet-of', '.seal'].map((one) => document.querySelector(one))
    if (!sheet || !button) return null
    const dial = [...sheet.querySelectorAll('[data-dial]')].find((one) => !one.querySelector('[aria-checked=true]'))
    if (!dial && button.disabled) return null
    const card = sheet.classList.contains('go') ? 'go' : 'stop'
    return { over: false, curtain: false, card, dial: dial ? Number(dial.dataset.dial) : null }
}"""
"""What is to be done, as soon as there is something: the first dial that is not turned, or none if it can be sealed.
Where there is little room, dials come one after the other."""


def begin(page: Page) -> None:
    """From home to a game against a bot."""
    page.locator(".world-denkste").get_by_role("button").first.click()
    expect(page.get_by_role("radiogroup").first).to_be_visible()


def over(page: Page) -> Locator:
    return page.locator(".game[data-phase=over]")


def dials(page: Page) -> int:
    """Wait until a card is to be set; how many dials it has, none if the game is over."""
    over(page).or_(page.get_by_role("radiogroup")).first.wait_for()
    return page.get_by_role("radiogroup").count()


def number(turn: int, dial: int) -> int:
    """Large numbers make short games; dials show different ones."""
    return 6 - (turn // 2 + 2 * dial) % 3


def seal(page: Page, turn: int, chosen: Callable[[str, int], int] | None = None) -> bool:
    """Set the card of a turn and seal it, whoever's at this device it is; False if the game is over.

    What is offered at one moment may be gone at the next: then what is offered now is done.
    """
    for _ in range(ATTEMPTS):
        now: dict[str, Any] = page.wait_for_function(ASKED, polling="raf").json_value()
        if now["over"]:
            return False
        with suppress(TimeoutError):
            if now["curtain"]:
                page.locator(".curtain button").click(timeout=AT_ONCE)
            elif now["dial"] is None:
                page.get_by_role("button", name="Seal it").click(timeout=AT_ONCE)
                return True
            else:
                wanted = chosen(now["card"], now["dial"]) if chosen else number(turn, now["dial"])
                radios = page.locator(f"[data-dial='{now['dial']}']").get_by_role("radio")
                radios.nth(wanted - 1).click(timeout=AT_ONCE)
    raise AssertionError("the card is never sealed")
