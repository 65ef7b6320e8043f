"""Gathers what a browser needs to play without a server: `python -m tools.local FOLDER`.

Everything stands in a folder that is named after its contents, so that browsers may keep it for ever; `manifest.json`
beside it says which one counts. Pyodide comes from the npm package that web/package-lock.json pins.
"""

import gzip
import hashlib
import json
import shutil
import sys
from functools import partial
from pathlib import Path

import msgspec

import tafelrunde as tr
from tafelrunde.bots.wasm import bots_of
from tafelrunde.browser import pack
from tafelrunde.kernel.targets.wasm.build import build_all
from tafelrunde.kernel.targets.wasm.part import rules_of
from tafelrunde.server.http import api

ROOT = Path(__file__).parents[1]
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
OF_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
COMPRESSED = (".mjs", ".wasm", ".json")
"""What also lies there compressed, for our own server."""


def write(folder: Path) -> Path:
    """Write everything; the folder that is named after it."""
    making = folder / "making"
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    for name in OF_PYODIDE:
        shutil.copyfile(PYODIDE / name, making / name)
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    (making / "lock.json").write_text(json.dumps({"info": info, "packages": {}}), encoding="utf-8")
    shutil.copyfile(Path(pack.__file__).with_name("bind.mjs"), making / "bind.mjs")
    write_games(making)
    _describe_games(making)
    files = sorted(path for path in making.iterdir() if path.is_file())
    version = hashlib.sha256(b"".join(path.name.encode() + path.read_bytes() for path in files)).hexdigest()[:16]
    for path in files:
        if path.suffix in COMPRESSED:
            path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
    for other in [path for path in folder.iterdir() if path != making]:
        shutil.rmtree(other) if other.is_dir() else other.unlink()
    made = making.rename(folder / version)
    manifest = {"version": version, "files": [path.name for path in files]}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return made


def write_games(folder: Path) -> None:
    """Our own Python, and rules and bots of all games."""
    pack.write(folder / "python.zip")
    rules = [rules_of(partial(tr.load, name)) for name in tr.games()]
    for built in build_all([*rules, *(bots_of(name) for name in tr.games())]):
        built.copy_to(folder)


def _describe_games(folder: Path) -> None:
    """What the start page and the rulebooks show, as a server tells it."""
    games = api.shown_games(lambda _: ["rules", "bots"], 1.0, False)
    (folder / "games.json").write_bytes(msgspec.json.encode(games))
    for name in tr.games():
        (folder / f"rules-{name}.json").write_bytes(msgspec.json.encode(api.shown_rules(name)))


if __name__ == "__main__":
    print(write(Path(sys.argv[1])))
