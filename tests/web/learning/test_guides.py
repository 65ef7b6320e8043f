"""The guided first games, to their last step; those of Beam me up and Biberbande are beside their boards."""

import re

from playwright.sync_api import Page, expect

from ..conftest import PHONE, Visit

LIFTS = ["Top", "Right", "Top", "Right", "Bottom", "Bottom", "Right", "Left"]
"""Biesti Boys: on which lift the card of a step belongs."""
NUMBERS = [[5], [6], [4], [3], [4], [3, 6], [4, 4], [5]]
"""Denkste!: what to set on the dials."""
CARDS: list[tuple[str, list[str]]] = [
    ("King", []),
    ("Six", []),
    ("Four", ["to field 62"]),
    ("Five", ["to goal 3"]),
    ("Seven", [" field 10", "to field 13", "to field 24"]),
    ("Jack", ["field 61"]),
    ("King", []),
    ("Four", ["to goal 1"]),
]
"""Dog: which card, and what is chosen then; what is the only one need not be. The second king is given away."""


def go_on(page: Page) -> None:
    page.get_by_role("button", name="Next", exact=True).click()


def test_biesti_boys(visit: Visit) -> None:
    page = visit("/learn/biesti-boys/guide", lang="en")
    for lift in LIFTS:
        card = page.get_by_role("button", name=re.compile(rf"Fits: .*\b{lift}\b", re.IGNORECASE)).first
        card.click()
        page.get_by_role("button", name=re.compile(f"^{lift} lift")).click()
        go_on(page)
    expect(page.get_by_role("heading", name="You can play now!")).to_be_visible()


def test_denkste(visit: Visit) -> None:
    page = visit("/learn/denkste/guide", lang="en", size=PHONE)
    for numbers in NUMBERS:
        dials, tabs = page.get_by_role("radiogroup"), page.locator(".tabs button")
        expect(dials if len(numbers) == 1 else tabs).to_have_count(len(numbers))
        for at, number in enumerate(numbers):
            if len(numbers) > 1:  # on a phone one dial after the other
                tabs.nth(at).click()
            dials.get_by_role("radio").nth(number - 1).click()
        page.get_by_role("button", name="Seal it").click()
        go_on(page)
    expect(page.get_by_role("heading", name="You can play now!")).to_be_visible()


def test_another_move_is_met_with_a_friendly_word(visit: Visit) -> None:
    page = visit("/", lang="en", size=PHONE)
    page.get_by_role("link", name="Learn by playing: Denkste!").click()
    page.get_by_role("radio").nth(0).click()
    where, stage = "stage => JSON.stringify(stage.getBoundingClientRect())", page.locator(".stage")
    before = stage.evaluate(where)
    page.get_by_role("button", name="Seal it").click()
    expect(page.locator(".nudge")).to_have_text("That is allowed, but here please try what the text says.")
    assert stage.evaluate(where) == before, "the board stays where it is"
    page.get_by_role("radio").nth(4).click()
    expect(page.locator(".nudge")).to_have_count(0)
    page.get_by_role("button", name="Seal it").click()
    expect(page.get_by_role("button", name="Next")).to_be_visible()
    assert stage.evaluate(where) == before
    go_on(page)
    expect(page.get_by_text("Step 2 of 8")).to_be_visible()


def test_dog(visit: Visit) -> None:
    page = visit("/learn/dog/guide", lang="en", size=PHONE)
    for card, options in CARDS:
        page.locator(".hand").get_by_role("button", name=card).first.click()
        for option in options:
            page.locator(f'.tray .option[aria-label*="{option}"]').click()
        page.get_by_role("button", name=re.compile("^(Play|Give the .* to .*)$")).click()
        go_on(page)
    expect(page.get_by_role("heading", name="You can play now!")).to_be_visible()
