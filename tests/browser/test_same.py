"""Python in Pyodide over WebAssembly says the same as Python on this machine, to the letter."""

import json
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.wasm import bots_of
from tafelrunde.browser import pack
from tafelrunde.kernel.targets.wasm.build import build
from tafelrunde.kernel.targets.wasm.part import rules_of
from tests.browser import table_game, trace

ROOT = Path(__file__).parents[2]
GAMES = 20
STEPS = 120
FILES = ("tests/browser/trace.py", "tests/browser/table_game.py", "tests/table/sessions.py")


def run(folder: Path, game: str, module: str, function: str, *arguments: Any) -> Any:
    """What a function of one of our files returns in Pyodide, with the rules and bots of a game."""
    parts = [build(part) for part in (rules_of(partial(tr.load, game)), bots_of(game))]
    for part in parts:
        part.copy_to(folder)
    pack.write(folder / "pack.zip")
    given = {
        "pyodide": str(ROOT / "web" / "node_modules" / "pyodide"),
        "bind": str(ROOT / "src" / "tafelrunde" / "browser" / "bind.mjs"),
        "pack": str(folder / "pack.zip"),
        "folder": str(folder),
        "modules": [part.part.file_name for part in parts],
        "files": {file: str(ROOT / file) for file in FILES},
        "module": module,
        "function": function,
        "arguments": arguments,
    }
    command = ["node", str(Path(__file__).with_name("run.mjs"))]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", tr.games())
def test_a_match_is_the_same(name: str, tmp_path: Path) -> None:
    moves, digest = trace.trace(name, GAMES)
    assert moves > 500
    assert run(tmp_path, name, "tests.browser.trace", "trace", name, GAMES) == [moves, digest]


LEVELS = [(name, level) for name in tr.games() for level in bots.levels(name)]


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_a_table_with_bots_is_the_same(name: str, level: str, tmp_path: Path) -> None:
    players = min(tr.load(name).facts.players)
    steps, digest = table_game.play(name, level, players, STEPS)
    assert steps > 20
    found = run(tmp_path, name, "tests.browser.table_game", "play", name, level, players, STEPS)
    assert found == [steps, digest]


def test_the_pack_is_the_same_every_time(tmp_path: Path) -> None:
    for name in ("one.zip", "two.zip"):
        pack.write(tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
