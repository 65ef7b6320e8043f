"""How a report says what it says: numbers, intervals, names of levels."""

from pathlib import Path
from typing import Any

from tafelrunde import bots
from tafelrunde.bots import level_name
from tafelrunde.kernel import languages
from tafelrunde.kernel.languages import Texts
from tafelrunde.lab.studies import Table

TEXTS = Texts(Path(__file__).parent)
SMALL = 0.01
"""Shares so near to nothing or to everything are told with a decimal."""
POINTS = "pp"
"""Forms of shares that end like this are written in percentage points, without a sign of their own."""


def say(group: str, key: str, lang: str, **values: Any) -> str:
    """A text that all reports have."""
    return TEXTS.say(group, key, lang, **values)


def number(value: float, form: str, lang: str) -> str:
    """A number as the language writes it; what is rounded to nothing has no sign."""
    if form.endswith(POINTS):
        value, form = value * 100, f"{form.removesuffix(POINTS)}f"
    said = languages.number(value, form, lang)
    return said if any(sign in said for sign in "123456789") else said.lstrip("+-")


def exact_enough(form: str, *values: float) -> str:
    """The form in which the smallest of these can be told from nothing, and the largest from everything."""
    small = any(0 < value < SMALL or 1 - SMALL < value < 1 for value in values)
    return ".1%" if form == ".0%" and small else form


def level(name: str, lang: str) -> str:
    """What a level is called; with a budget of its own it is a quick one."""
    own, colon, _ = name.partition(":")
    return say("level", "quick", lang, level=level_name(own, lang)) if colon else level_name(own, lang)


def quick(name: str, game: str, lang: str) -> str:
    """What is different about a level with a budget of its own."""
    own, _, few = name.partition(":")
    usual: Any = bots.make(own, game)
    values = {"level": level(name, lang), "other": level_name(own, lang)}
    many = number(usual.budget.simulations, ",", lang)
    return say("level", "budget", lang, few=int(few), many=many, **values)


def explained(name: str, game: str, own: Texts | None, lang: str) -> str:
    """Who that is, in this game if that is told, or else in all games."""
    kind, colon, _ = name.partition(":")
    texts = own if own and own.has("level", kind) else TEXTS
    who = texts.say("level", kind, lang)
    more = [quick(name, game, lang)] if colon else []
    return " ".join([say("level", "who", lang, level=level(name, lang), who=who), *more])


def ranged(found: dict[str, Any] | None, form: str, lang: str) -> str:
    """A value with its interval."""
    if found is None:
        return "–"
    ends = [found["value"]] if found["low"] is None else [found[key] for key in ("value", "low", "high")]
    value, *rest = (number(each, exact_enough(form, *ends), lang) for each in ends)
    return say("study", "ranged", lang, value=value, low=rest[0], high=rest[1]) if rest else value


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
