"""Reading untrusted input field by field; every error names the field."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from tafelrunde.kernel.errors import BadOption, BadPosition, quoted, shown

T = TypeVar("T")


class Fields:
    """The named fields of an object; `done` raises an error if there are any that nobody asked for."""

    def __init__(self, data: object, name: str = "", error: type[BadOption] | type[BadPosition] = BadPosition) -> None:
        if not isinstance(data, dict):
            raise error("not-an-object", name or "position", value=shown(data))
        self._data, self._name, self._error = data, name, error
        self._known: list[str] = []

    def has(self, key: str) -> bool:
        """Whether the field is given, and not null."""
        self._known.append(key)
        return self._data.get(key) is not None

    def get(self, key: str, default: object = ...) -> "Value":
        """A field; without a default it must be given."""
        self._known.append(key)
        name = f"{self._name}.{key}" if self._name else key
        if key in self._data:
            return Value(self._data[key], name, self._error)
        if default is ...:
            raise self._error("missing", name)
        return Value(default, name, self._error)

    def done(self) -> None:
        """Raise an error for the first field that nobody asked for."""
        for key in self._data:
            if key not in self._known:
                name = f"{self._name}.{key}" if self._name else key
                raise self._error("unknown-field", quoted(name), allowed=", ".join(dict.fromkeys(self._known)))


class Value:
    """One value with its name. Every method returns the right type or raises an error that names the field."""

    def __init__(self, raw: object, name: str, error: type[BadOption] | type[BadPosition] = BadPosition) -> None:
        self.raw, self.name, self._error = raw, name, error

    def bad(self, problem: str, **values: Any) -> BadOption | BadPosition:
        """The error to raise when this value is wrong."""
        return self._error(problem, self.name, **values)

    def integer(self, low: int, high: int) -> int:
        """A whole number from low to high."""
        if not isinstance(self.raw, int) or isinstance(self.raw, bool):
            raise self.bad("not-a-number", value=shown(self.raw))
        if not low <= self.raw <= high:
            raise self.bad("out-of-range", value=shown(self.raw), low=low, high=high)
        return self.raw

    def maybe(self, low: int, high: int) -> int | None:
        """A whole number or null."""
        return None if self.raw is None else self.integer(low, high)

    def choice(self, allowed: Sequence[T]) -> T:
        """One of the allowed values, of the same type (1 is not True)."""
        for value in allowed:
            if type(self.raw) is type(value) and self.raw == value:
                return value
        raise self.bad("not-a-choice", value=shown(self.raw), allowed=", ".join(str(value) for value in allowed))

    def index(self, allowed: Sequence[str]) -> int:
        """The index of the value among the allowed texts."""
        return allowed.index(self.choice(allowed))

    def items(self, low: int, high: int | None = None) -> list["Value"]:
        """The entries of a list with low to high of them (exactly low if high is left out)."""
        high = low if high is None else high
        if not isinstance(self.raw, list | tuple):
            raise self.bad("not-a-list", value=shown(self.raw))
        if not low <= len(self.raw) <= high:
            allowed = str(low) if low == high else f"{low}–{high}"
            raise self.bad("wrong-length", value=len(self.raw), allowed=allowed)
        return [Value(entry, f"{self.name}[{i}]", self._error) for i, entry in enumerate(self.raw)]

    def fields(self) -> Fields:
        """The value as an object with named fields."""
        return Fields(self.raw, self.name, self._error)


# what can be chosen before a game


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
