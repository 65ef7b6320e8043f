"""The command `tafelrunde solve`: what the solution of a game says about a position."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

import tafelrunde as tr
from tafelrunde.cli.common import TEXTS, GameName, Json, Language, Options, new_table, read_options, report_errors
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value

Position = Annotated[str | None, typer.Option(help="A position as JSON, or a file with one.")]
NEVER = 5e-7
"""Moves less frequent are left out of the tables."""


def solve(
    game: GameName, lang: Language, option: Options = None, position: Position = None, as_json: Json = False
) -> None:
    """Value, mixed strategies of a position, and what a best answer could gain; Denkste! for two."""
    with report_errors(lang):
        show(game, read_options(option, lang), position, as_json, lang)


def show(game: str, options: dict[str, Any], position: str | None, as_json: bool, lang: str) -> None:
    """Print value, mixtures and exploitability."""
    from tafelrunde import bots

    solved = [each for each in tr.games() if tr.load(each).facts.solved]
    name = Value(game, "game", BadOption).choice(solved)
    match = tr.from_position({"game": name, "options": options} | _read(position, lang))
    Value(match.game.players, "players", BadOption).choice((2,))
    chosen, ask = match.game.options, bots.load(name).solve
    assert ask is not None
    with Console(stderr=True).status(TEXTS.say("solve", "solving", lang)):
        found = ask(match)
    if as_json:
        print(json.dumps({"game": name, "options": chosen} | found, ensure_ascii=False))
    else:
        _print(Console(highlight=False), found, lang)


def _print(console: Console, found: dict[str, Any], lang: str) -> None:
    figures = " · ".join(f"{level}:{steps}" for level, steps in found["figures"])
    beyond = found["exploitability"]
    console.print(TEXTS.say("solve", "start", lang, value=f"{found['start']:.6%}"))
    console.print(
        TEXTS.say("solve", "exploitability", lang, start=f"{beyond['start']:.1e}", worst=f"{beyond['worst']:.1e}")
    )
    console.print(
        TEXTS.say("solve", "position", lang, figures=figures, turn=found["turn"], value=f"{found['value']:.6%}")
    )
    for card in ("go", "stop"):
        if found[card]:
            console.print(_table(card, found[card], lang))


def _table(card: str, moves: list[dict[str, Any]], lang: str) -> Table:
    table = new_table("solve", TEXTS.say("solve", card, lang), ("numbers", "share", "value"), lang)
    for move in moves:
        if move["share"] >= NEVER:
            table.add_row(" ".join(map(str, move["numbers"])), f"{move['share']:.4%}", f"{move['value']:.4%}")
    return table


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
