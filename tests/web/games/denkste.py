"""Playing Denkste! by pointer."""

from collections.abc import Callable
from contextlib import suppress
from itertools import count as count_up

from playwright.sync_api import Locator, Page, TimeoutError, expect

AT_ONCE = 1_000
"""Milliseconds in which something that is still offered can be tapped."""


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


def seal(page: Page, turn: int, chosen: Callable[[int, int], int] = number) -> int:
    """Set the card of a turn and seal it; how many dials it had, none if the game is over.

    What is offered at one moment may be gone at the next: then the next card is set. Where there is little room,
    numbers are chosen one after the other.
    """
    for first in count_up():
        if not (count := dials(page)):
            return 0
        with suppress(TimeoutError):
            for i in range(count):
                number = page.get_by_role("radiogroup").nth(i).get_by_role("radio").nth(chosen(turn, first + i) - 1)
                number.click(timeout=AT_ONCE)
            page.get_by_role("button", name="Seal it").click(timeout=AT_ONCE)
            return count
    raise AssertionError("the game goes on")
