"""Biesti Boys in the browser: whole games from the start page to the result, and races for one lift."""

import re
from itertools import product
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.parts import thorough
from tests.web.conftest import LAPTOP, PHONE, Visit
from tests.web.games.biesti_boys import OVER, READY, drag_together, middle, play, play_to_the_end, press, tap
from tests.web.people import EMPTY, Person

LAYS, YOU_LAY = re.compile("^(?!you|du).* (lays?|legt) ", re.IGNORECASE), re.compile("^(You lay|Du legst) ")
MIDDLE = """prompt => {
  const [bar, words] = [prompt, prompt.firstElementChild].map((one) => one.getBoundingClientRect())
  return Math.abs(bar.x + bar.width / 2 - words.x - words.width / 2)
}"""
"""How far what is to be done stands from the middle of its bar."""
FLOOR = re.compile(r": the (\d)")


def test_a_game_by_tapping(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play now: Biesti Boys").click()
    expect(page.locator(".house")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    assert page.locator(".prompt").evaluate(MIDDLE) < 1, "no room is kept beside it for what a race does not have"
    expect(page.locator(".lift .fresh .name").first).to_have_attribute("data-name", "Bruno")
    play_to_the_end((page, tap))
    expect(page.locator(OVER)).to_be_visible()
    expect(page.get_by_text("all laid").first).to_be_visible()
    expect(page.locator(f"{OVER}:not(.deaf)")).to_be_visible()
    page.get_by_role("link", name="What was good?").click()
    speaks_of_tempo(page)


def speaks_of_tempo(page: Page) -> None:
    """In the review, and not of luck: who is faster than a slow bot was not lucky."""
    expect(page.get_by_role("heading", name="Pace and skill")).to_be_visible()
    expect(page.get_by_text(re.compile(r"You made a move every \d+\.\d\ss and Bruno every"))).to_be_visible()
    page.get_by_text("All the numbers").click()
    expect(page.get_by_role("columnheader", name="Pace")).to_be_visible()
    assert not re.search(r"\bluck\b(?! is not counted)", page.locator("aside").inner_text(), re.IGNORECASE)


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=thorough)])
def test_a_game_by_keys(visit: Visit, whole: bool) -> None:
    page = visit("/", lang="de", size=PHONE)
    focus(page, page.get_by_role("button", name="Gleich spielen: Biesti Boys"))
    page.keyboard.press("Enter")
    expect(page.locator(".house")).to_be_visible()
    if whole:
        play_to_the_end((page, press))
        expect(page.locator(OVER)).to_be_visible()
    else:
        expect(page.locator(".prompt")).not_to_contain_text(READY)
        expect(page.get_by_role("button", name="Tipp")).to_have_count(0)
        play((page, press), rounds=60)
        page.get_by_role("button", name="Verlauf").click()
        expect(page.locator(".log li").filter(has_text=YOU_LAY).first).to_be_attached()


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=thorough)])
def test_two_browsers(visit: Visit, whole: bool) -> None:
    anna = visit("/")
    anna.get_by_role("button", name="With friends: Biesti Boys").click()
    anna.wait_for_url("**/t/*")
    bert = visit(urlsplit(anna.url).path, lang="de", size=PHONE)
    bert.get_by_role("button", name="Mitspielen").click()
    anna.get_by_role("button", name="Start with 2").click()
    for page in (anna, bert):
        expect(page.locator(".house")).to_be_visible()
    for page in (anna, bert):
        expect(page.locator(".prompt")).not_to_contain_text(READY)
    players = (anna, tap), (bert, press)
    if whole:
        play_to_the_end(*players)
    while not has_laid(anna) or not anna.locator(".log li").filter(has_text=LAYS).count():
        play(*players, rounds=5)
    bert.get_by_role("button", name="Verlauf").click()
    for page in (anna, bert):
        expect(page.locator(".log li").filter(has_text=LAYS).first).to_be_attached()
        expect(page.locator(".log li").filter(has_text=YOU_LAY).first).to_be_attached()


def has_laid(page: Page) -> bool:
    """Whether the log beside the board says that one has laid a card oneself."""
    return page.locator(".log li").filter(has_text=YOU_LAY).count() > 0


