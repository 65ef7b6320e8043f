"""How a report says what it says: numbers, intervals, names of levels."""

from pathlib import Path
from typing import Any

from tafelrunde.bots import level_name
from tafelrunde.kernel.languages import Texts, number
from tafelrunde.lab.studies import Table

TEXTS = Texts(Path(__file__).parent)


def say(group: str, key: str, lang: str, **values: Any) -> str:
    """A text that all reports have."""
    return TEXTS.say(group, key, lang, **values)


def level(name: str, lang: str) -> str:
    """What a level is called, with its budget if it has one."""
    own, colon, budget = name.partition(":")
    return f"{level_name(own, lang)}{colon}{budget}"


def ranged(found: dict[str, Any] | None, form: str, lang: str) -> str:
    """A value with its interval."""
    if found is None:
        return "–"
    value = number(found["value"], form, lang)
    if found["low"] is None:
        return value
    low, high = (number(found[end], form, lang) for end in ("low", "high"))
    return say("study", "ranged", lang, value=value, low=low, high=high)


def options_text(options: dict[str, Any]) -> str:
    """Options as they are given to the command."""
    return " ".join(f"{name}={_plain(value)}" for name, value in options.items())


def options_words(options: dict[str, Any]) -> str:
    """Options as words of a command line."""
    return "".join(f" -o {name}={_quoted(_plain(value))}" for name, value in options.items())


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "[" + ",".join(map(str, value)) + "]" if isinstance(value, list | tuple) else str(value)


def _quoted(text: str) -> str:
    return f"'{text}'" if " " in text or "[" in text else text


def table(
    group: str, name: str, columns: list[str], rows: list[list[str]], lang: str, left: int = 1, **values: Any
) -> Table:
    """A table with its texts."""
    return Table(say(group, name, lang, **values), [say("column", key, lang) for key in columns], rows, left)


def in_one(value: float, form: str, lang: str) -> str:
    """A number as the language writes it."""
    return number(value, form, lang)
