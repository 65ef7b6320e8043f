"""What the commands share: reading input, one-line error messages, tables, JSON and progress bars."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tafelrunde.kernel.errors import BadOption, BadPosition, IllegalMove, Unavailable
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.languages import Texts

if TYPE_CHECKING:
    from tafelrunde.lab.studies import Report
    from tafelrunde.lab.studies import Table as StudyTable

TEXTS = Texts(Path(__file__).parent)
FIRST_SEAT = 1
"""People count seats from 1; records, JSON and moves count from 0."""


def fail(text: str, code: int = 1) -> NoReturn:
    """End the command with a line on standard error."""
    _fail(f"[red]{escape(text)}[/]", code)


def _fail(marked: str, code: int) -> NoReturn:
    Console(stderr=True, highlight=False).print(marked, soft_wrap=True)
    raise typer.Exit(code) from None


def refused(refusal: IllegalMove, lang: str) -> str:
    """Why a move is not allowed, for the console: the sentence, then the rule's id."""
    said = f"[red]{escape(refusal.texts[lang])}[/]"
    return said if refusal.rule is None else f"{said} [dim]({refusal.rule})[/]"


def read_seat(given: int, players: int) -> int:
    """The seat that a person means."""
    return Value(given, "seat", BadOption).integer(FIRST_SEAT, players - 1 + FIRST_SEAT) - FIRST_SEAT


def read_options(given: list[str] | None, lang: str) -> dict[str, Any]:
    """Parse `name=value` pairs: a value that is valid JSON (3, true, [8,8,4]) is taken as such, any other as text."""
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
    """The content of a JSON file."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise typer.BadParameter(TEXTS.say("error", "no-file", lang, path=path, reason=error.strerror)) from None
    except (ValueError, RecursionError):
        raise typer.BadParameter(TEXTS.say("error", "no-json", lang, path=path)) from None


def read_record(path: Path, lang: str) -> Any:
    """What was played, without what a server adds to a record."""
    from tafelrunde.table.verify import ADDED

    record = read_json(path, lang)
    return {key: value for key, value in record.items() if key not in ADDED} if isinstance(record, dict) else record


@contextmanager
def report_errors(lang: str) -> Iterator[None]:
    """Report bad input, or what is missing, in one line, without a traceback."""
    try:
        yield
    except (BadOption, BadPosition) as error:
        fail(error.text(lang), 2)
    except IllegalMove as refusal:
        _fail(refused(refusal, lang), 2)
    except Unavailable as missing:
        fail(missing.text(lang))
    except (KeyboardInterrupt, EOFError):
        raise typer.Exit(130) from None


def new_table(group: str, title: str | None, columns: Iterable[str], lang: str, left: Iterable[str] = ()) -> Table:
    """An empty table with its header; columns are aligned to the right unless they are named in `left`."""
    table = Table(title=title)
    for key in columns:
        table.add_column(TEXTS.say(group, key, lang), justify="left" if key in left else "right")
    return table


def print_json(found: Any) -> None:
    """Print what was found for a program to read."""
    print(json.dumps(found, ensure_ascii=False))


def print_report(report: "Report", as_json: bool, lang: str) -> None:
    """Print what a study has found."""
    if as_json:
        print_json(report.plain())
        return
    console = Console(highlight=False)
    for part in report.text(lang):
        console.print(part if isinstance(part, str) else _rendered(part))


def _rendered(found: "StudyTable") -> Table:
    table = Table(title=found.title)
    for number, column in enumerate(found.columns):
        table.add_column(column, justify="left" if number < found.left else "right")
    for row in found.rows:
        table.add_row(*row)
    return table


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[..., None]]:
    """A progress bar on standard error; yields the function to call with how much is done, and of how much."""
    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True, highlight=False), transient=True) as progress:
        task = progress.add_task(title, total=total)
        yield lambda done, total=total: progress.update(task, completed=done, total=total)
