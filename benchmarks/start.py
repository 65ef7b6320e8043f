"""How long a process takes to start.

Usage: python -m benchmarks.start

Each in a process of its own: `import tafelrunde` beside Python alone; the first compilation of each game, in an empty
cache; the next process that loads the game and plays a move; and the ratio of the two. Then a server, in an empty cache
and in a full one: when its page is there, and when every game and its bots can be played.
"""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import httpx

import tafelrunde as tr

PLAY = (
    "import tafelrunde as tr; m = tr.load({name!r}).new(seed=1); s = m.actors()[0]; m.play(s, m.moves(s)[0]); m.view(0)"
)
REPEATS = 5
SERVE = (sys.executable, "-c", "from tafelrunde.cli.main import main; main()", "serve", "--host", "127.0.0.1")


def seconds(code: str, cache: str, repeats: int = REPEATS) -> float:
    """The shortest of a few runs of a process."""
    best = float("inf")
    for _ in range(repeats):
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            env=os.environ | {"TAFELRUNDE_CACHE": cache},
            stderr=subprocess.DEVNULL,
        )
        best = min(best, time.perf_counter() - began)
    return best


def served(cache: str) -> tuple[float, float]:
    """Seconds from the start of `tafelrunde serve` until it answers with the page, and until all games are ready."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def until(holds: Callable[[httpx.Client], bool]) -> float:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as http:
            while process.poll() is None:
                with contextlib.suppress(httpx.TransportError):
                    if holds(http):
                        return time.perf_counter() - began
                time.sleep(0.02)
        raise SystemExit("the server has ended")

    def is_there(http: httpx.Client) -> bool:
        return http.get("/", headers={"accept": "text/html"}).status_code == 200

    def is_ready(http: httpx.Client) -> bool:
        return all("bots" in game["ready"] for game in http.get("/api/games").json()["games"])

    with tempfile.TemporaryDirectory() as data:
        command = [*SERVE, "--port", str(port), "--data", data]
        environment = os.environ | {"TAFELRUNDE_CACHE": cache}
        began = time.perf_counter()
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            return until(is_there), until(is_ready)
        finally:
            process.terminate()
            process.wait()


def main() -> None:
    with tempfile.TemporaryDirectory() as cache:
        bare, imported = seconds("pass", cache), seconds("import tafelrunde", cache)
        print(f"python alone {bare:.2f} s, with `import tafelrunde` {imported:.2f} s")
        print(f"{'game':<12} {'first':>8} {'next':>8} {'ratio':>7}")
        for name in tr.games():
            first = seconds(PLAY.format(name=name), cache, repeats=1)
            later = seconds(PLAY.format(name=name), cache)
            print(f"{name:<12} {first:>6.1f} s {later:>6.2f} s {first / later:>5.0f} ×")
    with tempfile.TemporaryDirectory() as cache:
        for what in ("an empty cache", "a full one"):
            page, games = served(cache)
            print(f"tafelrunde serve with {what}: the page after {page:.1f} s, all games and bots after {games:.1f} s")


if __name__ == "__main__":
    main()
