"""How long a process takes to start.

Usage: python -m benchmarks.start

Each in a process of its own: `import tafelrunde` beside Python alone; the first compilation of each game, in an empty
cache; the next process that loads the game and plays a move; and the ratio of the two.
"""

import os
import subprocess
import sys
import tempfile
import time

import tafelrunde as tr

PLAY = (
    "import tafelrunde as tr; m = tr.load({name!r}).new(seed=1); s = m.actors()[0]; m.play(s, m.moves(s)[0]); m.view(0)"
)
REPEATS = 5


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


def main() -> None:
    with tempfile.TemporaryDirectory() as cache:
        bare, imported = seconds("pass", cache), seconds("import tafelrunde", cache)
        print(f"python alone {bare:.2f} s, with `import tafelrunde` {imported:.2f} s")
        print(f"{'game':<12} {'first':>8} {'next':>8} {'ratio':>7}")
        for name in tr.games():
            first = seconds(PLAY.format(name=name), cache, repeats=1)
            later = seconds(PLAY.format(name=name), cache)
            print(f"{name:<12} {first:>6.1f} s {later:>6.2f} s {first / later:>5.0f} ×")


if __name__ == "__main__":
    main()
