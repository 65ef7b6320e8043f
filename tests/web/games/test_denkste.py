"""Denkste! in the browser: by pointer, by keys, and the reveal."""

from playwright.sync_api import Locator, Page, expect

from ..conftest import PHONE, Visit
from ..people import EMPTY, Person

TURNS = 400
"""More than any game takes."""


def begin(page: Page) -> None:
    """From home to a game against a bot."""
    page.locator(".world-denkste").get_by_role("button").first.click()
    expect(page.get_by_role("radiogroup").first).to_be_visible()


def number(turn: int, dial: int) -> int:
    """Large numbers make short games; dials show different ones."""
    return 6 - (turn // 2 + 2 * dial) % 3


def over(page: Page) -> Locator:
    return page.locator(".game[data-phase=over]")


def dials(page: Page) -> int:
    """Wait until a card is to be set; how many dials it has, none if the game is over."""
    over(page).or_(page.get_by_role("radiogroup")).first.wait_for()
    return page.get_by_role("radiogroup").count()


def test_a_game_from_home_to_its_end_by_pointer(visit: Visit) -> None:
    page = visit("/")
    begin(page)
    seal = page.get_by_role("button", name="Seal it")
    expect(seal).to_be_disabled()
    for turn in range(TURNS):
        if not (count := dials(page)):
            break
        for i in range(count):
            page.get_by_role("radiogroup").nth(i).get_by_role("radio").nth(number(turn, i) - 1).click()
        seal.click()
    expect(over(page)).to_be_visible()
    expect(page.get_by_label("Just now")).to_contain_text("In the centre!")


def test_a_game_by_keys_alone(visit: Visit) -> None:
    page = visit("/", lang="de", size=PHONE)
    page.locator(".world-denkste").get_by_role("button").first.focus()
    page.keyboard.press("Enter")
    focus = page.locator("[role=radio]:focus")
    assert dials(page) == 1
    for _ in range(30):
        page.keyboard.press("Tab")
        if focus.count():
            break
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", checked=True)).to_have_accessible_name("1, führt auf: Ebene 1, Feld 1 von 24")
    page.keyboard.press("Escape")
    expect(page.get_by_role("radio", checked=True)).to_have_count(0)
    for turn in range(TURNS):
        if not (count := dials(page)):
            break
        expect(focus).to_have_count(1)
        for i in range(count):
            page.keyboard.press(str(number(turn, i)))
        page.keyboard.press("Enter")
    expect(over(page)).to_be_visible()


def test_the_reveal_is_played_and_can_be_skipped(visit: Visit) -> None:
    page = visit("/", reduced_motion="no-preference")
    begin(page)
    page.get_by_role("radio", name="4, leads to: level 1, field 4 of 24").click()
    page.get_by_role("button", name="Seal it").click()
    drama = page.get_by_role("button", name="Go on")
    expect(drama).to_be_visible()
    drama.evaluate("button => button.click()")
    expect(drama).to_have_count(0)
    expect(page.get_by_label("Just now")).to_contain_text("Go 4, Stop")


def test_a_dial_is_dragged_round_and_rolled(visit: Visit) -> None:
    page = visit("/")
    begin(page)
    box = page.get_by_role("radiogroup").bounding_box()
    assert box is not None
    x, y, radius = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"] * 0.35
    page.mouse.move(x, y - radius)
    page.mouse.down()
    page.mouse.move(x - radius, y - 0.1 * radius, steps=6)
    page.mouse.move(x - radius, y, steps=2)
    page.mouse.up()
    expect(page.get_by_role("radio", checked=True)).to_have_attribute("data-number", "2")
    page.mouse.wheel(0, 120)
    expect(page.get_by_role("radio", checked=True)).to_have_attribute("data-number", "3")


def test_who_is_caught_by_a_double_goes_back(visit: Visit, site: str) -> None:
    """In the variant, on level 2."""
    host = Person(site)
    options = {"haste_gedacht": True, "rings": [4, 8, 4]}
    table = host.open_table("denkste", [None, {"kind": "open"}, EMPTY, EMPTY], options=options)
    anna, bert = visit(f"/t/{table}", person=host), visit(f"/t/{table}", size=PHONE)
    bert.get_by_role("button", name="Place 2: Free").click()
    anna.get_by_role("button", name="Start", exact=True).click()
    for annas, berts in ((6,), (1,)), ((2,), (1,)), ((3,), (3, 3)):
        sets(anna, *annas)
        sets(bert, *berts)
    expect(anna.get_by_label("Just now")).to_contain_text("go back!")
    expect(bert.get_by_text("Anna is caught and has to go back to the start field of level 2.").first).to_be_attached()


def sets(page: Page, *numbers: int) -> None:
    """Set a card that has so many dials, and seal it."""
    expect(page.get_by_role("radiogroup")).to_have_count(len(numbers))
    for i, chosen in enumerate(numbers):
        page.get_by_role("radiogroup").nth(i).get_by_role("radio").nth(chosen - 1).click()
    page.get_by_role("button", name="Seal it").click()
