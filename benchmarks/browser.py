"""The browser client: how much it loads, how soon a tap shows, and how smoothly things move.

Usage: python -m benchmarks.browser

Chromium with its CPU slowed down 4 × stands for a weaker device. Bytes are counted on the wire (compressed); a tap is
timed by Chromium itself, from the pointer event to the frame that shows its effect; frames are counted while bots move.
"""

import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright
from tests.web.conftest import ARGUMENTS, CHROMIUM, LAPTOP, served
from tests.web.people import EMPTY, Person

import tafelrunde as tr

SLOWED = 4
BOT = {"kind": "bot", "level": "good"}
TAPS = {
    "beam-me-up": ".stage button:not(:disabled)",
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
TIMING = """
window.answered = []
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.answered.push(entry.duration)
}).observe({ type: 'event', durationThreshold: 16, buffered: true })
"""


def taps(page: Page, game: str) -> float:
    """Milliseconds from a tap to the frame that shows it, the slowest of some; Chromium tells 16 and more."""
    page.evaluate("window.answered.length = 0")
    for _ in range(6):
        spot = page.locator(TAPS[game]).locator("visible=true").first
        if spot.count():
            spot.click(force=True, timeout=3000)
        page.wait_for_timeout(400)
        page.keyboard.press("Escape")
    return float(max([16.0, *page.evaluate("window.answered")]))


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
    """A page at a running table, to move."""
    anna = Person(site)
    players, places = PLACES.get(game, (2, 4))
    table = anna.open_table(game, [None, *[BOT] * (players - 1), *[EMPTY] * (places - players)], options={})
    anna.play(table, 3)
    context = browser.new_context(base_url=site, viewport=LAPTOP, locale="de")
    context.add_init_script(anna.session_script() + ";" + TIMING)
    page = context.new_page()
    page.goto(f"/t/{table}")
    page.wait_for_selector(".prompt.mine")
    page.wait_for_timeout(5000)  # a countdown may be running
    return page


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        for site in served(Path(folder), 1):
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            print(f"| game | script, home + game | tap to frame, and {SLOWED} × slower | frames then: median, p95 |")
            print("|---|---|---|---|")
            for game in tr.games():
                home, both = loaded(browser, site, game)
                page = at_a_table(browser, site, game)
                answered = taps(page, game)
                page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
                slowed = taps(page, game)
                gaps = sorted(page.evaluate(WATCH))
                page.context.close()
                script = f"{home / 1000:.0f} + {(both - home) / 1000:.0f} KB"
                print(
                    f"| {game} | {script} | {answered:.0f} ms, {slowed:.0f} ms "
                    f"| {median(gaps):.1f} ms, {gaps[int(len(gaps) * 0.95)]:.1f} ms |"
                )
            browser.close()


if __name__ == "__main__":
    main()
