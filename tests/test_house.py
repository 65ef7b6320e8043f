"""The house is kept in order: no large file, no crowded folder, and nothing goes untyped but compiled code."""

import ast
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINES, FILES = 400, 15
CROWDED = {
    "docs/screenshots": "pictures, made by `make screenshots`",
}
"""Folders that may hold more files, and why."""
COMPILED = {"allocating", "allocating_entry", "compiled", "entry", "intrinsic", "rule", "hook"}
"""The decorators of compiled code, of which numba finds out the types."""
OWN = ("self", "cls")
UNTYPED = {
    "src/tafelrunde/kernel/verbs.py": "the verbs of a game, which stand for compiled functions of any record",
    "src/tafelrunde/lab/training": "PyTorch is not installed with the tests, so its types are not known",
}
"""Where functions that are not compiled may go untyped, and why."""


def tracked() -> list[Path]:
    """All files of the repository."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a clone of the repository")
    return [path for name in listed.stdout.split("\0") if name and (path := Path(name)) and (ROOT / path).exists()]


def test_no_python_file_is_long() -> None:
    lengths = {str(path): len((ROOT / path).read_text().splitlines()) for path in tracked() if path.suffix == ".py"}
    assert len(lengths) > 200
    assert {path: lines for path, lines in lengths.items() if lines > LINES} == {}


def test_no_folder_is_crowded() -> None:
    counts = Counter(path.parent.as_posix() for path in tracked())
    crowded = {folder: count for folder, count in counts.items() if count > FILES}
    assert {folder: count for folder, count in crowded.items() if folder not in CROWDED} == {}
    assert crowded.keys() == CROWDED.keys(), "an exception that is needed no more"


def test_nothing_goes_untyped_but_compiled_code() -> None:
    """mypy lets whole packages go untyped for the sake of compiled code; the rest of them is typed all the same."""
    python = [path for path in tracked() if path.suffix == ".py" and not path.as_posix().startswith(tuple(UNTYPED))]
    assert {str(path): names for path in python if (names := list(untyped(ast.parse((ROOT / path).read_text()))))} == {}


def untyped(node: ast.AST) -> Iterator[str]:
    """The functions without types, except those that are compiled."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            if any(decorator(each) in COMPILED for each in child.decorator_list):
                continue
            arguments = [each for each in ast.iter_child_nodes(child.args) if isinstance(each, ast.arg)]
            if child.returns is None or any(not each.annotation for each in arguments if each.arg not in OWN):
                yield child.name
        yield from untyped(child)


def decorator(node: ast.expr) -> str:
    """The last part of its name."""
    name = node.func if isinstance(node, ast.Call) else node
    return ast.unparse(name).split(".")[-1].lstrip("_")