def test_two_people_on_one_screen_drag_at_the_same_time(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    page.get_by_role("button", name="With friends: Biesti Boys").click()
    page.get_by_role("button", name="Place 2").click()
    page.get_by_label("Who else is playing here?").fill("Ben")
    page.get_by_role("button", name="Somebody else on this device").click()
    page.get_by_role("button", name="Start with 2").click()
    expect(page.get_by_role("group", name="Cards of")).to_have_count(2)
    expect(page.locator(".prompt")).not_to_contain_text("Get ready")
    while not drag_together(page):
        tap(page)


def test_a_wrong_card_is_called_back_and_cards_are_drawn_by_hand(visit: Visit, site: str) -> None:
    host = Person(site)
    options = {"referee": "honour", "draw": "hand"}
    table = host.open_table("biesti-boys", [None, {"kind": "open"}, EMPTY, EMPTY], options=options)
    anna, bert = visit(f"/t/{table}", person=host), visit(f"/t/{table}", size=PHONE)
    bert.get_by_role("button", name="Join in").click()
    anna.get_by_role("button", name="Start", exact=True).click()
    for page in (anna, bert):
        expect(page.locator(".prompt")).not_to_contain_text("Get ready")
    pile = anna.locator(".pile")
    before = left_in(pile)
    lift = lay_wrongly(anna)
    bert.get_by_role("button", name=f"Halt! {lift}").click()
    expect(anna.get_by_text(re.compile("calls “Halt!” and is right")).first).to_be_attached()
    expect(bert.get_by_text(re.compile("You call “Halt!” and are right")).first).to_be_attached()
    expect(anna.get_by_role("button", name=re.compile("^Card "))).to_have_count(3)
    lay_wrongly(anna)
    anna.get_by_role("button", name=re.compile("^Draw")).click()
    expect(anna.get_by_role("button", name=re.compile("^Card "))).to_have_count(3)
    assert left_in(pile) == before - 1


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_refusal_says_the_sentence_first_and_the_rule_small(visit: Visit, site: str, size: ViewportSize) -> None:
    host = Person(site)
    table = host.open_table("biesti-boys", [None, {"kind": "bot", "level": "gentle"}, EMPTY, EMPTY], tempo="slow")
    page = visit(f"/t/{table}?start", person=host, size=size)
    expect(page.locator(".house")).to_be_visible()
    expect(page.locator(".prompt")).not_to_contain_text("Get ready")
    refusal = page.locator(".refusal")
    while not refusal.count():  # a bot may have laid something on which the card fits
        lay_wrongly(page)
        expect(page.locator(".flyer")).to_have_count(0)
    sentence, rule = refusal.locator("p"), refusal.get_by_role("button", name="BB-")
    expect(sentence).not_to_contain_text(re.compile("BB-"))
    expect(rule).to_have_text(re.compile(r"^BB-\d+$"))
    (x, _), (rule_x, _) = middle(sentence), middle(rule)
    height = "text => parseFloat(getComputedStyle(text).fontSize)"
    assert x < rule_x and rule.evaluate(height) < 0.8 * sentence.evaluate(height)
    expect(page.locator(".hand [aria-pressed=true]")).to_have_count(1)  # the card can be laid elsewhere
    prompt, shown = page.locator(".prompt").bounding_box(), refusal.bounding_box()
    close = refusal.get_by_role("button", name="Close").bounding_box()
    assert prompt and shown and close
    assert shown["y"] >= prompt["y"] + prompt["height"] and min(close["width"], close["height"]) >= 44
    shows_the_rule(page, rule)


def shows_the_rule(page: Page, rule: Locator) -> None:
    """In words, with where it comes from and its number; it can be closed, and leads to its place in the rulebook."""
    number, rules = rule.inner_text(), page.request.get("/api/rules/biesti-boys").json()["rules"]
    rule.click()
    dialog = page.get_by_role("dialog", name="The rule")
    expect(dialog).to_contain_text(next(one["texts"]["en"] for one in rules if one["id"] == number))
    expect(dialog.locator("p.soft")).to_have_text(re.compile(rf"^The rule sheet .*\. {number}$"))
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    rule.click()
    dialog.get_by_role("link", name="All rules").click()
    expect(page).to_have_url(re.compile(f"/learn/biesti-boys#{number}$"))
    expect(page.locator(f"#{number}")).to_be_in_viewport()


def left_in(pile: Locator) -> int:
    return int((pile.locator(".only-heard").text_content() or "").split()[0])


def lay_wrongly(page: Page) -> str:
    """Lay a card where it does not fit; the lift's name."""
    lifts = {name.partition(":")[0]: FLOOR.search(name) for name in names(page, "^(Top|Right|Bottom|Left) lift: ")}
    for (at, card), (lift, floor) in product(enumerate(names(page, "^Card ")), lifts.items()):
        number = FLOOR.search(card)
        if floor and ("a Go" in card or (number and abs(int(number[1]) - int(floor[1])) != 1)):
            page.get_by_role("button", name=re.compile("^Card ")).nth(at).click()
            page.get_by_role("button", name=re.compile(f"^{lift}: ")).click()
            return lift
    raise AssertionError("everything fits")


def names(page: Page, pattern: str) -> list[str]:
    found = page.get_by_role("button", name=re.compile(pattern)).all()
    return [each.get_attribute("aria-label") or "" for each in found]


def focus(page: Page, wanted: Locator) -> None:
    """Press Tab until something has the focus."""
    expect(wanted).to_be_enabled()
    for _ in range(60):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError("cannot be reached by Tab")
