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
def count_sequences(states, depth, length, out):
    """Sequences of so many moves from states[depth], by whoever may act; chance follows from the seed."""
    state = states[depth]
    mask = np.uint64(verbs.actors(state))
    total = 0
    for seat in range(state.players):
        if mask & bit(seat):
            count = verbs.moves(state, seat, out[depth])
            if length == 1:
                total += count
            else:
                for i in range(count):
                    states[depth + 1] = states[depth]
                    engine.apply(states[depth + 1], seat, out[depth, i])
                    total += count_sequences(states, depth + 1, length - 1, out)
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
        found.append(int(count_sequences(states, 0, length, out)))
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
