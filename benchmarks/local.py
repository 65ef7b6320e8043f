"""Tables without a server, in Chromium: how soon one can play, what is downloaded, and how bots think meanwhile.

Usage: python -m benchmarks.local [start|bytes|frames|answers …] [--rounds 5]

The pages and the files are served as shipped (`make pages local` first, and `make site` for `bytes`). What is asked of
the server's API fails, so that tables are on this device. A start is timed in the page, from the moment the worker is
made until the first perspective of a new table has arrived: with nothing kept; with what the browser has kept of a
first visit (HTTP cache); and with what the service worker keeps. Its peer in the same run is Pyodide alone, as
published, in a worker of another page: nothing of ours is loaded. Answers are what the strongest bot thinks of
positions (`/api/advice`), asked of the same code here and there.
"""

import argparse
import asyncio
import gzip
import json
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx
from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright
from tests.browser.local.device import Device, Memory
from tests.web.conftest import ARGUMENTS, CHROMIUM, LAPTOP, served

import tafelrunde as tr

GAME = "dog"
PYODIDE = Path(__file__).parents[1] / "web" / "node_modules" / "pyodide"
POSITIONS = 20
PATIENCE = 60_000
THINKING = 6000
"""Milliseconds during which frames are counted."""

ALONE = """
const [ask, own] = [fetch, Worker]
const isApi = (what) => new URL(what.url ?? what, location).pathname.startsWith('/api/')
fetch = (...given) => (isApi(given[0]) ? Promise.reject(new TypeError('away')) : ask(...given))
times = {}
answers = new Map()
Worker = class extends own {
  constructor(...given) {
    times.made = performance.now()
    super(...given)
    window.tables = this
    this.addEventListener('message', ({ data }) => {
      if (data.kind === 'ready') times.ready = performance.now()
      if (data.kind === 'message' && !times.seen && /"seats":{"/.test(data.text)) times.seen = performance.now()
      if (data.kind === 'answer') answers.get(data.id)?.(data)
    })
  }
}
advise = (body) => new Promise((done, fail) => {
  const id = 1e6 + answers.size
  const began = performance.now()
  answers.set(id, ({ text, status }) => status < 400 ? done([performance.now() - began, text]) : fail(new Error(text)))
  tables.postMessage({ kind: 'ask', id, method: 'POST', path: '/api/advice', body })
})
"""
"""No server is there; what happens to the worker is noted, and it can be asked for advice."""
FRAMES = """
async ([bodies, most]) => {
  const gaps = [], began = performance.now()
  let last = began, thinking = 0, going = true
  const look = (now) => {
    gaps.push(now - last)
    last = now
    if (going) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  for (let i = 0; performance.now() - began < most; i++)
    if (bodies.length) thinking += (await advise(bodies[i % bodies.length]))[0]
    else await new Promise((done) => setTimeout(done, 100))
  going = false
  return [gaps.slice(2), thinking / (performance.now() - began)]
}
"""
SIZES = """() => ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
    .reduce((sum, { transferSize }) => sum + transferSize, 0)"""
"""Bytes of all that a page or a worker has asked for."""
PEER_PAGE = b"""<!doctype html><title>Pyodide</title><script type="module">
globalThis.start = () => new Promise((done) => {
  const began = performance.now()
  new Worker("/worker.mjs", { type: "module" }).onmessage = () => done(performance.now() - began)
})
</script>"""
PEER_WORKER = b"""import { loadPyodide } from "/pyodide.mjs"
postMessage((await loadPyodide({ indexURL: "/" })).runPython("1"))"""
PEER_FILES = ("/", "/worker.mjs", "/pyodide.mjs", "/pyodide.asm.mjs", "/pyodide.asm.wasm", "/python_stdlib.zip")
SITE = Path(__file__).parents[1] / "build" / "site"
PACKED = (".gz", ".npz", ".png", ".woff2", ".zip")
"""What is compressed already."""
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".mjs": "text/javascript",
    ".html": "text/html",
    ".json": "application/json",
    ".wasm": "application/wasm",
}


def _peer_file(path: str) -> bytes:
    """A file of Pyodide as published."""
    own = {"/": PEER_PAGE, "/worker.mjs": PEER_WORKER}
    return own[path] if path in own else (PYODIDE / path[1:]).read_bytes()


def _site_file(path: str) -> bytes:
    """A file of the site that `make site` has built."""
    return (SITE / (path[1:] or "index.html")).read_bytes()


