"""Beam me up in the browser."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import tafelrunde as tr

from .beam_me_up import alike, is_over, rolling
from .conftest import PHONE, Visit

LESSONS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "web/src/games/beam-me-up/lessons.json").read_text(encoding="utf-8")
)


def test_a_game_from_home_to_the_result(visit: Visit) -> None:
    page = visit("/", lang="en")
    page.get_by_role("button", name="Play now: Beam me up").click()
    turn = 0
    while not is_over(page):
        if rolling(page):
            turn += 1
            throw_and_stop(page, turn < 3)
        elif (uses := page.get_by_role("group", name="What your dice can do").get_by_role("button")).count():
            uses.first.click()
        else:
            page.locator("button.target[aria-pressed=false]").first.click()
    assert turn
    expect(page.locator("[data-over]")).to_be_visible()


def throw_and_stop(page: Page, again: bool) -> None:
    """Use the dice as they lie, or keep those that are alike and throw the others once more."""
    kept = alike(page, "en")
    if not again or len(kept) == 5:
        page.get_by_role("button", name="Stop here").click()
        expect(page.locator(".dice.open")).to_have_count(0)
        return
    for place in kept:
        page.get_by_role("button", name=f"Die {place}: ").click()
        expect(page.get_by_role("button", name=f"Die {place}: ")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="again").click()
    expect(page.get_by_text("Throw 2 of 3")).to_be_visible()
    if rolling(page):
        page.get_by_role("button", name="Stop here").click()
        expect(page.locator(".dice.open")).to_have_count(0)


def test_a_game_by_keys_alone(visit: Visit) -> None:
    page = visit("/", lang="de", size=PHONE)
    play = page.get_by_role("button", name="Gleich spielen: Beam me up")
    expect(play).to_be_visible()
    while not play.evaluate("button => button === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    turn = 0
    while not is_over(page):
        if rolling(page):
            turn += 1
            throw_by_keys(page, turn < 3)
        else:
            target = page.locator("button.target[aria-pressed=false]").first
            page.keyboard.press(str(target.get_attribute("aria-keyshortcuts")))
    assert turn
    expect(page.locator("[data-over]")).to_be_visible()


def throw_by_keys(page: Page, again: bool) -> None:
    kept = alike(page, "de")
    if again and len(kept) < 5:
        for place in kept:
            page.keyboard.press(str(place))
        expect(page.locator(".dice.open [aria-pressed=true]")).to_have_count(len(kept))
        page.keyboard.press("r")
        expect(page.get_by_text("Wurf 2 von 3")).to_be_attached()
    page.keyboard.press("s")
    expect(page.locator(".dice.open")).to_have_count(0)


CHOICES: list[list[str]] = [
    ["column 3: 1 up"],
    ["Die 2: 4", "Die 3: 4", "Die 4: 4", "Roll 2 dice again"],
    ["column 2: 1 up", "column 4: 2 up"],
    ["column 4: 1 up"],
    ["column 1: 1 up"],
    ["column S 2 up and column 4 1 up"],
    ["column 6: 1 up"],
    ["column 6: 1 up"],
]
"""What to tap in each lesson."""


def test_the_guided_first_game(visit: Visit) -> None:
    page = visit("/learn/beam-me-up/guide", lang="en")
    for choices in CHOICES:
        for choice in choices:
            page.get_by_role("button", name=choice).click()
        page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="You know how to play")).to_be_visible()


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
    expect(chosen).to_have_attribute("aria-label", "column 4: 2 up – chosen, tap again to take it back")


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_rules_allow_what_lessons_ask_for(lesson: dict[str, Any]) -> None:
    moves = tr.from_position(lesson["position"]).moves(0)
    assert set(lesson["expect"]) <= set(moves)
    assert len(CHOICES) == len(LESSONS)
