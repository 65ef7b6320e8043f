"""A record that is true verifies; one in which anything that can be checked was changed does not."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.cli.common import TEXTS
from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.table import dealing, fair_deal, wishes
from tafelrunde.table.fair_deal import Contribution, Round, Terms
from tafelrunde.table.verify import Finding, limits, verify

from . import sessions
from .sessions import GUEST, HOST, Session, part_of

Record = dict[str, Any]


@pytest.fixture(scope="module")
def record() -> Record:
    return recorded("denkste")


def recorded(game: str) -> Record:
    table = Session(game).begin(GUEST, players=sessions.fewest(game)).to_the_end().table
    found: Record = json.loads(json.dumps(table.record()))
    return found


def broken(findings: list[Finding]) -> list[str]:
    for found in findings:
        for lang in LANGUAGES:
            values = found.values | ({"reason": found.error.text(lang)} if found.error else {})
            assert TEXTS.say("holds" if found.holds else "broken", found.check, lang, **values)
    return [found.check for found in findings if not found.holds]


@pytest.mark.parametrize("game", sessions.GAMES)
def test_a_true_record_verifies(game: str) -> None:
    record = recorded(game)
    findings = verify(record, digest(record), part_of(GUEST))
    assert broken(findings) == []
    expected = ["commitment", "parts", "rounds", "lock", "seed", "part", "moves", "result"]
    assert [found.check for found in findings] == expected


def digest(record: Record) -> str:
    """The digest of the first lock."""
    [dealt] = record["deal"]["rounds"]
    contributions = [Contribution("", each["seat"], each["commitment"]) for each in dealt["contributors"]]
    terms = Terms(record["table"], record["game"], record["options"])
    return fair_deal.digest(Round(1, dealt["secret"], contributions).lock(terms))


def test_a_game_that_the_host_ended_has_no_result() -> None:
    record = json.loads(json.dumps(Session("dog").begin(GUEST, players=4).ask(HOST, wishes.End()).table.record()))
    findings = verify(record)
    assert broken(findings) == [] and findings[-1].check == "end"
    cut = changed(changed(recorded("denkste"), "moves", -1), "result", to=None)
    assert verify(cut)[-1] == findings[-1], "a record that was cut off looks the same"
    said = TEXTS.say("holds", "end", "en")
    assert "was ended before it was over, or the rest of the record is missing" in said and "host" not in said
    assert broken(verify(changed(record, "result", to={"winners": [0], "scores": [0]}))) == ["end"]
    assert broken(verify(changed(recorded("denkste"), "result", to=None))) == ["result"]


def changed(record: Record, *path: Any, to: Any = ...) -> Record:
    """A copy with one thing changed, or left out."""
    twin = copy.deepcopy(record)
    inner: Any = twin
    for key in path[:-1]:
        inner = inner[key]
    if to is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = to
    return twin


def dotted(path: tuple[Any, ...]) -> str:
    return ".".join(map(str, path))


FIELDS: list[tuple[Any, ...]] = [
    *((key,) for key in ("version", "game", "options", "seed", "moves", "table", "deal", "names", "result")),
    ("deal", "rounds"),
    *(("deal", "rounds", 0, key) for key in ("secret", "commitment", "contributors")),
    *(("deal", "rounds", 0, "contributors", 1, key) for key in ("seat", "commitment", "part")),
    *(("result", key) for key in ("winners", "scores")),
    *(("options", key) for key in ("players", "rings")),
]


def test_no_field_is_forgotten_here(record: Record) -> None:
    for path in {field[:-1] for field in FIELDS} - {("options",)}:
        inner: Any = record
        for key in path:
            inner = inner[key]
        assert {(*path, key) for key in inner} == {field for field in FIELDS if field[:-1] == path}


@pytest.mark.parametrize("path", FIELDS, ids=dotted)
def test_without_any_field_it_is_no_record(record: Record, path: tuple[Any, ...]) -> None:
    assert broken(verify(changed(record, *path)))


@pytest.mark.parametrize("path", FIELDS, ids=dotted)
@pytest.mark.parametrize("value", [None, True, 7, 1.5, -1, "", "\ud800", "x\ny", [], {}, [None], [[[]]], 2**200])
def test_nonsense_in_any_field_is_found(record: Record, path: tuple[Any, ...], value: object) -> None:
    assert broken(verify(changed(record, *path, to=value)))


DEALT: tuple[Any, ...] = ("deal", "rounds", 0)
PARTS = (*DEALT, "contributors")


def parts(record: Record) -> list[Any]:
    found: list[Any] = record["deal"]["rounds"][0]["contributors"]
    return found


def contributor(seat: int, part: str) -> dict[str, Any]:
    return {"seat": seat, "commitment": fair_deal.part_commitment(part), "part": part}


TAMPERED: list[tuple[str, list[str], Callable[[Record], Record]]] = [
    ("another secret", ["commitment", "seed"], lambda r: changed(r, *DEALT, "secret", to="0" * 32)),
    ("another commitment", ["commitment"], lambda r: changed(r, *DEALT, "commitment", to="0" * 64)),
    ("another part", ["parts", "seed"], lambda r: changed(r, *PARTS, 1, "part", to="0" * 32)),
    ("a part by somebody else", ["seed"], lambda r: changed(r, *PARTS, 1, to=contributor(1, "0" * 32))),
    ("a part less", ["seed"], lambda r: changed(r, *PARTS, 1)),
    ("a part more", ["rounds", "seed"], lambda r: changed(r, *PARTS, to=[*parts(r), contributor(2, "0" * 32)])),
    ("a part that is kept back", ["rounds"], lambda r: changed(r, *PARTS, 1, "part", to=None)),
    ("the parts in another order", ["seed"], lambda r: changed(r, *PARTS, to=parts(r)[::-1])),
    ("two parts of one seat", ["form"], lambda r: changed(r, *PARTS, 1, "seat", to=0)),
    ("a round before it", ["rounds", "seed"], lambda r: changed(r, "deal", "rounds", to=2 * r["deal"]["rounds"])),
    ("another table", ["seed"], lambda r: changed(r, "table", to="t2")),
    ("another version", ["moves"], lambda r: changed(r, "version", to=2)),
    ("another seed", ["seed"], lambda r: changed(r, "seed", to=r["seed"] ^ 1)),
    ("another game", ["seed", "moves"], lambda r: changed(r, "game", to="dog")),
    ("more players", ["seed", "moves"], lambda r: changed(r, "options", "players", to=3)),
    ("another board", ["seed", "moves"], lambda r: changed(r, "options", "rings", to=[4, 4, 4])),
    ("an option left out", ["seed", "wording"], lambda r: changed(r, "options", "players")),
    ("an unknown option", ["seed", "moves"], lambda r: changed(r, "options", "luck", to=1)),
    ("no moves", ["end"], lambda r: changed(r, "moves", to=[])),
    ("the last move left out", ["end"], lambda r: changed(r, "moves", -1)),
    ("a move twice", ["moves"], lambda r: changed(r, "moves", to=[*r["moves"], r["moves"][-1]])),
    ("a move of somebody else", ["moves"], lambda r: changed(r, "moves", 0, 0, to=1 - r["moves"][0][0])),
    ("a move that is none", ["moves"], lambda r: changed(r, "moves", 0, 1, to="win")),
    ("a move in other words", ["wording"], lambda r: changed(r, "moves", 0, 1, to=r["moves"][0][1].replace(" ", "  "))),
    ("another winner", ["result"], lambda r: changed(r, "result", "winners", to=[1 - r["result"]["winners"][0]])),
    ("other scores", ["result"], lambda r: changed(r, "result", "scores", 0, to=r["result"]["scores"][0] + 1)),
    ("a name more", ["wording"], lambda r: changed(r, "names", to=[*r["names"], "Eve"])),
    ("a position to begin at", ["form"], lambda r: changed(r, "position", to={})),
    ("something beside the deal", ["form"], lambda r: changed(r, "deal", "luck", to=1)),
    ("something beside the result", ["form"], lambda r: changed(r, "result", "luck", to=1)),
]


@pytest.mark.parametrize(("checks", "tamper"), [case[1:] for case in TAMPERED], ids=[case[0] for case in TAMPERED])
def test_what_was_tampered_with_is_named(record: Record, checks: list[str], tamper: Callable[[Record], Record]) -> None:
    assert broken(verify(tamper(record))) == checks


def attempt(secret: str, *parts: tuple[int, str | None]) -> dict[str, Any]:
    """A round with parts by their seats; None is one that did not come."""
    people = [contributor(seat, part or "f" * 32) | {"part": part} for seat, part in parts]
    return {"commitment": fair_deal.secret_commitment(secret), "secret": secret, "contributors": people}


A, B, C, D, E, F = (digit * 32 for digit in "abcde0")
REPEATED: list[tuple[str, list[dict[str, Any]], bool]] = [
    ("everybody else with fresh parts", [attempt(A, (0, B), (1, None)), attempt(C, (0, D))], True),
    ("nobody was missing", [attempt(A, (0, B), (1, C)), attempt(D, (0, E), (1, F))], False),
    ("somebody who remained is left out", [attempt(A, (0, B), (1, C), (2, None)), attempt(D, (0, E))], False),
    ("whoever failed is back", [attempt(A, (0, B), (1, None)), attempt(C, (0, D), (1, E))], False),
    ("the same secret", [attempt(A, (0, B), (1, None)), attempt(A, (0, D))], False),
    ("an old part", [attempt(A, (0, B), (1, None)), attempt(C, (0, B))], False),
    ("an old part of somebody else", [attempt(A, (0, B), (1, C), (2, None)), attempt(D, (0, C), (1, B))], False),
    ("one part twice", [attempt(A, (0, B), (1, B))], False),
    (
        "the part of the first round in the third",
        [attempt(A, (0, B), (1, C), (2, None)), attempt(D, (0, E), (1, None)), attempt(F, (0, B))],
        False,
    ),
    (
        "the secret of the first round in the third",
        [attempt(A, (0, B), (1, C), (2, None)), attempt(D, (0, E), (1, None)), attempt(A, (0, F))],
        False,
    ),
]


@pytest.mark.parametrize(("rounds", "fine"), [case[1:] for case in REPEATED], ids=[case[0] for case in REPEATED])
def test_rounds_are_repeated_for_a_reason_with_everybody_else_and_with_nothing_used_twice(
    rounds: list[dict[str, Any]], fine: bool
) -> None:
    table = Session("dog").begin(players=4).ask(HOST, wishes.End()).table
    found = verify(json.loads(json.dumps(table.record())) | {"deal": {"rounds": rounds}})
    assert [each.holds for each in found if each.check == "rounds"] == [fine]


def test_a_whole_new_deal_is_found_by_those_who_kept_what_they_saw(record: Record) -> None:
    """A server that deals again and writes a consistent record is caught by its lock and by everybody's part."""
    other = Session("denkste").begin("other", players=2).to_the_end().table.record()
    assert broken(verify(other)) == []
    assert broken(verify(other, digest(record), part_of(GUEST))) == ["lock", "part"]


