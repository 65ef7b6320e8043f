"""The commands that read a recorded game: `tafelrunde replay` and `tafelrunde verify`."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

import tafelrunde as tr
from tafelrunde.cli.common import FIRST_SEAT, TEXTS, fail, read_json, read_record, read_seat, report_errors
from tafelrunde.cli.parameters import Language, RecordFile, explain


def replay(
    file: RecordFile,
    lang: Language,
    seat: Annotated[int | None, typer.Option(help=explain("replay-seat"))] = None,
    step: Annotated[bool, typer.Option("--step", help=explain("replay-step"))] = False,
) -> None:
    """Show a recorded game, move by move."""
    console = Console(highlight=False)
    with report_errors(lang):
        match = tr.replay(read_record(file, lang))
        match.game.first_seat = FIRST_SEAT
        own = None if seat is None else read_seat(seat, match.game.players)
        for event in match.events(seat=own):
            console.print(f"[dim]{event['n']:>4}[/] {escape(match.game.tell(event, lang))}")
            if step and console.input(f"[dim]{TEXTS.say('replay', 'step', lang)}[/] ").strip() == "q":
                return
        console.print(TEXTS.say("replay", "final", lang))
        console.print(escape(match.game.describe(match.view(own), lang)))


def verify(
    file: Annotated[Path, typer.Argument(help=explain("verify-record"))],
    lang: Language,
    lock: Annotated[str | None, typer.Option(help=explain("verify-lock"))] = None,
    part: Annotated[str | None, typer.Option(help=explain("verify-part"))] = None,
) -> None:
    """Check that nobody could choose the deal of a game, and that its moves lead to the stated result."""
    from tafelrunde.table.verify import limits, verify

    console = Console(highlight=False, soft_wrap=True)
    record = read_json(file, lang)
    try:
        findings = verify(record, lock, part)
    except RecursionError:
        fail(TEXTS.say("error", "no-json", lang, path=file))
    for found in findings:
        values = found.values | ({"reason": found.error.text(lang)} if found.error else {})
        text = TEXTS.say("holds" if found.holds else "broken", found.check, lang, **values)
        console.print(f"[green]✓[/] {escape(text)}" if found.holds else f"[red]✗ {escape(text)}[/]")
    if not all(found.holds for found in findings):
        fail(TEXTS.say("verify", "false", lang))
    console.print(TEXTS.say("verify", "true", lang))
    console.print(TEXTS.say("limits", "head", lang))
    for name, values in limits(record):
        console.print(f"· {escape(TEXTS.say('limits', name, lang, **values))}")
    if lock is None or part is None:
        console.print(f"[dim]{TEXTS.say('verify', 'by-hand', lang)}[/]")
