"""Generic layers name no game: facts and special needs are asked of the game."""

import re
from pathlib import Path

import pytest

import tafelrunde as tr

ROOT = Path(__file__).parents[1]
PYTHON, CLIENT = ("kernel", "table", "server", "cli"), ("lib", "pages", "parts")
GENERIC = [*(f"src/tafelrunde/{room}" for room in PYTHON), *(f"web/src/{room}" for room in CLIENT)]
BUILT = ROOT / "src/tafelrunde/server/pages"
CODE = {".py", ".toml", ".ts", ".svelte", ".css", ".js", ".html"}
GAME = re.compile("|".join(rf"(?<![a-z]){name.replace('-', '[-_ ]?')}(?![a-z])" for name in tr.games()), re.IGNORECASE)
EXAMPLE = re.compile(r"^ *(?:>>>|\.\.\.) .*$", re.MULTILINE)
"""A line of an example in a docstring: it has to show some game."""


@pytest.mark.parametrize("folder", GENERIC)
def test_no_generic_file_names_a_game(folder: str) -> None:
    files = [path for path in (ROOT / folder).rglob("*") if path.suffix in CODE and not path.is_relative_to(BUILT)]
    assert len(files) > 5
    named = {str(path.relative_to(ROOT)): GAME.findall(EXAMPLE.sub("", path.read_text("utf-8"))) for path in files}
    assert {path: games for path, games in named.items() if games} == {}


def test_names_are_found_however_they_are_written() -> None:
    for text in ("dog", "BeamMeUp", "biesti_boys", "Beam me up", '"denkste"', "Biberbande's"):
        assert GAME.search(text), text
    assert not GAME.search("dogma, a beam")
