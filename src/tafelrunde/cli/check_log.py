"""The command `tafelrunde check-log`."""

import asyncio
import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from tafelrunde.cli.common import TEXTS, fail, progress
from tafelrunde.cli.parameters import Json, Language, explain
from tafelrunde.cli.serve import database_url


def check_log(
    lang: Language,
    database: Annotated[
        str | None, typer.Argument(envvar="TAFELRUNDE_DATABASE", help=explain("check-log-database"), metavar="DATABASE")
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a whole database: every log is a chain without gaps, every move is legal, every deal is true."""
    from tafelrunde.server.log_check import examine

    try:
        with progress(TEXTS.say("check-log", "examining", lang), 1) as on_progress:
            report = asyncio.run(examine(database_url(database), on_progress))
    except (ConnectionError, ValueError) as error:
        fail(TEXTS.say("check-log", "no-database", lang, reason=error), 2)
    if as_json:
        print(json.dumps(asdict(report)))
        raise typer.Exit(1 if report.problems else 0)
    console = Console(highlight=False, soft_wrap=True)
    counts = {"tables": report.tables, "entries": report.entries, "over": report.over}
    console.print(TEXTS.say("check-log", "tables", lang, **counts))
    if report.redacted:
        console.print(TEXTS.say("check-log", "redacted", lang, count=report.redacted))
    for table in report.old:
        console.print(f"[dim]{escape(TEXTS.say('check-log', 'old', lang, table=table))}[/]")
    for problem in report.problems:
        values = {"table": problem.table, "version": problem.version}
        console.print(f"[red]✗ {escape(TEXTS.say('check-log', problem.what, lang, **values))}[/]")
    if report.problems:
        fail(TEXTS.say("check-log", "broken", lang, count=len(report.problems)))
    console.print(f"[green]✓[/] {TEXTS.say('check-log', 'whole', lang)}")
