"""Dog for fingers: large buttons, a preview before the move, warnings, reasons, and what happened since one's move."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from ..conftest import LAPTOP, PHONE, Visit
from . import positions

SMALL = ViewportSize(width=360, height=640)
TAP = 44


def practise(visit: Visit, pieces: list[list[str]], hand: list[str], before: tuple[Any, ...] = (), **more: Any) -> Page:
    """A position on the board of the guided game."""
    position = {"game": "dog", "turn": 0, "pieces": pieces, "hands": [hand, ["9", "K"], ["J", "A"], ["10", "2"]]}
    return positions.practise(visit, position, before, **more)


def card(page: Page, name: str) -> Locator:
    return page.locator(".hand").get_by_role("button", name=name)


def option(page: Page, name: str) -> Locator:
    return page.locator(f'.tray .option[aria-label*="{name}"]')


def tap_board(page: Page, x: float, y: float) -> None:
    """Tap where the board, which is 1000 wide and has its middle at 0, has this point."""
    page.locator(".board svg").last.evaluate(
        """(svg, [x, y]) => {
          const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM())
          document.elementFromPoint(at.x, at.y).dispatchEvent(
            new MouseEvent('click', { bubbles: true, clientX: at.x, clientY: at.y }))
        }""",
        [x, y],
    )


def boxes(page: Page) -> list[object]:
    return [page.locator(what).first.bounding_box() for what in (".board", ".bar", ".cards")]


PIECES = [["h", "12", "20", "62"], ["h", "h", "h", "16"], ["h", "h", "h", "21"], ["h", "h", "24", "55"]]


def test_a_move_is_chosen_from_large_buttons_and_shown_before_it_is_made(visit: Visit) -> None:
    page = practise(visit, PIECES, ["4", "7", "K"], size=SMALL, has_touch=True)
    expect(card(page, "Four")).to_be_visible()
    before = boxes(page)
    card(page, "Seven").click()
    option(page, "B field 20").click()
    expect(page.locator(".tray .option")).to_have_count(7)
    sizes = [button.bounding_box() for button in page.locator(".tray button:visible, .bar button").all()]
    assert all(box and min(box["width"], box["height"]) >= TAP for box in sizes), sizes
    assert all(box and box["y"] + box["height"] <= SMALL["height"] for box in sizes), sizes
    assert boxes(page) == before, "nothing moves when choices appear"
    option(page, "to field 27").click()
    expect(page.locator('[data-preview="7 20>27"]')).to_have_count(1)
    expect(page.locator(".tray .loss")).to_have_text("Careful: your partner Cleo’s piece on field 21 must go home!")
    assert boxes(page) == before
    yes = page.locator(".tray .yes").bounding_box()
    assert yes and yes["y"] + yes["height"] <= SMALL["height"]
    expect(page.locator(".nudge")).to_have_count(0)  # nothing was played
    for _ in range(3):
        page.keyboard.press("Escape")
    # A tap on the board takes what is near; what is not clear is asked for.
    card(page, "Four").click()
    tap_board(page, -60, 410)  # between field 62 and where it goes
    expect(page.locator(".tray .option")).not_to_have_count(0)
    expect(page.locator("[data-preview]")).to_have_count(0)
    page.locator(".bar .back").click()
    tap_board(page, 300, -290)  # field 24, where nothing else is
    expect(page.locator('[data-preview="4 20>24"]')).to_have_count(1)
    page.locator(".tray .yes").click()
    expect(page.locator(".nudge")).to_be_visible()  # it was played, and it was not what the lesson is about


@pytest.mark.parametrize("size", [SMALL, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("confirm", ["on", "off"])
def test_moves_are_confirmed_always_or_never_as_one_likes(visit: Visit, size: ViewportSize, confirm: str) -> None:
    page = practise(visit, PIECES, ["4", "7", "K"], size=size, has_touch=size is SMALL, confirm=confirm)
    card(page, "Four").click()
    for place in ("field 20", "to field 24"):
        page.locator(f':is(.spot, .option)[aria-label*="{place}" i]').first.click()
    played = page.locator(".nudge")  # it was not what the lesson is about
    if confirm == "on":
        expect(page.locator('[data-preview="4 20>24"]')).to_have_count(1)
        expect(played).to_have_count(0)
        page.locator(".tray .yes").click()
    expect(played).to_be_visible()


def test_with_a_mouse_only_a_loss_is_asked_about_and_german_cards_have_german_letters(visit: Visit) -> None:
    page = practise(visit, [["h", "h", "12", "16"], ["h"] * 4, *PIECES[2:]], ["4", "J", "Q", "K"], lang="de")
    expect(page.locator(".hand .rank").nth(2)).to_have_text("D")
    expect(page.locator(".hand .rank").nth(4)).to_have_text("B")
    card(page, "Vier").click()
    page.locator('.spot[aria-label="Dein Stein, Feld 12"]').click()
    page.locator('.spot[aria-label^="Nach Feld 16"]').click()
    expect(page.locator(".tray .loss")).to_have_text("Achtung: Dein eigener Stein auf Feld 16 muss heim!")
    page.keyboard.press("Escape")
    page.locator('.spot[aria-label^="Nach Feld 8"]').click()
    expect(page.locator(".nudge")).to_be_visible()
    page.set_viewport_size(PHONE)
    expect(page.locator(".hand .rank").nth(2)).to_have_text("D")


@pytest.mark.parametrize("size", [SMALL, LAPTOP], ids=["phone", "laptop"])
def test_a_card_says_why_it_does_not_go_and_the_board_what_happened(visit: Visit, size: ViewportSize) -> None:
    pieces = [["h", "h", "h", "14"], ["h", "h", "5", "16*"], ["h", "h", "h", "30"], ["h", "h", "h", "55"]]
    moves = (
        {"seat": 1, "move": "9 5>14"},
        {"seat": 2, "move": "J 30x55"},
        {"seat": 3, "move": "10 30>40"},
    )
    page = practise(visit, pieces, ["5", "K"], moves, size=size, has_touch=size is SMALL)
    card(page, "Five").click()
    why = page.locator(".why")
    expect(why).to_contain_text(re.compile("^Five: no move .*home: A piece leaves home only with .* DG-10"))
    expect(page.locator(".bar")).to_contain_text("Five: no move with this card now.")
    why.get_by_role("button", name="Close").click()
    expect(page.locator(".trails .arrow")).to_have_count(4)  # a way, both ways of the swap, a way
    expect(page.locator('[data-sent="1 0 14"]')).to_have_count(1)
    expect(page.locator(".board .last")).to_have_text(["9", "J", "10"])
    expect(page.locator(".board .partner")).to_have_text("Partner")
    card(page, "King").click()
    expect(page.locator(".trails.faint, [data-preview]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator('[data-sent="1 0 14"]')).to_have_count(1)
    expect(page.locator(".trails .arrow")).to_have_count(4)  # they stay until one's own move
    card(page, "King").click()
    page.locator('.tray .yes, .spot.target[aria-label*="field 0" i], .tray .option').first.click()
    expect(page.locator(".board .last").first).to_have_text("K")
    expect(page.locator("[data-sent]")).to_have_count(0)
    expect(page.locator(".trails .arrow")).to_have_count(1)
