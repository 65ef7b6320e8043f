"""Dog looked back on: each moment is the position before the move, seen by whoever moved, with their cards."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tafelrunde.lab.review import VERDICTS, Account, Decision, Review, Tally, verdict

from ...parts import thorough
from ..conftest import LAPTOP, PHONE, Visit
from ..people import BOT, Message, Person

WORDS = json.loads((Path(__file__).parents[3] / "web/src/games/dog/lang/en.json").read_text(encoding="utf-8"))
MOMENTS = 2
SLIP = VERDICTS["slip"]
REVIEW_MILLISECONDS = 900_000
"""In which the strongest bot has thought about every decision of a game."""
ASK = """async (path) => {
    const authorization = `Bearer ${JSON.parse(localStorage['tafelrunde.me']).token}`
    return (await fetch(path, { headers: { authorization } })).json()
}"""


@pytest.fixture(scope="module")
def blunders(site: str) -> tuple[Person, str, list[tuple[Message, Message]]]:
    """Who made bad moves in a game of Dog; each time what was best, and what was made."""
    anna = Person(site)
    table = anna.open_table("dog", [None, BOT, BOT, BOT], public=False, hints=True)
    return anna, table, anna.blunder(table, MOMENTS)


@pytest.fixture(scope="module")
def finished(site: str) -> tuple[Person, str]:
    """A game of Dog that is over, and who played it."""
    anna = Person(site)
    table = anna.open_table("dog", [None, BOT, BOT, BOT], public=False)
    anna.play(table)
    return anna, table


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_moment_is_the_position_before_the_move_with_the_own_hand(
    visit: Visit, blunders: tuple[Person, str, list[tuple[Message, Message]]], size: ViewportSize
) -> None:
    """The review is made of what the strongest bot said when it was asked: that of a whole game takes too long here."""
    anna, table, made = blunders
    page = visit("/", person=anna, size=size)
    steps = steps_of(page, table)
    decisions = decisions_of(steps, made)
    page.route("**/review", lambda route: route.fulfill(json=told(table, decisions)))
    page.goto(f"/replay/{table}?show=review")
    shows_moments(page, steps, decisions, MOMENTS)


@thorough
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_review_by_the_server(visit: Visit, finished: tuple[Person, str], size: ViewportSize) -> None:
    anna, table = finished
    page = visit(f"/replay/{table}?show=review", person=anna, size=size)
    expect(page.locator(".moves button").first).to_be_visible(timeout=REVIEW_MILLISECONDS)
    review = page.evaluate(ASK, f"/api/records/{table}/review")["review"]
    shows_moments(page, steps_of(page, table), [Decision(**one) for one in review["decisions"]], 3)


def steps_of(page: Page, table: str) -> list[Message]:
    """The steps of a game as Anna knows them."""
    steps: list[Message] = []
    first: int | None = 0
    while first is not None:
        found = page.evaluate(ASK, f"/api/records/{table}/steps?seat=0&from={first}")
        steps, first = steps + found["steps"], found["next"]
    return steps


def decisions_of(steps: list[Message], made: list[tuple[Message, Message]]) -> list[Decision]:
    """What a review would say of moves, if they all throw enough away."""
    decisions, own = [], (step for step in steps if step["seat"] == 0)
    for best, played in made:
        step = next(step for step in own if step["move"] == played["move"])
        chances = best["win"], best["win"] - SLIP, SLIP, verdict(SLIP), 0.0
        decisions.append(Decision(step["number"], 0, played["move"], best["move"], *chances, best["why"]))
    return decisions


def told(table: str, decisions: list[Decision]) -> Message:
    """What the server tells of a review."""
    accounts = [Account(seats, 0.5, 0.0, 0.0, 0.0, 0.5) for seats in ([0, 2], [1, 3])]
    verdicts = {"fine": 0, "slip": 0, "mistake": 0, "blunder": 0}
    tallies = [Tally(seat, 0, 0.0, verdicts) for seat in range(4)]
    review = Review("dog", {"players": 4}, decisions, tallies, accounts, [])
    return {"id": table, "moves": 1, "done": 1, "review": review.plain()}


def shows_moments(page: Page, steps: list[Message], decisions: list[Decision], count: int) -> None:
    by_number = {one.number: one for one in decisions}
    expect(page.get_by_label("Seen by")).to_have_value("0")
    for moment in range(1, count + 1):
        expect(page.get_by_text(f"Moment {moment} of {count}")).to_be_visible()
        shows(page, steps, by_number)
        if moment < count:
            page.get_by_role("button", name="Next moment").click()


def shows(page: Page, steps: list[Message], decisions: dict[int, Decision]) -> None:
    """The position before a decision, with the own hand, and drawn in it what was played and what was better."""
    board = page.get_by_role("group", name="The board")
    at = int(page.locator(".timeline input").input_value())
    one, view = decisions[at + 1], steps[at]["view"]
    hand = [WORDS[f"dog.card.{card}"] for card in view["hands"][0]]
    moves = page.locator(".moves button")
    expect(moves).to_have_count(1 if one.best == one.move else 2)
    expect(moves.last).to_have_attribute("aria-pressed", "true")
    for button, move in (moves.last, one.best), (moves.first, one.move):
        seen(page, button)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(button.locator("span")).not_to_be_empty()
        expect(page.locator(".hand button .only-heard")).to_have_text([re.compile(f"^{card}(,|$)") for card in hand])
        expect(page.locator(".hand .hint .only-heard")).to_have_text(
            re.compile(f"^{WORDS[f'dog.card.{card_of(move)}']}")
        )
        if not move.startswith("give "):
            seen(page, page.locator(f'.preview.hint[data-preview="{move}"] .ghost').first)
        seen(page, board)
        assert int(page.locator(".timeline input").input_value()) == at, (
            "both are drawn in the position before the move"
        )


def seen(page: Page, what: Locator) -> None:
    """It is on the screen as a whole, and nothing was scrolled."""
    at, size = what.bounding_box(), page.viewport_size
    assert at is not None and size is not None
    assert at["y"] >= 0 and at["y"] + at["height"] <= size["height"], at
    assert page.evaluate("scrollY") == 0


def card_of(move: str) -> str:
    """The card that leaves the hand."""
    return move.removeprefix("give ").split()[0] if not move.startswith("X=") else "X"
