"""What just happened: a story with more to tell than there is room for, and marks that stay until one's next move."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from .conftest import LAPTOP, PHONE, Visit
from .games import beam_me_up, biberbande
from .people import BOT, EMPTY, Person


def test_a_story_that_leaves_something_out_says_so(visit: Visit, site: str) -> None:
    """On a phone; on a laptop all of it is beside the board."""
    anna = Person(site)
    table = anna.open_table("biberbande", [None, *[BOT] * 5], public=False)
    anna.play(table, 2, others=8)
    page, laptop = visit("/", size=PHONE, person=anna), visit(f"/t/{table}", size=LAPTOP, person=anna)
    page.clock.install()  # the story stays as long as it takes to read it
    page.goto(f"/t/{table}")
    story = page.get_by_role("region", name="Since your last move")
    expect(story).to_be_visible()
    expect(story.get_by_role("listitem").first).to_have_text(re.compile("^… ."))
    told = story.get_by_role("listitem").all_inner_texts()
    assert 2 <= len(told) <= 4 and not any(line.startswith("…") for line in told[1:])
    assert story.locator("ol").evaluate("list => list.scrollHeight <= list.clientHeight + 1"), "no line is cut"

    page.get_by_role("button", name=re.compile("^What happened")).click()
    expect(story).to_have_count(0)
    expect(laptop.locator(".prompt.mine")).to_be_visible()
    expect(laptop.get_by_role("button", name="Since your last move")).to_have_count(0)
    for log in page.get_by_role("dialog", name="What happened"), laptop.get_by_role("complementary"):
        for line in told:
            expect(log.locator("li").filter(has_text=line.removeprefix("… "))).not_to_have_count(0)
        assert log.locator(".log ol li").count() > len(told)


MARKS = {
    "beam-me-up": ".others [data-mark]",
    "biberbande": ".row .trace:not([style*='seat-0)'])",
}
"""What shows on the board what others did."""
DRAWN = "marks => marks.map((mark) => mark.outerHTML)"
GONE = """([marks, before]) =>
    ![...document.querySelectorAll(marks)].some((mark) => before.includes(mark.outerHTML))"""
LATER = 30_000
AT_ONCE = 1_000
"""Milliseconds in which something that is still offered can be tapped."""


@pytest.mark.parametrize("game", MARKS)
def test_marks_stay_until_ones_next_move(visit: Visit, site: str, game: str) -> None:
    """On a phone and a laptop; bots wait for a tap, so that nothing else happens. Dog's are tested beside its board."""
    anna = Person(site)
    places = [None, BOT, *[EMPTY] * (4 if game == "biberbande" else 2)]
    table = anna.open_table(game, places, public=False, options={}, tempo="tap")
    phone = visit("/", size=PHONE, person=anna)
    phone.clock.install()
    phone.goto(f"/t/{table}?start")
    player = PLAYERS[game](phone)
    go, mine = phone.locator(".go:enabled"), phone.locator(".prompt.mine")
    while not mine.is_visible() or not phone.locator(MARKS[game]).count():
        expect(go.or_(mine).first).to_be_visible()
        if go.is_visible():
            go.click()
        else:
            player()
    laptop = visit("/", size=LAPTOP, person=anna)
    laptop.clock.install()
    laptop.goto(f"/t/{table}")
    before = []
    for page in (phone, laptop):
        expect(page.locator(MARKS[game])).not_to_have_count(0)
        expect(page.locator(".prompt.mine")).to_be_visible()
        before.append(page.locator(MARKS[game]).evaluate_all(DRAWN))
        page.clock.fast_forward(LATER)
        assert page.locator(MARKS[game]).evaluate_all(DRAWN) == before[-1], "they do not go by themselves"
    while mine.is_visible() and not phone.evaluate(GONE, [MARKS[game], before[0]]):
        player()
    for page, drawn in zip((phone, laptop), before, strict=True):
        page.wait_for_function(GONE, arg=[MARKS[game], drawn])


@dataclass(frozen=True)
class BiberbandePlayer:
    """Does what can be done next, if it is one's turn."""

    page: Page

    def __call__(self) -> None:
        with suppress(TimeoutError):  # what was there a moment ago may have passed
            biberbande.tap(self.page, biberbande.ENGLISH, AT_ONCE)


@dataclass(frozen=True)
class BeamMeUpPlayer:
    """Stops rolling, then moves a stone; on a phone it is confirmed."""

    page: Page

    def __call__(self) -> None:
        if beam_me_up.rolling(self.page):
            beam_me_up.tap(self.page.get_by_role("button", name="Stop here"))
        elif (confirm := beam_me_up.confirm(self.page)).is_visible():
            beam_me_up.tap(confirm)
        elif (stone := self.page.locator("button.target[aria-pressed=false]")).count():
            beam_me_up.tap(stone.first)


PLAYERS: dict[str, Callable[[Page], Callable[[], None]]] = {
    "beam-me-up": BeamMeUpPlayer,
    "biberbande": BiberbandePlayer,
}