def test_it_says_what_is_not_proved(record: Record) -> None:
    def said(shown: Record) -> list[tuple[str, dict[str, Any]]]:
        for name, values in limits(shown):
            for lang in LANGUAGES:
                assert TEXTS.say("limits", name, lang, **values)
        return limits(shown)[:-1]

    assert said(record) == [("together", {"names": "Hanna, Guest"})]
    assert said(record | {"table": "localaaaaaaaaaaaa"}) == [("device", {})]
    session = Session("denkste").join(GUEST).ask(GUEST, wishes.Sit(1)).ask(HOST, wishes.Sit(0))
    session.ask(HOST, wishes.SetPlace(2, "empty"), wishes.SetPlace(3, "empty"), wishes.Start())
    session.ask(HOST, session.reveal(HOST))
    session.happen(*dealing.next_round(session.table))
    session.ask(HOST, session.reveal(HOST))
    repeated = json.loads(json.dumps(session.to_the_end().table.record()))
    assert broken(verify(repeated, part=part_of(HOST, 2))) == [] and broken(verify(repeated, part=part_of(GUEST)))
    assert said(repeated) == [("together", {"names": "Hanna"}), ("repeated", {"names": "Guest", "count": 1})]
    lonely = Session("denkste").ask(HOST, wishes.Join("Hanna", "")).begin(players=2).to_the_end().table.record()
    assert broken(verify(lonely)) == [] and said(lonely) == [("alone", {"names": ""})]


