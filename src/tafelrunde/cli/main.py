"""The command `tafelrunde`."""

import asyncio
import json
import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import tafelrunde as tr
from tafelrunde.bots import LEVELS, PEOPLE, usual
from tafelrunde.cli import arena as cli_arena
from tafelrunde.cli import review as cli_review
from tafelrunde.cli import terminal
from tafelrunde.cli.common import (
    TEXTS,
    GameName,
    Games,
    Json,
    Language,
    Options,
    Seed,
    fail,
    progress,
    read_json,
    read_options,
    said_kindly,
)
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
app.command()(cli_arena.arena)
app.command()(cli_review.review)
Position = Annotated[str | None, typer.Option(help="A position as JSON, or a file with one.")]


@app.callback(invoke_without_command=True)
def default(context: typer.Context) -> None:
    """Tafelrunde: Biesti Boys, Denkste!, Dog, Beam me up and Biberbande."""
    if context.invoked_subcommand is None:
        app(["serve"])


@app.command()
def play(
    lang: Language,
    game: Annotated[str | None, typer.Argument(help="One of: " + ", ".join(tr.games()), metavar="[GAME]")] = None,
    option: Options = None,
    seat: Annotated[int, typer.Option(help="Where you sit.")] = 0,
    seed: Seed = None,
    bots: Annotated[
        str | None, typer.Option(help=f"How the other seats play: {', '.join((*PEOPLE, *LEVELS[:2]))}.")
    ] = None,
    record: Annotated[Path | None, typer.Option(help="Write the record of the game to this file.")] = None,
) -> None:
    """Play in the terminal against bots."""
    console = Console(highlight=False)
    with said_kindly(lang):
        name = game or terminal.choose_game(console, _titles(lang), lang)
        loaded = tr.load(name, **read_options(option, lang))
        if not 0 <= seat < loaded.players:
            raise BadOption("out-of-range", "seat", value=seat, low=0, high=loaded.players - 1)
        session = terminal.Session(console, loaded, seat, lang, seed, bots or usual(name))
        session.run()
        if record is not None:
            record.write_text(json.dumps(session.match.record()), encoding="utf-8")
            console.print(TEXTS.say("play", "saved", lang, path=record))


@app.command()
def rules(game: GameName, lang: Language) -> None:
    """Every rule of a game with its number, and what of it is the sheet's, our reading or our assumption."""
    with said_kindly(lang):
        terminal.print_rules(Console(highlight=False), tr.load(game), lang)


@app.command()
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
    from tafelrunde.lab.simulate import Summary, simulate

    with said_kindly(lang):
        Value(by, "by", BadOption).choice(("seat", "board") if game == "beam-me-up" else ("seat",))
        if by == "board":
            _print_balance(200_000 if games is None else games, seed, threads, as_json, lang)
            return
        games = 1000 if games is None else games
        loaded = tr.load(game, **read_options(option, lang))
        with progress(TEXTS.say("simulate", "playing", lang), games) as advance:
            summary: Summary = simulate(loaded, games, seed, threads, advance)
    if as_json:
        print(json.dumps(summary.plain(), ensure_ascii=False))
        return
    table = Table(
        title=TEXTS.say("simulate", "title", lang, games=summary.games, game=loaded.rulebook.about["name"]),
        show_header=False,
    )
    for key, value in summary.length.items():
        table.add_row(TEXTS.say("simulate", f"length-{key}", lang), f"{value:,.1f}")
    for number, share in enumerate(summary.wins):
        table.add_row(TEXTS.say("simulate", "wins", lang, seat=number), f"{share:.2%}")
    for kind, count in summary.kinds.items():
        table.add_row(
            TEXTS.say("simulate", "kinds", lang, kind=loaded.kind_name(kind, lang)),
            f"{count:,} ({count / summary.decisions:.1%})",
        )
    table.add_row(TEXTS.say("simulate", "speed", lang), f"{summary.decisions / summary.seconds:,.0f}")
    Console(highlight=False).print(table)


