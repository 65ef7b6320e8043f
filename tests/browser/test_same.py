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
STEPS = 60
FILES = ("tests/browser/trace.py", "tests/browser/table_game.py", "tests/table/sessions.py")
WITH_BOTS = ("beam-me-up", "biberbande", "biesti-boys", "dog")
"""Denkste!'s bots need functions of the C library, which WebAssembly does not have."""


def run(folder: Path, game: str, calls: list[tuple[Any, ...]]) -> Any:
    """What functions of our files return in Pyodide, each with its arguments, with the rules and bots of a game."""
    parts = [rules_of(partial(tr.load, game)), *([bots_of(game)] if game in WITH_BOTS else [])]
    for part in parts:
        build(part).copy_to(folder)
    pack.write(folder / "pack.zip")
    given = {
        "pyodide": str(ROOT / "web" / "node_modules" / "pyodide"),
        "bind": str(ROOT / "src" / "tafelrunde" / "browser" / "bind.mjs"),
        "pack": str(folder / "pack.zip"),
        "folder": str(folder),
        "modules": [part.file_name for part in parts],
        "files": {file: str(ROOT / file) for file in FILES},
        "calls": calls,
    }
    command = ["node", str(Path(__file__).with_name("run.mjs"))]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", tr.games())
def test_matches_and_tables_with_bots_are_the_same(name: str, tmp_path: Path) -> None:
    """Whole matches, and for each level a table at which one person plays against bots."""
    players = min(tr.load(name).facts.players)
    levels = [(name, level, players, STEPS) for level in bots.levels(name) if name in WITH_BOTS]
    moves, digest = trace.trace(name, GAMES)
    played = [table_game.play(*level) for level in levels]
    assert moves > 500 and all(steps > 20 for steps, _ in played)
    calls = [("tests.browser.trace", "trace", name, GAMES)]
    found = run(tmp_path, name, [*calls, *(("tests.browser.table_game", "play", *level) for level in levels)])
    assert found == [[moves, digest], *map(list, played)]


def test_the_pack_is_the_same_every_time(tmp_path: Path) -> None:
    for name in ("one.zip", "two.zip"):
        pack.write(tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
