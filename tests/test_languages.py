"""A language is files only: those here are complete, and one that is not speaks English where it has no word."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde.kernel import languages
from tafelrunde.kernel.languages import FALLBACK, LANGUAGES

PACKAGE = Path(tr.__file__).parent
FOLDERS = sorted(PACKAGE.rglob("lang"))
BEGUN = {
    "kernel": '[language]\nname = "Xx"\n[problem]\nmissing = "{field}: xx."\n',
    "games/dog": '[game]\ndescription = "Xx xx."\n[rule]\nDG-01 = "Xx xx xx."\n',
}
"""The first texts of a language that nobody speaks, xx."""
NEVER_ONE = {"cards", "needed", "high", "limit", "most", "confidence", "mean", "strong", "weak"}
"""What is filled in there is never 1 (at least two cards are dealt), or is a share or a mean."""


def test_the_languages_are_those_of_the_kernels_files() -> None:
    assert tuple(sorted(path.stem for path in (PACKAGE / "kernel" / "lang").iterdir())) == LANGUAGES
    assert FALLBACK in LANGUAGES and languages.language_name("de") == "Deutsch"


def test_no_text_is_missing_in_any_language() -> None:
    assert languages.missing() == {}


@pytest.mark.parametrize("folder", FOLDERS, ids=[str(folder.parent.relative_to(PACKAGE)) for folder in FOLDERS])
def test_a_text_has_the_same_places_to_fill_in_in_every_language(folder: Path) -> None:
    assert {path.stem for path in folder.iterdir()} == set(LANGUAGES)
    asked = {lang: placeholders(tomllib.loads((folder / f"{lang}.toml").read_text())) for lang in LANGUAGES}
    for lang in LANGUAGES:
        assert asked[lang] == asked[FALLBACK], lang
        assert not re.findall(r"\w*['´`]s\b|\w'\w+", (folder / f"{lang}.toml").read_text()), "an apostrophe is ’"


def placeholders(texts: dict[str, dict[str, Any]]) -> dict[str, list[set[str]]]:
    """The places to fill in of each text, in each of its wordings."""
    return {key: [{place.name for place in languages.places(one)} for one in said] for key, said in worded(texts)}


def worded(texts: dict[str, dict[str, Any]]) -> list[tuple[str, list[str]]]:
    """Each text with its wordings."""
    return [
        (f"{group}.{key}", said if isinstance(said, list) else [said])
        for group, entries in texts.items()
        for key, said in entries.items()
    ]


def all_wordings() -> list[tuple[str, str, str]]:
    """Every wording of the package: where it is, its language, the text."""
    return [
        (f"{path.parent.parent.name}: {key}", path.stem, wording)
        for folder in FOLDERS
        for path in sorted(folder.iterdir())
        for key, wordings in worded(tomllib.loads(path.read_text(encoding="utf-8")))
        for wording in wordings
    ]


def test_what_follows_a_number_has_all_the_plural_forms_of_its_language() -> None:
    """What one language inflects goes through a plural in all of them: the same words may stand in each form."""
    inflected = {
        (where, place.name) for where, _, text in all_wordings() for place in languages.places(text) if place.forms
    }
    assert len(inflected) > 5
    for where, lang, text in all_wordings():
        needed = set(languages.TEXTS.wordings("language", "plural-forms", lang))
        plurals = {place.name: set(place.forms) for place in languages.places(text) if place.forms}
        assert all(needed <= forms for forms in plurals.values()), f"{lang} {where}"
        assert plurals.keys() >= {place.name for place in languages.places(text) if (where, place.name) in inflected}
        nouns = {name for name in re.findall(r"\{(\w+)\} [A-ZÄÖÜ]", text) if name not in NEVER_ONE}
        assert lang != "de" or not nouns, f"{where}: German writes nouns large, so these are counted: {nouns}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_are_written_as_in_the_language(lang: str) -> None:
    expected = {
        "de": [
            "1.234,5",
            "45,1\u00a0%",
            "0 zufällige Partien Dog",
            "1 zufällige Partie Dog",
            "2 zufällige Partien Dog",
        ],
        "en": ["1,234.5", "45.1%", "0 random games of Dog", "1 random game of Dog", "2 random games of Dog"],
        "fr": [
            *("1\u202f234,5", "45,1\u202f%"),
            *("0 partie aléatoire de Dog", "1 partie aléatoire de Dog", "2 parties aléatoires de Dog"),
        ],
    }
    title = (languages.Texts(PACKAGE / "cli").say("simulate", "title", lang, games=n, game="Dog") for n in range(3))
    written = [languages.number(1234.5, ",.1f", lang), languages.number(0.4512, ".1%", lang), *title]
    assert written == expected[lang]


def test_no_code_writes_a_decimal_point_for_people() -> None:
    """Code that speaks a language writes numbers with `number`, and texts have a comma where the language has one."""
    formatted = re.compile(r"\{[^{}]*:[-+,]*\.\d+[f%]\}")
    code = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    assert [str(path) for path, text in code.items() if "lang: " in text and formatted.search(text)] == []
    for where, lang, text in all_wordings():
        if languages.TEXTS.say("language", "decimal", lang) == ",":
            assert not re.search(r"\d\.\d", re.sub(r"\d+(\.\d+){3}", "", text)), f"{lang} {where}: {text}"


def of_the_client() -> list[tuple[str, str, str]]:
    """Every text of the browser client: where it is, its language, the text."""
    return [
        (f"{path.parent.parent.name}: {key}", path.stem, text)
        for path in sorted((PACKAGE.parent.parent / "web" / "src").glob("**/lang/*.json"))
        for key, text in json.loads(path.read_text(encoding="utf-8")).items()
    ]


def test_no_text_needs_an_emoji_font() -> None:
    emoji = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f]")
    assert [where for where, _, text in (*all_wordings(), *of_the_client()) if emoji.search(text)] == []


def test_french_is_set_as_french_is() -> None:
    """A narrow space that does not break before ; : ! ? and within « », and the apostrophe of printers."""
    wrong = re.compile(r"[ \u00a0][;:!?»%]|«[ \u00a0]|\w'\w|\w[;!?](?= [A-ZÀÉ«])")
    french = [(where, text) for where, lang, text in (*all_wordings(), *of_the_client()) if lang == "fr"]
    assert len(french) > 1000
    assert [where for where, text in french if wrong.search(re.sub(r"`.*?`|gettext|<.*?>", "", text))] == []


def test_no_code_names_a_language() -> None:
    """Except the one place that says which is the fallback, and examples in docstrings."""
    named = re.compile(rf"""(?x) ["'](?:{"|".join(LANGUAGES)})["'] | \b(?:{"|".join(LANGUAGES)})\s?[=:]""")
    found = [
        f"{path.relative_to(PACKAGE)}: {line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if named.search(line) and not line.lstrip().startswith((">>>", "..."))
    ]
    assert found == [f'kernel/languages.py: FALLBACK = "{FALLBACK}"']


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match=f"no such language: 'xx'; there are {', '.join(LANGUAGES)}"):
        languages.TEXTS.say("problem", "missing", "xx", field="x")


