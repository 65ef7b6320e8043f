"""Any position played on for all seats, from a game, a review or a link, with what the strongest bot thinks of it."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import tafelrunde as tr

from ..conftest import LAPTOP, PHONE, Visit
from ..people import BOT, EMPTY, Person
from .conftest import ADDRESS


@pytest.fixture(scope="module")
def finished(site: str) -> tuple[Person, str]:
    """A game that is over, and who played it."""
    anna = Person(site)
    table = anna.open_table("denkste", [None, BOT, EMPTY, EMPTY])
    anna.play(table)
    return anna, table


def ranked(page: Page) -> Locator:
    return page.get_by_role("region", name="What the strongest bot thinks").get_by_role("listitem")


def moves(page: Page) -> Locator:
    """The moves that were played, after the start."""
    return page.get_by_role("region", name="Moves", exact=True).locator("li:not(:first-child)")


def play_ranked(page: Page, number: int = 0) -> str:
    """Show a move that the bot has ranked on the board, and play it; while it thinks on, moves change their places."""
    ranked(page).nth(number).get_by_role("button").first.click()
    chosen = ranked(page).and_(page.locator(".shown"))
    words = chosen.locator(".move span").inner_text()
    before = page.url
    chosen.get_by_role("button", name="Play it").click()
    page.wait_for_url(lambda url: url != before, wait_until="commit")
    return words


def test_from_a_replay_one_plays_on_branches_and_shares(visit: Visit, site: str, finished: tuple[Person, str]) -> None:
    anna, table = finished
    page = visit(f"/replay/{table}", person=anna)
    page.get_by_role("button", name="Forward").click()
    page.get_by_role("link", name="Analyse").click()
    expect(page).to_have_url(ADDRESS)
    played = moves(page).count()
    assert played > 2, "what was played afterwards is there, too"
    expect(moves(page).first).to_contain_text(re.compile(r"Set (Go|Stop) to"))
    moves(page).first.get_by_role("button").first.click()
    expect(moves(page).first.locator("[aria-current]")).to_be_visible()
    page.get_by_role("button", name="One move back").click()

    # another move instead of the one that was made
    expect(ranked(page)).not_to_have_count(0)
    first = moves(page).first.locator(".move span").last.inner_text()
    ranked(page).filter(has_not_text=first).first.get_by_role("button").first.click()
    other = ranked(page).and_(page.locator(".shown"))
    expect(other).to_have_count(1)
    other.get_by_role("button", name="Play it").click()
    branch = page.locator("li.branch")
    expect(branch).to_have_count(1)
    expect(branch.locator("[aria-current]")).to_be_visible()
    assert moves(page).count() == played + 1

    board, where = page.locator(".prompt").inner_text(), page.url
    again = visit(where.removeprefix(site))
    expect(again.locator("li.branch [aria-current]")).to_be_visible()
    expect(again.locator(".prompt")).to_have_text(board)
    assert moves(again).count() == played + 1
    again.get_by_role("button", name="Delete this move").click()
    expect(again.locator("li.branch")).to_have_count(0)
    expect(moves(again)).to_have_count(played)


def test_a_review_leads_to_what_would_have_been(visit: Visit, finished: tuple[Person, str]) -> None:
    anna, table = finished
    page = visit(f"/replay/{table}?show=review", person=anna, size=PHONE)
    page.get_by_role("link", name="What if").click()
    expect(page).to_have_url(ADDRESS)
    expect(page.locator(".prompt.mine")).to_be_visible()
    expect(ranked(page)).not_to_have_count(0)


@pytest.mark.parametrize("game", tr.games())
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_every_game_is_played_on_with_a_ranking(visit: Visit, game: str, size: object) -> None:
    page = visit(f"/analyse?game={game}", size=size)
    expect(page).to_have_url(ADDRESS)
    for number in range(1, 4):
        if page.get_by_text("Nobody may act").count():
            break
        words = play_ranked(page)
        expect(moves(page).last).to_contain_text(words)
        assert moves(page).count() >= number
    small = page.evaluate(
        """() => [...document.querySelectorAll('.tools button, .tools select, aside button, aside select')]
            .map((one) => [one.innerText, one.getBoundingClientRect()])
            .filter(([, { width, height }]) => width < 44 || height < 44).map(([text]) => text)"""
    )
    assert small == [] and page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_where_the_bot_searches_it_thinks_deeper_and_deeper_and_stops(visit: Visit) -> None:
    page = visit("/analyse?game=dog")
    tried = page.get_by_text(re.compile(r"games tried"))
    expect(tried).to_contain_text(re.compile(r"^(400|1,600|6,400|25,600) "))
    # The board does not wait for it.
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(tried).to_have_count(0)
    page.get_by_role("button", name="Think", exact=True).click()
    expect(tried).to_be_visible()


def test_a_game_is_chosen_with_its_options(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("link", name="Analysis board").click()
    page.get_by_role("button", name="Denkste!").click()
    page.get_by_label("How many play").select_option("3")
    page.get_by_label(re.compile("rings")).select_option(label="very short: 12 · 8 · 4")
    page.get_by_role("button", name="Let’s go").click()
    expect(page).to_have_url(ADDRESS)
    expect(page.get_by_label("Whose view").locator("option")).to_have_count(5)


@pytest.mark.parametrize("broken", ["hello", "q1bKVLIyVNJRKlayqlZKT8xNVbJSSk5MzsjPS1Wq1VHKAzKj", "%00"])
def test_a_broken_link_says_so_kindly(visit: Visit, broken: str) -> None:
    page = visit(f"/analyse#{broken}")
    expect(page.get_by_role("alert")).to_contain_text("incomplete")
    page.get_by_role("button", name="Let’s go").click()
    expect(page.get_by_role("heading", name="Which game?")).to_be_visible()
