"""Gathers the Python that runs in a browser: `python -m tafelrunde.browser.pack FILE` writes it as one archive."""

import ast
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tafelrunde.browser.freeze import NOT_PACKED, frozen, has_compiled_code, plain_code, used_names
from tafelrunde.kernel.targets.native import PACKAGE
from tafelrunde.table.people.letters import prototypes

ROOMS = ("kernel", "games", "bots", "table", "browser/local", "browser/library")
LAB = ("findings", "habits", "review", "sides")
"""What a review needs."""
FACES = {
    "tafelrunde.kernel.compiled": "compiled",
    "tafelrunde.kernel.targets.arrays": "arrays",
    "tafelrunde.kernel.targets.kept": "kept",
    "tafelrunde.kernel.targets.native": "native",
    "tafelrunde.table.people.letters": "letters",
}
"""Modules that have another form in a browser."""
NEVER = re.compile(
    r"tafelrunde\.(kernel\.(batch\b.*|targets\.(playouts|ir\b.*|wasm\b.*|gpu\b.*))|games\.schema|games\.\w+\.(views|observation)"
    r"|bots\.(wasm|warm_up))"
)
"""Modules and packages that nobody needs there."""
DATA = ("*.toml", "*.npz")
LETTERS = "tafelrunde/browser/face/letters.txt"
WEIGHTS = ".npz"
"""What only the bots of one game need."""
DATE = (1980, 1, 1, 0, 0, 0)
"""All files have the same date, so that the same sources make the same archive."""


def files() -> dict[str, bytes]:
    """Every file of the archive by its path."""
    trees = {module: ast.parse(path.read_text(encoding="utf-8")) for module, path in _modules()}
    own = {module: tree for module, tree in trees.items() if module not in FACES}
    plain = {module: tree for module, tree in own.items() if not has_compiled_code(module, tree)}
    used = set[str]().union(*map(used_names, plain.values()))
    used = used.union(*(used_names(node) for module, tree in own.items() for node in plain_code(module, tree)))
    found: dict[str, bytes] = {}
    for module, path in _modules():
        place = path.relative_to(PACKAGE.parent).as_posix()
        if module in FACES:
            found[place] = f"from tafelrunde.browser.face.{FACES[module]} import *\n".encode()
        elif module in plain:
            found[place] = path.read_bytes()
        elif module not in NOT_PACKED:
            found[place] = frozen(module, trees[module], used).encode()
    for path in Path(__file__).parent.glob("face/*.py"):
        found[path.relative_to(PACKAGE.parent).as_posix()] = path.read_bytes()
    for path in (path for room in ROOMS for kind in DATA for path in (PACKAGE / room).rglob(kind)):
        found[path.relative_to(PACKAGE.parent).as_posix()] = path.read_bytes()
    found[LETTERS] = _letters().encode()
    return dict(sorted(found.items()))


def _letters() -> str:
    """Letters that look like others, as `face/letters.py` reads them."""
    others = dict[str, str]()
    for letter, other in sorted(prototypes().items()):
        others[other] = others.get(other, "") + chr(letter)
    return "\n".join(f"{other}\t{letters}" for other, letters in sorted(others.items()))


def write(path: Path) -> None:
    """Write the archive."""
    _write(path, files())


def write_parts(folder: Path) -> dict[str, str]:
    """Write the archive without weights, and beside it those of each game; these files by the places of the weights."""
    found = files()
    weights = {place: place.split("/")[2].replace("_", "-") + WEIGHTS for place in found if place.endswith(WEIGHTS)}
    for place, name in weights.items():
        (folder / name).write_bytes(found.pop(place))
    _write(folder / "python.zip", found)
    return weights


def _write(path: Path, found: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in found.items():
            archive.writestr(zipfile.ZipInfo(name, DATE), content, zipfile.ZIP_DEFLATED)


def _modules() -> Iterator[tuple[str, Path]]:
    """The modules of the rooms, and their files."""
    yield "tafelrunde", PACKAGE / "__init__.py"
    of_lab = [PACKAGE / "lab" / f"{name}.py" for name in LAB]
    for path in sorted([*of_lab, *(path for room in ROOMS for path in (PACKAGE / room).rglob("*.py"))]):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if not NEVER.fullmatch(module):
            yield module, path


if __name__ == "__main__":
    write(Path(sys.argv[1]))
