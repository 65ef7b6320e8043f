"""What remains of a module with compiled code where there is none: its constants, plain functions and entries."""

import ast
import importlib
from collections.abc import Iterator
from typing import Any, TypeGuard

import numpy as np

from tafelrunde.kernel.targets.ir.kinds import describe_record
from tafelrunde.kernel.targets.wasm.entries import compiled_in, is_compiled, is_entry

COMPILERS = ("numpy", "numba", "llvmlite")
"""What does not exist in a browser."""
NOT_PACKED = (
    "tafelrunde.kernel.bits",
    "tafelrunde.kernel.chance",
    "tafelrunde.kernel.compiled",
    "tafelrunde.kernel.layout",
    "tafelrunde.kernel.targets.exponential",
    "tafelrunde.kernel.verbs",
)
"""Modules that only compiled code needs, or whoever defines it."""
HEAD = """from tafelrunde.kernel.compiled import entry
from tafelrunde.kernel.targets.arrays import Layout, array
"""


def has_compiled_code(module: str, tree: ast.Module) -> bool:
    """Whether a module needs what a browser does not have."""
    return bool(compiled_in(module)) or any(_is_missing(name) for node in tree.body for name in _imported(node))


def used_names(tree: ast.AST) -> set[str]:
    """Every name that some code mentions."""
    nodes = list(ast.walk(tree))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    imported = {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
    return names | imported | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def plain_code(module: str, tree: ast.Module) -> list[ast.stmt]:
    """The imports, functions, classes and assignments of a module that work without what is missing."""
    values, compiled = vars(importlib.import_module(module)), compiled_in(module)
    missing = {name for node in tree.body for name in _lost(node)}
    kept: list[ast.stmt] = []
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            kept += _without_missing(node)
        elif _is_definition(node) and node.name in compiled:
            continue
        elif _is_definition(node) or isinstance(node, ast.Assign | ast.AnnAssign):
            if _mentions(node, missing):
                missing |= {name for name in _assigned(node) if literal(values.get(name)) is None}
            else:
                kept.append(node)
    return kept


def frozen(module: str, tree: ast.Module, used: set[str]) -> str:
    """The source of what remains of a module; of its constants, those that are used elsewhere."""
    values, kept = vars(importlib.import_module(module)), plain_code(module, tree)
    compiled = compiled_in(module)
    wanted = used.union(*(used_names(node) for node in kept))
    parts, written = [HEAD], set[str]()
    for node in tree.body:
        constants = {name: literal(values.get(name)) for name in _assigned(node) if name in wanted and name in values}
        if _is_definition(node) and node.name in compiled:
            if is_entry(compiled[node.name]) and node.name in wanted:
                parts.append(f'{node.name} = entry("{module}", "{node.name}")')
        elif constants and None not in constants.values():
            parts += [f"{name} = {text}" for name, text in constants.items() if name not in written]
            written |= constants.keys()
        elif isinstance(node, ast.Import | ast.ImportFrom):
            parts += map(ast.unparse, _without_missing(node))
        elif node in kept and (constants or _is_definition(node)):
            parts.append(ast.unparse(node))
    return "\n".join(parts) + "\n"


def literal(value: Any) -> str | None:
    """How a value is written down; None if it cannot be."""
    if isinstance(value, np.ndarray):
        return f'array("{value.dtype.str[1:]}", {value.tolist()!r})' if value.dtype.names is None else None
    if isinstance(value, np.generic):
        return repr(value.item()) if value.dtype.names is None else None
    if isinstance(value, np.dtype):
        return f"Layout({describe_record(value)!r}, __name__)" if value.names else None
    if isinstance(value, dict):
        pairs = [(literal(key), literal(part)) for key, part in value.items()]
        inside = ", ".join(f"{key}: {part}" for key, part in pairs)
        return None if any(None in pair for pair in pairs) else f"{{{inside}}}"
    if isinstance(value, list | tuple | set | frozenset):
        parts = [literal(part) for part in value]
        if None in parts:
            return None
        inside = f"[{', '.join(map(str, parts))}]"
        return inside if isinstance(value, list) else f"{type(value).__name__}({inside})"
    return repr(value) if value is None or isinstance(value, bool | int | float | str) else None


def _assigned(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module gives a value."""
    if _is_definition(node):
        yield node.name
    elif not isinstance(node, ast.Import | ast.ImportFrom):
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                yield part.id


def _imported(node: ast.stmt) -> list[str]:
    """The modules that a statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def _is_missing(module: str) -> bool:
    return module.partition(".")[0] in COMPILERS or module in NOT_PACKED or module.rpartition(".")[0] in NOT_PACKED


def _lost(node: ast.stmt) -> Iterator[str]:
    """The names that an import would have given, if it were possible."""
    if isinstance(node, ast.Import):
        yield from (alias.asname or alias.name for alias in node.names if _is_missing(alias.name))
    if isinstance(node, ast.ImportFrom) and node.module:
        for alias in node.names:
            if (
                _is_missing(node.module)
                or _is_missing(f"{node.module}.{alias.name}")
                or _is_lost(node.module, alias.name)
            ):
                yield alias.asname or alias.name


def _is_lost(module: str, name: str) -> bool:
    """Whether a name of a module stands for something that only compiled code can use."""
    value = getattr(importlib.import_module(module), name, None)
    if is_compiled(value):
        return not is_entry(value)
    return isinstance(value, np.ndarray | np.generic | np.dtype) and literal(value) is None


def _without_missing(node: ast.Import | ast.ImportFrom) -> list[ast.stmt]:
    lost = set(_lost(node))
    names = [alias for alias in node.names if (alias.asname or alias.name) not in lost]
    if not names:
        return []
    if isinstance(node, ast.Import):
        return [ast.Import(names)]
    return [ast.ImportFrom(node.module, names, node.level)]


def _is_definition(node: ast.stmt) -> TypeGuard[ast.FunctionDef | ast.ClassDef]:
    return isinstance(node, ast.FunctionDef | ast.ClassDef)


def _mentions(node: ast.AST, names: set[str]) -> bool:
    return any(isinstance(part, ast.Name) and part.id in names for part in ast.walk(node))
