"""How fast bots play, whether they wait, and moves that are taken back and shown again."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from .conftest import LAPTOP, PHONE, Visit, served
from .games.dog import Clicks, offer, offer_now
from .people import BOT, EMPTY, Person
from .shifts import assert_nothing_moved, watch_shifts

GOOD = {"kind": "bot", "level": "good"}
SPEED = 6
MARBLES = "[...document.querySelectorAll('g.marble')].map((one) => one.style.transform).join(' ')"
"""Where the marbles lie."""
RECORD = f"""() => {{
  window.seen = []
  const watch = new MutationObserver(() => window.seen.push({MARBLES}))
  watch.observe(document.body, {{ subtree: true, childList: true, attributes: true }})
}}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("tempo"), SPEED)


class Anna:
    """She plays Dog against bots that wait for her."""

    def __init__(self, page: Page) -> None:
        self.page, self._clicks = page, Clicks(page)
        self.go = page.get_by_role("button", name="Weiter", exact=True)
        self.back = page.get_by_role("button", name="Zug zurücknehmen")
        self.mine = page.locator(".prompt.mine")
        self.ready = page.locator(".prompt.mine, .go:enabled").first
        self.been: set[str] = set()
        """Where the marbles lay when she was to move."""

    def marbles(self) -> str:
        return str(self.page.evaluate(MARBLES))

    def play(self) -> None:
        """Play on until bots wait after a move of hers that she can take back."""
        while True:
            expect(self.ready).to_be_visible()
            if self.go.is_visible() and self.back.is_visible():
                return
            if self.go.is_visible():
                self.page.keyboard.press("Space")
            elif offer := offer_now(self.page):
                self.been.add(self.marbles())
                self._clicks.do(offer)

    def look_around(self) -> None:
        """Choose a move, see what it does, go back; ask for a hint and for what happened."""
        begun = self.page.locator(".hand .lifted, .jokers, .tray")
        while not (now := offer(self.page))["give"] and not now["confirm"]:
            if now["spots"] and not self.page.locator(".tray").count():
                break  # with a mouse a tap on the board would be the move
            self._clicks.do(now)
        if (back := self.page.locator(".bar .back")).is_visible():
            back.click()
        while begun.count():
            self.page.keyboard.press("Escape")
        self.page.get_by_role("button", name="Tipp").click()
        expect(self.page.locator(".hints")).to_be_visible()
        self.page.keyboard.press("Escape")
        for _ in range(2 * self.page.get_by_role("button", name="Seit deinem letzten Zug").count()):
            self.page.get_by_role("button", name="Seit deinem letzten Zug").click()

    def let_a_bot_move(self) -> tuple[str, str]:
        """Let one bot move, playing herself where she has to; where the marbles lay before it, and lie then."""
        while True:
            expect(self.ready).to_be_visible()
            if self.go.is_visible():
                before = self.marbles()
                self.go.click()
                expect(self.ready).to_be_visible()
                return before, self.marbles()
            if offer := offer_now(self.page):
                self._clicks.do(offer)


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_bots_wait_and_a_move_is_taken_back_and_shown_again(visit: Visit, site: str, size: ViewportSize) -> None:
    person = Person(site)
    table = person.open_table("dog", [None, GOOD, GOOD, GOOD], tempo="tap", hints=True)
    page = visit(f"/t/{table}", person=person, lang="de", size=size)
    page.get_by_role("button", name="Spiel starten", exact=True).click()
    anna, onlooker = Anna(page), visit(f"/t/{table}/watch")
    expect(anna.ready).to_be_visible()
    watch_shifts(page)
    for take_back in (anna.back.click, lambda: page.keyboard.press("Control+z")):
        anna.play()
        take_back()
        expect(page.get_by_role("main").get_by_text("Du hast deinen Zug zurückgenommen.")).to_be_visible()
        expect(anna.mine).to_be_visible()
        expect(anna.go).to_be_hidden()
        assert anna.marbles() in anna.been
        expect(onlooker.locator(".log ol")).to_contain_text("Anna took the move back.")
        anna.look_around()
    expect(onlooker.locator(".log li").filter(has_text="Anna took the move back.")).to_have_count(2)
    anna.play()
    assert_nothing_moved(page)
    page.reload()
    expect(anna.back).to_be_visible()
    for button in (anna.go, anna.back):
        assert_large(button)
    again = page.get_by_role("button", name="Letzten Zug noch mal zeigen")
    before, after = anna.let_a_bot_move()
    while before == after:
        before, after = anna.let_a_bot_move()
    assert_large(again)
    page.evaluate(RECORD)
    again.click()
    page.wait_for_function(f"() => window.seen.includes({before!r}) && {MARBLES} === {after!r}")
    expect(anna.ready).to_be_visible()


