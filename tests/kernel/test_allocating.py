"""Compiled code counts no arrays: what makes some says so, and hands them only to what counts them, too."""

import ast
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numba.core.errors import TypingError

from tafelrunde.kernel.compiled import allocating, compiled

SOURCES = Path(__file__).parents[2] / "src" / "tafelrunde"
PLAIN, COUNTS = {"compiled", "entry"}, {"allocating", "allocating_entry"}


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    """All compiled functions, each with the first of its decorators."""
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.decorator_list:
                decorator = ast.unparse(node.decorator_list[0])
                if decorator in PLAIN | COUNTS:
                    yield decorator, node


def called(node: ast.AST) -> set[str]:
    """The names of what is called in it."""
    return {ast.unparse(each.func).rpartition(".")[2] for each in ast.walk(node) if isinstance(each, ast.Call)}


def gives_arrays(node: ast.FunctionDef, makers: set[str]) -> bool:
    """Whether it returns something that it has from those who make arrays."""
    made = {
        name.id
        for each in ast.walk(node)
        if isinstance(each, ast.Assign) and called(each.value) & makers
        for target in each.targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    }
    returned = [each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value is not None]
    whole = [part for value in returned for part in (value.elts if isinstance(value, ast.Tuple) else [value])]
    return any(
        (isinstance(part, ast.Name) and part.id in made) or (isinstance(part, ast.Call) and bool(called(part) & makers))
        for part in whole
    )


def test_made_arrays_are_given_only_to_who_counts_them() -> None:
    makers = {"zeros", "ones", "empty", "full"}
    found = list(functions())
    givers = {node.name for decorator, node in found if decorator in COUNTS and gives_arrays(node, makers)}
    assert {"workspace", "stage_buffers"} <= givers
    assert [node.name for decorator, node in found if decorator in PLAIN and called(node) & givers] == []


def test_what_does_not_say_so_cannot_make_arrays() -> None:
    def make(length: int) -> float:
        return float(np.zeros(length)[0])

    assert allocating(make)(3) == 0
    with pytest.raises(TypingError):
        compiled(make)(3)
