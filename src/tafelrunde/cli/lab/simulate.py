"""The command `tafelrunde simulate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

import tafelrunde as tr
from tafelrunde.cli.common import FIRST_SEAT, TEXTS, print_json, print_report, progress, read_options, report_errors
from tafelrunde.cli.parameters import GameName, Json, Keep, Language, Options, Ray, SameSeed, explain
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.languages import number

if TYPE_CHECKING:
    from tafelrunde.kernel.game import Game
    from tafelrunde.lab.simulate import Summary
    from tafelrunde.lab.studies import Count

Games = Annotated[
    int | None,
    typer.Option("--games", "-n", help=explain("simulate-games")),
]


def simulate(
    game: GameName,
    lang: Language,
    games: Games = None,
    option: Options = None,
    seed: SameSeed = 0,
    threads: Annotated[int, typer.Option(help=explain("simulate-threads"))] = 1,
    ray: Ray = None,
    keep: Keep = None,
    device: Annotated[str, typer.Option(help=explain("simulate-device"))] = "cpu",
    as_json: Json = False,
    by: Annotated[str, typer.Option(help=explain("simulate-by"))] = "seat",
) -> None:
    """Play complete random games and show their length, wins by seat and moves by kind."""
    from tafelrunde.lab import studies
    from tafelrunde.lab.simulate import simulate

    with report_errors(lang):
        if by != "seat":
            if ray is not None or keep is not None or device != "cpu":
                raise typer.BadParameter(TEXTS.say("error", "by-alone", lang))
            counts = studies.of(game).counts
            chosen = Value(by, "by", BadOption).choice(("seat", *counts))
            _print_count(counts[chosen], games, seed, threads, as_json, lang)
            return
        games = 1000 if games is None else games
        loaded = tr.load(game, **read_options(option, lang))
        with progress(TEXTS.say("simulate", "playing", lang), games) as advance:
            summary = simulate(loaded, games, seed, threads, advance, ray, keep, device)
    if as_json:
        print_json(summary.plain())
        return
    Console(highlight=False).print(_summary(summary, loaded, lang))


def _summary(summary: Summary, game: Game, lang: str) -> Table:
    title = TEXTS.say("simulate", "title", lang, games=summary.games, game=game.rulebook.about["name"])
    table = Table(title=title, show_header=False)
    for key, value in summary.length.items():
        table.add_row(TEXTS.say("simulate", f"length-{key}", lang), number(value, ",.1f", lang))
    for seat, share in enumerate(summary.wins, FIRST_SEAT):
        table.add_row(TEXTS.say("simulate", "wins", lang, seat=seat), number(share, ".2%", lang))
    for kind, count in summary.kinds.items():
        table.add_row(
            TEXTS.say("simulate", "kinds", lang, kind=game.kind_name(kind, lang)),
            f"{number(count, ',', lang)} ({number(count / summary.decisions, '.1%', lang)})",
        )
    table.add_row(TEXTS.say("simulate", "speed", lang), number(summary.decisions / summary.seconds, ",.0f", lang))
    return table


def _print_count(count: Count, games: int | None, seed: int, threads: int, as_json: bool, lang: str) -> None:
    with progress(TEXTS.say("simulate", "playing", lang), count.steps) as advance:
        report = count.run(count.games if games is None else games, seed, threads, advance)
    print_report(report, as_json, lang)
