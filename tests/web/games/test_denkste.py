"""Denkste! in the browser: by pointer, by keys, and the reveal."""

import json

import pytest
from playwright.sync_api import Page, ViewportSize, WebSocketRoute, expect

from ..conftest import LAPTOP, PHONE, SPEED, Visit
from ..people import BOT, EMPTY, Person
from .denkste import begin, dials, number, over, seal

TURNS = 400
"""More than any game takes."""
SMALL = ViewportSize(width=360, height=640)
FINGER = 44
"""Pixels that a finger needs."""


def test_a_game_from_home_to_its_end_by_pointer(visit: Visit) -> None:
    page = visit("/")
    begin(page)
    expect(page.get_by_role("button", name="Seal it")).to_be_disabled()
    for turn in range(TURNS):
        if not seal(page, turn):
            break
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


WATCH = """() => {
  window.seen = []
  const look = () => window.seen.push({
    at: performance.now(),
    prompt: document.querySelector('.prompt p').textContent,
    reveal: document.querySelector('[data-act]') !== null,
    dials: document.querySelectorAll('[role=radiogroup]').length,
    own: [...document.querySelectorAll('.holder')].map((one) => one.textContent).filter((text) => text.includes('You')),
  })
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
}"""


QUICKER = 0.45 / SPEED
"""How much quicker everything is here: a fast table, and a server whose time runs faster."""
SKIP = """() => new MutationObserver((_, watch) => {
  const reveal = document.querySelector('[data-act]')
  if (!reveal || window.skipped) return
  const marks = document.querySelectorAll("[data-mark='0']").length
  const seen = { name: reveal.ariaLabel, act: reveal.dataset.act, marks }
  watch.disconnect()
  reveal.click()
  setTimeout(() => (window.skipped = { ...seen, left: document.querySelector('[data-act]') !== null }))
}).observe(document.body, { subtree: true, childList: true, attributes: true })"""
"""Skip the next reveal as soon as it is there; what was seen then, and whether it is still there."""


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_reveal_is_played_before_the_next_card_and_can_be_skipped(visit: Visit, size: ViewportSize) -> None:
    page = visit("/", size=size, reduced_motion="no-preference")
    begin(page)
    page.evaluate(WATCH)
    page.get_by_role("radio", name="4, leads to: level 1, field 4 of 24").click()
    page.get_by_role("button", name="Seal it").click()
    expect(page.locator("[data-mark='0']")).to_contain_text("4")
    expect(page.get_by_role("radiogroup")).to_be_visible()
    everything = page.evaluate("window.seen")
    reveal = [seen for seen in everything if seen["reveal"]]
    [after, *_] = everything[everything.index(reveal[-1]) + 1 :]
    assert after["at"] - reveal[0]["at"] > 2500 * QUICKER, "time to understand it"
    assert not any(seen["dials"] or seen["prompt"].startswith("What does Bruno") for seen in reveal)
    assert {seen["prompt"].split()[0] for seen in reveal} == {"The", "Go"}
    own = [text for seen in reveal for text in seen["own"]]
    assert own and not any("thinking" in text for text in own), "who cannot set a card yet is not thinking about it"
    expect(page.get_by_label("Just now")).to_contain_text("Go 4, Stop")
    page.evaluate(SKIP)
    page.get_by_role("radio").nth(1).click()
    page.get_by_role("button", name="Seal it").click()
    page.wait_for_function("() => window.skipped")
    assert page.evaluate("skipped") == {"name": "Go on", "act": "cards", "marks": 0, "left": False}


def test_a_dial_is_dragged_round_and_rolled(visit: Visit) -> None:
    page = visit("/")
    begin(page)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("5")
    expect(page.get_by_role("radio", checked=True)).to_have_attribute("data-number", "5")
    page.keyboard.press("Escape")
    expect(page.get_by_role("radio", checked=True)).to_have_count(0)
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
    anna, bert = visit(f"/t/{table}", person=host), visit(f"/t/{table}", size=SMALL)
    bert.get_by_role("button", name="Join in").click()
    anna.get_by_role("button", name="Start", exact=True).click()
    for annas, berts in ((6,), (1,)), ((2,), (1,)), ((3,), (3, 3)):
        sets(anna, *annas)
        sets(bert, *berts)
    expect(anna.get_by_label("Just now")).to_contain_text("go back!")
    expect(bert.get_by_text("Anna is caught and has to go back to the start field of level 2.").first).to_be_attached()


def sets(page: Page, *numbers: int) -> None:
    """Set a card that has so many dials, one by one where there is little room, and seal it."""
    one_by_one = page.get_by_role("group", name="The dials").get_by_role("button")
    if len(numbers) > 1 and page.viewport_size == SMALL:
        expect(one_by_one).to_have_count(len(numbers))
    expect(page.get_by_role("radiogroup")).to_have_count(1 if one_by_one.count() else len(numbers))
    for i, chosen in enumerate(numbers):
        if one_by_one.count():
            expect(one_by_one.nth(i)).to_have_attribute("aria-pressed", "true")
        number = page.get_by_role("radiogroup").nth(0 if one_by_one.count() else i).get_by_role("radio").nth(chosen - 1)
        box = number.bounding_box()
        assert box is not None and min(box["width"], box["height"]) >= FINGER, box
        number.click()
    page.get_by_role("button", name="Seal it").click()


def test_advice_is_drawn_and_a_hand_of_its_own_has_a_large_dial(visit: Visit, site: str) -> None:
    host = Person(site)
    table = host.open_table("denkste", [None, BOT, EMPTY, EMPTY], options={}, hints=True)
    page = visit(f"/t/{table}?start", person=host, size=PHONE)
    expect(page.get_by_role("radiogroup")).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".target.hinted")).to_have_count(1)
    expect(page.locator(".ghost.hint")).to_be_visible()
    page.goto(f"/t/{table}/hand")
    for width, height, least in (390, 844, 300), (360, 640, 250), (844, 390, 180):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            "least => document.querySelector('[role=radiogroup]')?.getBoundingClientRect().width >= least", arg=least
        )


def test_who_shares_a_victory_is_told_so(visit: Visit, site: str) -> None:
    """No game of a test ends in a tie, so the page is told of one."""
    host = Person(site)
    table = host.open_table("denkste", [None, BOT, EMPTY, EMPTY])
    host.play(table, 1)
    page = visit("/", person=host, size=PHONE)

    def tie(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda frame: route.send(tied(frame)))

    page.route_web_socket("**/ws/*", tie)
    page.goto(f"/t/{table}")
    for size in (PHONE, LAPTOP):
        page.set_viewport_size(size)
        expect(page.locator("[data-over] h2")).to_have_text("It is a tie: you share the victory with Bruno.")


def tied(frame: str | bytes) -> str:
    """What the server tells, as if the game had ended in a tie."""
    message = json.loads(frame)
    if "lobby" in message:
        message["lobby"]["phase"] = "over"
    for perspective in message.get("seats", {}).values():
        perspective.setdefault("view", {})["result"] = {"winners": [0, 1], "scores": [1, 1]}
    return json.dumps(message)
