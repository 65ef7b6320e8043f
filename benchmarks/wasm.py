"""How fast the rules are in WebAssembly, next to native code.

Usage: python -m benchmarks.wasm [GAME …]

The same complete random games with default options, natively and in Node, on one core, in turn; of each the quickest of
many runs. Both must play the same number of decisions.
"""

import json
import shutil
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np

import tafelrunde as tr
from tafelrunde.kernel import engine
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.targets.wasm.build import CALLER, Built, build
from tafelrunde.kernel.targets.wasm.entries import rules_of

GAMES, RUNS, TURNS, SEED = 1000, 20, 4, 1
IN_NODE = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [caller, file, described, blank, games, runs, seed] = process.argv.slice(1);
const { open } = await import(pathToFileURL(caller));
const description = JSON.parse(readFileSync(described, "utf8"));
const module = await open(readFileSync(file), description);
const size = description.state.size;
const array = (bytes, ...shape) => {
  const place = module.alloc(bytes);
  module.bytes(place, bytes).fill(0);
  return { place, shape };
};
const states = array(2 * size, 2), lengths = array(8 * games, Number(games)), most = description.max_moves;
const given = [lengths, array(4 * most, most), array(32, 8), array(64, 8), array(64, 8), array(0, 0)];
module.bytes(states.place, 2 * size).set(Buffer.from(blank, "hex"));
let best = Infinity;
for (let run = 0; run < runs; run++) {
  const began = performance.now();
  module.functions["engine.playouts"](states, seed, 0, ...given);
  best = Math.min(best, performance.now() - began);
}
const all = new BigInt64Array(module.exports.memory.buffer, lengths.place, Number(games));
console.log(JSON.stringify([Number(all.reduce((sum, length) => sum + length)), best / 1000]));
"""


def natively(game: Game) -> tuple[int, float]:
    """The decisions, and the seconds of the quickest run."""
    states, lengths = np.concatenate([game.blank(), game.blank()]), np.zeros(GAMES, np.int64)
    out, scores, none = np.zeros(game.MAX_MOVES, np.int32), np.zeros(8, np.int32), np.zeros(0, np.int64)
    wins, totals = np.zeros(8, np.int64), np.zeros(8, np.int64)
    best = float("inf")
    for _ in range(RUNS):
        began = time.perf_counter()
        engine.playouts(states, np.uint64(SEED), 0, lengths, out, scores, wins, totals, none)
        best = min(best, time.perf_counter() - began)
    return int(lengths.sum()), best


def in_node(game: Game, built: Built) -> tuple[int, float]:
    """The same in WebAssembly."""
    node = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    if node is None:
        sys.exit("node is not installed")
    blank = np.concatenate([game.blank(), game.blank()]).tobytes().hex()
    given = [CALLER, built.module, built.description, blank, GAMES, RUNS, SEED]
    command = [node, "--input-type=module", "-e", IN_NODE, "--", *map(str, given)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    decisions, seconds = json.loads(done.stdout)
    return decisions, seconds


def main(*names: str) -> None:
    for name in names or tr.games():
        game, built = tr.load(name), build(rules_of(partial(tr.load, name)))
        natively(game)
        native, wasm = [], []
        for _ in range(TURNS):
            native.append(natively(game))
            wasm.append(in_node(game, built))
        assert len({decisions for decisions, _ in native + wasm}) == 1, "they have played different games"
        decisions = native[0][0]
        rates = [decisions / min(seconds for _, seconds in found) / 1e6 for found in (native, wasm)]
        size = built.module.stat().st_size / 1000
        print(
            f"{name:<12} native {rates[0]:5.1f} M decisions/s, WebAssembly {rates[1]:5.1f} M, "
            f"ratio {rates[1] / rates[0]:.2f}, {size:.0f} kB"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
