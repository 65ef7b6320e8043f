"""The command `tafelrunde study`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tafelrunde.cli.common import TEXTS, print_json, progress, read_json, report_errors
from tafelrunde.cli.parameters import GameName, Json, Keep, Language, Ray, SameSeed, explain
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value

MOST_WORKERS = 256
CHAPTERS = ("length", "start", "options", "worth", "luck", "habits")
"""As in `lab/study/chapters`, which is loaded only when it is needed."""


def study(
    game: GameName,
    lang: Language,
    thorough: Annotated[bool, typer.Option("--thorough", help=explain("study-thorough"))] = False,
    scale: Annotated[float, typer.Option(help=explain("study-scale"))] = 1.0,
    only: Annotated[
        str | None, typer.Option(help=explain("study-only", chapters=", ".join(CHAPTERS)), metavar="CHAPTER,…")
    ] = None,
    into: Annotated[Path, typer.Option(help=explain("study-into"), metavar="FOLDER")] = Path("studies"),
    seed: SameSeed = 1,
    threads: Annotated[int | None, typer.Option(help=explain("arena-threads"))] = None,
    ray: Ray = None,
    keep: Keep = None,
    figures: Annotated[Path | None, typer.Option(help=explain("study-figures"), metavar="FILE")] = None,
    as_json: Json = False,
) -> None:
    """Play what is needed to know a game, and write a report about it."""
    from tafelrunde.lab.study import report
    from tafelrunde.lab.study.plan import THOROUGH, Subject

    with report_errors(lang):
        workers = None if threads is None else Value(threads, "threads", BadOption).integer(1, MOST_WORKERS)
        subject, parts = Subject.of(game, seed, scale * (THOROUGH if thorough else 1)), report.parts_of(only)
        if not as_json:
            report.check()
        if figures is not None:
            print(TEXTS.say("study", "written", lang, folder=_write_again(figures, game, into, lang)))
            return
        with progress(TEXTS.say("study", "playing", lang), 1) as advance:
            found = report.study(subject, parts, workers, advance, ray, keep)
        if as_json:
            print_json(found.plain())
            return
        folder = report.write(found, into, lang)
    print(TEXTS.say("study", "written", lang, folder=folder))


def _write_again(figures: Path, game: str, into: Path, lang: str) -> Path:
    """The report of figures that were found before."""
    from tafelrunde.lab.study import report

    plain = read_json(figures, lang)
    try:
        return report.write(report.read(plain, game), into, lang)
    except (AttributeError, LookupError, TypeError, ValueError):  # whatever is missing in it
        raise typer.BadParameter(TEXTS.say("error", "no-figures", lang, path=figures, game=game)) from None