# on the command line


def run(file: Path, *words: str, lang: str = "en") -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-c",
        "from tafelrunde.cli.main import main; main()",
        "verify",
        str(file),
        "--lang",
        lang,
    ]
    done = subprocess.run([*command, *words], capture_output=True, text=True, timeout=120)
    assert "Traceback" not in done.stderr
    return done


def test_the_command_says_what_holds_and_what_does_not(record: Record, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    done = run(file, "--lock", digest(record), "--part", part_of(HOST))
    assert done.returncode == 0 and "The record is true." in done.stdout and "--part" not in done.stdout
    assert "--part" in run(file).stdout and "These contributed: Hanna, Guest" in done.stdout
    file.write_text(json.dumps(changed(record, "seed", to=1)))
    done = run(file, lang="de")
    assert done.returncode == 1 and "✗ Der Startwert folgt nicht" in done.stdout and "stimmt nicht" in done.stderr


DEEP = "[" * 3000 + "]" * 3000
"""Some versions of Python read it, others do not."""


@pytest.mark.parametrize(("content", "codes"), [("{", [2]), ("[]", [1]), ('{"game": "dog"}', [1]), (DEEP, [1, 2])])
def test_what_is_no_record_is_said_without_a_trace(content: str, codes: list[int], tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(content)
    done = run(file)
    assert done.returncode in codes and done.stderr
