"""Languages: each one is a set of files, `lang/XX.toml` in each part of the package.

Texts are written in a small part of ICU MessageFormat, like those of the browser client: `{name}` and
`{n, plural, one {# card} other {# cards}}`; `=0 {no card}` is for exactly 0.
"""

import gettext
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FALLBACK = "en"
"""Used for texts that another language lacks, and for logs and exceptions."""
PACKAGE = Path(__file__).resolve().parent.parent
LANGUAGES = tuple(sorted(path.stem for path in PACKAGE.glob("kernel/lang/*.toml")))
"""The codes of all languages: those for which the kernel has a file."""

SIGNS = {",": "thousands", ".": "decimal", "%": "percent"}
"""What Python writes in numbers, and the language's text for it."""


class Texts:
    """The texts of a `lang/` folder, by group and key; a file is read when it is first needed."""

    def __init__(self, room: Path) -> None:
        self._folder = room / "lang"
        self._files: dict[str, dict[str, dict[str, Any]]] = {}
        self._messages: dict[tuple[str, str, str], Message] = {}

    def keys(self, group: str) -> tuple[str, ...]:
        """The keys of a group over all languages, in file order."""
        return tuple(dict.fromkeys(key for lang in _order(FALLBACK) for key in self._file(lang).get(group, {})))

    def has(self, group: str, key: str) -> bool:
        """Whether a group has this key in any language."""
        return any(key in self._file(lang).get(group, ()) for lang in _order(FALLBACK))

    def say(self, group: str, key: str, lang: str, **values: Any) -> str:
        """A text in a language, filled in. Raises ValueError for a language that does not exist."""
        message = self._messages.get((group, key, lang))
        if message is None:
            message = self._messages[group, key, lang] = _parse(self._find(group, key, lang))
        return _say(message, values, lang, "")

    def say_in_all(self, group: str, key: str, **values: Any) -> dict[str, str]:
        """A text in every language, filled in."""
        return {lang: self.say(group, key, lang, **values) for lang in LANGUAGES}

    def wordings(self, group: str, key: str, lang: str) -> list[str]:
        """A text with several wordings, not filled in."""
        return list(self._find(group, key, lang))

    def _find(self, group: str, key: str, lang: str) -> Any:
        for choice in _order(known(lang)):
            found = self._file(choice).get(group, {}).get(key)
            if found is not None:
                return found
        raise KeyError(f"{self._folder}: no text {group}.{key}")

    def _file(self, lang: str) -> dict[str, dict[str, Any]]:
        if lang not in self._files:
            path = self._folder / f"{lang}.toml"
            self._files[lang] = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        return self._files[lang]


TEXTS = Texts(PACKAGE / "kernel")


def language_name(lang: str) -> str:
    """What a language calls itself."""
    return TEXTS.say("language", "name", lang)


def number(value: float, form: str, lang: str) -> str:
    """A number as a language writes it: with the form `.1%`, 0.4512 is 45.1% in English and 45,1 % in German."""
    return format(value, form).translate(_signs(lang))


@cache
def _signs(lang: str) -> dict[int, str]:
    return {ord(sign): TEXTS.say("language", name, lang) for sign, name in SIGNS.items()}


def plural(count: int, lang: str) -> str:
    """The plural form for a number: `one`, `other` or another that the language has."""
    forms, rule = _plural_forms(lang)
    return forms[rule(count)]


@cache
def _plural_forms(lang: str) -> tuple[list[str], Callable[[int], int]]:
    return TEXTS.wordings("language", "plural-forms", lang), gettext.c2py(TEXTS.say("language", "plural", lang))


def known(lang: str) -> str:
    """A language that exists; raises ValueError for any other."""
    if lang not in LANGUAGES:
        raise ValueError(f"no such language: {lang!r}; there are {', '.join(LANGUAGES)}")
    return lang


def system_language() -> str:
    """The system's language if we have it, otherwise the fallback."""
    chosen = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    code = chosen.lower().split(".")[0].split("_")[0]
    return code if code in LANGUAGES else FALLBACK


def missing() -> dict[str, list[str]]:
    """The texts each language lacks, by file: `{"cli/lang/fr.toml": ["play.ask", "rules.by"]}`."""
    lacking = {}
    for folder in sorted(PACKAGE.rglob("lang")):
        texts = Texts(folder.parent)
        there = {
            lang: [f"{group}.{key}" for group, keys in texts._file(lang).items() for key in keys]
            for lang in _order(FALLBACK)
        }
        everything = dict.fromkeys(name for names in there.values() for name in names)
        for lang in LANGUAGES:
            if absent := [name for name in everything if name not in there[lang]]:
                lacking[f"{folder.relative_to(PACKAGE)}/{lang}.toml"] = absent
    return lacking


@cache
def _order(lang: str) -> tuple[str, ...]:
    """Where to look for a text: the language itself, the fallback, then any other."""
    return tuple(dict.fromkeys((lang, FALLBACK, *LANGUAGES)))


@dataclass(frozen=True)
class Place:
    """A place to fill in, with the wordings of a plural; None in one of them is its `#`."""

    name: str
    forms: dict[str, "Message"]


Message = tuple[str | Place | None, ...]


def fill(text: str, values: Mapping[str, Any], lang: str) -> str:
    """A text, filled in. Raises KeyError for a value that is not there."""
    return _say(_parse(text), values, lang, "")


def places(text: str) -> list[Place]:
    """Everything that can be filled in."""
    return _places(_parse(text))


def _places(message: Message) -> list[Place]:
    found = [part for part in message if isinstance(part, Place)]
    return found + [inner for place in found for form in place.forms.values() for inner in _places(form)]


def _say(message: Message, values: Mapping[str, Any], lang: str, count: str) -> str:
    return "".join(
        [part if isinstance(part, str) else _filled(part, values, lang) if part else count for part in message]
    )


def _filled(place: Place, values: Mapping[str, Any], lang: str) -> str:
    value = values[place.name]
    if not place.forms:
        return str(value)
    forms, count = place.forms, int(value)
    form = forms.get(f"={count}") or forms.get(plural(count, lang)) or forms["other"]
    return _say(form, values, lang, number(count, ",", lang))


@cache
def _parse(text: str) -> Message:
    return _message([token for token in reversed(re.split("([{}#])", text)) if token], in_plural=False)


def _message(tokens: list[str], in_plural: bool) -> Message:
    """Everything up to the brace that closes it."""
    parts: list[str | Place | None] = []
    while tokens and (token := tokens.pop()) != "}":
        parts.append(_place(tokens) if token == "{" else None if token == "#" and in_plural else token)
    return tuple(parts)


def _place(tokens: list[str]) -> Place:
    """What stands in braces."""
    name, _, form = (word.strip() for word in f"{tokens.pop()},,".split(",")[:3])
    forms = {}
    while form != "}" and tokens.pop() == "{":
        forms[form] = _message(tokens, in_plural=True)
        form = tokens.pop().strip()
    return Place(name, forms)
