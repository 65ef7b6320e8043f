"""What a random number costs: SipHash-2-4 of a counter, as games draw it, beside a block of ChaCha.

Usage: python -m benchmarks.chance

Each in compiled code on one core, in turn, the quickest of a few runs. ChaCha gives eight words a block; a game that
draws a number now and then, from a counter in its state, pays for a block each time.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numba
import numpy as np

from tafelrunde.kernel.chance import siphash

NUMBERS, REPEATS = 2_000_000, 5
CONSTANTS = tuple(np.uint32(word) for word in (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574))

compiled: Any = numba.njit(nogil=True, error_model="numpy")


@compiled
def by_siphash(key, count):
    found = np.uint64(0)
    for number in range(count):
        found ^= siphash(key, key, np.uint64(number))
    return found


@compiled
def rotate(word, by):
    return np.uint32(word << np.uint32(by)) | np.uint32(word >> np.uint32(32 - by))


@compiled
def quarter(words, a, b, c, d):
    for x, y, z, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        words[x] = np.uint32(words[x] + words[y])
        words[z] = rotate(np.uint32(words[z] ^ words[x]), by)


@compiled
def by_chacha(key, count, rounds):
    start, words = np.zeros(16, np.uint32), np.zeros(16, np.uint32)
    for place in range(4):
        start[place] = CONSTANTS[place]
    start[4:12] = np.uint32(key)
    found = np.uint64(0)
    for number in range(count):
        start[12] = np.uint32(number)
        words[:] = start
        for _ in range(rounds // 2):
            for column in range(4):
                quarter(words, column, column + 4, column + 8, column + 12)
            for diagonal in range(4):
                quarter(words, diagonal, 4 + (diagonal + 1) % 4, 8 + (diagonal + 2) % 4, 12 + (diagonal + 3) % 4)
        found ^= np.uint64(words[0] + start[0]) << np.uint64(32) | np.uint64(words[1] + start[1])
    return found


def nanoseconds(generate: Callable[[], Any]) -> float:
    """For one number, in the quickest of a few runs."""
    generate()
    best = float("inf")
    for _ in range(REPEATS):
        began = time.perf_counter()
        generate()
        best = min(best, time.perf_counter() - began)
    return best / NUMBERS * 1e9


def main() -> None:
    key = np.uint64(0x0123456789ABCDEF)
    found = {"SipHash-2-4": nanoseconds(lambda: by_siphash(key, NUMBERS))}
    for rounds in (8, 20):
        found[f"ChaCha{rounds}"] = nanoseconds(partial(by_chacha, key, NUMBERS, rounds))
    own = found["SipHash-2-4"]
    for name, cost in found.items():
        print(f"{name:<12} {cost:>6.1f} ns, {cost / own:.2f} × SipHash-2-4")


if __name__ == "__main__":
    main()