@pytest.mark.parametrize(
    ("set_to", "lang"),
    [("de_AT.UTF-8", "de"), ("de", "de"), ("fr_CH.UTF-8", "fr"), ("xx_XX", FALLBACK), ("C", FALLBACK), ("", FALLBACK)],
)
def test_the_system_chooses_the_language(monkeypatch: pytest.MonkeyPatch, set_to: str, lang: str) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", set_to)
    assert languages.system_language() == lang


@pytest.fixture(scope="module")
def with_another(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the package to which somebody has begun to add xx."""
    folder = tmp_path_factory.mktemp("another")
    shutil.copytree(PACKAGE, folder / "tafelrunde", ignore=shutil.ignore_patterns("__pycache__", "*.npz", "client"))
    for room, texts in BEGUN.items():
        (folder / "tafelrunde" / room / "lang" / "xx.toml").write_text(texts, encoding="utf-8")
    return folder


def answer(folder: Path, code: str, **environment: str) -> Any:
    """What a program prints as JSON that runs with that copy of the package."""
    settings = os.environ | {"PYTHONPATH": str(folder), "TAFELRUNDE_CACHE": str(folder / "cache")} | environment
    done = subprocess.run([sys.executable, "-c", code], env=settings, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_a_language_that_has_begun_says_the_rest_in_english(with_another: Path) -> None:
    code = """
import json, tafelrunde, tafelrunde.kernel.rulebook as rulebook
from pathlib import Path
from tafelrunde.kernel.errors import BadPosition
from tafelrunde.kernel.languages import LANGUAGES, system_language
book = rulebook.Rulebook(Path(tafelrunde.__file__).parent / "games" / "dog")
print(json.dumps({
    "languages": LANGUAGES,
    "system": system_language(),
    "errors": [BadPosition("missing", "x").text("xx"), BadPosition("impossible", "x").text("xx")],
    "said": [book.description("xx"), book.rules["DG-01"].texts["xx"], book.rules["DG-02"].texts["xx"]],
    "played": book.texts.wordings("event", "played", "xx"),
}))
"""
    found = answer(with_another, code, LC_ALL="xx_XX.UTF-8")
    english = languages.Texts(PACKAGE / "games" / "dog")
    assert found["languages"] == [*LANGUAGES, "xx"] and found["system"] == "xx"
    assert found["errors"] == ["x: xx.", languages.TEXTS.say("problem", "impossible", FALLBACK, field="x")]
    assert found["said"] == ["Xx xx.", "Xx xx xx.", english.say("rule", "DG-02", FALLBACK)]
    assert found["played"] == english.wordings("event", "played", FALLBACK)


def test_the_command_line_offers_it(with_another: Path) -> None:
    code = """
import json
from typer.testing import CliRunner
from tafelrunde.cli.main import app
print(json.dumps([
    CliRunner().invoke(app, ["play", "--lang", lang], input="").output.split("\\n") for lang in ("xx", "yy")
]))
"""
    chosen, refused = answer(with_another, code)
    assert any("Dog — Xx xx." in line for line in chosen) and any("Denkste! — A race" in line for line in chosen)
    known = ", ".join(f"'{lang}'" for lang in (*LANGUAGES, "xx"))
    assert any(f"'yy' is not one of {known}" in line for line in refused)


def test_what_it_lacks_is_listed_by_file(with_another: Path) -> None:
    code = "import json; from tafelrunde.kernel.languages import missing; print(json.dumps(missing()))"
    lacking = answer(with_another, code)
    assert list(lacking) == [f"{folder.relative_to(PACKAGE)}/xx.toml" for folder in FOLDERS]
    dog = lacking["games/dog/lang/xx.toml"]
    assert "rule.DG-02" in dog and "event.played" in dog and "rule.DG-01" not in dog
    assert "problem.missing" not in lacking["kernel/lang/xx.toml"]
