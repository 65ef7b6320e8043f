"""Studies: a tiny one of each game by the command line has all it should have, and says what simulate and arena say."""

import json
import re
import sys
from base64 import b64decode
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

import tafelrunde as tr
from tafelrunde.bots.dog.players import SearchPlayer
from tafelrunde.bots.player import Advice, Budget
from tafelrunde.bots.seat import Seat
from tafelrunde.cli.lab.study import CHAPTERS
from tafelrunde.cli.main import app
from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.lab.study import report, statistics, texts
from tafelrunde.lab.study.chapters import NAMES, habits, luck
from tafelrunde.lab.study.texts import say

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs" / "studies"
SCALE, LARGEST, MOST_SIMULATIONS = "0.0005", 40_000, 30
per_game = pytest.mark.parametrize("name", tr.games())


def run(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, words, env={"LC_ALL": "en_XX.UTF-8", "COLUMNS": "200"}, prog_name="tafelrunde")
    assert done.exit_code == code, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.stdout if code == 0 else done.stderr


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that search do not search for long."""
    advise = SearchPlayer.advise

    def advise_quickly(player: SearchPlayer, seat: Seat, chance: Random) -> list[Advice]:
        return advise(
            SearchPlayer(player.level, Budget(min(player.budget.simulations, MOST_SIMULATIONS))), seat, chance
        )

    monkeypatch.setattr(SearchPlayer, "advise", advise_quickly)


@per_game
@pytest.mark.usefixtures("short_searches")
def test_a_tiny_study_of_a_game(name: str, tmp_path: Path) -> None:
    words = ("study", name, "--scale", SCALE, "--threads", "1", "--keep", str(tmp_path / "kept"), "--lang", "en")
    assert str(tmp_path / name) in run(*words, "--into", str(tmp_path)).replace("\n", "")
    figures = json.loads(run(*words, "--json"))
    has_all_its_parts(tmp_path / name, figures)
    says_what_simulate_says(name, figures["chapters"])
    says_what_the_arena_says(name, figures["chapters"])
    for lang in LANGUAGES:
        document = report.told(report.read(figures, name), lang)
        assert [chapter.key for chapter in document.chapters] == list(NAMES)


def has_all_its_parts(folder: Path, figures: dict[str, Any]) -> None:
    text, html = (folder / "README.md").read_text(), (folder / "report.html").read_text()
    assert json.loads((folder / "figures.json").read_text()) == figures, "the same again from what was kept"
    assert set(figures["chapters"]) == set(NAMES) == set(CHAPTERS)
    linked, drawn = re.findall(r"\]\((\S+\.svg)\)", text), sorted(path.name for path in folder.glob("*.svg"))
    assert sorted(linked) == drawn and len(drawn) >= 6
    inside = [b64decode(data).decode() for data in re.findall(r"data:image/svg\+xml;base64,([\w+/=]+)", html)]
    assert inside == [(folder / picture).read_text() for picture in linked]
    for svg in inside:
        assert len(svg) < LARGEST and re.search(r'aria-labelledby="title words"', svg) and "<title id=" in svg
        assert not re.search(r"20\d\d-\d\d-\d\d", svg), "no date"
    assert text.count("| --: |") >= 5 and f"tafelrunde study {folder.name} --only luck --seed 1" in text
    for key in ("length", "luck", "habits"):
        assert f"## {say(key, 'title', 'en')}" in text
    found = json.loads((folder / "findings.json").read_text())["findings"]
    assert 3 <= len(found) <= 4 and all(set(finding) == set(LANGUAGES) for finding in found)


def says_what_simulate_says(name: str, chapters: dict[str, Any]) -> None:
    row = next(row for row in chapters["length"]["rows"] if row["level"] == "random")
    words = ("--games", str(row["games"]), "--seed", "1", "-o", f"players={row['players']}", "--json")
    simulated = json.loads(run("simulate", name, *words))
    assert row["moves"]["median"] == simulated["length"]["median"]
    assert row["moves"]["mean"] == statistics.kept(simulated["length"]["mean"])
    first = next(row for row in chapters["start"]["rows"] if row["level"] == "random")["shares"][0]
    assert first["value"] == statistics.kept(simulated["wins"][0])


def says_what_the_arena_says(name: str, chapters: dict[str, Any]) -> None:
    row = chapters["luck"]["duels"][-1]
    bots = f"{row['better']},{row['weaker']}"
    players = f"players={tr.load(name).facts.usual_players}"
    words = ("--bots", bots, "--games", str(row["games"]), "--seed", "1", "-o", players, "--threads", "1", "--json")
    line = json.loads(run("arena", name, *words))["lines"][0]
    assert row["share"] == statistics.estimate(line["share"], line["low"], line["high"])


@per_game
def test_the_kept_report_and_the_page_say_what_its_figures_say(name: str, tmp_path: Path) -> None:
    run("study", name, "--figures", str(KEPT / name / "figures.json"), "--into", str(tmp_path), "--lang", "en")
    written = {path.name: path.read_bytes() for path in (tmp_path / name).iterdir() if path.name != "report.html"}
    assert written == {path.name: path.read_bytes() for path in (KEPT / name).iterdir()}, "the same bytes again"
    assert (ROOT / "web" / "src" / "games" / name / "findings.json").read_bytes() == written["findings.json"]


def test_figures_of_something_else_are_refused(tmp_path: Path) -> None:
    figures = json.loads((KEPT / "dog" / "figures.json").read_text())
    del figures["chapters"]["luck"]["duels"]
    for kept, game in (({}, "dog"), ([], "dog"), (figures, "dog"), (figures, "denkste")):
        (tmp_path / "figures.json").write_text(json.dumps(kept))
        said = run("study", game, "--figures", str(tmp_path / "figures.json"), "--into", str(tmp_path), code=2)
        assert f"is not the figures.json of a report about {game}" in said
        assert [path.name for path in tmp_path.iterdir()] == ["figures.json"]


@pytest.mark.parametrize("words", [("--only", "weather"), ("--scale", "0"), ("--seed", "-1"), ("--threads", "0")])
def test_bad_input_is_one_line(words: tuple[str, ...]) -> None:
    said = run("study", tr.games()[0], *words, code=2)
    assert words[0].strip("-") in said and len(said.splitlines()) == 1


def test_without_matplotlib_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert "pip install tafelrunde[study]" in run("study", tr.games()[0], code=1)


def test_intervals() -> None:
    assert statistics.games_needed(0.5) is None
    assert [statistics.games_needed(share) for share in (0.6, 0.75, 1.0, 0.4)] == [199, 30, 6, 199]
    even = statistics.ratio([(1.0, 2.0)] * 9)
    assert even == {"value": 0.5, "low": 0.5, "high": 0.5} and statistics.ratio([(0.0, 0.0)]) is None
    ledger = [{"luck": luck, "start": 0.5, "result": result} for luck, result in ((0.25, 1.0), (-0.25, 0.0))]
    assert statistics.shares_of_variance([ledger] * 3)["value"] == 0.5


def test_a_part_that_may_be_nothing_is_not_told_as_a_finding() -> None:
    """Whether luck decides, decisions do, both, or nobody knows."""
    told = {
        (0.7, 1.1): "all",
        (-0.2, 0.2): "none",
        (0.4, 0.6): "sentence",
        (0.67, 1.1): "unknown",
        (0.3, 0.7): "unknown",
    }
    for (low, high), verdict in told.items():
        assert luck.known({"low": low + 0.001, "high": high}) == verdict


def test_only_what_all_levels_agree_on_is_advice() -> None:
    """From the weakest to the strongest level; each value is known to a hundredth."""
    trends = {
        (0.4, 0.6, 0.6): "more",
        (0.45, 0.64, 0.52): "mixed",
        (0.17, 0.17, 0.18): "same",
        (0.04, 0.01, 0.01): "less",
    }
    for values, trend in trends.items():
        levels = [statistics.estimate(value, value - 0.01, value + 0.01) for value in values]
        assert habits.trend(levels, ".0%") == trend
    assert statistics.corrected(1) == pytest.approx(1) and statistics.corrected(8) > 1.3


def test_numbers_are_written_as_large_as_they_are() -> None:
    assert texts.number(-0.0004, "+.1pp", "en") == "0.0" and texts.number(0.08, "+.1pp", "de") == "+8,0"
    small = {"value": 0.003, "low": 0.001, "high": 0.01}
    assert texts.ranged(small, ".0%", "en") == "0.3% (0.1% to 1.0%)"


def test_what_a_thing_is_worth_is_found() -> None:
    """Whoever has one more of the first thing than the other wins by a tenth more, whatever else there is."""
    games = [
        [({"good": a, "bad": 3 - a}, 0.5 + 0.1 * (a - b) / 2), ({"good": b, "bad": 3 - b}, 0.5 - 0.1 * (a - b) / 2)]
        for a, b in [(0.0, 3.0), (1.0, 2.0), (2.0, 0.0), (3.0, 1.0), (2.0, 2.0)]
    ]
    good, bad = statistics.effects(games, ["good", "bad"])
    assert good["thing"] == "good" and good["value"] == pytest.approx(0.05) and bad["value"] == pytest.approx(-0.05)
    assert good["high"] - good["low"] < 1e-6
