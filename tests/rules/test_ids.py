"""Every numbered rule has an entry in its rulebook and a test, and the other way round."""

import re
from pathlib import Path

import pytest

import tafelrunde as tr
from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.kernel.rulebook import Rulebook

HERE = Path(__file__).parent
ROOMS = Path(tr.__file__).parent / "games"
LISTED = dict(line.split("\t") for line in (HERE / "ids.tsv").read_text().splitlines() if not line.startswith("#"))
BOOKS = {name.replace("-", "_"): Rulebook(ROOMS / name.replace("-", "_")) for name in tr.games()}

per_room = pytest.mark.parametrize("room", BOOKS)


def ids_of(room: str) -> dict[str, str]:
    return {id: kind for id, kind in LISTED.items() if id.startswith(BOOKS[room].prefix + "-")}


@per_room
def test_the_rulebook_has_exactly_the_rules_of_the_list(room: str) -> None:
    assert {rule.id: rule.kind for rule in BOOKS[room].rules.values()} == ids_of(room)
    assert len(ids_of(room)) > 10


@per_room
def test_every_rule_has_a_test_and_every_test_a_rule(room: str) -> None:
    tested = set()
    for path in (HERE / room).glob("test_*.py"):
        for letters, number in re.findall(r"^def test_([a-z]{2})_(\d\d)_", path.read_text(), re.MULTILINE):
            tested.add(f"{letters.upper()}-{number}")
    assert tested == set(ids_of(room))


@per_room
def test_every_rule_that_forbids_has_words_for_it_and_a_test(room: str) -> None:
    """The rules that judge can answer with are those with a refusal text, and each is tested with `explain`."""
    code = "".join(path.read_text() for path in (ROOMS / room).glob("*.py"))
    prefix = BOOKS[room].prefix
    forbidding = {f"{prefix}-{number}" for number in re.findall(rf"\b{prefix}_(\d\d)\b", code)}
    assert forbidding == {rule.id for rule in BOOKS[room].rules.values() if rule.refusal}
    refused = set(re.findall(rf'"({prefix}-\d\d)"', (HERE / room / "test_refusals.py").read_text()))
    assert refused >= forbidding


@per_room
def test_texts_are_there_in_every_language(room: str) -> None:
    for rule in BOOKS[room].rules.values():
        for texts in filter(None, (rule.texts, rule.refusal)):
            assert all(len(text) > 15 for text in texts.values())
            assert len(set(texts.values())) == len(texts) == len(LANGUAGES)
    assert "name" in BOOKS[room].about
    assert all(BOOKS[room].description(lang) for lang in LANGUAGES)