@contextmanager
def files(read: Callable[[str], bytes], *soon: str) -> Iterator[str]:
    """The address of files that may be kept by the browser, compressed with gzip as most hosts do it."""

    @cache
    def packed(path: str) -> tuple[bytes, bool]:
        body = read(path)
        return (body, False) if path.endswith(PACKED) else (gzip.compress(body, 9), True)

    class Files(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            try:
                body, is_packed = packed(self.path)
            except OSError:
                self.send_error(404)
                return
            kind = "text/html" if self.path == "/" else TYPES.get(Path(self.path).suffix, "application/octet-stream")
            headers = {"content-type": kind, "content-length": str(len(body))}
            headers |= {"content-encoding": "gzip"} if is_packed else {}
            self.send_response(200)
            for name, value in (headers | {"cache-control": "public, max-age=31536000, immutable"}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Nobody reads it."""

    for path in soon:
        packed(path)
    with ThreadingHTTPServer(("127.0.0.1", 0), Files) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@contextmanager
def browser(play: Playwright, kept: str = "block") -> Iterator[BrowserContext]:
    """A browser with a folder of its own, in which it keeps what it has loaded; with a service worker or without."""
    with tempfile.TemporaryDirectory() as profile:
        context = play.chromium.launch_persistent_context(
            profile,
            executable_path=CHROMIUM,
            args=ARGUMENTS,
            viewport=LAPTOP,
            locale="en",
            service_workers="allow" if kept == "allow" else "block",
        )
        context.set_default_timeout(PATIENCE)
        yield context
        context.close()


def home(context: BrowserContext, site: str) -> Page:
    """The start page, without a server."""
    page = context.new_page()
    page.add_init_script(ALONE)
    page.goto(site)
    page.wait_for_load_state("networkidle")
    return page


def at_a_table(context: BrowserContext, site: str, game: str = GAME) -> Page:
    """A page with a new table against bots, on this device."""
    page = home(context, site)
    page.locator(f".world-{game} .main").click()
    page.wait_for_function("() => times.seen")
    return page


def first_perspective(context: BrowserContext, site: str) -> float:
    """Seconds from the start of the worker to the first perspective."""
    page = at_a_table(context, site)
    times = page.evaluate("times")
    page.close()
    time.sleep(1)  # compiled code is kept when there is time for it
    return float(times["seen"] - times["made"]) / 1000


def peer_ready(context: BrowserContext, address: str) -> float:
    """Seconds from the start of the worker until Pyodide alone runs something."""
    page = context.new_page()
    page.goto(address)
    took = page.evaluate("start()")
    page.close()
    time.sleep(1)
    return float(took) / 1000


def whole(context: BrowserContext, site: str) -> None:
    """Wait until the service worker has kept everything."""
    page = home(context, site)
    page.evaluate("() => navigator.serviceWorker.ready.then(({ active }) => active.postMessage('keep'))")
    page.wait_for_function("() => caches.match(new URL('whole', location)).then(Boolean)", polling=500)
    page.close()


def start(play: Playwright, site: str, rounds: int) -> None:
    """Seconds until the first perspective, beside those of the peer."""
    found: dict[str, list[float]] = {}
    with files(_peer_file, *PEER_FILES) as address:
        for _ in range(rounds):
            with browser(play) as context:
                for name in ("first", "later"):
                    found.setdefault(f"ours, {name}", []).append(first_perspective(context, site))
                for name in ("first", "later"):
                    found.setdefault(f"Pyodide alone, {name}", []).append(peer_ready(context, address))
            with browser(play, "allow") as context:
                whole(context, site)
                found.setdefault("ours, service worker", []).append(first_perspective(context, site))
                found.setdefault("ours, service worker again", []).append(first_perspective(context, site))
    print("seconds from the start of the worker: least, median")
    for name, times in found.items():
        print(f"  {name:<28} {min(times):5.2f} {median(times):5.2f}")
    for name in ("first", "later"):
        ours, others = (min(found[f"{which}, {name}"]) for which in ("ours", "Pyodide alone"))
        print(f"  ratio {name}: {ours / others:.2f}")


def downloaded(play: Playwright, site: str, game: str) -> tuple[int, int]:
    """Bytes on the wire for home alone, and for home and a table of this device."""
    with browser(play) as context:
        page = home(context, site)
        alone = page.evaluate(SIZES)
        page.locator(f".world-{game} .main").click()
        page.wait_for_function("() => times.seen")
        page.wait_for_load_state("networkidle")
        return alone, page.evaluate(SIZES) + sum(worker.evaluate(SIZES) for worker in page.workers)


def positions(game: str) -> list[str]:
    """What the strongest bot is asked: positions of random games, with a choice."""
    chance, found = Random(7), list[str]()
    match = tr.load(game).new(seed=7)
    while len(found) < POSITIONS:
        if not match.actors():
            match = tr.load(game).new(seed=chance.getrandbits(64))
        at = chance.choice(match.actors())
        if len(match.moves(at)) > 1 and chance.random() < 0.3:
            found.append(json.dumps({"start": match.position(), "seat": at, "moves": []}))
        match.play(at, chance.choice(match.moves(at)))
    return found


async def _natively(bodies: list[str]) -> list[tuple[float, str]]:
    host, found = Device(Memory()).host, list[tuple[float, str]]()
    for body in bodies:
        began = time.perf_counter()
        answer = await host.ask("POST", "/api/advice", body)
        assert answer.startswith("200 "), answer
        found.append((1000 * (time.perf_counter() - began), answer.partition(" ")[2]))
    return found


def answers(play: Playwright, site: str, rounds: int) -> None:
    """Milliseconds for the strongest bot's answers, in the browser and natively, in turn."""
    print(f"milliseconds for an answer of the strongest bot, mean of {POSITIONS} positions, each the least of {rounds}")
    for game in tr.games():
        bodies = positions(game)
        here, there = [], []
        with browser(play) as context, ThreadPoolExecutor(1) as beside:
            page = at_a_table(context, site, game)
            for _ in range(rounds + 1):
                here.append(beside.submit(asyncio.run, _natively(bodies)).result())
                there.append([page.evaluate("(body) => advise(body)", body) for body in bodies])
        same = sum(json.loads(a) == json.loads(b) for (_, a), (_, b) in zip(here[-1], there[-1], strict=True))
        native, wasm = (
            sum(min(took for took, _ in of) for of in zip(*runs[1:], strict=True)) for runs in (here, there)
        )
        print(
            f"  {game:<12} native {native / POSITIONS:6.1f}, browser {wasm / POSITIONS:6.1f}, "
            f"ratio {wasm / native:.2f}; {same} of {POSITIONS} answers are the same"
        )


def frames(play: Playwright, site: str, rounds: int) -> None:
    """How regular frames are while the strongest bot thinks without a pause, and while nobody does."""
    print(
        "frames: each second, median and longest gap in milliseconds, gaps above 20; "
        "share of the time in which a bot thinks"
    )
    with browser(play) as context:
        page = at_a_table(context, site)
        page.wait_for_timeout(5000)  # until everything is dealt
        for _ in range(rounds):
            for bodies in ([], positions(GAME)):
                gaps, thinking = page.evaluate(FRAMES, [bodies, THINKING])
                long = sum(gap > 20 for gap in gaps)
                rate = 1000 * len(gaps) / sum(gaps)
                print(f"  {rate:5.1f}, {median(gaps):5.1f}, {max(gaps):6.1f}, {long:4}; {thinking:4.0%}")


def bytes_(play: Playwright, site: str, rounds: int) -> None:
    """What a first visit downloads: from our server, and from a site whose host compresses with gzip."""
    print("bytes of a first visit: home, home and a table of this device; the same of a site, with gzip")
    with files(_site_file) as other:
        for game in tr.games():
            sizes = [f"{alone / 1000:7.0f} kB {both / 1e6:6.2f} MB" for alone, both in
                     (downloaded(play, address, game) for address in (site, other))]  # fmt: skip
            print(f"  {game:<12} {'; '.join(sizes)}")


PARTS = {"start": start, "bytes": bytes_, "frames": frames, "answers": answers}


def main() -> None:
    """Print what is asked for, or everything."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("parts", nargs="*", default=[*PARTS], metavar="|".join(PARTS))
    reader.add_argument("--rounds", type=int, default=5)
    given = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        for site in served(Path(folder), 1, local=True):
            while any("bots" not in game["ready"] for game in httpx.get(f"{site}/api/games").json()["games"]):
                time.sleep(0.5)
            for part in given.parts:
                PARTS[part](play, site, given.rounds)


if __name__ == "__main__":
    main()
