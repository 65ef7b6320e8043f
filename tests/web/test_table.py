"""What is around the boards: what just happened, the log, what people say, hints, the result; and nothing moves."""

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

import tafelrunde as tr

from .conftest import LAPTOP, LYING, PHONE, Visit
from .people import BOT, EMPTY, Person
from .shifts import SETTLED, assert_nothing_moved, watch_shifts

LOG = re.compile("^What happened")


def box(found: Locator) -> FloatRect:
    at = found.bounding_box()
    assert at is not None
    return at


def run_until(page: Page, shown: Locator) -> None:
    """Let the page's time go on until something is there."""
    for _ in range(400):
        page.clock.run_for(200)
        if shown.count():
            return
    raise AssertionError("it does not come")


def test_a_phone_tells_what_happened_and_what_is_said(visit: Visit, site: str) -> None:
    """The story of the others' moves, the log as a drawer, and words as bubbles."""
    anna = Person(site)
    table = anna.open_table("dog", [None, BOT, BOT, BOT], public=False)
    anna.play(table, 2, others=3)
    page = visit("/", size=PHONE, person=anna)
    page.clock.install()
    page.goto(f"/t/{table}")
    expect(page.locator(".prompt.mine")).to_be_visible()
    story, stage = page.get_by_role("region", name="Since your last move"), page.locator(".stage")
    expect(story).to_be_visible()
    assert 2 <= story.get_by_role("listitem").count() <= 4
    story.evaluate("element => Promise.all(element.getAnimations().map((one) => one.finished))")
    at, before = box(story), box(stage)
    assert at["y"] >= before["y"], "who plays and what is to be done is not covered"
    assert at["height"] < before["height"] / 4
    page.clock.fast_forward(30_000)
    expect(story).to_have_count(0)
    assert box(stage) == before
    for on in (story, page.locator(".prompt")):
        page.get_by_role("button", name="Since your last move").click()
        expect(story).to_be_visible()
        on.tap()
        expect(story).to_have_count(0)
        assert box(stage) == before
    expect(page.locator(".hand [aria-pressed=true]")).to_have_count(0)  # a tap on the story is for nothing below it
    line = page.locator(".news .text")
    expect(line).not_to_be_empty()

    drawer = page.get_by_role("dialog", name="What happened")
    for close in ("button", "Escape", "outside"):
        page.get_by_role("button", name=LOG).click()
        expect(drawer.locator("li").first).to_be_visible()
        at = box(drawer)
        inside = "([x, y]) => document.elementFromPoint(x, y).closest('dialog') !== null"
        assert all(page.evaluate(inside, [at["x"] + 30, at["height"] * part]) for part in (0.1, 0.3, 0.5, 0.7, 0.9))
        if close == "button":
            drawer.get_by_role("button", name="Close").click()
        elif close == "Escape":
            page.keyboard.press("Escape")
        else:
            page.mouse.click(10, 400)
        expect(drawer).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 400})
    page.get_by_role("button", name=LOG).click()
    lines = drawer.locator("ol")
    expect(lines.locator("li").last).to_be_in_viewport()
    assert lines.evaluate("list => list.scrollTop > 0"), "the latest is seen first"
    assert box(drawer.locator(".phrases"))["height"] < 70

    laptop = visit(f"/t/{table}", person=anna)
    aside = laptop.get_by_role("complementary", name="What happened")
    expect(aside.locator("ol li").last).to_be_in_viewport()
    assert apart(box(aside), box(laptop.locator(".stage"))), "it is beside the board, and nothing shines through"


