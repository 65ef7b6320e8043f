"""The start of a process, and that a stale rule can never run: in processes of their own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import tafelrunde
from tafelrunde.kernel.targets import native

PACKAGE = Path(tafelrunde.__file__).parent


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
    rules = source / "games" / "denkste" / "rules.py"
    stamp = rules.stat()
    text = rules.read_text()
    assert text.count("    steps += count\n") == 1
    rules.write_text(text.replace("    steps += count\n", "    steps -= -5   \n"))
    os.utime(rules, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert rules.stat().st_size == stamp.st_size
    assert run(ask, **environment) == "[1, 5]"


def test_the_fingerprint_covers_all_that_is_compiled() -> None:
    covered = {str(path.relative_to(PACKAGE)) for path in native.sources()}
    assert {"kernel/engine.py", "kernel/chance.py", "games/dog/rules.py", "games/beam_me_up/data.toml"} <= covered
    for path in PACKAGE.rglob("*.py"):
        if any(mark in path.read_text() for mark in ("@compiled", "@entry", "@rule\n")):
            assert str(path.relative_to(PACKAGE)) in covered


def test_a_folder_that_cannot_be_written_is_no_reason_to_fail() -> None:
    assert run("import tafelrunde as tr; print(tr.load('denkste').name)", TAFELRUNDE_CACHE="/proc/nowhere") == "denkste"


def test_only_old_folders_of_our_own_are_forgotten(tmp_path: Path) -> None:
    old, new, other = (tmp_path / name for name in ("rules-" + "a" * 24, "rules-" + "b" * 24, "photos"))
    for folder in (old, new, other):
        (folder / "inside").mkdir(parents=True)
    for folder in (old, other):
        os.utime(folder, (1, 1))
    native.forget_unused(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted([new, other])