ROLLS = """() => {
  globalThis.rolls = []
  const known = new Set()
  const watch = new MutationObserver(() => {
    const rolling = [...document.querySelectorAll('g.marble')].flatMap((marble) => marble.getAnimations())
    const begun = rolling.filter((one) => !known.has(one))
    for (const one of begun) known.add(one)
    if (begun.length) rolls.push([performance.now(), Math.max(...begun.map((one) => one.effect.getTiming().duration))])
  })
  watch.observe(document.querySelector('.stage'), { subtree: true, attributes: true, attributeFilter: ['style'] })
}"""
"""When marbles began to roll, move by move, and how long they roll, in the page's own milliseconds."""
ACTS = """() => {
  globalThis.acts = []
  const watch = new MutationObserver(() => {
    const act = document.querySelector('.reveal')?.dataset.act ?? 'none'
    if (act !== acts.at(-1)) acts.push(act)
  })
  watch.observe(document.querySelector('.stage'), { subtree: true, childList: true, attributes: true })
}"""
"""The acts of the reveals that were shown, in order."""


def test_every_move_of_bots_is_seen_to_its_end_before_the_next(visit: Visit, site: str) -> None:
    """In the quickest tempo: marbles have come to rest, and cards have been turned, read and followed."""
    anna = Person(site)
    watched: dict[str, Page] = {}
    for game, script, size in ("dog", ROLLS, PHONE), ("denkste", ACTS, LAPTOP):
        table = anna.open_table(game, [None, GOOD, GOOD, GOOD], options={}, tempo="fast")
        page = watched[game] = visit(f"/t/{table}/watch", size=size, reduced_motion="no-preference")
        expect(page.locator(".lobby, .around").first).to_be_visible()
        anna.play(table, 1)
        expect(page.locator(".game .stage > *").first).to_be_visible()
        page.evaluate(script)
        anna.play(table, 8)
    watched["dog"].wait_for_function("() => rolls.length > 5")
    rolls = watched["dog"].evaluate("rolls")
    for (begun, lasts), (after, _) in pairwise(rolls):
        assert after - begun > lasts, "the next marble rolls while this one does"
    watched["denkste"].wait_for_function("() => acts.filter((act) => act === 'walk').length > 2")
    acts = watched["denkste"].evaluate("acts")
    reveals = " ".join(acts).split("cards")[1:-1]
    assert reveals and all(reveal.startswith(" open verdict walk") for reveal in reveals), acts


def assert_large(button: Locator) -> None:
    """Large enough for a thumb."""
    box = button.bounding_box()
    assert box is not None and box["width"] >= 44 and box["height"] >= 44


def test_the_host_changes_the_tempo_and_everybody_sees_it(visit: Visit, site: str) -> None:
    person = Person(site)
    table = person.open_table("denkste", [None, BOT, EMPTY, EMPTY], tempo="normal")
    page, other = visit(f"/t/{table}", person=person), visit(f"/t/{table}/watch", size=PHONE)
    expect(page.get_by_label("Taking back")).to_be_checked()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="Menu").click()
    tempo = page.get_by_label("Pace of the bots")
    expect(tempo.get_by_role("option")).to_have_text(["slow", "normal", "fast", "wait for me"])
    tempo.select_option("slow")
    other.get_by_role("button", name="Menu").click()
    expect(other.get_by_label("Pace of the bots")).to_have_value("slow")
    expect(other.get_by_label("Pace of the bots")).to_be_disabled()
    expect(other.get_by_role("button", name=re.compile("Take back"))).to_have_count(0)
    page.goto("/")
    page.get_by_role("button", name="Play now: Denkste!").click()
    page.get_by_role("button", name="Menu").click()
    expect(tempo).to_have_value("slow")
