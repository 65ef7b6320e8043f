"""The command `tafelrunde simulate`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

import tafelrunde as tr
from tafelrunde.cli.common import (
    TEXTS,
    GameName,
    Json,
    Language,
    Options,
    new_table,
    progress,
    read_options,
    report_errors,
)
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value

if TYPE_CHECKING:
    from tafelrunde.kernel.game import Game
    from tafelrunde.lab.simulate import Summary

Games = Annotated[
    int | None, typer.Option("--games", "-n", help="How many games; by default 1,000, and 200,000 by board.")
]


def simulate(
    game: GameName,
    lang: Language,
    games: Games = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    threads: Annotated[int, typer.Option(help="How many threads play.")] = 1,
    as_json: Json = False,
    by: Annotated[
        str, typer.Option(help="`seat`; for beam-me-up also `board`: how often each board wins (BM-03).")
    ] = "seat",
) -> None:
    """Play complete random games and show their length, wins by seat and moves by kind."""
    from tafelrunde.lab.simulate import simulate

    with report_errors(lang):
        Value(by, "by", BadOption).choice(("seat", "board") if game == "beam-me-up" else ("seat",))
        if by == "board":
            _print_balance(200_000 if games is None else games, seed, threads, as_json, lang)
            return
        games = 1000 if games is None else games
        loaded = tr.load(game, **read_options(option, lang))
        with progress(TEXTS.say("simulate", "playing", lang), games) as advance:
            summary = simulate(loaded, games, seed, threads, advance)
    if as_json:
        print(json.dumps(summary.plain(), ensure_ascii=False))
        return
    Console(highlight=False).print(_summary(summary, loaded, lang))


def _summary(summary: Summary, game: Game, lang: str) -> Table:
    title = TEXTS.say("simulate", "title", lang, games=summary.games, game=game.rulebook.about["name"])
    table = Table(title=title, show_header=False)
    for key, value in summary.length.items():
        table.add_row(TEXTS.say("simulate", f"length-{key}", lang), f"{value:,.1f}")
    for number, share in enumerate(summary.wins):
        table.add_row(TEXTS.say("simulate", "wins", lang, seat=number), f"{share:.2%}")
    for kind, count in summary.kinds.items():
        table.add_row(
            TEXTS.say("simulate", "kinds", lang, kind=game.kind_name(kind, lang)),
            f"{count:,} ({count / summary.decisions:.1%})",
        )
    table.add_row(TEXTS.say("simulate", "speed", lang), f"{summary.decisions / summary.seconds:,.0f}")
    return table


def _print_balance(games: int, seed: int, threads: int, as_json: bool, lang: str) -> None:
    """How often each board of Beam me up wins, by who plays and how many."""
    from tafelrunde.lab.studies.beam_me_up_boards import cells

    found = []
    with progress(TEXTS.say("simulate", "playing", lang), 6) as advance:
        for cell in cells(games, seed, threads):
            found.append(cell)
            advance(len(found))
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
        return
    title = TEXTS.say("boards", "title", lang, confidence=f"{found[0]['confidence']:.0%}")
    table = new_table("boards", title, ("policy", "players", "games"), lang, left=("policy",))
    for board in found[0]["boards"]:
        table.add_column(board["name"][lang], justify="right")
    table.add_column(TEXTS.say("boards", "largest", lang), justify="right")
    for cell in found:
        shares = [f"{board['share']:.2%}" for board in cell["boards"]]
        widest = max(cell["differences"], key=lambda pair: abs(pair["difference"]))
        largest = f"{abs(widest['difference']) * 100:.2f} ± {widest['margin'] * 100:.2f}"
        policy = TEXTS.say("boards", cell["policy"], lang)
        table.add_row(policy, str(cell["players"]), f"{cell['games']:,}", *shares, largest)
    Console(highlight=False).print(table)
