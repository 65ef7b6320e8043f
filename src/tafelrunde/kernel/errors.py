"""The three things that can be wrong with what somebody hands us, each said in the person's language."""

import os
import tomllib
from functools import cached_property
from pathlib import Path
from typing import Any

LANGUAGES = ("de", "en")


class Texts:
    """The texts of a TOML file beside a module, by group and key, in each language."""

    def __init__(self, module: str, file: str) -> None:
        self._path = Path(module).with_name(file)

    @cached_property
    def _texts(self) -> dict[str, dict[str, dict[str, str]]]:
        with self._path.open("rb") as opened:
            return tomllib.load(opened)

    def keys(self, group: str) -> tuple[str, ...]:
        """The keys of a group, in the order of the file."""
        return tuple(self._texts[group])

    def say(self, group: str, key: str, lang: str, **values: Any) -> str:
        """A text in a language, filled in."""
        return self._texts[group][key][_known(lang)].format(**values)


TEXTS = Texts(__file__, "texts.toml")


def system_language() -> str:
    """German if the system is set so, else English."""
    chosen = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "de" if chosen.lower().startswith("de") else "en"


def _known(lang: str) -> str:
    if lang not in LANGUAGES:
        raise ValueError(f"no such language: {lang!r}; there are {', '.join(LANGUAGES)}")
    return lang


def shown(value: object) -> str:
    """A value as it may stand in a message: short, whatever it is."""
    text = repr(value) if not isinstance(value, int) or abs(value) < 10**30 else "a huge number"
    return text if len(text) <= 60 else text[:57] + "…"


def quoted(move: object) -> str:
    """A move or a name as it may stand in a message."""
    return move if isinstance(move, str) and 0 < len(move) <= 60 else shown(move)


class _BadField(ValueError):
    """Something is wrong with a named field."""

    def __init__(self, problem: str, field: str, **values: Any) -> None:
        self.problem, self.field, self.values = problem, field, values
        super().__init__(self.text("en"))

    def text(self, lang: str) -> str:
        """What is wrong and what is allowed, in German or English."""
        return TEXTS.say("problem", self.problem, lang, field=self.field, **self.values)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.problem, self.field, self.values)


def _rebuild(cls: type[_BadField], problem: str, field: str, values: dict[str, Any]) -> _BadField:
    return cls(problem, field, **values)


class BadOption(_BadField):
    """A game or an option that does not exist, or a value that it cannot have; `.field` says which."""


class BadPosition(_BadField):
    """A position or record that cannot be; `.field` says where."""


class IllegalMove(ValueError):
    """A move that is not allowed. `.rule` is the id of the rule that forbids it, None if it is no move at all."""

    def __init__(self, move: str, rule: str | None, texts: dict[str, str]) -> None:
        self.move, self.rule, self.texts = move, rule, texts
        super().__init__(move, rule, texts)

    def __str__(self) -> str:
        return self.text("en")

    def text(self, lang: str) -> str:
        """Why, in German or English."""
        return (f"{self.rule}: " if self.rule else "") + self.texts[_known(lang)]

    @classmethod
    def said(cls, move: str, key: str, **values: Any) -> "IllegalMove":
        """A refusal that no rule of the game gives."""
        return cls(move, None, {lang: TEXTS.say("move", key, lang, move=move, **values) for lang in LANGUAGES})
