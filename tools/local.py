"""Gathers what a browser needs to play without a server: `python -m tools.local FOLDER [SITE]`.

Everything stands in a folder that is named after its contents, so that browsers may keep it for ever; `manifest.json`
beside it says which one counts. Pyodide comes from the npm package that web/package-lock.json pins.
Of a site, whose server may compress nothing, browsers get the image compressed, and unpack it themselves.
"""

import gzip
import hashlib
import json
import shutil
import subprocess
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
OF_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
BROWSER = Path(pack.__file__).parent
OURS = ("bind.mjs", "boot.mjs")
LAST = "image.bin"
"""What is written last."""
COMPRESSED = (".mjs", ".wasm", ".json", ".bin")
"""What also lies there compressed, for our own server."""


def write(folder: Path) -> Path:
    """Write everything; the folder that is named after it."""
    making = folder / "making"
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    gather(making)
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


def copy_to_site(made: Path, site: Path) -> None:
    """Write the same for a site."""
    folder = site / "local" / made.name
    shutil.copytree(made, folder)
    for path in folder.glob("*.gz"):
        if path.name == f"{LAST}.gz":
            path.with_suffix("").unlink()
        else:
            path.unlink()
    manifest = {"version": made.name, "files": sorted(path.name for path in folder.iterdir())}
    (site / "local" / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def gather(folder: Path) -> None:
    """Write every file as it is."""
    for file in (*(PYODIDE / name for name in OF_PYODIDE), *(BROWSER / name for name in OURS)):
        shutil.copyfile(file, folder / file.name)
    _write_modules(folder)
    _describe_games(folder)
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    contents = {"lock": {"info": info, "packages": {}}, "weights": pack.write_parts(folder)}
    (folder / "contents.json").write_text(json.dumps(contents), encoding="utf-8")
    subprocess.run([_node(), BROWSER / "image.mjs", PYODIDE, folder], check=True)


def write_games(folder: Path) -> None:
    """Our own Python, and rules and bots of all games."""
    pack.write(folder / "python.zip")
    _write_modules(folder)


def _write_modules(folder: Path) -> None:
    rules = [rules_of(partial(tr.load, name)) for name in tr.games()]
    for built in build_all([*rules, *(bots_of(name) for name in tr.games())]):
        built.copy_to(folder)


def _node() -> str:
    """Node, which may have come with the packages of Python."""
    found = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    if found is None:
        raise SystemExit("node is not installed")
    return found


def _describe_games(folder: Path) -> None:
    """What the start page and the rulebooks show, as a server tells it."""
    games = api.shown_games(lambda _: ["rules", "bots"], 1.0, False, True)
    (folder / "games.json").write_bytes(msgspec.json.encode(games))
    for name in tr.games():
        (folder / f"rules-{name}.json").write_bytes(msgspec.json.encode(api.shown_rules(name)))


if __name__ == "__main__":
    written = write(Path(sys.argv[1]))
    print(written)
    for given in sys.argv[2:]:
        copy_to_site(written, Path(given))
