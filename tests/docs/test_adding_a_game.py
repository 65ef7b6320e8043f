"""docs/adding-a-game.md is true: its game is built in a copy of the repository, listed, played, served, and drawn."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tafelrunde.games import SHELF
from tests.protocol_client import BOT, EMPTY, MINE, Person

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"
FILE = re.compile(r"^`((?:src|web)/[^`]+)`\n\n```\w+\n(.*?)^```", re.M | re.S)
LIST = re.compile(r"^SHELF = \[.*?\]", re.M)
PLAY = """
import random, tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots import Seat

match, chance = tr.load("nim", players=3).new(seed=1), random.Random(1)
while not match.result:
    seat = match.actors()[0]
    match.play(seat, bots.make("strongest", "nim").choose(Seat.of(match, seat), chance))
view = match.view()
assert tr.replay(match.record()).result == match.result == {"winners": [view["turn"]], "scores": view["taken"]}
assert tr.from_position(match.position()).result == match.result
refusal = tr.load("nim").new(seed=1).explain(1, "take 1")
print(refusal.rule, "|", refusal.text("de"), "|", refusal.text("en"), "|", tr.load("nim").playouts(games=50).games)
"""


def copy(folder: Path) -> Path:
    """The repository with the game of the page in it; its sources."""
    for part in ("src", "web", "docs"):
        shutil.copytree(
            ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "node_modules", "*.jpg")
        )
    shutil.rmtree(folder / "src" / "tafelrunde" / "server" / "pages", ignore_errors=True)
    for path, text in FILE.findall(PAGE.read_text(encoding="utf-8")):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    put_on_shelf(folder, *SHELF, "nim")
    return folder


def put_on_shelf(folder: Path, *games: str) -> None:
    """The one line in a list."""
    listed = folder / "src" / "tafelrunde" / "games" / "__init__.py"
    text, count = LIST.subn(f"SHELF = {json.dumps(games)}", listed.read_text(encoding="utf-8"))
    assert count == 1
    listed.write_text(text, encoding="utf-8")


def environment(folder: Path) -> dict[str, str]:
    """Python from the copy; Node is the system's, or the one beside this Python."""
    path = f"{os.environ['PATH']}{os.pathsep}{Path(sys.executable).parent}"
    return os.environ | {"PATH": path, "PYTHONPATH": str(folder / "src"), "TAFELRUNDE_CACHE": str(folder / "cache")}


def run(folder: Path, code: str, *words: str) -> str:
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, cwd=folder, env=environment(folder), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def tafelrunde(folder: Path, *words: str) -> str:
    return run(folder, "import sys; from tafelrunde.cli.main import main; main()", *words)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy(tmp_path_factory.mktemp("house"))


def test_it_is_listed_and_its_rules_can_be_read(house: Path) -> None:
    assert "nim" in run(house, "import tafelrunde as tr; print(*tr.games())").split()
    assert "NM-02" in tafelrunde(house, "rules", "nim", "--lang", "de")


def test_it_is_played(house: Path) -> None:
    said = run(house, PLAY)
    assert said == "NM-01 | NM-01: Du bist nicht dran. | NM-01: It is not your turn. | 50"


def test_its_bots_meet_in_the_arena(house: Path) -> None:
    report = json.loads(tafelrunde(house, "arena", "nim", "--bots", "strongest,random", "-n", "40", "--json"))
    assert report


@pytest.fixture
def address(house: Path, tmp_path: Path) -> Iterator[str]:
    """A server for the game; the others are taken off the shelf, so that they need not be compiled."""
    put_on_shelf(house, "nim")
    command = [sys.executable, "-m", "tafelrunde.server", "0", f"sqlite:///{tmp_path / 'games.db'}", "50"]
    with subprocess.Popen(command, env=environment(house), cwd=house, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.terminate()


@pytest.mark.anyio
async def test_it_is_served_and_played_at_a_table(address: str) -> None:
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        [game] = (await http.get("/api/games")).json()["games"]
    assert (game["name"], game["places"], game["facts"]["usual_players"]) == ("nim", 4, 2)
    anna = Person(address, "Anna")
    table = await anna.open_table("nim", [MINE, BOT, EMPTY, EMPTY])
    async with anna.connect(table) as client:
        await client.do("start")
        assert (await client.ask("play", seat=0, move="take 4"))["refusal"]["code"] == "rule"
        while client.phase != "over":
            if client.ready_seats():
                await client.do("play", seat=0, move=client.seats["0"]["moves"][0])
            else:
                await client.receive()
        assert client.seats["0"]["view"]["heap"] == 0


def test_the_client_is_built_with_it(house: Path) -> None:
    put_on_shelf(house, "nim")
    for game in SHELF:
        shutil.rmtree(house / "web" / "src" / "games" / game)
    (house / "docs" / "views.schema.json").write_text(
        run(house, "from tafelrunde.games import schema; print(schema.text())")
    )
    (house / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    for script in ("types", "check", "build"):
        command = ["npm", "run", "--silent", script]
        subprocess.run(command, cwd=house / "web", env=environment(house), check=True, timeout=300)
    built = house / "src" / "tafelrunde" / "server" / "pages"
    assert any("Hölzchen" in path.read_text(encoding="utf-8") for path in built.rglob("*.js"))
