"""How long a page waits for a hint of the strongest bot: from our server, and from the worker of its own browser.

Usage: python -m benchmarks.hints [GAME …] [--hints 30]

The pages and the files are served as shipped (`make pages local` first), by a server on the same machine. In each game
one plays as the hints say, so that the positions are those of a game. The time is from the message of the page that
asks until the message with the answer is there: what is drawn then is the same.
"""

import argparse
import tempfile
import time
from pathlib import Path
from statistics import mean, median

import httpx
from benchmarks.local import ALONE, browser
from playwright.sync_api import Page, Playwright, sync_playwright
from tests.web.conftest import served

import tafelrunde as tr

SPEED = 12
"""How much faster than people bots play here."""
LISTEN = """
sessionStorage['tafelrunde.speed'] ??= '%d'
localStorage['tafelrunde.prefs'] ??= JSON.stringify({ tempo: 'fast' })
waiting = new Map()
hear = (text) => {
  const message = JSON.parse(text)
  waiting.get(message.id)?.(message)
  waiting.delete(message.id)
}
ask = (message) => new Promise((done) => {
  const id = `benchmark-${Math.random()}`, began = performance.now()
  waiting.set(id, (answer) => done([performance.now() - began, answer]))
  say(JSON.stringify({ ...message, id }))
})
"""
SERVER = """
WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given)
    say = (text) => this.send(text)
    this.addEventListener('message', ({ data }) => hear(data))
  }
}
"""
WORKER = """
Worker = class extends Worker {
  constructor(...given) {
    super(...given)
    this.addEventListener('message', ({ data }) => data.kind === 'message' && hear(data.text))
  }
  postMessage(order) {
    if (order.kind === 'open') say = (text) => super.postMessage({ kind: 'send', socket: order.socket, text })
    super.postMessage(order)
  }
}
"""
PLAY = """
async (most) => {
  const times = []
  while (times.length < most) {
    const [took, hints] = await ask({ type: 'hint', seat: 0 })
    if (hints.type === 'hints' && hints.moves.length) {
      if (hints.moves.length > 1) times.push(took)
      const wish = { wish: 'play', seat: 0, move: hints.moves[0].move }
      await ask({ type: 'ask', version: hints.version, wish })
    } else if (document.querySelector('[data-over]')) break
    await new Promise((done) => setTimeout(done, 150))
  }
  return times
}
"""
"""Where there is nothing to choose, there is nothing to think about either."""


def hints(play: Playwright, site: str, game: str, scripts: tuple[str, ...], most: int) -> list[float]:
    """Milliseconds for each of so many hints."""
    found: list[float] = []
    with browser(play) as context:
        while len(found) < most:
            page: Page = context.new_page()
            for script in (LISTEN % SPEED, *scripts):
                page.add_init_script(script)
            page.goto(site)
            page.locator(f".world-{game} .main").click()
            page.wait_for_url("**/t/*")
            page.wait_for_function("() => typeof say === 'function'")
            found += page.evaluate(PLAY, most - len(found))
            page.close()
    return found


def main() -> None:
    """Print both for each game."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("games", nargs="*", default=tr.games(), metavar="GAME")
    reader.add_argument("--hints", type=int, default=30)
    given = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        for site in served(Path(folder), SPEED, local=True):
            while any("bots" not in game["ready"] for game in httpx.get(f"{site}/api/games").json()["games"]):
                time.sleep(0.5)
            print(f"milliseconds until a page has a hint: least, median, mean of {given.hints}")
            for game in given.games:
                server = hints(play, site, game, (SERVER,), given.hints)
                worker = hints(play, site, game, (ALONE, WORKER), given.hints)
                told = [f"{min(took):5.1f} {median(took):5.1f} {mean(took):5.1f}" for took in (server, worker)]
                ratios = f"{median(worker) / median(server):.2f}"
                print(f"  {game:<12} server {told[0]}   worker {told[1]}   ratio of medians {ratios}")


if __name__ == "__main__":
    main()
