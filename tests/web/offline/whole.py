"""Somebody who plays whole games with what the pages offer: an iterator a game, which ends when it is over."""

from collections.abc import Callable, Iterator

from playwright.sync_api import Page

from ..games import beam_me_up, biberbande, biesti_boys, denkste
from ..games.dog import Clicks

Playing = Iterator[None]


def _dog(page: Page) -> Playing:
    anna = Clicks(page)
    while anna.step():
        yield


def _biberbande(page: Page) -> Playing:
    while not biberbande.is_over(page):
        biberbande.tap(page, biberbande.ENGLISH)
        yield


def _beam_me_up(page: Page) -> Playing:
    while not beam_me_up.is_over(page):
        beam_me_up.step(page)
        yield


def _biesti_boys(page: Page) -> Playing:
    page.locator(".house").wait_for()
    while not biesti_boys.play((page, biesti_boys.tap), rounds=1):
        yield


def _denkste(page: Page) -> Playing:
    turn = 0
    while denkste.seal(page, turn):
        turn += 1
        yield


WHOLE: dict[str, Callable[[Page], Playing]] = {
    "beam-me-up": _beam_me_up,
    "biberbande": _biberbande,
    "biesti-boys": _biesti_boys,
    "denkste": _denkste,
    "dog": _dog,
}
