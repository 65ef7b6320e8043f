"""The start of a process, and that a stale rule can never run: in processes of their own."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import tafelrunde
from tafelrunde.kernel.targets import native

PACKAGE = Path(tafelrunde.__file__).parent
COMPILED = ("kernel", "games", "bots", "lab/search", "lab/studies", "lab/training")
"""The folders that hold compiled code."""
COMPILERS = re.compile(r"numba\b|llvmlite\b|tafelrunde\.kernel\.(compiled|verbs\.rule)\b")


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return done.stdout.strip()


def test_import_needs_neither_numba_nor_numpy() -> None:
    assert run("import sys, tafelrunde as tr; tr.games(); print({'numba', 'numpy'} & set(sys.modules))") == "set()"


def test_a_changed_rule_is_compiled_anew_even_if_no_time_stamp_tells(tmp_path: Path) -> None:
    """The change is in a function that only other compiled functions call: numba's own cache would not notice."""
    source, cache = tmp_path / "src" / "tafelrunde", str(tmp_path / "cache")
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("__pycache__"))
    ask = (
        "import tafelrunde as tr; match = tr.load('denkste').new(seed=1); match.play(0, 'go 4'); "
        "match.play(1, 'stop 1'); print(match.position()['figures'][0])"
    )
    environment = {"PYTHONPATH": str(source.parent), "TAFELRUNDE_CACHE": cache}
    assert run(ask, **environment) == "[1, 4]"
    assert run(ask, **environment) == "[1, 4]"
    rules = source / "games" / "denkste" / "board.py"
    stamp = rules.stat()
    text = rules.read_text()
    assert text.count("    steps += count\n") == 1
    rules.write_text(text.replace("    steps += count\n", "    steps -= -5   \n"))
    os.utime(rules, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert rules.stat().st_size == stamp.st_size
    assert run(ask, **environment) == "[1, 5]"


def test_a_change_of_any_file_that_compiled_code_can_reach_gives_another_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the texts for people, which compiled code cannot read, and what makes code for other machines."""
    copy = tmp_path / "tafelrunde"
    for folder in COMPILED:
        shutil.copytree(
            PACKAGE / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "ir", "wasm", "gpu")
        )
    monkeypatch.setattr(native, "PACKAGE", copy)
    files = [
        path for path in copy.rglob("*") if path.is_file() and (path.suffix != ".toml" or path.name == "data.toml")
    ]
    assert {path.suffix for path in files} == {".py", ".toml", ".npz"}
    seen = {native.fingerprint()}
    for path in files:
        with path.open("ab") as file:
            file.write(b"#")
        now = native.fingerprint()
        assert now not in seen, path
        seen.add(now)
    (copy / "bots" / "one_more.py").touch()
    assert native.fingerprint() not in seen


def test_nothing_is_compiled_elsewhere() -> None:
    """Whoever imports numba, or the decorators, stands where a change is noticed."""
    elsewhere = [path for path in PACKAGE.rglob("*.py") if not stands_in(path, COMPILED)]
    assert len(elsewhere) > 50
    for path in elsewhere:
        imported = {name for node in ast.walk(ast.parse(path.read_text())) for name in names(node)}
        assert not {name for name in imported if COMPILERS.match(name)}, path


def test_compiled_code_takes_nothing_from_elsewhere() -> None:
    """A constant of a module whose changes are not noticed would be frozen into it."""
    inside = [path for path in PACKAGE.rglob("*.py") if stands_in(path, COMPILED)]
    compiling = [path for path in inside if COMPILERS.search(path.read_text())]
    assert len(compiling) > 50
    for path in compiling:
        for node in ast.walk(ast.parse(path.read_text())):
            for name in names(node):
                module = PACKAGE.parent.joinpath(*name.split("."))
                taken = [each for each in (module, module.parent) if each.with_suffix(".py").exists()]
                assert all(stands_in(each, COMPILED) for each in taken), (path, name)


def stands_in(path: Path, folders: Sequence[str]) -> bool:
    return any(path.is_relative_to(PACKAGE / folder) for folder in folders)


def names(node: ast.AST) -> list[str]:
    """The whole names of what an import brings in."""
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{each.name}" for each in node.names]
    return [each.name for each in node.names] if isinstance(node, ast.Import) else []


def test_a_folder_that_cannot_be_written_is_no_reason_to_fail() -> None:
    assert run("import tafelrunde as tr; print(tr.load('denkste').name)", TAFELRUNDE_CACHE="/proc/nowhere") == "denkste"


def test_only_old_folders_of_our_own_are_forgotten(tmp_path: Path) -> None:
    names = ("rules-" + "a" * 24, "wasm-" + "a" * 24, "rules-" + "b" * 24, "photos")
    old, older, new, other = (tmp_path / name for name in names)
    for folder in (old, older, new, other):
        (folder / "inside").mkdir(parents=True)
    for folder in (old, older, other):
        os.utime(folder, (1, 1))
    native.forget_unused(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted([new, other])
