"""The options of a game, and how chosen values are checked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tafelrunde.kernel.errors import BadOption, quoted
from tafelrunde.kernel.fields import Value


@dataclass(frozen=True)
class Option:
    """One option: its name, its default, and how a value is read. The game's texts say what it means."""

    name: str
    default: Any
    read: Callable[[Value], Any]
    choices: tuple[Any, ...] = ()


def one_of(name: str, choices: Sequence[Any], default: Any = ...) -> Option:
    """An option with a few possible values; the first is the default unless another is given."""
    allowed = tuple(choices)
    return Option(name, allowed[0] if default is ... else default, lambda value: value.choice(allowed), allowed)


def read_options(offered: Sequence[Option], given: object) -> dict[str, Any]:
    """The full set of options, defaults filled in. An unknown name or a bad value raises BadOption."""
    if not isinstance(given, dict):
        raise Value(given, "options", BadOption).bad("not-an-object", value=type(given).__name__)
    names = [option.name for option in offered]
    for name in given:
        if name not in names:
            raise BadOption("unknown-option", quoted(name), allowed=", ".join(names))
    return {
        option.name: option.read(Value(given.get(option.name, option.default), option.name, BadOption))
        for option in offered
    }
