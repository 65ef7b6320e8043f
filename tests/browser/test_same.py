"""Python in Pyodide over WebAssembly says the same as Python on this machine, to the letter."""

import json
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde.browser import pack
from tafelrunde.kernel.targets.wasm.build import build
from tafelrunde.kernel.targets.wasm.part import rules_of
from tests.browser.trace import trace

ROOT = Path(__file__).parents[2]
GAMES = 20


def run(expression: str, file: str, games: list[str], folder: Path) -> Any:
    """What an expression is worth in Pyodide, with this file as the module `given`."""
    for name in games:
        build(rules_of(partial(tr.load, name))).copy_to(folder)
    pack.write(folder / "pack.zip")
    pyodide, bind = ROOT / "web" / "node_modules" / "pyodide", ROOT / "src" / "tafelrunde" / "browser" / "bind.mjs"
    given = [pyodide, bind, folder / "pack.zip", folder, Path(__file__).parent / file, expression]
    command = ["node", Path(__file__).with_name("run.mjs"), *given, *(f"{name}-rules" for name in games)]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)["found"]


@pytest.mark.parametrize("name", tr.games())
def test_a_match_is_the_same(name: str, tmp_path: Path) -> None:
    moves, digest = trace(name, GAMES)
    assert moves > 500
    assert run(f"trace({name!r}, {GAMES})", "trace.py", [name], tmp_path) == [moves, digest]


def test_the_pack_is_the_same_every_time(tmp_path: Path) -> None:
    for name in ("one.zip", "two.zip"):
        pack.write(tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
