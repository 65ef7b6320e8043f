"""What the documents show is what happens."""

import doctest
import importlib
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHOWN = re.compile(r"^::: ([\w.]+)$", re.MULTILINE)
PUBLIC = (
    "tafelrunde",
    "tafelrunde.bots",
    "tafelrunde.bots.hints",
    "tafelrunde.bots.seat",
    "tafelrunde.kernel.batch.batch",
    "tafelrunde.kernel.batch.single",
    "tafelrunde.kernel.batch.spec",
    "tafelrunde.kernel.errors",
    "tafelrunde.kernel.game",
    "tafelrunde.kernel.match",
    "tafelrunde.lab.arena",
    "tafelrunde.lab.review",
    "tafelrunde.lab.simulate",
)
"""The modules of the reference that show examples."""


def source(module: str) -> str:
    """The text of a module."""
    found = find_spec(module)
    assert found is not None and found.origin is not None
    return Path(found.origin).read_text(encoding="utf-8")


def parents(name: str) -> Iterator[str]:
    """A name, and what it is in, from the inside out, as far as they are modules."""
    while name:
        if is_module(name):
            yield name
        name = name.rpartition(".")[0]


def is_module(name: str) -> bool:
    """Whether a name is that of a module."""
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def test_the_readme_tells_the_truth() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 5 and failed == 0


def test_the_page_on_batches_tells_the_truth() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "research" / "batches.md"), module_relative=False)
    assert tried > 3 and failed == 0


@pytest.mark.parametrize("module", PUBLIC)
def test_docstrings_tell_the_truth(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(module))
    assert tried > 0 and failed == 0


def test_whatever_the_reference_shows_is_tried() -> None:
    """A module on one of its pages that is not in the list has no example in it."""
    shown = {name for page in (ROOT / "docs" / "reference").glob("*.md") for name in SHOWN.findall(page.read_text())}
    modules = {next(parents(name)) for name in shown}
    untold = modules - set(PUBLIC)
    assert len(modules) > 10 and {name for name in untold if ">>> " in source(name)} == set()


def test_the_page_on_environments_tells_the_truth() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "research" / "envs.md"), module_relative=False)
    assert tried > 15 and failed == 0
