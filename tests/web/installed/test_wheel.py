"""The wheel in an empty environment: `tafelrunde` there serves a table, and when it is gone one plays on without it."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tools import wheel

from tafelrunde.server.http import client_files

from ..conftest import FAST, LAPTOP, PATIENCE, listen
from ..games.dog import Clicks

pytestmark = pytest.mark.thorough

STEPS = 8
KEPT = """() => navigator.serviceWorker.ready.then(async () => {
    for (const name of await caches.keys())
        if ((await (await caches.open(name)).keys()).some(({ url }) => url.endsWith('/whole'))) return true
    return false
})"""
"""Whether the browser has everything that it needs to play without a server."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder outside the repository with an environment in which there is only the wheel."""
    assert client_files.files() and (client_files.LOCAL / "manifest.json").exists(), "make pages local"
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    built = wheel.build(folder)
    pinned = str(wheel.ROOT / "constraints.txt")
    subprocess.run([str(folder / "venv/bin/pip"), "install", "-qq", "-c", pinned, str(built)], check=True, cwd=folder)
    return folder


def surroundings(place: Path) -> dict[str, str]:
    """Nothing points to the repository, and nothing is compiled yet."""
    own = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TAFELRUNDE", "VIRTUAL"))
    }
    own |= {"HOME": str(place), "TAFELRUNDE_HOST": "127.0.0.1", "TAFELRUNDE_PORT": "0", "COLUMNS": "200"}
    return own | {"XDG_DATA_HOME": str(place / "data"), "XDG_CACHE_HOME": str(place / "cache"), "PYTHONUNBUFFERED": "1"}


@pytest.fixture
def server(place: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The command `tafelrunde` and nothing else, and the address that it prints."""
    command = [str(place / "venv/bin/tafelrunde")]
    with subprocess.Popen(command, cwd=place, env=surroundings(place), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        yield found[0].replace("localhost", "127.0.0.1"), process
        process.terminate()


def test_a_game_in_python(place: Path) -> None:
    said = subprocess.run(
        [
            str(place / "venv/bin/python"),
            "-c",
            "import tafelrunde as tr; print(tr.__file__, tr.load('dog').new(seed=7).actors())",
        ],
        cwd=place,
        env=surroundings(place),
        capture_output=True,
        text=True,
        check=True,
    )
    path, _, actors = said.stdout.strip().partition(" ")
    assert Path(path).is_relative_to(place / "venv") and actors == "[0, 1, 2, 3]"


def test_both_kinds_of_play(browser: Browser, server: tuple[str, subprocess.Popen[str]], place: Path) -> None:
    address, process = server
    complaints: list[str] = []
    context = browser.new_context(base_url=address, locale="en", viewport=LAPTOP, reduced_motion="reduce")
    context.add_init_script(FAST)
    page = context.new_page()
    page.set_default_timeout(5 * PATIENCE)  # rules and bots are compiled meanwhile
    listen(page, complaints)
    page.goto("/")
    begin(page)
    assert "/t/local" not in page.url
    play(page)
    page.wait_for_function(KEPT, polling=500)
    assert not complaints, complaints
    assert (place / "data/tafelrunde/games.db").stat().st_size > 0
    process.terminate()
    process.wait()
    page.goto("/")
    begin(page)
    assert "/t/local" in page.url
    play(page)
    context.close()
    shutil.rmtree(place / "data")


def begin(page: Page) -> None:
    """Start a game of Dog against bots from the start page."""
    page.locator(".world-dog").get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")


def play(page: Page) -> None:
    """Some clicks; something of it is told."""
    anna = Clicks(page)
    for _ in range(STEPS):
        assert anna.step()
    expect(page.locator("section.log")).to_contain_text("You ")
