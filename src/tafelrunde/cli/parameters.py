"""The arguments and options that several commands have."""

from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

import tafelrunde as tr
from tafelrunde.cli.common import TEXTS
from tafelrunde.kernel.languages import LANGUAGES, language_name, system_language


def explain(key: str, **values: Any) -> str:
    """What `--help` says about a command or an option, in the system's language."""
    return TEXTS.say("help", key, system_language(), **values)


class Lang(StrEnum):
    """The available languages, by code."""

    vars().update((lang, lang) for lang in LANGUAGES)


class Command(TyperCommand):
    """A command of which an option may stand without its value, which is empty then."""

    MAY_STAND_ALONE = ("--ray",)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Typer's options always have a value."""
        given = [
            f"{word}=" if word in self.MAY_STAND_ALONE and after.startswith("-") else word
            for word, after in pairwise([*args, "-"])
        ]
        return super().parse_args(ctx, given)


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
Keep = Annotated[Path | None, typer.Option("--keep", help=explain("keep"), metavar="FOLDER")]
Ray = Annotated[str | None, typer.Option("--ray", help=explain("ray"), metavar="[ADDRESS]")]
RecordFile = Annotated[Path, typer.Argument(help=explain("record"))]
SameSeed = Annotated[int, typer.Option("--seed", help=explain("same-seed"))]
Seed = Annotated[int | None, typer.Option("--seed", help=explain("seed"))]
