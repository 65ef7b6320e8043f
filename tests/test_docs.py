"""What the documents show is what happens."""

import doctest
import string
import tomllib
from pathlib import Path

import tafelrunde

ROOT = Path(__file__).parent.parent


def test_the_readme_tells_the_truth() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 5 and failed == 0


def test_docstrings_tell_the_truth() -> None:
    failed, tried = doctest.testmod(tafelrunde)
    assert tried > 2 and failed == 0


def test_all_our_texts_are_there_in_both_languages() -> None:
    """Every wording has German and English, with the same places to fill in."""
    package = Path(tafelrunde.__file__).parent
    files = list(package.rglob("texts.toml"))
    assert len(files) == 10
    for file in files:
        for entry in wordings(tomllib.loads(file.read_text(encoding="utf-8"))):
            assert set(entry) == {"de", "en"}
            assert places(entry["de"]) == places(entry["en"]), entry


def wordings(node: object) -> list[dict[str, str]]:
    if isinstance(node, list):
        return [entry for part in node for entry in wordings(part)]
    assert isinstance(node, dict)
    if all(isinstance(value, str) for value in node.values()):
        return [node]
    return [entry for part in node.values() for entry in wordings(part)]


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
