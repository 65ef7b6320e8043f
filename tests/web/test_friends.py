"""An evening with friends: invited, seated, away, ended, again. Taps are counted."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from .conftest import LAPTOP, PHONE, Visit, count_taps, taps
from .people import BOT, EMPTY, Person

TONES = """
globalThis.tones = 0
OscillatorNode = class extends OscillatorNode { constructor(...how) { super(...how); tones += 1 } }
"""
"""Count the tones that a page makes."""


def running(*pages: Page) -> None:
    for page in pages:
        expect(page.locator(".game")).to_have_attribute("data-phase", "running")


def test_friends_are_invited_seated_and_asked_for_a_rematch(visit: Visit, site: str) -> None:
    anna = visit("/", person=Person(site, "Anna"), size=PHONE, permissions=["clipboard-write"])
    count_taps(anna)
    anna.get_by_role("button", name="With friends: Denkste!").click()
    code = anna.get_by_role("img", name="The link of this table as a QR code")
    expect(code.locator("path")).to_have_attribute("d", re.compile("^M2 2h1"))
    anna.get_by_role("button", name="Copy link").click()
    expect(anna.get_by_role("button", name="Copied")).to_be_visible()
    assert taps(anna) == 2

    take_back, code = anna.get_by_role("checkbox", name=re.compile("^Taking back")), anna.locator(".code")
    expect(take_back).not_to_be_checked()
    before = code.bounding_box()

    ben = visit(anna.url, person=Person(site, "Ben"))
    count_taps(ben)
    asked = ben.get_by_role("dialog", name="Do you want to play?")
    expect(asked.get_by_label("What is your name?")).to_have_value("Ben")
    assert ben.evaluate("document.activeElement.tagName") == "H2", "closing it does not look like what is proposed"
    asked.get_by_role("button", name="Join in").click()
    expect(anna.get_by_role("button", name="Place 2: Ben is here")).to_be_visible()
    assert taps(ben) == 1
    expect(anna.get_by_role("button", name="Start with 2 players")).to_have_class(re.compile(r"\bmain\b"))
    assert code.bounding_box() == before, "nothing moves when somebody comes"
    expect(ben.get_by_role("button", name="Leave the table")).to_be_visible()

    twin = visit(anna.url, person=Person(site, "Ben"), size=PHONE)
    expect(twin.get_by_role("dialog", name="Do you want to play?")).to_be_visible()
    expect(anna.get_by_text("no seat yet")).to_be_visible()
    anna.get_by_role("button", name="Start with 2 players").click()
    warned = anna.get_by_role("dialog", name="Ben 2 has no seat yet.")
    warned.get_by_role("button", name="Let Ben 2 play").click()
    running(anna, ben, twin)
    expect(ben.locator(".seats .name")).to_have_text(["Anna", re.compile("^Ben"), "Ben 2"])

    twin.goto("/")
    seat = ben.locator(".seats [role=listitem]").nth(2)
    expect(seat).to_contain_text(re.compile(r"away · [\d,]+ s"))
    expect(ben.locator(".log ol")).to_contain_text("Ben 2 is away right now.")
    twin.go_back()
    running(twin)
    expect(ben.locator(".log ol")).to_contain_text("Ben 2 is back.")
    twin.get_by_role("button", name="Menu").click()
    twin.get_by_role("button", name="Leave the game").click()
    twin.get_by_role("button", name="Yes, leave").click()
    expect(anna.get_by_text("A bot now plays for Ben 2.").first).to_be_visible()
    expect(seat).to_contain_text("Bot plays")
    expect(ben.locator(".log ol")).to_contain_text("A bot now plays for Ben 2.")

    anna.get_by_role("button", name="Menu").click()
    top = anna.get_by_role("dialog").bounding_box()
    anna.get_by_role("button", name="End the game for everybody").click()
    expect(anna.locator(".sure .main")).to_have_text("Keep playing")
    now = anna.get_by_role("dialog").bounding_box()
    assert top is not None and now is not None and now["y"] == top["y"], "nothing moves under the pointer"
    anna.get_by_role("button", name="Yes, end it").click()
    expect(ben.get_by_role("heading", name="Anna has ended the game.")).to_be_visible()
    expect(ben.get_by_role("link", name="What was good?")).to_have_count(0)


AGAIN = re.compile("^(Play again|Rematch)$")


def playing(visit: Visit, host: Person, guest: Person, size: ViewportSize) -> tuple[Page, Page]:
    """Anna, the host, and Ben, whose device has this size, in a game."""
    table = host.open_table("denkste", [None, None, EMPTY, EMPTY], options={"rings": [4, 4, 4]})
    anna, ben = visit(f"/t/{table}", person=host), visit("/", person=guest, size=size)
    anna.get_by_role("button", name=re.compile("Place 2: Anna 2")).click()
    anna.get_by_role("button", name="Stand up").click()
    ben.goto(f"/t/{table}")
    ben.get_by_role("button", name="Join in").click()
    expect(anna.get_by_role("button", name="Place 2: Ben is here")).to_be_visible()
    anna.get_by_role("button", name="Start", exact=True).click()
    running(anna, ben)
    return anna, ben


def end(host: Page) -> None:
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="End the game for everybody").click()
    host.get_by_role("button", name="Yes, end it").click()


def test_a_rematch_takes_one_tap_each(visit: Visit, site: str) -> None:
    anna, ben = playing(visit, Person(site, "Anna"), Person(site, "Ben"), PHONE)
    table = anna.url
    end(anna)
    expect(ben.locator("[data-over]:not(.deaf)")).to_be_visible()
    for page in (anna, ben):
        count_taps(page)
    ben.get_by_role("button", name=AGAIN).click()
    called = anna.get_by_role("dialog", name="Ben wants a rematch")
    expect(anna).to_have_title("● Ben wants a rematch")
    called.get_by_role("link", name="Accept the rematch").click()
    running(anna, ben)
    assert (taps(anna), taps(ben)) == (1, 1) and anna.url == ben.url != table

    anna.goto("/")
    end(ben)
    ben.locator("[data-over]:not(.deaf)").get_by_role("button", name=AGAIN).click()
    expect(anna.get_by_role("status").filter(has_text="Ben wants a rematch · Denkste!")).to_be_visible()
    anna.get_by_role("link", name="Accept the rematch").click()
    running(anna, ben)
    assert anna.url == ben.url


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_a_rematch_rings_for_who_looks_at_the_review(visit: Visit, site: str, size: ViewportSize) -> None:
    people = Person(site, "Anna"), Person(site, "Ben")
    anna, ben = playing(visit, *people, size)
    table = anna.url.rpartition("/")[2]
    with ThreadPoolExecutor() as both:
        list(both.map(lambda person: person.play(table), people))
    expect(ben.locator("[data-over]")).to_be_visible()
    ben.add_init_script(TONES)
    ben.goto(f"/replay/{table}?show=review")
    expect(ben.locator(".curve, .moves").first).to_be_visible()
    ben.get_by_role("heading", level=1).click()
    before = ben.locator(".film").bounding_box()
    count_taps(ben)
    anna.locator("[data-over]:not(.deaf)").get_by_role("button", name=AGAIN).click()
    expect(ben.get_by_role("status").filter(has_text="Anna wants a rematch")).to_be_in_viewport()
    expect(ben).to_have_title("● Anna wants a rematch")
    assert ben.locator(".film").bounding_box() == before, "nothing moves"
    if size is LAPTOP:  # phones are quiet unless one wants them not to be
        ben.wait_for_function("() => tones === 4")
    ben.get_by_role("link", name="Accept the rematch").click()
    running(anna, ben)
    assert taps(ben) == 1 and ben.url == anna.url


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_who_comes_late_steps_in_for_a_bot(visit: Visit, site: str, size: ViewportSize) -> None:
    host = Person(site, "Anna")
    table = host.open_table("dog", [None, BOT, BOT, BOT], public=False)
    host.play(table, 1)
    ben = visit(f"/t/{table}", person=Person(site, "Ben"), size=size)
    count_taps(ben)
    ben.get_by_role("dialog").get_by_role("button", name="Step in for Cleo").click()
    expect(ben.locator(".seats .name").nth(2)).to_have_text(re.compile("^Ben"))
    expect(ben.get_by_role("dialog")).to_have_count(0)
    assert taps(ben) == 1
    expect(ben.locator(".seats [role=listitem]").first).to_contain_text(re.compile("Partner · away"))


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_code_is_typed_at_the_top_of_the_start_page(site: str, browser: Browser, size: ViewportSize) -> None:
    stranger = browser.new_context(base_url=site, locale="en", viewport=size).new_page()
    stranger.goto("/")
    field = stranger.get_by_label("Code or link")
    box = field.bounding_box()
    assert box is not None and box["y"] < size["height"] / 2
    field.fill("bcdfg")
    stranger.keyboard.press("Enter")
    expect(stranger.get_by_text("No table is waiting with this code.")).to_be_visible()
    stranger.context.close()
