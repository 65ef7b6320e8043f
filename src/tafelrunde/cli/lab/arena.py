"""The command `tafelrunde arena`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

import tafelrunde as tr
from tafelrunde.bots import LEVELS
from tafelrunde.cli.common import TEXTS, new_table, print_json, progress, read_options, report_errors
from tafelrunde.cli.parameters import Json, Keep, Language, Options, Ray, SameSeed, explain
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.languages import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tafelrunde.lab.arena import PairResult, Report
    from tafelrunde.lab.ladder import Ladder

MOST_WORKERS = 256


def arena(
    lang: Language,
    game: Annotated[
        str | None, typer.Argument(help=explain("arena-game", games=", ".join(tr.games())), metavar="[GAME]")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(help=explain("arena-bots", levels=", ".join(LEVELS)), metavar="A,B,…"),
    ] = None,
    ladder: Annotated[bool, typer.Option("--ladder", help=explain("arena-ladder"))] = False,
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
        if ladder:
            if bots is not None:
                raise BadOption("not-with", "--bots", other="--ladder")
            names = [game] if game else tr.games()
            _climb(names, option, (games, seed, equal_speed), (workers, ray, keep), as_json, lang)
            return
        for field, value in (("GAME", game), ("--bots", bots)):
            if value is None:
                raise BadOption("missing", field)
        loaded = tr.load(str(game), **read_options(option, lang))
        held = contest(loaded, [name.strip() for name in str(bots).split(",")], games, seed, equal_speed)
        with progress(TEXTS.say("arena", "playing", lang), held.deals * len(held.bots)) as advance:
            report = compete(held, workers, advance, ray, keep)
    if as_json:
        print_json(report.plain())
        return
    console = Console(highlight=False)
    console.print(_bots(report, loaded.rulebook.about["name"], lang))
    console.print(_pairs(report.pairs, lang))


def _climb(
    names: Sequence[str],
    option: list[str] | None,
    asked: tuple[int, int, bool],
    where: tuple[int | None, str | None, Path | None],
    as_json: bool,
    lang: str,
) -> None:
    """All levels of these games on one scale."""
    from tafelrunde.lab.ladder import climb, contests

    loaded = [tr.load(name, **read_options(option, lang)) for name in names]
    held = [contests(game, *asked) for game in loaded]
    total, before, found = sum(each.deals * len(each.bots) for meetings in held for each in meetings), 0, []
    workers, ray, keep = where
    with progress(TEXTS.say("arena", "playing", lang), total) as advance:
        for game, meetings in zip(loaded, held, strict=True):
            folder = keep / game.name if keep else None
            found.append(climb(meetings, workers, lambda done, before=before: advance(before + done), ray, folder))  # type: ignore[misc]
            before += found[-1].games
    if as_json:
        print_json([ladder.plain() for ladder in found])
        return
    console = Console(highlight=False)
    for game, ladder in zip(loaded, found, strict=True):
        console.print(_rungs(ladder, game.rulebook.about["name"], lang))
        console.print(_pairs(ladder.pairs, lang))


def _rungs(ladder: Ladder, name: str, lang: str) -> Table:
    confidence = number(ladder.confidence, ".0%", lang)
    title = TEXTS.say("arena", "ladder", lang, game=name, games=ladder.games, confidence=confidence)
    table = new_table("arena", title, ("bot", "games", "rating", "interval"), lang, left=("bot",))
    for rung in reversed(ladder.rungs):
        low, high = number(rung.low, "+.1f", lang), number(rung.high, "+.1f", lang)
        table.add_row(rung.level, number(rung.games, ",", lang), number(rung.rating, "+.1f", lang), f"{low} – {high}")
    return table


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


def _pairs(pairs: Sequence[PairResult], lang: str) -> Table:
    table = new_table("arena", None, ("pair", "difference", "verdict"), lang, left=("pair", "verdict"))
    for pair in pairs:
        difference = "{} ({} – {})".format(
            *(number(value, "+.1%", lang) for value in (pair.difference, pair.low, pair.high))
        )
        table.add_row(f"{pair.one} – {pair.other}", difference, _verdict(pair, lang))
    return table


def _verdict(pair: PairResult, lang: str) -> str:
    if pair.low <= 0 <= pair.high:
        return TEXTS.say("arena", "unclear", lang)
    return TEXTS.say("arena", "better", lang, one=pair.one if pair.low > 0 else pair.other)
