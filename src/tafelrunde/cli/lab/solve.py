"""The command `tafelrunde solve`: what the solution of a game says about a position."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

import tafelrunde as tr
from tafelrunde.cli.common import TEXTS, print_report, read_options, report_errors
from tafelrunde.cli.parameters import GameName, Json, Language, Options, explain
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value

Position = Annotated[str | None, typer.Option(help=explain("solve-position"))]


def solve(
    game: GameName, lang: Language, option: Options = None, position: Position = None, as_json: Json = False
) -> None:
    """Print the value and mixed strategies of a position in a solved game, and what a best answer could gain."""
    from tafelrunde.lab import studies

    with report_errors(lang):
        solved = [name for name in tr.games() if tr.load(name).facts.solved]
        name = Value(game, "game", BadOption).choice(solved)
        match = tr.from_position({"game": name, "options": read_options(option, lang)} | _read(position, lang))
        ask = studies.of(name).solve
        assert ask is not None
        with Console(stderr=True).status(TEXTS.say("solve", "solving", lang)):
            report = ask(match)
    print_report(report, as_json, lang)


def _read(position: str | None, lang: str) -> dict[str, Any]:
    """A position as JSON, or the file that holds it."""
    text = position or "{}"
    try:
        if not text.lstrip().startswith("{"):
            text = Path(text).read_text(encoding="utf-8")
        read = json.loads(text)
    except OSError as error:
        raise typer.BadParameter(TEXTS.say("error", "no-file", lang, path=position, reason=error.strerror)) from None
    except (ValueError, RecursionError):
        raise typer.BadParameter(TEXTS.say("solve", "no-position", lang, text=position)) from None
    if not isinstance(read, dict):
        raise typer.BadParameter(TEXTS.say("solve", "no-position", lang, text=position))
    return read
