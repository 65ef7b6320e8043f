"""The command line as a person uses it, with what they type."""

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.cli.main import app

per_game = pytest.mark.parametrize("name", tr.games())


def run(*words: str, typed: str = "", code: int = 0, lang: str = "en") -> str:
    """What a command says; a process of its own for each would spend its time on importing."""
    done = CliRunner().invoke(app, words, input=typed, env=environment(lang), prog_name="tafelrunde")
    assert done.exit_code == code, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.stdout if code == 0 else done.stderr


def run_process(*words: str, typed: str = "", code: int = 0, lang: str = "en") -> str:
    """What a command says in a process of its own."""
    command = [sys.executable, "-c", "from tafelrunde.cli.main import main; main()", *words]
    env = os.environ | environment(lang)
    done = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120, env=env)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout if code == 0 else done.stderr


def environment(lang: str) -> dict[str, str]:
    return {"LC_ALL": f"{lang}_XX.UTF-8", "COLUMNS": "160"}


@per_game
def test_a_game_can_be_played_to_its_end_by_number(name: str, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    options = ["-o", "rings=[4,4,4]"] if name == "denkste" else []
    choice = random.Random(1)  # always the first move could go on for ever in Beam me up
    typed = "".join(f"{choice.randint(1, 8)}\n" for _ in range(20_000))
    said = run("play", name, "--seed", "3", "--record", str(record), *options, typed=typed, lang="de")
    assert "Das Spiel ist aus" in said
    match = tr.replay(json.loads(record.read_text()))
    assert match.result is not None
    again = run("replay", str(record), "--seat", "1", lang="de")
    assert "Das Spiel ist aus" in again
    for told in (said, again):
        assert "Platz 1" in told and not re.search(r"Pl(atz|ätze) 0", told), "people count from 1"
    assert len(again.splitlines()) >= len(match.events())


def test_a_refusal_is_said_and_one_can_go_on() -> None:
    said = run_process("play", "denkste", "--seed", "1", typed="go 9\nstop 3\n99\ngo 2\nq\n")
    assert "is not a move" in said and "numbers 1 to 6" in said and "See you" in said
    assert re.search(r"You set only .*\. \(DK-03\)", said), "the sentence first"


def test_without_a_game_one_is_asked_for() -> None:
    assert "Which game?" in run("play", typed="77\n4\nq\n")
    assert "Welches Spiel?" in run("play", typed="denkste\nq\n", lang="de")
    run_process("play", typed="", code=130)


@per_game
def test_rules_are_printed_with_their_ids(name: str) -> None:
    book = tr.load(name).rulebook
    for lang, word in (("de", "unsere"), ("en", "our")):
        said = run("rules", name, "--lang", lang)
        assert all(id in said for id in book.rules)
        assert word in said and book.about["name"] in said


@per_game
def test_simulate(name: str) -> None:
    summary = json.loads(run("simulate", name, "--games", "200", "--json"))
    assert summary["games"] == 200
    assert sum(summary["kinds"].values()) == summary["decisions"]
    assert summary["length"]["least"] <= summary["length"]["median"] <= summary["length"]["most"]
    assert sum(summary["wins"]) >= 0.999
    assert summary["decisions"] == tr.load(name).playouts(games=200).decisions
    said = run("simulate", name, "--games", "50", "--threads", "2", lang="de")
    assert f"Siege Platz {tr.load(name).players}" in said and "Platz 0" not in said


def test_arena() -> None:
    words = ("arena", "denkste", "--bots", "greedy,random", "-n", "5", "-o", "rings=[4,4,4]")
    report = json.loads(run(*words, "--threads", "2", "--json"))
    assert (report["games"], report["deals"]) == (6, 3)
    assert [line["bot"] for line in report["lines"]] == ["greedy", "random"]
    assert sum(line["share"] for line in report["lines"]) == pytest.approx(1)
    assert "Wertung" in run(*words, "--threads", "1", lang="de")


def test_ladder() -> None:
    words = ("arena", "biberbande", "--ladder", "-n", "4", "--threads", "1")
    (ladder,) = json.loads(run(*words, "--json"))
    assert [rung["level"] for rung in ladder["rungs"]] == list(bots.levels("biberbande"))
    assert "Wertung über dem Zufallsspieler" in run(*words, lang="de")


def test_review(tmp_path: Path) -> None:
    match, choice = tr.load("denkste", rings=[4, 4, 4]).new(seed=3), random.Random(1)
    while match.actors():
        seat = match.actors()[0]
        match.play(seat, choice.choice(match.moves(seat)))
    file = tmp_path / "record.json"
    file.write_text(json.dumps(match.record()))
    found = json.loads(run("review", str(file), "--json"))
    assert len(found["decisions"]) == len(match.record()["moves"]) and len(found["accounts"]) == 2
    said = run("review", str(file), "--seat", "2", lang="de")
    assert "Glück" in said and "Gewohnheiten" in said
    assert "seat" in run("review", str(file), "--seat", "3", code=2)
    file.write_text(json.dumps(match.record() | {"moves": []}))
    assert "not over" in run("review", str(file), code=2)


def test_a_review_of_a_race_speaks_of_tempo_and_not_of_luck(tmp_path: Path) -> None:
    race = {"game": "biesti-boys", "lifts": ["2", "8", "S", "6"], "hands": [["5"], ["4", "4"]]}
    match, file = tr.from_position(race), tmp_path / "record.json"
    match.play(0, "lay 5 4")
    file.write_text(json.dumps(match.record()))
    said = run("review", str(file), lang="de")
    assert "Tempo" in said and "Glück" not in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rules", "chess"), "game"),
        (("simulate", "dog", "-o", "players=3"), "players"),
        (("simulate", "denkste", "-o", "players"), "name=value"),
        (("simulate", "denkste", "--games", "0"), "games"),
        (("arena", "--bots", "greedy,random"), "GAME"),
        (("arena", "dog"), "--bots"),
        (("arena", "dog", "--ladder", "--bots", "greedy,random"), "--ladder"),
        (("arena", "dog", "--bots", "greedy,genius"), "greedy"),
        (("arena", "dog", "--bots", "greedy"), "bots"),
        (("arena", "dog", "--bots", "greedy,random", "--threads", "0"), "threads"),
        (("play", "dog", "--bots", "genius"), "random, greedy"),
        (("play", "dog", "--seat", "0"), "seat"),
        (("play", "denkste", "--seed", "-1"), "seed"),
        (("replay", "/nowhere.json"), "cannot be read"),
    ],
)
def test_bad_input_is_said_in_a_line(words: tuple[str, ...], said: str) -> None:
    assert said in run(*words, code=2)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "[" * 100_000, '{"game": "dog"}', '{"game": "dog", "seed": 1, "moves": [[0, "A h>0"]]}']
)
def test_bad_records_are_said_in_a_line(content: str, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(content)
    run("replay", str(file), code=2)