@app.command()
def bench(lang: Language, as_json: Json = False) -> None:
    """Measure decisions a second of random complete games, beside OpenSpiel's nearest game in the same run."""
    from tafelrunde.lab.bench import measure

    names, lines = tr.games(), []
    with progress(TEXTS.say("bench", "playing", lang), len(names)) as advance:
        for done, name in enumerate(names, 1):
            lines.append(measure(name))
            advance(done)
    if as_json:
        print(json.dumps([vars(line) for line in lines], ensure_ascii=False))
        return
    table = Table(title=TEXTS.say("bench", "title", lang))
    for key in ("game", "one", "two", "peer", "ratio"):
        table.add_column(TEXTS.say("bench", key, lang), justify="left" if key == "game" else "right")
    for line in lines:
        peer = f"{line.peer} {line.peers / 1e6:.2f}" if line.peers else "–"
        ratio = f"{line.one / line.peers:.1f} ×" if line.peers else "–"
        table.add_row(
            line.game, f"{line.one / 1e6:.1f}", f"{line.two / 1e6:.1f} ({line.two / line.one:.2f} ×)", peer, ratio
        )
    Console(highlight=False).print(table)
    if not all(line.peers for line in lines):
        Console(highlight=False).print(TEXTS.say("bench", "missing", lang))


@app.command()
def solve(
    game: GameName, lang: Language, option: Options = None, position: Position = None, as_json: Json = False
) -> None:
    """Value, mixed strategies of a position, and what a best answer could gain; Denkste! for two."""
    from tafelrunde.cli.solve import show

    with said_kindly(lang):
        show(game, read_options(option, lang), position, as_json, lang)


@app.command()
def replay(
    file: Annotated[
        Path, typer.Argument(help="A record, of `tafelrunde play --record FILE` or downloaded from a server.")
    ],
    lang: Language,
    seat: Annotated[int | None, typer.Option(help="Through the eyes of this seat; without it, of an onlooker.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every move.")] = False,
) -> None:
    """Show a recorded game, move by move."""
    from tafelrunde.table.verify import ADDED

    console = Console(highlight=False)
    with said_kindly(lang):
        record = read_json(file, lang)
        if isinstance(record, dict):
            record = {key: value for key, value in record.items() if key not in ADDED}
        match = tr.replay(record)
        if seat is not None and not 0 <= seat < match.game.players:
            raise BadOption("out-of-range", "seat", value=seat, low=0, high=match.game.players - 1)
        for event in match.events(seat=seat):
            console.print(f"[dim]{event['n']:>4}[/] {escape(match.game.tell(event, lang))}")
            if step and console.input(f"[dim]{TEXTS.say('replay', 'step', lang)}[/] ").strip() == "q":
                return
        console.print(TEXTS.say("replay", "final", lang))
        console.print(escape(match.game.words(match.view(seat), lang)))


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A record, downloaded from a server's /api/records/ID.")],
    lang: Language,
    commitment: Annotated[str | None, typer.Option(help="What the server promised before the deal.")] = None,
    part: Annotated[str | None, typer.Option(help="The random part that you added to the deal.")] = None,
) -> None:
    """Check that a game was dealt as promised and that its moves lead to its result."""
    from tafelrunde.table.verify import verify

    console = Console(highlight=False, soft_wrap=True)
    record = read_json(file, lang)
    try:
        findings = verify(record, commitment, part)
    except RecursionError:
        fail(TEXTS.say("error", "no-json", lang, path=file))
    for found in findings:
        values = found.values | ({"reason": found.error.text(lang)} if found.error else {})
        text = TEXTS.say("holds" if found.holds else "broken", found.check, lang, **values)
        console.print(f"[green]✓[/] {escape(text)}" if found.holds else f"[red]✗ {escape(text)}[/]")
    if not all(found.holds for found in findings):
        fail(TEXTS.say("verify", "false", lang))
    console.print(TEXTS.say("verify", "true", lang))
    if commitment is None or part is None:
        console.print(f"[dim]{TEXTS.say('verify', 'by-hand', lang)}[/]")


