"""The arguments and options that several commands have."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

import tafelrunde as tr
from tafelrunde.cli.common import TEXTS
from tafelrunde.kernel.languages import LANGUAGES, language_name, system_language


def explain(key: str, **values: Any) -> str:
    """What `--help` says about a command or an option, in the system's language."""
    return TEXTS.say("help", key, system_language(), **values)


class Lang(StrEnum):
    """The available languages, by code."""

    vars().update((lang, lang) for lang in LANGUAGES)


GameName = Annotated[str, typer.Argument(help=explain("game", games=", ".join(tr.games())), metavar="GAME")]
Language = Annotated[
    Lang,
    typer.Option(
        "--lang",
        default_factory=lambda: Lang(system_language()),
        help=explain("lang", names=", ".join(map(language_name, LANGUAGES))),
        show_default=False,
    ),
]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help=explain("option"))]
Json = Annotated[bool, typer.Option("--json", help=explain("json"))]
RecordFile = Annotated[Path, typer.Argument(help=explain("record"))]
SameSeed = Annotated[int, typer.Option("--seed", help=explain("same-seed"))]
Seed = Annotated[int | None, typer.Option("--seed", help=explain("seed"))]
