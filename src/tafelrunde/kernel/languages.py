"""Languages: each one is a set of files, `lang/XX.toml` in each part of the package."""

import os
import tomllib
from pathlib import Path
from typing import Any

FALLBACK = "en"
"""Used for texts that another language lacks, and for logs and exceptions."""
PACKAGE = Path(__file__).resolve().parent.parent
LANGUAGES = tuple(sorted(path.stem for path in PACKAGE.glob("kernel/lang/*.toml")))
"""The codes of all languages: those for which the kernel has a file."""


class Texts:
    """The texts of a `lang/` folder, by group and key; a file is read when it is first needed."""

    def __init__(self, room: Path) -> None:
        self._folder = room / "lang"
        self._files: dict[str, dict[str, dict[str, Any]]] = {}

    def keys(self, group: str) -> tuple[str, ...]:
        """The keys of a group over all languages, in file order."""
        return tuple(dict.fromkeys(key for lang in _order(FALLBACK) for key in self._file(lang).get(group, {})))

    def say(self, group: str, key: str, lang: str, **values: Any) -> str:
        """A text in a language, filled in. Raises ValueError for a language that does not exist."""
        return str(self._find(group, key, lang).format(**values))

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


def _order(lang: str) -> tuple[str, ...]:
    """Where to look for a text: the language itself, the fallback, then any other."""
    return tuple(dict.fromkeys((lang, FALLBACK, *LANGUAGES)))
