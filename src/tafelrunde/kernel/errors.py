"""The three errors for bad input, and one for what is missing, each explained in the person's language."""

from importlib import import_module
from types import ModuleType
from typing import Any

from tafelrunde.kernel.languages import FALLBACK, TEXTS, known


def shown(value: object) -> str:
    """A value as it appears in a message: short, whatever it is."""
    text = repr(value) if not isinstance(value, int) or abs(value) < 10**30 else "a huge number"
    return text if len(text) <= 60 else text[:57] + "…"


def quoted(move: object) -> str:
    """A move or a name as it appears in a message."""
    return move if isinstance(move, str) and 0 < len(move) <= 60 else shown(move)


class _BadField(ValueError):
    """Something is wrong with a named field."""

    def __init__(self, problem: str, field: str, **values: Any) -> None:
        self.problem, self.field, self.values = problem, field, values
        super().__init__(self.text(FALLBACK))

    def text(self, lang: str) -> str:
        """What is wrong and what is allowed, in a language."""
        return TEXTS.say("problem", self.problem, lang, field=self.field, **self.values)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.problem, self.field, self.values)


def _rebuild(cls: type[_BadField], problem: str, field: str, values: dict[str, Any]) -> _BadField:
    return cls(problem, field, **values)


class BadOption(_BadField):
    """An unknown game or option, or a value that is not allowed; `.field` says which.

    >>> import tafelrunde as tr
    >>> try:
    ...     tr.load("denkste", players=9)
    ... except tr.BadOption as error:
    ...     print(error.text("en"))
    players: 9 is not a valid choice; allowed: 2, 3, 4.
    """


class BadPosition(_BadField):
    """An impossible position or record; `.field` says where.

    >>> import tafelrunde as tr
    >>> try:
    ...     tr.from_position({"game": "denkste", "figures": [[1, 0], [5, 0]]})
    ... except tr.BadPosition as error:
    ...     print(error.text("en"))
    figures[1][0]: 5 is out of range; allowed: 1 to 4.
    """


class IllegalMove(ValueError):
    """A move that is not allowed. `.rule` is the id of the rule that forbids it, or None if it is not a move at all.

    >>> import tafelrunde as tr
    >>> try:
    ...     tr.load("denkste").new(seed=7).play(1, "go 4")
    ... except tr.IllegalMove as refusal:
    ...     print(refusal.text("en"))
    DK-03: You set only the card you are holding, and only once this turn.
    """

    def __init__(self, move: str, rule: str | None, texts: dict[str, str]) -> None:
        self.move, self.rule, self.texts = move, rule, texts
        super().__init__(move, rule, texts)

    def __str__(self) -> str:
        return self.text(FALLBACK)

    def text(self, lang: str) -> str:
        """Why it is not allowed, in a language."""
        return (f"{self.rule}: " if self.rule else "") + self.texts[known(lang)]

    @classmethod
    def said(cls, move: str, key: str, **values: Any) -> "IllegalMove":
        """A refusal that does not come from a rule of the game."""
        return cls(move, None, TEXTS.say_in_all("move", key, move=move, **values))


class Unavailable(RuntimeError):
    """What some work needs is not there: a library, other machines, a folder that can be written to."""

    def __init__(self, what: str, **values: Any) -> None:
        self.what, self.values = what, values
        super().__init__(self.text(FALLBACK))

    def text(self, lang: str) -> str:
        """What is missing, and what can be done, in a language."""
        return TEXTS.say("unavailable", self.what, lang, **self.values)


def need(module: str, library: str, extra: str) -> ModuleType:
    """A library's module. Raises Unavailable, which says how to install it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise Unavailable("library", library=library, extra=extra) from None
