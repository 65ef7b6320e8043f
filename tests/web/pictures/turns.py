"""One turn of each game on a phone, as pictures in a row, for docs/screenshots: `make screenshots`.

From a person's move until it is their turn again, at the slow tempo: a picture whenever something new is told, once
it has been seen to its end. Where everybody acts at once there are no turns: one's own move, then what happens next.
"""

import base64
import itertools
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, TimeoutError, ViewportSize, sync_playwright

import tafelrunde as tr

from ..conftest import ARGUMENTS, CHROMIUM, PHONE, served
from ..people import EMPTY, Person
from .pages import BOT, FOLDER, PLACES, PLAYERS

BEFORE = {"beam-me-up": 9, "biberbande": 9, "biesti-boys": 4, "denkste": 12, "dog": 9}
"""How many moves the person has made when the pictures begin."""
MOST, ROW = 12, 6
"""At most so many pictures, so many of them beside each other."""
SETTLED = 900
"""Milliseconds after it is told: what it tells of has been drawn."""
PATIENCE = 120_000
LULL = 5_000
"""Milliseconds in which nothing happens in a race."""
WIDTH = 240
DECISIONS = 8
"""At most so many decisions are one turn."""

WHOLE = ("beam-me-up", "biberbande", "dog")
"""Where a turn is short enough to be shown whole."""
TRIES = 8
"""At most so many turns are watched until one shows what every bot did."""

LINE = "document.querySelector('.news .text')?.textContent"
MINE, OVER = ".prompt.mine", '.game[data-phase="over"]'
REVEAL = "document.querySelector('[data-act]')"
"""Cards that are being turned; what they do is seen best with the verdict."""
READABLE = f"() => !{REVEAL} || {REVEAL}.dataset.act === 'verdict'"
AGAIN = f"document.querySelector('{MINE}') && !{REVEAL}"


def pictures(page: Page, anna: Person, table: str, race: bool) -> Iterator[tuple[str, bytes]]:
    """The board before the move, after it, then after each thing that happens until it is the person's turn again.

    Each with the line that tells what happened.
    """
    page.locator(f".game:has({MINE}) .stage > *").first.wait_for(timeout=PATIENCE)
    page.wait_for_function(f"() => !{REVEAL}", timeout=PATIENCE)
    yield shot(page)
    for _ in range(1 if race else DECISIONS):
        anna.play(table, 1)
        page.wait_for_timeout(SETTLED)
        if not page.locator(MINE).count() or page.evaluate(REVEAL):
            break
    line, picture = shot(page)
    yield line, picture
    again = "false" if race else AGAIN
    while race or not page.evaluate(f"Boolean({AGAIN})"):
        try:
            page.wait_for_function(f"line => {LINE} !== line || {again}", arg=line, timeout=LULL if race else PATIENCE)
        except TimeoutError:
            if not race or page.locator(OVER).count():
                return
            anna.play(table, 1)  # nobody else can lay
        line, picture = shot(page)
        yield line, picture


def turn(page: Page, anna: Person, table: str, game: str) -> list[bytes]:
    """The pictures of a turn; where bots act one after another, of one that shows what each of them did."""
    race = tr.load(game).facts.simultaneous
    for _ in range(TRIES):
        told = list(itertools.islice(pictures(page, anna, table, race), MOST))
        names = page.locator(".seats .name").all_inner_texts()[1:]
        followed = all(any(line.startswith(name) for line, _ in told[2:]) for name in names)
        if game not in WHOLE or (followed and page.locator(MINE).count()):
            break
    return [picture for _, picture in told]


def shot(page: Page) -> tuple[str, bytes]:
    """What is told once nothing new has been told for a moment, and the picture of it."""
    line = None
    while line != (line := page.evaluate(LINE)):
        page.wait_for_timeout(SETTLED)
        page.wait_for_function(READABLE, timeout=PATIENCE)
    return line or "", page.screenshot(type="jpeg", quality=70)


def strip(browser: Browser, shots: list[bytes], file: Path) -> None:
    """Pictures side by side in one, in rows."""
    images = "".join(f'<img src="data:image/jpeg;base64,{base64.b64encode(shot).decode()}">' for shot in shots)
    height, rows = WIDTH * PHONE["height"] // PHONE["width"], -(-len(shots) // ROW)
    size = ViewportSize(width=(WIDTH + 8) * -(-len(shots) // rows), height=(height + 8) * rows - 8)
    page = browser.new_page(viewport=size, device_scale_factor=1.5)
    style = f"body{{margin:0;display:flex;flex-wrap:wrap;gap:8px;background:#fff}}img{{width:{WIDTH}px}}"
    page.set_content(f"<style>{style}</style>{images}")
    page.screenshot(path=file, type="jpeg", quality=72)
    page.close()


@contextmanager
def running(folder: Path, speed: float) -> Iterator[str]:
    """A server on the database in a folder."""
    yield from served(folder, speed)


def main() -> None:
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder, tables = Path(name), dict[str, str]()
        with running(folder, 12) as site:
            anna = Person(site)
            for game in tr.games():
                players = PLAYERS.get(game, 2)
                places = [None, *[BOT] * (players - 1), *[EMPTY] * (PLACES.get(game, 4) - players)]
                tables[game] = anna.open_table(game, places, public=False, options={}, tempo="slow")
                anna.play(tables[game], BEFORE[game])
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with running(folder, 1) as site:
            anna.move_to(site)
            for game, table in tables.items():
                context = browser.new_context(base_url=site, viewport=PHONE, locale="de", has_touch=True)
                context.add_init_script(anna.session_script())
                page = context.new_page()
                page.goto(f"/t/{table}")
                strip(browser, turn(page, anna, table, game), FOLDER / f"turn-{game}.jpg")
                context.close()
        browser.close()


if __name__ == "__main__":
    main()
