"""Biberbande in the browser: whole games, the look that ends, and room for everybody."""

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, ViewportSize, expect

from ..conftest import LAPTOP, PHONE, Visit
from ..people import BOT, EMPTY, Person
from .biberbande import ENGLISH, GERMAN, is_over, offered, press, tap

AT_ONCE = 1_000
"""Milliseconds in which something that is still offered can be tapped."""
OPEN, COVERED = re.compile(r"^Your card [14]: the "), re.compile(r"^Your card [14], face down")


def test_a_game_from_home_to_the_result(visit: Visit) -> None:
    page = visit("/", lang="en")
    page.get_by_role("button", name="Play now: Biberbande").click()
    done, marks = set(), 0
    while not is_over(page):
        marks += page.locator(".row:not(.own) .trace").count()
        if page.locator(".panel").count():
            expect(page.locator(".prompt")).to_contain_text(re.compile(r"Round \d is over"))
        done.add(tap(page, ENGLISH))
        if ENGLISH.go_on in done and page.locator(".act.ready").count():
            expect(page.locator(".prompt")).to_contain_text("Remember your two outer cards")
    assert {ENGLISH.ready, ENGLISH.knock, ENGLISH.stock, ENGLISH.go_on} <= done and marks
    expect(page.locator(".row .sum")).to_have_count(3)


def test_a_game_by_keys_alone(visit: Visit) -> None:
    page = visit("/", lang="de", size=PHONE)
    page.get_by_role("button", name="Gleich spielen: Biberbande").focus()
    page.keyboard.press("Enter")
    done = set()
    while not is_over(page):
        done.add(press(page, GERMAN))
        if GERMAN.go_on in done and page.locator(".act.ready").count():
            expect(page.locator(".prompt")).to_contain_text("Merk dir deine beiden äußeren Karten")
    assert {GERMAN.ready, GERMAN.knock, GERMAN.stock, GERMAN.go_on} <= done


def starts(visit: Visit, site: str, bots: int, **more: Any) -> Page:
    """A page of somebody whose game against some bots has just begun."""
    anna, settings = Person(site), more.pop("settings", {})
    table = anna.open_table("biberbande", [None, *[BOT] * bots, *[EMPTY] * (5 - bots)], **settings)
    page = visit(f"/t/{table}?start", person=anna, **more)
    expect(offered(page, "Got it!")).to_be_visible()
    return page


def test_the_outer_cards_are_covered_when_one_has_looked(visit: Visit, site: str) -> None:
    page = starts(visit, site, bots=1)
    expect(page.get_by_role("img", name=OPEN)).to_have_count(2)
    expect(page.get_by_role("img", name=re.compile("^Your card [23], face down"))).to_have_count(2)
    offered(page, "Got it!").click()
    expect(page.get_by_label(OPEN)).to_have_count(0)
    expect(page.get_by_label(COVERED)).to_have_count(2)


def test_with_the_memory_aid_they_stay_and_a_hint_is_drawn(visit: Visit, site: str) -> None:
    page = starts(visit, site, bots=1, settings={"memory_aid": True, "hints": True})
    offered(page, "Got it!").click()
    expect(offered(page, "Stock")).to_be_visible()
    expect(page.get_by_label(OPEN)).to_have_count(2)
    log = page.locator(".log li").count()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".stage .hint-frame").first).to_be_visible()
    assert page.locator(".log li").count() == log, "nothing was played"


def test_a_card_to_take_is_put_back_with_escape(visit: Visit, site: str) -> None:
    page = starts(visit, site, bots=1)
    offered(page, "Got it!").click()
    pile = offered(page, "Take it")
    expect(offered(page, "Stock")).to_be_visible()
    while not pile.count():  # a special card cannot be taken: let the turn pass
        tap(page, ENGLISH)
        is_over(page)
    pile.click()
    expect(offered(page, "Put it here")).to_have_count(4)
    page.keyboard.press("Escape")
    expect(offered(page, "Put it here")).to_have_count(0)
    pile.click()
    page.keyboard.press("3")
    expect(page.locator(".log ol")).to_contain_text(re.compile("You take the [0-9] in place of card 3"))


