"""Positions of one's own making, by touch: what cannot be is refused with its reason, and the board stays as it was."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import tafelrunde as tr

from ..conftest import PHONE, Visit
from .conftest import ADDRESS


def set_up(visit: Visit, game: str, **more: Any) -> Page:
    page = visit(f"/analyse?game={game}&seed=1", **more)
    expect(page).to_have_url(ADDRESS)
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("details").first).to_be_visible()
    return page


def change(page: Page, act: Callable[[], object]) -> str:
    """Do something that leads to another position; its address."""
    before = page.url
    act()
    page.wait_for_url(lambda url: url != before, wait_until="commit")
    expect(page.get_by_role("alert")).to_have_count(0)
    return page.url


def test_an_impossible_position_is_refused_with_its_reason_and_the_board_stays(visit: Visit) -> None:
    page = set_up(visit, "dog", size=PHONE)
    change(page, page.get_by_role("button", name="Clear the board").click)
    ada, bruno = (page.locator("details", has=page.locator("summary", has_text=name)) for name in ("Ada", "Bruno"))
    url = change(page, lambda: ada.get_by_label("Piece 1").select_option(label="field 20"))
    bruno.get_by_label("Piece 1").select_option(label="field 20")
    expect(page.get_by_role("alert")).to_contain_text("Bruno, Piece 1: this position is impossible")
    expect(bruno.get_by_label("Piece 1")).to_have_attribute("aria-invalid", "true")
    assert page.url == url, "the last possible position stays"
    change(page, lambda: bruno.get_by_label("Piece 1").select_option(label="field 21"))
    page.get_by_role("button", name="Moves", exact=True).click()
    page.get_by_role("button", name="One move back").click()
    page.wait_for_url(url, wait_until="commit")


def test_cards_are_put_into_hands_and_too_many_are_refused(visit: Visit) -> None:
    page = set_up(visit, "dog")
    ada = page.locator("details", has=page.locator("summary", has_text="Ada"))
    held = ada.get_by_role("button", name=re.compile("^Put away"))
    while held.count():
        left = held.count()
        held.first.click()
        expect(held).to_have_count(left - 1)
    ada.get_by_role("button", name="Add a card").click()
    for count in range(1, 7):
        ada.get_by_role("button", name="Two", exact=True).click()
        expect(held).to_have_count(count)
    ada.get_by_role("button", name="King", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text(re.compile("Ada, Cards in hand: the list has 7 entries"))
    page.get_by_role("button", name="Back to the last possible one").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(held).to_have_count(6)


CHANGES = {
    "beam-me-up": [("Ada", "column 3", "row 5"), ("The turn", "What happens", "Moving up"), ("Bruno", "Board", "Mars")],
    "biberbande": [
        ("Ada", "Card 2", "9"),
        ("The middle", "Card drawn", "Spy"),
        ("The middle", "Top of the discard pile", "0"),
    ],
    "biesti-boys": [("Lifts", "Top lift", "7"), ("Lifts", "Left lift", "Go")],
    "denkste": [("Ada", "Level", "2"), ("Ada", "Field", "5 of 16"), ("The turn", "Sealed Go number", "3")],
    "dog": [
        ("Cleo", "Piece 2", "goal 4"),
        ("The turn", "What happens", "Cards are played"),
        ("The turn", "To play", "Cleo"),
    ],
}


@pytest.mark.parametrize("game", tr.games())
def test_every_game_has_positions_of_ones_own(visit: Visit, game: str) -> None:
    page = set_up(visit, game)
    for title, label, value in CHANGES[game]:
        group = page.locator("details", has=page.locator("summary", has_text=title))
        field = group.get_by_label(label, exact=True)
        expect(field).to_be_visible()
        if field.evaluate("(one) => one.tagName") == "SELECT":
            change(page, partial(field.select_option, label=value))
        else:
            change(page, field.get_by_role("button", name=value, exact=True).click)
    shown = page.url
    page.reload()
    expect(page.get_by_role("button", name="Set up")).to_be_visible()
    assert page.url == shown
    expect(page.locator(".stage > *").first).to_be_visible()


def test_the_figures_and_rings_of_a_game_can_be_others(visit: Visit) -> None:
    page = set_up(visit, "denkste")
    rings = page.locator("details", has=page.locator("summary", has_text="Rules")).get_by_label(re.compile("rings"))
    page.locator("details", has=page.locator("summary", has_text="Ada")).get_by_label("Field").select_option(
        label="20 of 24"
    )
    rings.select_option(label="short: 16 · 12 · 8")
    expect(page.get_by_role("alert")).to_contain_text("Ada, Field: 20 is out of range; allowed: 0 to 16")
