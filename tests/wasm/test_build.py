"""What a build makes and keeps, and what it says when it cannot."""

import dataclasses
import importlib.util
import json
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import tafelrunde as tr
from tafelrunde.bots.wasm import bots_of
from tafelrunde.cli.main import app
from tafelrunde.kernel.targets import native
from tafelrunde.kernel.targets.ir import part as parts
from tafelrunde.kernel.targets.wasm.build import build
from tafelrunde.kernel.targets.wasm.entries import entries_of, rules_of

from .script import node


def run(*words: str, code: int = 0, lang: str = "en") -> str:
    environment = {"LC_ALL": f"{lang}_XX.UTF-8", "COLUMNS": "200"}
    done = CliRunner().invoke(app, ["build", "wasm", *words], env=environment, prog_name="tafelrunde")
    assert done.exit_code == code, done.output
    return done.stdout if code == 0 else done.stderr


def test_the_command_writes_modules_and_what_is_needed_to_call_them(tmp_path: Path) -> None:
    said = run("denkste", "dog", "--into", str(tmp_path / "new"))
    names = {f"{game}-rules.{ending}" for game in ("denkste", "dog") for ending in ("wasm", "json")}
    assert {path.name for path in (tmp_path / "new").iterdir()} == names | {"caller.mjs"}
    assert [line.partition(":")[0] for line in said.splitlines()] == [
        str(tmp_path / "new" / f"{game}-rules.wasm") for game in ("denkste", "dog")
    ]
    assert "unchanged" in run("denkste", "--into", str(tmp_path / "new"))
    said = run("biesti-boys", "--bots", "--into", str(tmp_path / "bots"))
    assert [Path(line.partition(":")[0]).stem for line in said.splitlines()] == [
        "biesti-boys-bots",
        "biesti-boys-rules",
    ]


def test_what_is_wrong_is_said_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "checkers" in run("checkers", code=2)
    (tmp_path / "file").touch()
    assert "file" in run("denkste", "--into", str(tmp_path / "file"), code=1)
    monkeypatch.setenv("TAFELRUNDE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    for lang in ("de", "en", "fr"):
        said = run("denkste", "--into", str(tmp_path), code=1, lang=lang)
        assert "\n" not in said.strip() and "pip install tafelrunde[wasm]" in said


@pytest.mark.parametrize("name", tr.games())
def test_a_description_tells_all(name: str) -> None:
    built, game = build(rules_of(partial(tr.load, name))), tr.load(name)
    described = json.loads(built.description.read_text())
    assert (described["game"], described["part"], described["max_moves"]) == (name, "rules", game.MAX_MOVES)
    fields = described["state"]["fields"]
    record = np.dtype([(field["name"], field["code"], tuple(field["shape"])) for field in fields])
    assert record.itemsize == described["state"]["size"] == game.STATE.itemsize
    assert [record.fields[field["name"]][1] for field in fields] == [field["offset"] for field in fields]  # type: ignore[index]
    assert all(record[field["name"]] == game.STATE[field["name"]] for field in fields)
    functions = {f"{module.rpartition('.')[2]}.{function}" for module, function in entries_of(built.part.places)}
    assert described["exports"].keys() == functions, "one for each entry"
    judge = described["exports"]["engine.judge"]
    assert judge == {
        "parameters": [
            {"name": "states", "array": "record", "size": game.STATE.itemsize, "dimensions": 1},
            {"name": "seat", "scalar": "int64"},
            {"name": "action", "scalar": "int64"},
        ],
        "returns": "int64",
    }


def test_the_bots_of_a_game_are_not_made_anew_for_those_of_another() -> None:
    files = {path.relative_to(native.PACKAGE).as_posix() for path in bots_of("dog").files()}
    assert {
        "bots/seat.py",
        "bots/dog/search.py",
        "bots/dog/weights.npz",
        "games/dog/rules.py",
        "kernel/verbs.py",
    } <= files
    assert not any("denkste" in path for path in files)


def test_a_changed_source_gives_another_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = rules_of(partial(tr.load, "denkste"))
    for folder in part.folders:
        shutil.copytree(native.PACKAGE / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(parts, "PACKAGE", tmp_path)
    seen = {dataclasses.replace(part).fingerprint}
    assert seen == {part.fingerprint}, "wherever it is installed"
    for changed in (
        "games/denkste/rules.py",
        "games/denkste/data.toml",
        "kernel/chance.py",
        "kernel/targets/wasm/runtime.c",
    ):
        with (tmp_path / changed).open("a") as file:
            file.write("\n")
        fingerprint = dataclasses.replace(part).fingerprint
        assert fingerprint not in seen, changed
        seen.add(fingerprint)


def test_the_example_of_the_page_runs(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "targets" / "wasm.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```js\n(.*?)^```", page, re.M | re.S)
    run("dog", "--into", str(tmp_path / "wasm"))
    (tmp_path / "example.mjs").write_text(example)
    done = subprocess.run([node(), "example.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.stdout == "15n\n", done.stderr


def test_who_plays_does_not_load_what_builds() -> None:
    code = (
        "import sys, tafelrunde as tr; from tafelrunde.cli import main; tr.load('denkste').new(seed=1); "
        "print([name for name in sys.modules if 'wasm' in name])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.strip() == "[]"
