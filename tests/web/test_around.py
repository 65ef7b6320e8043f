"""What is around the games: home, tables, rules, replays."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

import tafelrunde as tr

from .conftest import LAPTOP, PHONE, Visit, count_taps, taps
from .people import BOT, EMPTY, Person

KEY = re.compile(r"\b[a-z][\w-]*(\.[\w-]+)+\b")
"""What a text looks like that is not there: its key."""


@pytest.mark.parametrize(
    ("lang", "title", "play", "king", "size"),
    [
        ("de", "Fünf Spiele, ein Tisch.", "Gleich spielen", "K", PHONE),
        ("en", "Five games, one table.", "Play now", "K", LAPTOP),
        ("fr", "Cinq jeux, une table.", "Jouer", "R", PHONE),
    ],
)
def test_home_has_five_games_in_the_browsers_language(
    visit: Visit, lang: str, title: str, play: str, king: str, size: dict[str, int]
) -> None:
    page = visit("/", lang=lang, size=size)
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.get_by_role("button", name=re.compile(f"^{play}: "))).to_have_count(5)
    expect(page.locator(".world-dog .rank").first).to_have_text(king)
    drawn = page.locator("main svg text").all_text_contents()
    assert drawn and [text for text in (page.locator("body").inner_text(), *drawn) if KEY.search(text)] == []


def test_settings_are_kept(visit: Visit) -> None:
    page = visit("/", lang="en")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.get_by_label("Darstellung").select_option("dark")
    page.get_by_label("Farben").select_option("distinct")
    page.get_by_label("Animationen").select_option("reduced")
    page.keyboard.press("Escape")
    page.get_by_label("Dein Name").fill("Änne")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Fünf Spiele, ein Tisch.")
    expect(page.get_by_label("Dein Name")).to_have_value("Änne")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-palette", "distinct")
    expect(root).to_have_attribute("data-motion", "reduced")


def test_friends_come_by_code_sit_down_and_the_host_starts(visit: Visit) -> None:
    host, guest = visit("/", lang="en"), visit("/", lang="de", size=PHONE)
    host.get_by_label("Your name").fill("Anna")
    host.get_by_role("button", name="With friends: Denkste!").click()
    expect(host.get_by_role("heading", name="Invite")).to_be_visible()
    code = host.locator(".code").inner_text()
    expect(host.get_by_role("img", name="The link of this table as a QR code")).to_be_visible()
    host.get_by_label(re.compile("fields in the three rings")).select_option(label="very short: 12 · 8 · 4")

    guest.get_by_label("Dein Name").fill("Ben")
    guest.get_by_label("Code oder Link").fill("?!")
    guest.get_by_role("button", name="Los").click()
    expect(guest.get_by_text("Ein Code hat fünf Buchstaben")).to_be_visible()
    guest.get_by_label("Code oder Link").fill(code.lower())
    guest.get_by_role("button", name="Los").click()
    guest.get_by_role("button", name="Mitspielen").click()
    expect(guest.get_by_label(re.compile("Felder der drei Ringe"))).to_have_value("[12,8,4]")
    expect(host.get_by_role("button", name="Place 2: Ben is here")).to_be_visible()
    host.get_by_role("button", name="Place 3: Free").click()
    host.get_by_role("button", name="Bot: Gentle").click()
    expect(guest.get_by_role("button", name="Platz 3: Cleo Bot: Sanft")).to_be_visible()
    host.get_by_role("button", name="Start with 3").click()
    for page in (host, guest):
        expect(page.locator(".game")).to_have_attribute("data-phase", "running")
        expect(page.locator(".seats [role=listitem]")).to_have_count(3)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_table_offers_the_levels_of_its_game(visit: Visit, site: str, size: ViewportSize) -> None:
    anna = Person(site)
    table = anna.open_table("biesti-boys", [None, BOT, EMPTY, EMPTY])
    page = visit(f"/t/{table}", person=anna, lang="de", size=size)
    page.get_by_role("button", name=re.compile("Bot: Zufall")).click()
    expect(page.get_by_role("dialog").get_by_role("button", name=re.compile("^Bot: "))).to_contain_text(
        ["Sanft", "Kinder", "Gut", "Experte"]
    )
    page.get_by_role("button", name="Bot: Kinder").click()
    expect(page.get_by_role("button", name=re.compile("Platz 2: .*Bot: Kinder"))).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_every_level_can_be_chosen_at_home_and_one_tap_starts_a_game_with_it(visit: Visit, size: ViewportSize) -> None:
    """Not every game has the level for children: the others say what they play instead."""
    page = visit("/", lang="de", size=size)
    levels, note = page.locator(".levels label"), page.locator(".head [role=status]")
    expect(levels).to_have_text(["Sanft", "Kinder", "Gut", "Experte"])
    expect(note).to_be_empty()
    page.get_by_label("Kinder").check(force=True)
    expect(note).to_have_text(re.compile("^„Kinder“ gibt es bei Biesti Boys.* „Sanft“.$"))
    for game, level in ("Biesti Boys", "kids"), ("Denkste!", "gentle"):
        page.goto("/")
        expect(page.get_by_label("Kinder")).to_be_checked()
        count_taps(page)
        page.get_by_role("button", name=f"Gleich spielen: {game}").click()
        expect(page.locator(".game")).to_have_attribute("data-phase", "running")
        assert taps(page) == 1
        places = page.request.get(f"/api/tables/{urlsplit(page.url).path.rpartition('/')[2]}").json()["places"]
        assert {place["level"] for place in places if place["kind"] == "bot"} == {level}


def test_continue_where_one_was(visit: Visit, site: str) -> None:
    anna = Person(site)
    table = anna.open_table("denkste", [None, BOT, EMPTY, EMPTY])
    page = visit(f"/t/{table}", person=anna)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".game")).to_be_visible()
    page.goto("/")
    page.get_by_role("link", name="Denkste!", exact=True).click()
    expect(page.locator(".game")).to_have_attribute("data-phase", "running")


@pytest.fixture
def finished(site: str) -> tuple[Person, str]:
    """A game that is over, and who played it."""
    anna = Person(site)
    table = anna.open_table("denkste", [None, BOT, EMPTY, EMPTY])
    anna.play(table)
    return anna, table


def test_a_game_again_from_any_eyes(visit: Visit, finished: tuple[Person, str]) -> None:
    anna, table = finished
    page = visit(f"/replay/{table}", person=anna)
    where = page.get_by_role("slider", name="Position in the game")
    expect(where).to_have_attribute("aria-valuetext", re.compile("Step 0 of "))
    line = page.locator("p.line")
    page.get_by_role("button", name="One step forward").click()
    expect(where).to_have_value("1")
    before = line.inner_text()
    page.get_by_label("Seen by").select_option("Anna")
    expect(where).to_have_value("1")
    expect(line).not_to_have_text("")
    where.focus()
    page.keyboard.press("End")
    last = where.input_value()
    assert int(last) > 1 and before
    page.get_by_role("button", name="One step back").click()
    expect(where).to_have_value(str(int(last) - 1))


def test_the_deal_is_checked_here(visit: Visit, finished: tuple[Person, str]) -> None:
    anna, table = finished
    page = visit(f"/replay/{table}?show=deal", person=anna)
    expect(page.get_by_text("The record agrees with itself.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename == f"tafelrunde-denkste-{table}.json"


def test_after_a_game_one_more(visit: Visit, finished: tuple[Person, str]) -> None:
    anna, table = finished
    page = visit(f"/t/{table}", person=anna)
    expect(page.locator("[data-over]")).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".game")).to_have_attribute("data-phase", "running")
    assert table not in page.url


def test_somebody_who_lost_the_way_is_led_home(visit: Visit, site: str) -> None:
    page = visit("/")
    page.goto("/t/nosuchtable")
    expect(page.get_by_role("link", name="Home")).to_be_visible()
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Five games, one table.")


@pytest.mark.parametrize(("path", "size"), [("/learn/chess", PHONE), ("/learn/chess/guide", LAPTOP)])
def test_rules_of_a_game_that_is_not_there(visit: Visit, path: str, size: ViewportSize) -> None:
    page = visit(path, size=size)
    expect(page.get_by_role("heading", level=1, name="There is no such game here.")).to_be_visible()
    expect(page.locator(".shelf li")).to_have_count(5)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_it_can_be_installed_and_says_so_when_it_is_offline(visit: Visit, size: ViewportSize) -> None:
    page = visit("/", lang="de", size=size, keeps=True)
    manifest = page.request.get("/manifest.webmanifest").json()
    for icon in manifest["icons"]:
        assert page.request.get(icon["src"]).ok
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    _offline(page)


def _offline(page: Page) -> None:
    page.context.set_offline(True)
    try:
        page.goto("/learn")
        expect(page.get_by_text("Gerade gibt es keine Verbindung.")).to_be_visible()
    finally:
        page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1, name="Die Regeln")).to_be_visible()  # it comes back by itself


LIGHT, LIGHT_GAME = 58_500, 145_000
"""Bytes of scripts and styles, compressed: of all that home loads, as few as when it knew two languages; and of home
with the heaviest game, a tenth more than it is. What a server just started says of its games is not counted."""
LOADED = """() => Object.fromEntries(performance.getEntriesByType('resource')
    .filter(({ name }) => /\\.(js|css)$/.test(name) && !/\\/Preparing-/.test(name))
    .map(({ name, encodedBodySize }) => [name, encodedBodySize]))"""
DECISIONS = {
    "beam-me-up": ".dice.open button, button.target",
    "biberbande": ".board .can, .board .act:not(.ready)",
    "biesti-boys": '[aria-label*="Passt: "]',
    "denkste": "[role=radio]",
    "dog": ".hand button:not(.off)",
}
"""What can be chosen when it is one's turn."""


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("game", tr.games())
def test_home_is_light_and_a_game_too_and_two_taps_lead_to_the_first_decision(
    visit: Visit, game: str, size: ViewportSize
) -> None:
    page = visit("/", lang="de", size=size)
    count_taps(page)
    play = page.locator(f".world-{game} .main")
    expect(play).to_be_visible()
    expect(page.get_by_role("heading", name="Offene Tische")).to_be_attached()  # what comes last
    assert len(page.evaluate(LOADED)) > 5 and sum(page.evaluate(LOADED).values()) <= LIGHT
    play.click()
    ready, decision = page.locator(".act.ready"), page.locator(f".game:has(.prompt.mine) :is({DECISIONS[game]})").first
    expect(ready.or_(decision).first).to_be_visible()
    if ready.count():  # who has looked at the own cards says so
        ready.click()
    expect(decision).to_be_in_viewport()
    assert taps(page) <= 2
    decision.click(trial=True)
    loaded = page.evaluate(LOADED)
    assert sum(loaded.values()) <= LIGHT_GAME
    others = [other for other in tr.games() if other != game]
    assert not [url for url in loaded if any(f"/{other}-" in url for other in others)]


def test_what_a_language_lacks_is_said_in_the_fallback(visit: Visit) -> None:
    """The German texts arrive without one of them, as those of an unfinished language would."""
    page = visit("/learn", lang="de")

    def without(route: Route) -> None:
        response = route.fetch()
        text, count = re.subn(r'(["\'`])?home\.invite\1:(["\'`]).*?\2,?', "", response.text())
        cut.append(count)
        route.fulfill(response=response, body=text)

    cut: list[int] = []
    page.context.route("**/assets/de-*.js", without)
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile("^Mit anderen"))).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^With friends")).first).to_be_visible()
    assert 1 in cut
