"""The command `tafelrunde build wasm`."""

import shutil
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

import tafelrunde as tr
from tafelrunde.cli.common import TEXTS, fail, progress, report_errors
from tafelrunde.cli.parameters import Language, explain
from tafelrunde.kernel.languages import number

build = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)

Games = Annotated[
    list[str] | None, typer.Argument(help=explain("build-games", games=", ".join(tr.games())), metavar="GAME")
]
Into = Annotated[Path, typer.Option(help=explain("build-into"), metavar="FOLDER")]
Bots = Annotated[bool, typer.Option("--bots", help=explain("build-bots"))]


@build.command(help=explain("build-wasm"))
def wasm(lang: Language, games: Games = None, into: Into = Path("wasm"), bots: Bots = False) -> None:
    """Build the rules of games, and if asked their bots, as WebAssembly modules."""
    from tafelrunde.bots.wasm import bots_of
    from tafelrunde.kernel.targets.ir.ask import BuildFailed
    from tafelrunde.kernel.targets.wasm.build import CALLER, build_all
    from tafelrunde.kernel.targets.wasm.entries import rules_of
    from tafelrunde.kernel.targets.wasm.link import NoLinker

    built = []
    with report_errors(lang):
        parts = [rules_of(partial(tr.load, name)) for name in games or tr.games()]
        if bots:
            parts += [bots_of(part.game) for part in parts]
        try:
            into.mkdir(parents=True, exist_ok=True)
            with progress(TEXTS.say("build", "building", lang), len(parts)) as advance:
                for one in build_all(parts):
                    one.copy_to(into)
                    built.append(one)
                    advance(len(built))
            shutil.copyfile(CALLER, into / CALLER.name)
        except NoLinker:
            fail(TEXTS.say("build", "no-linker", lang))
        except BuildFailed as reason:
            fail(TEXTS.say("build", "failed", lang, reason=reason))
        except OSError as error:
            fail(TEXTS.say("build", "no-folder", lang, path=into, reason=error.strerror))
    for one in sorted(built, key=lambda one: one.part.file_name):
        size, seconds = (number(value, ".1f", lang) for value in (one.module.stat().st_size / 1000, one.seconds))
        said = "built" if one.seconds else "unchanged"
        print(TEXTS.say("build", said, lang, path=into / one.module.name, size=size, seconds=seconds))
