"""Counts of all sequences of moves from fixed positions: any change of the rules shows in them.

`python -m tests.golden.perft` counts anew and writes the files; without a reason for a change that is a mistake.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np

import tafelrunde as tr
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import bit
from tafelrunde.kernel.compiled import entry

HERE = Path(__file__).parent
MOST = 3_000_000


@entry
def count_sequences(states, length, out, left, seats):
    """Sequences of so many moves from states[0], by whoever may act; chance follows from the seed.

    Written without recursion, which numba's cache does not bear. At each depth `seats` is who is being tried and
    `left` how many of its moves, in `out`, are still to be tried.
    """
    total, depth = 0, 0
    seats[0], left[0] = -1, 0
    while depth >= 0:
        if left[depth] == 0:
            seats[depth] += 1
            if seats[depth] == states[0].players:
                depth -= 1
            elif np.uint64(verbs.actors(states[depth])) & bit(seats[depth]):
                left[depth] = verbs.moves(states[depth], seats[depth], out[depth])
        elif depth == length - 1:
            total += left[depth]
            left[depth] = 0
        else:
            left[depth] -= 1
            states[depth + 1] = states[depth]
            engine.apply(states[depth + 1], seats[depth], out[depth, left[depth]])
            depth += 1
            seats[depth], left[depth] = -1, 0
    return total


def counts(position: dict[str, Any], lengths: int | None = None) -> list[int]:
    """The counts for sequences of 1, 2, 3 … moves, as far as they are quick to have."""
    match = tr.from_position(position)
    found: list[int] = []
    while (
        len(found) < lengths if lengths else (len(found) < 6 and (len(found) < 2 or found[-1] ** 2 / found[-2] < MOST))
    ):
        length = len(found) + 1
        states = np.concatenate([match.states] + [match.game.blank()] * length)
        out = np.zeros((length, match.game.MAX_MOVES), np.int32)
        left, seats = np.zeros(length, np.int64), np.zeros(length, np.int64)
        found.append(int(count_sequences(states, length, out, left, seats)))
        if found[-1] == 0:
            break
    return found


def read(path: Path) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = tomllib.loads(path.read_text())["position"]
    return entries


def rewrite(path: Path) -> None:
    text = path.read_text()
    for entry_ in read(path):
        found = counts(json.loads(entry_["json"]))
        name = re.escape(f'name = "{entry_["name"]}"')
        text = re.sub(rf"({name}.*?counts = )\[[^\]]*\]", rf"\g<1>{found}", text, flags=re.DOTALL)
    path.write_text(text)


if __name__ == "__main__":
    for file in sorted(HERE.glob("*.toml")):
        rewrite(file)
        print(file.name, [entry_["counts"] for entry_ in read(file)])