ENDING = """() => {
  globalThis.ending = []
  const all = (what) => [...document.querySelectorAll(what)]
  const look = () => {
    if (!document.querySelector('.prompt p')?.textContent.startsWith('Round 1 is over')) return
    const seen = {
      covered: all('.board .row [aria-label*="face down"]').length,
      sums: all('.row .sum').length,
      told: all('.news .text, .log li').some((line) => /Round (1: (you|Bruno) |2)/.test(line.textContent)),
      scores: all('.seats .note').map((note) => note.textContent).join(),
      story: all('.story').length,
    }
    if (JSON.stringify(seen) !== JSON.stringify(ending.at(-1))) ending.push(seen)
  }
  const everything = { subtree: true, childList: true, characterData: true, attributes: true }
  new MutationObserver(look).observe(document.body, everything)
}"""
"""What is to be seen at the end of the first round, one thing after the other."""


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_end_of_a_round_is_seen_to_its_end(visit: Visit, site: str, size: ViewportSize) -> None:
    """Rows open one by one, then what is replaced; before that no sum is told anywhere, and nothing covers them."""
    anna = Person(site)
    table = anna.open_table("biberbande", [None, BOT, *[EMPTY] * 4], tempo="slow")
    page = visit(f"/t/{table}?start", size=size, person=anna, reduced_motion="no-preference")
    expect(offered(page, "Got it!")).to_be_visible()
    page.evaluate(ENDING)
    sums, something = page.locator(".row .sum"), page.locator(".board .act, .board .can")
    while sums.count() < 2:
        if something.count():
            with suppress(TimeoutError):  # what was there a moment ago may have passed
                tap(page, ENGLISH, AT_ONCE)
    *steps, last = page.evaluate("ending")
    assert [step["covered"] for step in steps][:3] == [8, 4, 0], "row by row"
    assert all(step["sums"] == step["story"] == 0 and not step["told"] for step in steps), steps
    assert {step["scores"] for step in steps} == {"0 pts,0 pts"} != {last["scores"]}
    assert last["covered"] == last["story"] == 0 and last["told"]


def test_the_score_pad_can_always_be_opened(visit: Visit, site: str) -> None:
    page = starts(visit, site, bots=2)
    page.get_by_role("button", name="Score pad").click()
    pad = page.get_by_role("dialog")
    expect(pad.get_by_role("rowheader", name="Anna")).to_be_visible()
    expect(pad.get_by_role("columnheader", name="Total")).to_be_visible()


SIZES = [(360, 640), (390, 844), (820, 1180), (844, 390), (1440, 900), (3840, 2160)]
BOXES = """() => {
  const box = (one) => { const { left, top, right, bottom } = one.getBoundingClientRect()
    return [left, top, right, bottom] }
  const things = [...document.querySelectorAll('.board .row, .middle > *')]
  return [box(document.querySelector('.stage')), things.map(box)]
}"""


@pytest.mark.parametrize("bots", [1, 5])
def test_everything_has_room(visit: Visit, site: str, bots: int) -> None:
    page = starts(visit, site, bots)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".board .row")).to_have_count(bots + 1)
        page.wait_for_function(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
        )
        stage, boxes = page.evaluate(BOXES)
        for i, (left, top, right, bottom) in enumerate(boxes):
            assert stage[0] <= left and stage[1] <= top and right <= stage[2] and bottom <= stage[3], (width, height, i)
            for other in boxes[:i]:
                apart = right <= other[0] + 1 or other[2] <= left + 1 or bottom <= other[1] + 1 or other[3] <= top + 1
                assert apart, (width, height, boxes[i], other)


def test_the_guided_first_game(visit: Visit) -> None:
    page = visit("/learn/biberbande/guide", lang="en", size=PHONE)
    steps = [
        ["Got it!"],
        ["Discard pile", "Your card 1"],
        ["Stock"],
        ["Your card 2"],
        ["Your card 3"],
        ["Your card 3", "card 2, face down"],
        ["Drawn"],
        ["Knock!"],
    ]
    for taps in steps:
        for name in taps:
            offered(page, name).last.click()
        page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
