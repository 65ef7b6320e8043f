"""The package for JavaScript in an empty folder: what its README shows works, and its games are those of Python."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tools import npm

import tafelrunde as tr
from tafelrunde import bots

HERE = Path(__file__).parent
INSTALLED = npm.WEB / "node_modules"
NEEDED = ("pyodide", "ws", "@types/emscripten")
"""What the package needs, from where it is already: no registry is asked."""
SEEDS = (7, 2**64 - 1, 2**128 - 1)
MOST = 90
LANGUAGES = ("de", "en", "fr")
MEGABYTE = 1e6


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder in which the package is installed from its archive."""
    if not (INSTALLED / "pyodide").exists() or not shutil.which("npm"):
        lack = "NOT TESTED, there is no npm, or what web/ needs is not installed"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(lack)
    place = tmp_path_factory.mktemp("npm")
    npm.write(place / "built")
    empty = place / "empty"
    empty.mkdir()
    (empty / "package.json").write_text('{"type": "module"}')
    run(place / "built", "npm", "pack", "--silent", "--pack-destination", str(empty))
    (archive,) = empty.glob("*.tgz")
    run(empty, "npm", "install", "--offline", "--silent", str(archive), *(str(INSTALLED / name) for name in NEEDED))
    return empty


def run(place: Path, *command: str) -> str:
    """What a command says in a folder."""
    done = subprocess.run(command, cwd=place, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-3000:]
    return done.stdout


def test_what_the_readme_shows_works(folder: Path) -> None:
    shown = re.search(r"```js\n(.*?)```", (npm.WEB / "npm" / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert shown
    (folder / "shown.mjs").write_text(shown[1], encoding="utf-8")
    refusal = tr.load("dog", players=4).new(seed=7).explain(0, "A h>0")
    said = run(folder, "node", "shown.mjs")
    assert refusal and said.startswith(f"{refusal.rule} {refusal.text('de')}\n")
    record = tr.replay(json.loads(said.strip().splitlines()[-1].partition("} ")[2])).record()
    assert record["seed"] == 7 and tr.replay(record).result is not None


def test_the_example_plays_all_games(folder: Path) -> None:
    lines = run(folder, "node", "node_modules/tafelrunde/example.mjs").splitlines()
    assert [line.split()[0] for line in lines if "winners" in line] == tr.games()


def test_games_are_those_of_python(folder: Path) -> None:
    shutil.copyfile(HERE / "games.mjs", folder / "games.mjs")
    said = json.loads(run(folder, "node", "games.mjs"))
    here = [played(name, seed) for name in tr.games() for seed in SEEDS]
    assert sum(len(each["record"]["moves"]) for each in here) > 500
    for there, expected in zip(said["found"], here, strict=True):
        for key, value in expected.items():
            assert there[key] == value, (expected["name"], key)
    assert said["wrong"] == wrong()


def test_types_are_checked(folder: Path) -> None:
    shutil.copyfile(HERE / "types.ts", folder / "types.ts")
    options = ("--strict", "--noEmit", "--target", "es2022", "--module", "nodenext")
    run(folder, "node", str(INSTALLED / "typescript" / "bin" / "tsc"), *options, "types.ts")


def test_it_is_small_and_has_what_it_says(folder: Path) -> None:
    (archive,) = folder.glob("*.tgz")
    package = folder / "node_modules" / "tafelrunde"
    described = json.loads((package / "package.json").read_text())
    assert archive.stat().st_size < 4 * MEGABYTE
    assert (described["name"], described["dependencies"]) == (
        "tafelrunde",
        {"pyodide": npm.described()["dependencies"]["pyodide"]},
    )
    assert {path.name for path in package.iterdir()} == {
        *("LICENSE", "README.md", "package.json", "example.mjs", "dist", "files"),
    }


def played(name: str, seed: int) -> dict[str, Any]:
    """What `games.mjs` says of a game."""
    game = tr.load(name)
    match = game.new(seed=seed)
    seats, views, refusals = [None, *range(game.players)], [], list[Any]()
    for k in range(MOST):
        actors = match.actors()
        if not actors:
            break
        seat = actors[k % len(actors)]
        moves = match.moves(seat)
        if k % 10 == 0:
            views.append([[match.view(each), match.moves(each)] for each in seats])
            tried = [*match.moves((seat + 1) % 2), "nothing"][0]
            refusals.append(refused(lambda: match.copy().play(seat, tried)))  # noqa: B023
            said = match.explain(seat, "x")
            assert said
            refusals.append([said.rule, said.text("fr")])
        match.play(seat, moves[(k * 7) % len(moves)])
    totals = game.playouts(games=1500, seed=3)
    return {
        "name": name,
        "options": game.options,
        "levels": list(bots.levels(name)),
        "playouts": {key: getattr(totals, key) for key in ("games", "decisions", "wins", "scores")} | {"seconds": 0},
        "views": views,
        "refusals": refusals,
        "events": [match.events(0, each) for each in seats],
        "record": json.loads(json.dumps(match.record())),
        "position": match.position(),
        "result": match.result,
        "again": [each.view(0) for each in (tr.replay(match.record()), tr.from_position(match.position()))],
    }


def wrong() -> list[Any]:
    """The refusals that `games.mjs` asks for at the end."""
    dog = tr.load("dog")
    return [
        refused(lambda: tr.load("chess")),
        refused(lambda: tr.load("dog", players=17)),
        refused(lambda: tr.load("dog", colour="red")),
        refused(lambda: dog.new(seed=-1)),
        refused(lambda: bots.make("clever", "dog")),
        refused(lambda: dog.playouts(games=0)),
        refused(lambda: tr.from_position({"game": "dog", "pieces": 3})),
        refused(lambda: tr.from_position({})),
        refused(lambda: tr.replay({"game": "dog", "seed": 7, "version": 1, "moves": [[0, "x"]]})),
    ]


def refused(act: Callable[[], Any]) -> dict[str, Any] | None:
    """What is wrong, as `games.mjs` tells it; None if nothing is."""
    try:
        act()
    except (tr.BadOption, tr.BadPosition, tr.IllegalMove) as error:
        return {
            "name": type(error).__name__,
            "rule": getattr(error, "rule", None),
            "field": getattr(error, "field", None),
            "texts": [error.text(lang) for lang in LANGUAGES],
        }
    return None
