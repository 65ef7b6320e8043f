"""What the documents show is what happens."""

import doctest
from pathlib import Path

import tafelrunde

ROOT = Path(__file__).parents[2]


def test_the_readme_tells_the_truth() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 5 and failed == 0


def test_the_page_on_batches_tells_the_truth() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "research" / "batches.md"), module_relative=False)
    assert tried > 3 and failed == 0


def test_the_page_on_environments_tells_the_truth() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "research" / "envs.md"), module_relative=False)
    assert tried > 15 and failed == 0


def test_docstrings_tell_the_truth() -> None:
    failed, tried = doctest.testmod(tafelrunde)
    assert tried > 2 and failed == 0
