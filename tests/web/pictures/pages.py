"""Pictures of all pages for docs/screenshots: `make screenshots`."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import tafelrunde as tr

from ..conftest import ARGUMENTS, CHROMIUM, LAPTOP, PHONE, served
from ..people import EMPTY, Person

FOLDER = Path(__file__).parents[3] / "docs/screenshots"
BOT = {"kind": "bot", "level": "good"}
MOVES = {"beam-me-up": 30, "biberbande": 12, "biesti-boys": 6, "denkste": 18, "dog": 14}
"""How far into a game its picture is taken."""
PLAYERS = {"biberbande": 4, "dog": 4, "beam-me-up": 3}
PLACES = {"biberbande": 6}


def scenes(anna: Person) -> Iterator[tuple[str, str]]:
    """The names and addresses of the pictures."""
    yield "home", "/"
    yield "learn", "/learn/dog"
    yield "table", "/t/" + anna.open_table("biberbande", [None, BOT, BOT], public=False)
    for game in tr.games():
        players = PLAYERS.get(game, 2)
        places = [None, *[BOT] * (players - 1), *[EMPTY] * (PLACES.get(game, 4) - players)]
        table = anna.open_table(game, places, public=False, options={}, hints=True)
        anna.play(table, MOVES[game])
        yield game, f"/t/{table}"
        yield f"guide-{game}", f"/learn/{game}/guide"
    table = anna.open_table("denkste", [None, BOT, EMPTY, EMPTY], public=False)
    anna.play(table)
    yield "result", f"/t/{table}"
    yield "review", f"/replay/{table}?show=review"


def shoot(browser: Browser, site: str, anna: Person, lang: str) -> None:
    shown = list(scenes(anna))
    for name, size in (("phone", PHONE), ("laptop", LAPTOP)):
        for scheme in ("light", "dark"):
            context = browser.new_context(
                base_url=site, viewport=size, color_scheme=scheme, locale=lang, reduced_motion="reduce"
            )
            context.add_init_script(anna.session_script())
            page = context.new_page()
            for scene, path in shown:
                page.goto(path)
                page.wait_for_timeout(1500)
                page.screenshot(path=FOLDER / f"{scene}-{name}-{scheme}.jpg", type="jpeg", quality=78)
            context.close()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        for site in served(Path(folder), 4):
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            shoot(browser, site, Person(site), "de")
            browser.close()


if __name__ == "__main__":
    main()