@app.command()
def serve(
    lang: Language,
    host: Annotated[
        str, typer.Option(envvar="TAFELRUNDE_HOST", help="Where to listen; 127.0.0.1: this machine only.")
    ] = "0.0.0.0",
    port: Annotated[
        int | None,
        typer.Option(
            envvar="TAFELRUNDE_PORT", min=0, max=65535, help="0 is any free one; by default 8000 or the next free one."
        ),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(envvar="TAFELRUNDE_DATA", help="The folder for all games; by default in the user's data folder."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="TAFELRUNDE_DATABASE",
            show_envvar=True,
            help="Another database, like postgresql://user:password@host/name.",
        ),
    ] = None,
    redis: Annotated[
        str | None,
        typer.Option(
            envvar="TAFELRUNDE_REDIS",
            show_envvar=True,
            help="Where several servers on one database tell each other what is new, like redis://host:6379.",
        ),
    ] = None,
) -> None:
    """Host tables for people and programs on the network, until Ctrl-C."""
    from tafelrunde.server.process import serving, startup
    from tafelrunde.server.storage import database as databases
    from tafelrunde.server.tables import bus

    url = database or f"sqlite:///{(data or startup.data_folder()).absolute() / 'games.db'}"
    try:
        config = startup.config(url, os.environ, redis)
        asyncio.run(databases.migrate(url))
        asyncio.run(bus.check(config.redis))
        listening = startup.listen(host, port)
    except startup.BadSetting as bad:
        fail(TEXTS.say("serve", "bad-setting", lang, name=bad.name, value=bad.value))
    except bus.NoLine as error:
        fail(TEXTS.say("serve", "no-redis", lang, reason=error))
    except (ConnectionError, ValueError) as error:
        fail(TEXTS.say("serve", "no-database", lang, reason=error))
    except OSError as error:
        named = startup.USUAL_PORT if port is None else port
        fail(TEXTS.say("serve", "no-port", lang, host=host, port=named, reason=error.strerror))
    found = listening.getsockname()[1]
    if port is None and found != startup.USUAL_PORT:
        Console(highlight=False).print(TEXTS.say("serve", "moved", lang, usual=startup.USUAL_PORT, port=found))
    _tell_addresses(host, found, url if database is None else None, lang)
    nearby = config.address or startup.nearby(host, found) or ""
    server = serving.OnlyServer(replace(config, address=nearby))
    with suppress(KeyboardInterrupt):  # uvicorn passes Ctrl-C on after its clean end, unless the shell has it ignored
        server.run(sockets=[listening])
    if not server.started:
        raise typer.Exit(1)
    Console(highlight=False).print(TEXTS.say("serve", "bye", lang))


def _tell_addresses(host: str, port: int, file: str | None, lang: str) -> None:
    """Where the server is, for this machine, for the network and for the camera of a phone."""
    from tafelrunde.server.process import startup

    console = Console(highlight=False, soft_wrap=True)
    console.print(TEXTS.say("serve", "here", lang, address=startup.here(host, port)))
    nearby = startup.nearby(host, port)
    if nearby is not None:
        console.print(TEXTS.say("serve", "nearby", lang, address=nearby))
        if console.encoding.startswith("utf"):
            console.print(startup.qr_code(nearby), style="white on black", markup=False)
    if file is not None:
        console.print(TEXTS.say("serve", "data", lang, path=file.removeprefix("sqlite:///")), markup=False)
    console.print(TEXTS.say("serve", "stop", lang))
    console.file.flush()


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
    table = Table(title=TEXTS.say("boards", "title", lang, confidence=f"{found[0]['confidence']:.0%}"))
    for key in ("policy", "players", "games"):
        table.add_column(TEXTS.say("boards", key, lang), justify="left" if key == "policy" else "right")
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


def _titles(lang: str) -> list[tuple[str, str]]:
    from tafelrunde.kernel.rulebook import Rulebook

    rooms = Path(tr.__file__).parent / "games"
    books = {name: Rulebook(rooms / name.replace("-", "_") / "rulebook.toml").about for name in tr.games()}
    return [(name, f"{about['name']} — {about[lang]}") for name, about in books.items()]


def main() -> None:
    """The entry point."""
    app()
