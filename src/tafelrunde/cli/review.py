"""The command `tafelrunde review`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import tafelrunde as tr
from tafelrunde.cli.common import (
    FIRST_SEAT,
    TEXTS,
    new_table,
    print_json,
    progress,
    read_record,
    read_seat,
    report_errors,
)
from tafelrunde.cli.parameters import Json, Language, RecordFile, explain
from tafelrunde.kernel.languages import number

if TYPE_CHECKING:
    from tafelrunde.lab.review import Review

COLOURS = {"fine": "dim", "slip": "yellow", "mistake": "dark_orange", "blunder": "red"}


def review(
    file: RecordFile,
    lang: Language,
    seat: Annotated[int | None, typer.Option(help=explain("review-seat"))] = None,
    as_json: Json = False,
) -> None:
    """Review every decision of a game: what was best, what was thrown away and what was luck."""
    from tafelrunde.lab.review import Reviewer

    with report_errors(lang):
        reviewer = Reviewer(read_record(file, lang))
        with progress(TEXTS.say("review", "looking", lang), reviewer.moves) as advance:
            while reviewer.done < reviewer.moves:
                reviewer.step()
                advance(reviewer.done)
        found = reviewer.review()
        own = None if seat is None else read_seat(seat, len(found.tallies))
    if as_json:
        print_json(found.plain())
        return
    console = Console(highlight=False)
    for table in (_decisions(found, own, lang), _tallies(found, lang), _accounts(found, lang)):
        console.print(table)
    if found.habits:
        console.print(_habits(found, lang))


def _table(name: str, columns: tuple[str, ...], lang: str, left: tuple[str, ...] = ()) -> Table:
    return new_table("review", TEXTS.say("review", name, lang), columns, lang, left)


def _chance(found: Review) -> str:
    """What is called what nobody decided: where everybody acts at once it is mostly speed, and not luck."""
    return "tempo" if tr.load(found.game, **found.options).facts.simultaneous else "luck"


def _decisions(found: Review, seat: int | None, lang: str) -> Table:
    columns = ("number", "seat", "move", "before", "after", _chance(found), "verdict", "best", "why")
    table = _table("decisions", columns, lang, ("move", "verdict", "best", "why"))
    for each in found.decisions:
        if seat in (None, each.seat):
            colour = COLOURS[each.verdict]
            table.add_row(
                str(each.number),
                str(each.seat + FIRST_SEAT),
                escape(each.move),
                number(each.before, ".1%", lang),
                number(each.after, ".1%", lang),
                number(each.luck, "+.1%", lang),
                f"[{colour}]{TEXTS.say('verdict', each.verdict, lang)}[/]",
                escape(each.best),
                "" if each.verdict == "fine" else escape(each.why.get(lang, "")),
            )
    return table


def _tallies(found: Review, lang: str) -> Table:
    verdicts = tuple(found.tallies[0].verdicts)
    table = _table("tallies", ("seat", "count", "lost"), lang)
    for name in verdicts:
        table.add_column(TEXTS.say("verdict", name, lang), justify="right")
    for tally in found.tallies:
        counts = [str(tally.verdicts[name]) for name in verdicts]
        table.add_row(str(tally.seat + FIRST_SEAT), str(tally.decisions), number(tally.lost, ".1%", lang), *counts)
    return table


def _accounts(found: Review, lang: str) -> Table:
    chance = _chance(found)
    table = _table(f"by_{chance}", ("side", "start", chance, "lost", "given", "result"), lang, ("side",))
    for each in found.accounts:
        seats = " + ".join(str(seat + FIRST_SEAT) for seat in each.seats)
        table.add_row(
            seats,
            number(each.start, ".1%", lang),
            number(each.luck, "+.1%", lang),
            number(-each.lost, "+.1%", lang),
            number(each.given, "+.1%", lang),
            number(each.result, ".0%", lang),
        )
    return table


def _habits(found: Review, lang: str) -> Table:
    table = _table("habits", ("seat", "card", "counts", "expected", "deviation", "caught", "read"), lang, ("card",))
    table.caption = TEXTS.say("review", "reading", lang)
    for each in found.habits:
        caught = "–"
        if each.caught is not None and each.catchable is not None:
            caught = f"{number(each.caught, '.0%', lang)} ({number(each.catchable, '.0%', lang)})"
        expected = " ".join(number(count, ".1f", lang) for count in each.expected)
        counts = " ".join(map(str, each.counts))
        table.add_row(
            str(each.seat + FIRST_SEAT),
            each.card,
            counts,
            expected,
            number(each.deviation, ".0%", lang),
            caught,
            number(each.read, "+.1%", lang),
        )
    return table
