"""The command `tafelrunde arena`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

import tafelrunde as tr
from tafelrunde.bots import LEVELS
from tafelrunde.cli.common import TEXTS, new_table, print_json, progress, read_options, report_errors
from tafelrunde.cli.parameters import GameName, Json, Keep, Language, Options, Ray, SameSeed, explain
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.languages import number

if TYPE_CHECKING:
    from tafelrunde.lab.arena import PairResult, Report

MOST_WORKERS = 256


def arena(
    game: GameName,
    lang: Language,
    bots: Annotated[
        str,
        typer.Option(help=explain("arena-bots", levels=", ".join(LEVELS)), metavar="A,B,…"),
    ],
    games: Annotated[int, typer.Option("--games", "-n", help=explain("arena-games"))] = 1000,
    option: Options = None,
    seed: SameSeed = 0,
    threads: Annotated[int | None, typer.Option(help=explain("arena-threads"))] = None,
    equal_speed: Annotated[
        bool,
        typer.Option("--equal-speed", help=explain("arena-equal-speed")),
    ] = False,
    ray: Ray = None,
    keep: Keep = None,
    as_json: Json = False,
) -> None:
    """Let bots play against each other: each deal is played several times, so that every bot plays every seat."""
    from tafelrunde.lab.arena import compete, contest

    with report_errors(lang):
        workers = None if threads is None else Value(threads, "threads", BadOption).integer(1, MOST_WORKERS)
        loaded = tr.load(game, **read_options(option, lang))
        held = contest(loaded, [name.strip() for name in bots.split(",")], games, seed, equal_speed)
        with progress(TEXTS.say("arena", "playing", lang), held.deals * len(held.bots)) as advance:
            report = compete(held, workers, advance, ray, keep)
    if as_json:
        print_json(report.plain())
        return
    console = Console(highlight=False)
    console.print(_bots(report, loaded.rulebook.about["name"], lang))
    console.print(_pairs(report, lang))


def _bots(report: Report, name: str, lang: str) -> Table:
    values = {
        "game": name,
        "games": report.games,
        "deals": report.deals,
        "confidence": number(report.confidence, ".0%", lang),
    }
    columns = ("bot", "games", "share", "interval", "fair", "rating", "thinking")
    table = new_table("arena", TEXTS.say("arena", "title", lang, **values), columns, lang, left=("bot",))
    for line in report.lines:
        table.add_row(
            line.bot,
            number(line.games, ",", lang),
            number(line.share, ".1%", lang),
            f"{number(line.low, '.1%', lang)} – {number(line.high, '.1%', lang)}",
            number(line.fair, ".1%", lang),
            f"{number(line.rating, '.1f', lang)} ± {number(line.uncertainty, '.1f', lang)}",
            f"{number(line.mean_seconds * 1e3, '.1f', lang)} ({number(line.longest_seconds * 1e3, ',.0f', lang)})",
        )
    return table


def _pairs(report: Report, lang: str) -> Table:
    table = new_table("arena", None, ("pair", "difference", "verdict"), lang, left=("pair", "verdict"))
    for pair in report.pairs:
        difference = "{} ({} – {})".format(
            *(number(value, "+.1%", lang) for value in (pair.difference, pair.low, pair.high))
        )
        table.add_row(f"{pair.one} – {pair.other}", difference, _verdict(pair, lang))
    return table


def _verdict(pair: PairResult, lang: str) -> str:
    if pair.low <= 0 <= pair.high:
        return TEXTS.say("arena", "unclear", lang)
    return TEXTS.say("arena", "better", lang, one=pair.one if pair.low > 0 else pair.other)
