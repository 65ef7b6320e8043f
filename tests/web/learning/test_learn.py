"""The rules as people read them: a story in pictures, the way to the guided game, and the whole rulebook."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import tafelrunde as tr

from ..conftest import LAPTOP, PHONE, Visit

WORDS = 220
"""As many as one reads in a minute, with a look at the pictures."""


@pytest.mark.parametrize("game", tr.games())
def test_a_game_is_told_in_a_minute_with_pictures(visit: Visit, game: str) -> None:
    """On a phone in German and on a laptop in French, or on a laptop in English and on a phone in French."""
    lang, sizes = [("de", (PHONE, LAPTOP)), ("en", (LAPTOP, PHONE))][tr.games().index(game) % 2]
    page = visit(f"/learn/{game}", lang=lang, size=sizes[0])
    is_told(page)
    page.set_viewport_size(sizes[1])
    page.add_init_script("localStorage['tafelrunde.prefs'] = JSON.stringify({ lang: 'fr' })")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    is_told(page)


def is_told(page: Page) -> None:
    chapters = page.locator("article .chapter")
    expect(chapters.nth(3)).to_be_attached()
    for chapter in chapters.all():
        expect(chapter.get_by_role("heading")).not_to_have_text(re.compile(r"\.title$"))
        expect(chapter.locator(".picture svg").first).to_be_attached()
    assert 60 < len(" ".join(page.locator("article .words").all_inner_texts()).split()) <= WORDS
    assert not re.search(r"\b(seat|Platz|place) \d|story\.", page.locator("article").inner_text())
    order = "a.main[href$=guide], article, #rules"
    assert page.locator(order).evaluate_all("all => all.map(one => one.tagName)") == ["ARTICLE", "A", "DETAILS"]


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_rulebook_is_complete_searchable_and_opens_at_a_rule(visit: Visit, size: ViewportSize) -> None:
    page = visit("/learn/dog", lang="en", size=size)
    rules = page.locator("main ol > li")
    expect(rules).to_have_count(29)
    expect(rules.first).not_to_be_visible()
    page.get_by_role("link", name="The whole rulebook").click()
    page.get_by_label("Search the rules").fill("jack swap")
    expect(rules).not_to_have_count(29)
    expect(page.locator("#DG-22 mark").first).to_have_text(re.compile("jack|swap", re.IGNORECASE))
    page.get_by_label("Search the rules").fill("")
    page.get_by_label("Rule sheet").uncheck()
    expect(page.locator("#DG-01")).to_have_count(0)
    expect(page.locator("#DG-02")).to_contain_text("Assumed")
    page.goto("/learn/biesti-boys#BB-16")
    expect(page.locator("#BB-16")).to_be_in_viewport()
    assert not re.search(r"\bseats? 0|[a-z]=[a-z]", page.locator("main").inner_text())
