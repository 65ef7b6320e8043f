"""The same in Firefox: a whole game on a site that nobody serves any more, with a reload, its replay and its review."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from .conftest import BUILT, KEPT, file_server
from .firefox import PROGRAM, Firefox

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not PROGRAM.exists(), reason="NOT TESTED, there is no Firefox: apt-get install firefox-esr"),
]

PREPARE = """
localStorage['tafelrunde.prefs'] = JSON.stringify({ tempo: 'fast', motion: 'reduced', lang: 'en', confirm: 'never' })
sessionStorage['tafelrunde.speed'] = '150'"""
STEP = """
const button = (inside, name) => [...document.querySelectorAll(`${inside} button`)].find(
  (each) => each.checkVisibility() && !each.disabled && name.test(each.ariaLabel ?? each.innerText))
if (document.querySelector('.game[data-phase=over]')) return 'over'
const chosen = button('.panel, .bar, body', /^(Stop here|Play it|Only this)/)
  ?? document.querySelector('[role=group][aria-label="What your dice can do"] button')
  ?? document.querySelector('button.target[aria-pressed=false]')
chosen?.click()
return chosen ? 'done' : ''
"""
"""A step of Beam me up, if there is something to do."""


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    (tmp_path / "profile").mkdir()
    with closing(Firefox(tmp_path / "profile")) as firefox:
        yield firefox


def play(firefox: Firefox, steps: int) -> bool:
    """Make so many steps, if there are so many; whether the game is over."""
    while steps:
        said = firefox.run(STEP)
        if said == "over":
            return True
        steps -= said == "done"
    return False


@pytest.mark.usefixtures("built")
def test_a_whole_game_its_replay_and_its_review(firefox: Firefox) -> None:
    server = file_server(BUILT)
    home = next(server)
    for _ in range(2):
        firefox.visit(home)
        firefox.until("document.querySelectorAll('.world-beam-me-up button').length > 0")
        firefox.run(f"{PREPARE}; await document.fonts.ready")
    assert firefox.run(f"return ({KEPT})()")
    next(server, None)

    firefox.visit(home)
    firefox.click("Play now", ".world-beam-me-up")
    firefox.until("location.hash.startsWith('#/t/local')")
    assert not play(firefox, 5)
    firefox.run("setTimeout(() => location.reload())")
    firefox.until("document.querySelector('.game') !== null")
    assert play(firefox, 10_000)
    table = firefox.run("return location.hash.split('/')[2].split('?')[0]")
    firefox.visit(f"{home}#/replay/{table}")
    firefox.until("Number(document.querySelector('.timeline input')?.max) > 10")
    firefox.visit(f"{home}#/replay/{table}?show=review")
    firefox.until("document.body.innerText.includes('All the numbers')")
    assert not firefox.complaints, firefox.complaints
