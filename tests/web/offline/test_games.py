"""Without a network, after one visit: whole games, with a reload in the middle, and what one does with them then."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import tafelrunde as tr

from ...parts import thorough
from ..conftest import LAPTOP, PHONE
from ..games import biesti_boys, denkste
from .conftest import Cut, Visitor
from .whole import WHOLE

BEFORE = 3
"""So many steps are made before the page is loaded again."""


TO_THE_END = {"server": ("biesti-boys", "denkste", "dog"), "site": ("beam-me-up", "biberbande", "biesti-boys")}
"""Which games are played to the end every time: all of them, and one in both places."""
ALL = [(kind, game) for kind in TO_THE_END for game in tr.games()]
BEGUN_ONLY = [(kind, game) for kind, game in ALL if game not in TO_THE_END[kind]]


def begun(visit: Visitor, game: str) -> Page:
    """A game from the start page, some steps of it, and the page loaded again."""
    page = visit(size=PHONE if game in ("biberbande", "denkste") else LAPTOP)
    page.locator(f".world-{game}").get_by_role("button").first.click()
    steps(page, game)
    page.reload()
    return page


def steps(page: Page, game: str) -> None:
    """Some steps of a game."""
    playing = WHOLE[game](page)
    for _ in range(BEFORE):
        next(playing)


@pytest.mark.parametrize(
    ("cut", "game"),
    [pytest.param(*each, marks=thorough) if each in BEGUN_ONLY else each for each in ALL],
    indirect=["cut"],
)
def test_a_game_its_replay_and_its_review(visit: Visitor, cut: Cut, game: str) -> None:
    page = begun(visit, game)
    for _ in WHOLE[game](page):
        pass
    expect(page.locator("[data-over]:not(.deaf)")).to_be_visible()
    replayed(page)
    page.go_back()
    page.get_by_role("link", name="What was good?").click()
    expect(page.get_by_text("All the numbers")).to_be_visible()
    page.goto(cut.at("/"))
    expect(page.get_by_role("button", name="Play now")).to_have_count(5)


@pytest.mark.parametrize(("cut", "game"), BEGUN_ONLY, indirect=["cut"])
def test_a_game_goes_on_when_the_page_is_loaded_again(visit: Visitor, cut: Cut, game: str) -> None:
    page = begun(visit, game)
    steps(page, game)
    page.goto(cut.at("/"))
    expect(page.get_by_role("button", name="Play now")).to_have_count(5)


def test_two_people_share_a_phone(visit: Visitor) -> None:
    page = visit(size=PHONE)
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="On one device: Denkste!").click()
    page.get_by_role("button", name="Place 2: Free").click()
    page.get_by_label("Who else is playing here?").fill("Grandma")
    page.get_by_role("button", name="Somebody else on this device").click()
    page.get_by_role("button", name="Start with 2").click()
    for name in ("Anna", "Grandma"):
        expect(page.get_by_role("dialog", name=f"Over to {name}")).to_be_visible()
        denkste.seal(page, 0, never_caught)
    turn = 2
    while denkste.seal(page, turn, never_caught):
        turn += 1
    expect(page.locator("[data-over]")).to_contain_text("Grandma")


def test_games_are_taken_along_as_a_file(visit: Visitor, cut: Cut, tmp_path: Path) -> None:
    page = visit(size=PHONE)
    page.locator(".world-beam-me-up").get_by_role("button").first.click()
    steps(page, "beam-me-up")
    where = page.url
    page.goto(cut.at("/me"))
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    download.value.save_as(tmp_path / "games.json")
    page.get_by_role("button", name="Delete all games").click()
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_text("There are no games on this device any more.")).to_be_visible()
    page.get_by_label("Load from a file").set_input_files(tmp_path / "games.json")
    expect(page.get_by_text(re.compile("added"))).to_be_visible()
    page.goto(where)
    expect(page.locator(".game[data-phase=running]")).to_be_visible()
    next(WHOLE["beam-me-up"](page))


def test_two_people_play_at_one_screen_at_the_same_time(visit: Visitor) -> None:
    page = visit(size=PHONE)
    page.get_by_role("button", name="On one device: Biesti Boys").click()
    page.get_by_role("button", name="Place 2").click()
    page.get_by_label("Who else is playing here?").fill("Ben")
    page.get_by_role("button", name="Somebody else on this device").click()
    page.get_by_role("button", name="Start with 2").click()
    hands = page.get_by_role("group", name="Cards of")
    expect(hands).to_have_count(2)
    expect(page.locator(".prompt")).not_to_contain_text(biesti_boys.READY)
    while not biesti_boys.drag_together(page):
        biesti_boys.tap(page)


def never_caught(card: str, dial: int) -> int:
    """Whoever moves is never stopped."""
    return 6 if card == "go" else 2 + dial


def replayed(page: Page) -> None:
    """The game can be seen again, step by step."""
    page.get_by_role("link", name="Watch again").click()
    timeline = page.locator(".timeline input")
    expect(timeline).to_have_attribute("max", re.compile(r"[1-9]\d*"))
    timeline.focus()
    page.keyboard.press("ArrowRight")
    expect(timeline).not_to_have_value("0")
