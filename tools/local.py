"""Gathers what a browser needs to play without a server: `python -m tools.local [--quickly] FOLDER [SITE]`.

Everything stands in a folder that is named after its contents, so that browsers may keep it for ever; `manifest.json`
beside it says which one counts. Pyodide comes from the npm package that web/package-lock.json pins.
Of a site, whose server may compress nothing, browsers get the image compressed, and unpack it themselves. To compress
everything as small as it gets takes a minute; who wants to try it only may have it larger and quickly.
"""

import argparse
import fcntl
import gzip
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

import tafelrunde as tr
from tafelrunde.bots.wasm import bots_of
from tafelrunde.browser import pack
from tafelrunde.kernel.targets.native import cache_root, writable_folder
from tafelrunde.kernel.targets.wasm.build import build_all
from tafelrunde.kernel.targets.wasm.entries import rules_of
from tafelrunde.server.http import api

ROOT = Path(__file__).parents[1]
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
OF_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
BROWSER = Path(pack.__file__).parent
OURS = ("bind.mjs", "boot.mjs")
MAKERS = (BROWSER / "image.mjs", Path(__file__))
"""What makes the rest of it."""
LAST = "image.bin"
"""What is written last."""
COMPRESSED = (".mjs", ".wasm", ".json", ".bin")
"""What also lies there compressed, for our own server."""


def write(folder: Path, quickly: bool = False) -> Path:
    """Write everything, unless it is there and nothing has changed; the folder that is named after it."""
    folder.mkdir(parents=True, exist_ok=True)
    with alone(folder):
        making = folder / "making"
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir()
        collect(making)
        sources = _digest([*making.iterdir(), *MAKERS])
        known = _known(folder)
        if known.get("sources") == sources and (quickly or not known.get("quickly")):
            shutil.rmtree(making)
            return folder / str(known["version"])
        finish(making)
        files = sorted(path.name for path in making.iterdir())
        version = _digest(making.iterdir())[:16]
        _compress(making, [name for name in files if Path(name).suffix in COMPRESSED], quickly)
        manifest = {"version": version, "files": files, "sources": sources, "quickly": quickly}
        _replace(folder, making, manifest)
        return folder / version


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Whoever else writes to this folder waits; a folder may be locked like a file."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _digest(paths: Iterable[Path]) -> str:
    """A hash of the names and contents of files."""
    found = hashlib.sha256()
    for path in sorted(paths, key=lambda path: path.name):
        found.update(f"{path.name} {path.stat().st_size} ".encode() + path.read_bytes())
    return found.hexdigest()


def _known(folder: Path) -> dict[str, Any]:
    """What the manifest of a folder says; nothing if there is none, or not all that it names."""
    try:
        known: dict[str, Any] = json.loads((folder / "manifest.json").read_bytes())
        return known if all((folder / known["version"] / name).is_file() for name in known["files"]) else {}
    except (OSError, ValueError, KeyError):
        return {}


def _replace(folder: Path, making: Path, manifest: dict[str, Any]) -> None:
    """Put what was made in the place of what was there: whoever asks finds one or the other."""
    made = folder / manifest["version"]
    others = [path for path in folder.iterdir() if path.is_dir() and path not in (made, making)]
    shutil.rmtree(made, ignore_errors=True)
    making.rename(made)
    draft = folder / "manifest.draft"
    draft.write_text(json.dumps(manifest), encoding="utf-8")
    draft.replace(folder / "manifest.json")
    for other in others:
        shutil.rmtree(other, ignore_errors=True)


def _compress(folder: Path, names: list[str], quickly: bool) -> None:
    """Put every file beside it compressed; that takes longest for Python itself, which stays the same: it is kept."""
    python = _digest(PYODIDE / name for name in OF_PYODIDE)[:24]
    kept = writable_folder(cache_root(), f"wasm-{python}{'-quick' if quickly else ''}")
    for name in OF_PYODIDE:
        if not (kept / f"{name}.br").exists():
            shutil.copyfile(PYODIDE / name, kept / name)
            _pack(kept, [name], quickly)
        for ending in (".gz", ".br"):
            shutil.copyfile(kept / f"{name}{ending}", folder / f"{name}{ending}")
    _pack(folder, [name for name in names if name not in OF_PYODIDE], quickly)


def _pack(folder: Path, names: list[str], quickly: bool) -> None:
    for path in (folder / name for name in names):
        path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes(), 6 if quickly else 9, mtime=0))
    quality = "5" if quickly else "11"
    subprocess.run([_node(), Path(__file__).with_name("packed.mjs"), quality, folder, *names], check=True)


def copy_to_site(made: Path, site: Path) -> None:
    """Write the same for a site."""
    folder = site / "local" / made.name
    shutil.copytree(made, folder, ignore=shutil.ignore_patterns("*.br"))
    for path in folder.glob("*.gz"):
        if path.name == f"{LAST}.gz":
            path.with_suffix("").unlink()
        else:
            path.unlink()
    manifest = {"version": made.name, "files": sorted(path.name for path in folder.iterdir())}
    (site / "local" / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def collect(folder: Path) -> None:
    """Write what the others are made of."""
    for file in (*(PYODIDE / name for name in OF_PYODIDE), *(BROWSER / name for name in OURS)):
        shutil.copyfile(file, folder / file.name)
    _write_modules(folder)
    _describe_games(folder)
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    contents = {"lock": {"info": info, "packages": {}}, "weights": pack.write_parts(folder)}
    (folder / "contents.json").write_text(json.dumps(contents), encoding="utf-8")


def finish(folder: Path) -> None:
    """Write the image, and compile Python."""
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
    # Whoever is told to stop takes along what it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--quickly", action="store_true", help="compress it, but not as small as it gets")
    reader.add_argument("folder", type=Path)
    reader.add_argument("site", type=Path, nargs="?")
    given = reader.parse_args()
    written = write(given.folder, given.quickly)
    print(written)
    if given.site:
        copy_to_site(written, given.site)
