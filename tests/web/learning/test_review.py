"""A game looked back on: three moments on the board, the curve, luck in words, and the numbers for who wants them."""

import re

import pytest
from playwright.sync_api import Page, expect

from ..conftest import PHONE, Visit
from ..people import BOT, EMPTY, Person


@pytest.fixture(scope="module")
def finished(site: str) -> tuple[Person, str]:
    """A game that is over, and who played it."""
    anna = Person(site)
    table = anna.open_table("denkste", [None, BOT, EMPTY, EMPTY])
    anna.play(table)
    return anna, table


def slider(page: Page) -> int:
    return int(page.locator(".timeline input").input_value())


def test_on_a_phone_the_board_comes_first_with_the_moments_drawn_on_it(
    visit: Visit, finished: tuple[Person, str]
) -> None:
    anna, table = finished
    page = visit(f"/replay/{table}?show=review", person=anna, lang="de", size=PHONE)
    expect(page.get_by_text(re.compile(r"^Moment 1 von \d$"))).to_be_in_viewport()
    expect(page.get_by_label("Gesehen von")).to_have_value("0")
    board, panel = page.locator(".stage").bounding_box(), page.locator("aside").bounding_box()
    assert board and panel and board["y"] < panel["y"] < PHONE["height"]

    moves = page.locator(".moves button")
    expect(moves.last).to_have_attribute("aria-pressed", "true")
    expect(moves.locator("span").last).to_have_text(re.compile(r"(Go|Stop) auf .* stellen"))
    drawn = page.locator(".stage .hinted, .stage .hint, .stage .hint-frame")
    expect(drawn).not_to_have_count(0)
    before = slider(page)
    moves.first.click()
    expect(moves.first).to_have_attribute("aria-pressed", "true")
    assert slider(page) == before, "both are drawn in the position before the move"
    expect(drawn).not_to_have_count(0)
    expect(page.locator("aside")).to_contain_text(re.compile(r"Von 100 Partien|Kurz davor ging deine Gewinnchance"))

    curve = page.get_by_label("Zu einer Stelle der Kurve gehen")
    curve.scroll_into_view_if_needed()
    box = curve.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] - 2, box["y"] + 20)
    expect(curve).to_have_value(re.compile(page.locator(".timeline input").get_attribute("max") or ""))
    expect(page.locator(".moves [aria-pressed=true]")).to_have_count(0)
    expect(page.locator(".legend li")).to_have_text([re.compile("Anna"), re.compile("Bruno")])
    words = page.locator("aside").inner_text()
    assert re.search(r"Beim Raten hatte", words) and not re.search(r"\b1 \w+punkte|\d\.\d", words)


def test_the_numbers_add_up_and_the_link_can_be_shared(visit: Visit, finished: tuple[Person, str]) -> None:
    anna, table = finished
    page = visit(f"/replay/{table}?show=review", person=anna)
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).not_to_be_visible()
    page.get_by_text("All the numbers").click()
    for row in rows.all():
        start, luck, lost, given, result = (
            int(cell.replace("−", "-").replace("+", "")) for cell in row.locator("td").all_inner_texts()
        )
        assert abs(start + luck + lost + given - result) <= 3  # rounded to whole points
    expect(page.locator(".habit")).not_to_have_count(0)

    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    friend = visit(link[link.index("/replay") :])
    expect(friend.get_by_label("Seen by")).to_have_value("0")
    expect(friend.locator(".moves button").first).to_contain_text("Anna played")
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("[data-over]")).to_be_visible()
