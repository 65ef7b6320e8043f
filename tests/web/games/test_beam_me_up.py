"""Beam me up in the browser."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import tafelrunde as tr

from ...parts import thorough
from ..conftest import PHONE, Visit
from ..people import Person
from .beam_me_up import alike, confirm, first_key, is_over, rolling, step, tap

LESSONS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[3] / "web/src/games/beam-me-up/lessons.json").read_text(encoding="utf-8")
)


def test_a_game_from_home_to_the_result(visit: Visit) -> None:
    page = visit("/", lang="en")
    page.get_by_role("button", name="Play now: Beam me up").click()
    throws = 0
    while not is_over(page):
        throws += rolling(page)
        step(page, again=throws % 8 == 1)
    assert throws
    expect(page.locator("[data-over]")).to_be_visible()


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=thorough)])
def test_a_game_by_keys_alone(visit: Visit, whole: bool) -> None:
    page = visit("/", lang="de", size=PHONE)
    play = page.get_by_role("button", name="Gleich spielen: Beam me up")
    expect(play).to_be_visible()
    while not play.evaluate("button => button === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    throws = 0
    while not is_over(page) and (whole or throws < 10):
        if rolling(page):
            throws += 1
            for place in alike(page) if throws % 8 == 1 else []:
                page.keyboard.press(str(place))
            page.keyboard.press("r" if throws % 8 == 1 else "s")
        elif confirm(page).is_visible():
            page.keyboard.press("Enter")
        elif key := first_key(page):
            page.keyboard.press(key)
    assert throws
    if whole:
        expect(page.locator("[data-over]")).to_be_visible()


CHOICES: list[list[str]] = [
    ["column 3: 1 up"],
    ["Die 2: 4", "Die 3: 4", "Die 4: 4", "Roll 2 again"],
    ["column 2: 1 up", "column 4: 2 up"],
    ["column 4: 1 up"],
    ["column 1: 1 up"],
    ["Beam up column S by 2 fields and column 4 by 1 field"],
    ["column 6: 1 up"],
    ["column 6: 1 up"],
]
"""What to tap in each lesson."""


def test_the_guided_first_game(visit: Visit) -> None:
    page = visit("/learn/beam-me-up/guide", lang="en")
    for choices in CHOICES:
        for choice in choices:
            page.get_by_role("button", name=choice).click()
            if choice.startswith("Die "):
                expect(page.get_by_role("button", name=choice)).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="You can play now!")).to_be_visible()


def test_a_finger_confirms_a_move(visit: Visit) -> None:
    page = visit("/learn/beam-me-up/guide", lang="en", size=PHONE)
    chosen = page.locator("button.target[aria-pressed=true]")
    page.get_by_role("button", name="column 3: 1 up").click()
    expect(chosen).to_have_count(1)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(chosen).to_have_count(0)
    page.get_by_role("group", name="What your dice can do").get_by_role("button").first.click()
    expect(chosen).to_have_count(1)
    expect(page.get_by_role("button", name="Next")).to_have_count(0)
    confirm(page).click()
    page.get_by_role("button", name="Next").click()


def test_a_half_made_choice_can_be_taken_back(visit: Visit) -> None:
    page = visit("/learn/beam-me-up/guide", lang="en")
    page.get_by_role("button", name="column 3: 1 up").click()
    page.get_by_role("button", name="Next").click()
    for choice in CHOICES[1]:
        page.get_by_role("button", name=choice).click()
    page.get_by_role("button", name="Next").click()
    chosen = page.locator("button.target[aria-pressed=true]")
    page.get_by_role("button", name="column 2: 1 up").click()
    expect(chosen).to_have_count(1)
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    page.keyboard.press("4")
    expect(chosen).to_have_attribute("aria-label", "column 4: 2 up – chosen, choose it again to take it back")


SMALL_TEXT = """() => [...document.querySelectorAll('.others b')]
  .filter((text) => parseFloat(getComputedStyle(text).fontSize) < 12).map((text) => text.outerHTML)"""
READABLE = """() => [...document.querySelectorAll('.others .sky')]
  .every((sky) => sky.clientHeight >= 72 && sky.clientWidth >= 100)"""


def test_the_boards_of_the_others_can_be_read(visit: Visit, site: str) -> None:
    anna = Person(site)
    table = anna.open_table("beam-me-up", [None, *[{"kind": "bot", "level": "gentle"}] * 3], hints=True)
    page = visit(f"/t/{table}?start", person=anna, size=PHONE)
    others, marks = page.locator(".others .tower"), page.locator(".others [data-mark]")
    controls = page.locator(".controls")
    tops: list[float] = []
    while len(tops) < 3 or not marks.count():  # bots may have begun
        assert not is_over(page)
        tops.append(controls.evaluate("element => element.getBoundingClientRect().top"))
        if rolling(page):
            tap(page.get_by_role("button", name="Stop here"))
        else:
            tap(
                confirm(page) if confirm(page).is_visible() else page.locator("button.target[aria-pressed=false]").first
            )
    assert len(set(tops)) == 1, "nothing moves when there is something else to do"
    for width, height in (360, 640), (390, 844), (844, 390), (1440, 900):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".own header")).to_contain_text("Your board")
        expect(others).to_have_count(3)
        page.wait_for_function(READABLE)
        assert page.evaluate(SMALL_TEXT) == []
    assert not is_over(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".tower .advised, .dice .advised, .controls .hint-frame").first).to_be_visible()
    page.get_by_role("button", name="Show the board of Bruno large").click()
    expect(page.get_by_role("dialog").get_by_role("region", name="Board of Bruno")).to_be_visible()


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_rules_allow_what_lessons_ask_for(lesson: dict[str, Any]) -> None:
    moves = tr.from_position(lesson["position"]).moves(0)
    assert set(lesson["expect"]) <= set(moves)
    assert len(CHOICES) == len(LESSONS)
