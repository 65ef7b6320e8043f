"""Python in Pyodide over WebAssembly says the same as Python on this machine, to the letter."""

import importlib
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.browser import pack

from ..parts import thorough

ROOT = Path(__file__).parents[2]
FEW, MANY = (8, 30, 100), (20, 60, 200)
"""Games, steps at each table, and positions with a choice: for every run, and for thorough ones."""
MORE = 1000
FILES = (
    "browser/chances.py",
    "browser/choices.py",
    "browser/trace.py",
    "browser/table_game.py",
    "every.py",
    "table/sessions.py",
)
SOLVED = {"denkste": [("tests.browser.choices", "solved", 3, 4, 4, 4)]}
"""What is worked out beside the moves: large arrays stay in the memory of compiled code while Python pauses."""


def run(folder: Path, game: str, calls: list[tuple[Any, ...]], image: bool = True) -> Any:
    """What functions of our files return in Pyodide, each with its arguments, with the rules and bots of a game."""
    files = {f"tests/{file}": str(ROOT / "tests" / file) for file in FILES}
    given = {"folder": str(folder), "game": game, "image": image, "files": files, "calls": calls}
    command = ["node", str(Path(__file__).with_name("run.mjs"))]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def natively(calls: list[tuple[Any, ...]]) -> list[list[Any]]:
    """The same on this machine."""
    return [list(getattr(importlib.import_module(module), name)(*values)) for module, name, *values in calls]


@pytest.mark.parametrize("sizes", [FEW, pytest.param(MANY, marks=thorough)], ids=["few", "many"])
@pytest.mark.parametrize("name", tr.games())
def test_matches_tables_and_bots_are_the_same(name: str, sizes: tuple[int, int, int], local: Path) -> None:
    """Whole matches, for each level a table at which one person plays against bots, and the choices of all levels."""
    games, steps, wanted = sizes
    players = min(tr.load(name).facts.players)
    tables = [("tests.browser.table_game", "play", name, level, players, steps) for level in bots.levels(name)]
    calls = [("tests.browser.trace", "trace", name, games), *tables, *SOLVED.get(name, [])]
    calls.append(("tests.browser.choices", "choices", name, wanted))
    here = natively(calls)
    (moves, _), *others, (positions, _) = here
    assert moves > 500 and all(count > 10 for count, _ in others) and positions == wanted
    assert run(local, name, calls) == here


@thorough
@pytest.mark.parametrize("name", tr.games())
def test_every_level_chooses_the_same_again_and_again(name: str, local: Path) -> None:
    calls: list[tuple[Any, ...]] = [("tests.browser.choices", "choices", name, MORE)]
    here = natively(calls)
    assert here[0][0] == MORE
    assert run(local, name, calls) == here


@pytest.mark.parametrize("name", tr.games())
def test_from_the_modules_as_natively(name: str, local: Path) -> None:
    """Whoever cannot start from the image, as above, plays the same games, in all languages and with all options."""
    calls: list[tuple[Any, ...]] = [
        ("tests.browser.trace", "trace", name, 3),
        ("tests.browser.table_game", "play", name, bots.usual(name), min(tr.load(name).facts.players), 20),
    ]
    assert run(local, name, calls, image=False) == natively(calls)


def test_no_two_starts_are_alike(local: Path) -> None:
    """Nothing that was drawn at random when the image was made is drawn again."""
    calls: list[tuple[Any, ...]] = [("tests.browser.chances", "drawn")]
    once, twice = run(local, "dog", calls)[0], run(local, "dog", calls)[0]
    assert len(once) == len(twice) == 5
    assert not set(once) & set(twice), "whoever knows the image knows what comes"


def test_the_pack_is_the_same_every_time(tmp_path: Path) -> None:
    for name in ("one.zip", "two.zip"):
        pack.write(tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