def test_words_are_a_bubble_at_the_seat_and_a_number_at_the_log(visit: Visit, site: str) -> None:
    anna = Person(site, "Annemarieken")
    table = anna.open_table("denkste", [None, {"kind": "open"}, EMPTY, EMPTY], public=False)
    phone, laptop = visit(f"/t/{table}", size=PHONE, person=anna), visit(f"/t/{table}")
    laptop.get_by_role("button", name="Join in").click()
    expect(phone.get_by_role("button", name=re.compile("Place 2: .* is here"))).to_be_visible()
    phone.get_by_role("button", name="Start", exact=True).click()
    expect(laptop.locator(".game")).to_be_visible()
    for page in (phone, laptop):
        name = page.locator(".seats .name", has_text="Annemarieken")
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth"), "twelve letters are not cut"
    laptop.locator(".phrases button").first.click()
    for page in (phone, laptop):
        expect(page.locator(".seats [role=listitem]").nth(1).locator(".bubble")).not_to_be_empty()
    unread = phone.get_by_role("button", name="What happened, one new message")
    unread.click()
    expect(phone.get_by_role("dialog", name="What happened").locator(".talk ul li")).to_have_count(1)
    phone.keyboard.press("Escape")
    expect(phone.get_by_role("button", name="What happened", exact=True)).to_be_visible()


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes do not lie over each other."""
    beside = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
    return beside or one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1


@pytest.mark.parametrize("size", [PHONE, LYING, LAPTOP])
def test_a_hint_is_shown_before_it_is_played(visit: Visit, size: Any) -> None:
    page = visit("/", lang="en", size=size)
    page.get_by_role("button", name="Play now: Denkste!").click()
    expect(page.locator(".prompt.mine")).to_be_visible()
    stage = box(page.locator(".stage"))
    page.get_by_role("button", name="Hint").click()
    hints = page.get_by_role("region", name="What the strongest bot would do")
    expect(hints).to_contain_text(re.compile(r"\d+% to win"))
    assert len(re.findall("equal|as good", hints.inner_text())) <= 1, "that moves are equal is said once"
    assert box(page.locator(".stage")) == stage, "the board does not shrink"
    at, prompt = box(hints), box(page.locator(".prompt p"))
    assert at["y"] >= -1 and apart(at, stage), "the board can be seen"
    assert size is PHONE or apart(at, prompt), "what is to be done stays in sight"
    for button in map(box, hints.get_by_role("button").all()):
        assert at["x"] <= button["x"], "buttons are in the box"
    hinted = page.get_by_role("radio", name=re.compile("this is the hint"))
    expect(hinted).to_have_count(1)
    first = hinted.get_attribute("aria-label")
    hints.get_by_role("button", name="Another move").click()
    expect(hinted).not_to_have_attribute("aria-label", first or "")
    expect(page.locator(".prompt.mine")).to_be_visible()
    hints.get_by_role("button", name="Play it").click()
    expect(hints).to_have_count(0)
    expect(page.locator(".news")).to_contain_text(re.compile("sealed|Go"))


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_result_waits_for_the_end_and_is_deaf_at_first(visit: Visit, site: str, size: Any) -> None:
    anna = Person(site)
    table = anna.open_table("denkste", [None, BOT, EMPTY, EMPTY], public=False)
    anna.play(table, 1)
    page = visit("/", size=size, person=anna)
    page.clock.install(time=0)
    page.goto(f"/t/{table}")
    expect(page.locator(".game .stage > *").first).to_be_visible()
    page.clock.pause_at(60)
    anna.play(table)
    over, result = page.locator('.game[data-phase="over"]'), page.locator("[data-over]")
    run_until(page, over)
    page.clock.run_for(1_000)
    expect(result).to_have_count(0)
    run_until(page, result)
    again = result.get_by_role("button", name="Play again")
    again.evaluate("button => button.click()")
    page.clock.run_for(1_000)
    expect(again).to_be_visible()
    assert page.url.endswith(table)
    page.clock.resume()
    result.get_by_role("button", name="Look at the board").click()
    assert box(result)["height"] < 120
    result.get_by_role("button", name="Result").click()
    again.click()
    expect(page).not_to_have_url(re.compile(table))


CHOOSES = {
    "beam-me-up": ".dice.open button, button.target",
    "denkste": "[role=radio]",
    "dog": ".hand button:not(.off)",
}
"""What can always be chosen, and given up again, without making a move."""


@pytest.mark.parametrize("game", tr.games())
def test_nothing_moves_while_one_plays(visit: Visit, site: str, game: str) -> None:
    """On a phone and a laptop over some moves, on the board and around it, also just after a tap."""
    anna = Person(site)
    players = {"dog": 4, "biberbande": 4}.get(game, 3)
    places = [None, *[BOT] * (players - 1), *[EMPTY] * ((6 if game == "biberbande" else 4) - players)]
    table = anna.open_table(game, places, public=False, options={}, hints=True)
    anna.play(table, 1)
    pages = [visit(f"/t/{table}", size=size, person=anna) for size in (PHONE, LAPTOP)]
    for page in pages:
        expect(page.locator(".game .stage > *").first).to_be_visible()
        watch_shifts(page)
    anna.play(table, 6)
    for page in pages:
        expect(page.locator(".news .text")).not_to_be_empty()
        if game in CHOOSES:
            look_around(page, CHOOSES[game])
        assert_nothing_moved(page)


def look_around(page: Page, chooses: str) -> None:
    """Ask for a hint and another, for the story, and choose something; then put everything away."""
    expect(page.locator(".prompt.mine")).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    hints, more = page.locator(".hints"), page.get_by_role("button", name="Another move")
    expect(hints).to_be_visible()
    if more.count():
        more.click()
    page.keyboard.press("Escape")
    expect(hints).to_have_count(0)
    for _ in range(2 * page.get_by_role("button", name="Since your last move").count()):
        page.get_by_role("button", name="Since your last move").click()
    page.locator(f".game:has(.prompt.mine) :is({chooses})").first.click()
    page.evaluate(SETTLED)
    page.keyboard.press("Escape")
