"""What the commands share: their common options, bad input said in a line, progress bars."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import tafelrunde as tr
from tafelrunde.kernel.errors import BadOption, BadPosition, IllegalMove, Texts, system_language

TEXTS = Texts(__file__, "texts.toml")


class Lang(StrEnum):
    """The languages that the product speaks."""

    DE = "de"
    EN = "en"


def _system_language() -> Lang:
    return Lang(system_language())


GameName = Annotated[str, typer.Argument(help="One of: " + ", ".join(tr.games()), metavar="GAME")]
Language = Annotated[
    Lang, typer.Option("--lang", default_factory=_system_language, help="Language of all texts.", show_default=False)
]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="An option of the game, name=value; may be repeated.")
]
Games = Annotated[
    int | None, typer.Option("--games", "-n", help="How many games; by default 1,000, and 200,000 by board.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Seed = Annotated[
    int | None, typer.Option("--seed", help="The seed of the match; without it nobody can guess the deal.")
]


def fail(text: str) -> NoReturn:
    Console(stderr=True, highlight=False).print(f"[red]{escape(text)}[/]", soft_wrap=True)
    raise typer.Exit(1) from None


def read_options(given: list[str] | None, lang: str) -> dict[str, Any]:
    """name=value; a value that reads as JSON is meant so (3, true, [8,8,4]), anything else is a text."""
    options = {}
    for entry in given or []:
        name, sign, value = entry.partition("=")
        if not sign:
            raise typer.BadParameter(TEXTS.say("error", "option-form", lang, value=entry))
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def read_json(path: Path, lang: str) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise typer.BadParameter(TEXTS.say("error", "no-file", lang, path=path, reason=error.strerror)) from None
    except (ValueError, RecursionError):
        raise typer.BadParameter(TEXTS.say("error", "no-json", lang, path=path)) from None


@contextmanager
def said_kindly(lang: str) -> Iterator[None]:
    """What is wrong with the input is said in a line, without a trace."""
    try:
        yield
    except (BadOption, BadPosition, IllegalMove) as error:
        Console(stderr=True, highlight=False).print(f"[red]{escape(error.text(lang))}[/]", soft_wrap=True)
        raise typer.Exit(2) from None
    except (KeyboardInterrupt, EOFError):
        raise typer.Exit(130) from None


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error; yields the function that says how much is done."""
    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True, highlight=False), transient=True) as progress:
        task = progress.add_task(title, total=total)
        yield lambda done: progress.update(task, completed=done)
