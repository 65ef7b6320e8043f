"""Dog in the browser: whole games by clicks and by keys, against bots and against each other."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from ...parts import thorough
from ..conftest import PHONE, Visit, served
from ..people import Person
from .dog import Clicks, Keys, offer, offer_now

SPEED = 150
"""A game of Dog has some hundred moves: here bots do not let anybody wait."""
GOOD = {"kind": "bot", "level": "good"}
MOST = 600
"""So many clicks are surely enough for a game."""
FRAMES = 20_000
ENOUGH = 8
"""Marbles moved by each of two browsers, in which cards are dealt and given twice."""


READABLE = 28
"""Pixels of a text that is read from four metres, on a screen of 1920 × 1080."""
TEXT_SIZES = """() => {
    const scale = (text) => { const { a, b } = text.getScreenCTM?.() ?? { a: 1, b: 0 }; return Math.hypot(a, b) }
    const texts = document.querySelectorAll('.stage :is(.name, .count + .number, .facts, .partner text)')
    return [...texts].map((text) => parseFloat(getComputedStyle(text).fontSize) * scale(text))
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("dog"), SPEED)


def over(page: Page) -> None:
    expect(page.locator('.game[data-phase="over"]')).to_be_visible()
    expect(page.locator("[data-over]")).to_be_visible()


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=thorough)])
def test_a_game_by_clicks(visit: Visit, whole: bool) -> None:
    page = visit("/", lang="en")
    page.get_by_role("button", name="Play now: Dog").click()
    anna = Clicks(page)
    for _ in range(MOST if whole else 60):
        if not anna.step():
            break
    if whole:
        over(page)
    assert anna.given and anna.played


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=thorough)])
def test_a_game_by_keys(visit: Visit, whole: bool) -> None:
    page = visit("/", lang="de", size=PHONE)
    page.get_by_role("button", name="Gleich spielen: Dog").press("Enter")
    anna = Keys(page)
    for _ in range(MOST if whole else 60):
        if not anna.step():
            break
    if whole:
        over(page)
    else:
        page.get_by_role("button", name="Verlauf").click()
        expect(page.locator(".log li").filter(has_text=re.compile("^Du spielst ")).first).to_be_attached()


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=thorough)])
def test_two_browsers_against_each_other(visit: Visit, whole: bool) -> None:
    first, second = visit("/", lang="en"), visit("/", lang="de", size=PHONE)
    first.get_by_role("button", name="With friends: Dog").click()
    first.wait_for_url(re.compile("/t/"))
    second.goto(first.url)
    second.get_by_role("button", name="Mitspielen").click()
    expect(second.get_by_role("button", name=re.compile("^Platz 2: .* du$"))).to_be_visible()
    first.get_by_role("button", name="Start with bots in the free places").click()
    players = [Clicks(first), Clicks(second)]
    for _ in range(FRAMES):
        offers = [(player, offer_now(player.page)) for player in players]
        if not all(player.do(now) for player, now in offers if now):
            break
        if not whole and all(len(player.played) >= ENOUGH and player.given > 1 for player in players):
            break
        first.evaluate("new Promise(requestAnimationFrame)")
    for player in players:
        assert player.given
        if whole:
            over(player.page)
        else:
            # Whoever could hardly ever play may have seen the end before having played enough.
            expect(player.page.locator(".game")).to_have_attribute("data-phase", re.compile("running|over"))


def test_a_card_that_cannot_be_played_says_so_and_a_hint_is_drawn(visit: Visit, site: str) -> None:
    page = at_turn(visit, site, "/t/{}")
    now = offer(page)
    hopeless = next((label for label in now["all"] if label not in now["cards"]), None)
    if hopeless is not None:
        page.get_by_role("button", name=hopeless, exact=True).first.click()
        expect(page.locator(".bar")).to_contain_text("no move with this card now")
        expect(page.locator(".spot")).to_have_count(0)
    page.get_by_role("button", name=now["cards"][0], exact=True).first.click()
    begun = page.locator(".hand .lifted, .jokers")  # a Joker shows what it can be instead of the hand
    expect(begun).to_have_count(1)
    page.keyboard.press("Escape")
    expect(begun).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".preview.hint, .hand .hint").first).to_be_attached()  # drawn, or the card to give is
    assert offer(page)["all"] == now["all"], "nothing was played"


def test_a_phone_as_a_hand_beside_the_big_screen(visit: Visit, site: str) -> None:
    anna = Person(site)
    table = begun(anna)
    screen = visit(f"/t/{table}/screen", size={"width": 1920, "height": 1080})
    hand = visit(f"/t/{table}/hand", size=PHONE, person=anna)
    expect(screen.get_by_role("group", name="The board")).to_be_visible()
    expect(screen.locator(".hand, .spot")).to_have_count(0)
    expect(screen.locator(".partner")).to_have_count(4)
    assert min(screen.evaluate(TEXT_SIZES)) >= READABLE
    expect(hand.get_by_role("group", name="The board")).to_have_count(0)
    for _ in range(MOST):
        hand.locator(".prompt.mine ~ .stage .hand:not(:has(.leaving)) button:not(.off)").first.click()
        give, choices = hand.get_by_role("button", name=re.compile("^Give the .* to ")), hand.locator(".tray, .jokers")
        expect(give.or_(choices)).to_be_visible()
        if choices.count():
            break
        give.click()
        expect(hand.locator(".prompt.mine")).to_have_count(0)
    expect(choices.get_by_role("button").first).to_be_visible()


def begun(anna: Person) -> str:
    """A table some moves after the start."""
    table = anna.open_table("dog", [None, GOOD, GOOD, GOOD], public=False, hints=True)
    anna.play(table, 2)
    return table


def at_turn(visit: Visit, site: str, path: str) -> Page:
    anna = Person(site)
    return visit(path.format(begun(anna)), lang="en", person=anna)
