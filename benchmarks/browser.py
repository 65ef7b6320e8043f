"""The browser client: what it loads, how soon a tap shows, and how smoothly things move: `python -m benchmarks.browser`

Chromium with its CPU slowed 4 × stands for a weaker device. Bytes are those over the wire (compressed); a tap is timed
in the page from the pointer's event to the frame that shows its effect; frames are counted while a bot's move is shown.
"""

import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright
from tests.web.company import EMPTY, Person
from tests.web.conftest import ARGUMENTS, CHROMIUM, LAPTOP, served

import tafelrunde as tr

SLOWED = 4
BOT = {"kind": "bot", "level": "good"}
TAPS = {
    "beam-me-up": ".die, .dice button, button.target",
    "biberbande": ".stage button:not(:disabled)",
    "biesti-boys": ".stage [role=group] button",
    "denkste": ".stage [role=radio]",
    "dog": ".stage .hand button",
}
"""What can be tapped on a board without making a move."""
PLACES = {"dog": (4, 4), "biberbande": (2, 6)}
WATCH = """
() => new Promise((done) => {
  const gaps = []
  let last = performance.now()
  const look = (now) => {
    gaps.push(now - last)
    last = now
    if (gaps.length < 180) requestAnimationFrame(look)
    else done(gaps.slice(1))
  }
  requestAnimationFrame(look)
})
"""
TAP = """
(what) => new Promise((done) => {
  const stage = document.querySelector('.stage')
  const start = performance.now()
  const show = () => requestAnimationFrame(() => { seen.disconnect(); done(performance.now() - start) })
  const seen = new MutationObserver(show)
  seen.observe(stage, { subtree: true, attributes: true, childList: true })
  const spot = document.querySelector(what)
  if (!spot) return done(-1)
  spot.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  spot.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
  spot.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  setTimeout(() => done(-1), 3000)
})
"""


def loaded(browser: Browser, site: str, game: str) -> tuple[int, int]:
    """Compressed bytes of scripts for home, and for home and a running game."""
    context = browser.new_context(base_url=site, viewport=LAPTOP, locale="de", service_workers="block")
    page = context.new_page()
    sizes: list[int] = []
    page.on(
        "response",
        lambda answer: (
            sizes.append(int(answer.headers.get("content-length", 0))) if answer.url.endswith(".js") else None
        ),
    )
    page.goto("/")
    page.wait_for_load_state("networkidle")
    home = sum(sizes)
    page.locator(f".world-{game} .main").click()
    page.wait_for_selector(".game .stage > *")
    page.wait_for_load_state("networkidle")
    context.close()
    return home, sum(sizes)


def at_a_table(browser: Browser, site: str, game: str) -> Page:
    """A slowed page at a running table, to move."""
    anna = Person(site)
    players, places = PLACES.get(game, (2, 4))
    table = anna.opens(game, [None, *[BOT] * (players - 1), *[EMPTY] * (places - players)], options={})
    anna.plays(table, 3)
    context = browser.new_context(base_url=site, viewport=LAPTOP, locale="de")
    context.add_init_script(anna.kept())
    page = context.new_page()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.goto(f"/t/{table}")
    page.wait_for_selector(".prompt.mine")
    page.wait_for_timeout(5000)  # a countdown may be running
    return page


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        for site in served(Path(folder), 1):
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            print(f"| game | script, home + game | tap to frame, {SLOWED} × slower | frame while moving: median, p95 |")
            print("|---|---|---|---|")
            for game in tr.games():
                home, both = loaded(browser, site, game)
                page = at_a_table(browser, site, game)
                taps = sorted(page.evaluate(TAP, TAPS[game]) for _ in range(5))
                gaps = sorted(page.evaluate(WATCH))
                page.context.close()
                print(
                    f"| {game} | {home / 1000:.0f} + {(both - home) / 1000:.0f} KB | {median(taps):.0f} ms "
                    f"| {median(gaps):.1f} ms, {gaps[int(len(gaps) * 0.95)]:.1f} ms |"
                )
            browser.close()


if __name__ == "__main__":
    main()
